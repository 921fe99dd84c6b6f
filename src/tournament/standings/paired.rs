//! Compares two bots that played the same boards, by their difference on each board.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{EstimateWithInterval, mean};

/// The significance level of tables and charts, which matches their 95 % intervals.
pub const SIGNIFICANT: f64 = 0.05;

/// Values count as equal when they deviate from their mean by less than this part of it.
/// Differences of logarithms that are equal on paper differ in their last digits, of which an `f64`
/// has about 16.
const ROUNDING: f64 = 1e-12;

/// The result of comparing two bots on the same boards.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct PairedComparison {
    /// The number of boards that both played.
    pub count: usize,
    /// The mean difference with its 95 % t interval, which is infinite when there is only
    /// one board.
    pub difference: EstimateWithInterval,
    /// The probability that equal bots have a mean difference of this size or more, in either
    /// direction. `None` with fewer than two boards.
    pub p: Option<f64>,
}

/// Compares two bots by a two-sided paired t test (Student, "The probable error of a mean",
/// Biometrika 6, 1908). Each difference is the first bot's score on a board minus the second's, or
/// the difference of their logarithms where scores multiply. `None` if there are no differences.
///
/// A t test cannot judge differences that are all equal, since they have no spread. The sign test
/// judges those (Arbuthnott, Philosophical Transactions 27, 1710): equal bots differ in one
/// direction on all of `n` boards with a probability of 2^(1-n).
pub fn paired(differences: &[f64]) -> Option<PairedComparison> {
    let (count, mean) = (differences.len(), mean(differences)?);
    let squares: f64 = differences.iter().map(|difference| (difference - mean).powi(2)).sum();
    let deviation = (squares / (count as f64 - 1.0)).sqrt();
    let (spread, p) = match count {
        1 => (f64::INFINITY, None),
        _ if deviation <= ROUNDING * mean.abs() => (0.0, Some(sign_test(count, mean))),
        _ => t_test(count, mean, deviation),
    };
    let difference = EstimateWithInterval { value: mean, low: mean - spread, high: mean + spread };
    Some(PairedComparison { count, difference, p })
}

/// Half the width of the 95 % interval, and p.
fn t_test(count: usize, mean: f64, deviation: f64) -> (f64, Option<f64>) {
    let error = deviation / (count as f64).sqrt();
    if !(mean.is_finite() && error.is_finite()) {
        return (f64::INFINITY, None);
    }
    let student = StudentsT::new(0.0, 1.0, count as f64 - 1.0).expect("there are two values or more");
    let p = 2.0 * student.cdf(-(mean / error).abs());
    (student.inverse_cdf(0.975) * error, Some(p))
}

/// The probability that `count` tosses of a fair coin all give the same side, or 1 if there is no
/// difference at all.
fn sign_test(count: usize, mean: f64) -> f64 {
    if mean == 0.0 { 1.0 } else { 0.5f64.powf(count as f64 - 1.0) }
}

/// Holm's adjusted p values ("A simple sequentially rejective multiple test procedure",
/// Scandinavian Journal of Statistics 6, 1979), in the given order. If every hypothesis with an
/// adjusted p below 0.05 is rejected, the probability of any wrong rejection is at most 5 %.
pub fn holm(ps: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|one, other| ps[*one].total_cmp(&ps[*other]));
    let (mut adjusted, mut least) = (vec![1.0; ps.len()], 0.0f64);
    for (rank, index) in order.into_iter().enumerate() {
        least = least.max(ps[index] * (ps.len() - rank) as f64).min(1.0);
        adjusted[index] = least;
    }
    adjusted
}

/// The ranks that a bot may have, as far as the data can tell. 1 is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct RankRange {
    /// One more than the number of bots that are proven better.
    pub best: usize,
    /// The number of bots minus the number of those that are proven worse.
    pub worst: usize,
}

/// The ranks that each of `count` bots may have. `is_better(one, other)` says whether `one` is
/// proven better than `other`.
pub fn rank_ranges(count: usize, is_better: impl Fn(usize, usize) -> bool) -> Vec<RankRange> {
    let range = |bot: usize| RankRange {
        best: 1 + (0..count).filter(|other| is_better(*other, bot)).count(),
        worst: count - (0..count).filter(|other| is_better(bot, *other)).count(),
    };
    (0..count).map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::super::simulated::long_tailed_score;
    use super::*;
    use rathaus_games::Seed;

    fn is_near(one: f64, other: f64, tolerance: f64) -> bool {
        (one - other).abs() <= tolerance
    }

    /// Student's own example (Biometrika 6, 1908, section IX): the hours of sleep that ten patients
    /// gained by one drug over another. R's manual prints this p and this interval for the data
    /// (`?sleep`, 0.002833 and 0.7001 to 2.4599).
    #[test]
    fn the_published_example_comes_out() {
        let PairedComparison { count, difference, p } =
            paired(&[1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]).unwrap();
        assert_eq!(count, 10);
        assert!(is_near(p.unwrap(), 0.002833, 5e-7), "{p:?}");
        assert!(is_near(difference.value, 1.58, 1e-9));
        assert!(is_near(difference.low, 0.7001142, 5e-7), "{difference:?}");
        assert!(is_near(difference.high, 2.4598858, 5e-7), "{difference:?}");
    }

    #[test]
    fn few_differences_say_little() {
        assert_eq!(paired(&[]), None);
        let PairedComparison { difference, p, .. } = paired(&[3.0]).unwrap();
        assert_eq!((difference.value, p), (3.0, None));
        assert_eq!((difference.low, difference.high), (f64::NEG_INFINITY, f64::INFINITY));
    }

    /// This also holds for differences that are equal except for rounding errors.
    #[test]
    fn differences_that_are_all_the_same_go_to_the_sign_test() {
        for one in [3.0, -0.1, 2f64.ln()] {
            assert_eq!(paired(&[one; 6]).unwrap().p, Some(1.0 / 32.0));
        }
        let logs = [1.0f64, 3.0, 7.0, 11.0].map(|score| (3.0 * score).ln() - score.ln());
        assert_eq!(paired(&logs).unwrap().p, Some(0.125));
        let nothing = paired(&[0.0; 6]).unwrap();
        assert_eq!((nothing.p, nothing.difference.high), (Some(1.0), 0.0));
    }

    #[test]
    fn the_other_way_round_is_the_same() {
        let there = paired(&[0.3, -0.1, 2.0, 0.7]).unwrap();
        let back = paired(&[-0.3, 0.1, -2.0, -0.7]).unwrap();
        assert_eq!(there.p, back.p);
        assert_eq!(
            (there.difference.low, there.difference.high),
            (-back.difference.high, -back.difference.low)
        );
    }

    /// Equal bots on boards of which one in five gives a score of thousands and the others give 1.
    /// The test must not find a difference more often than it claims.
    #[test]
    fn equal_bots_are_rarely_told_apart() {
        let mut stream = Seed(1).stream("test");
        let found = (0..4000)
            .filter(|_| {
                let mut log = || long_tailed_score(&mut stream, 0.2).ln();
                let differences: Vec<f64> = (0..50).map(|_| log() - log()).collect();
                paired(&differences).unwrap().p.unwrap() < SIGNIFICANT
            })
            .count();
        assert!((140..=250).contains(&found), "{found} of 4000");
    }

    /// The smallest of four is multiplied by 4, the next one by 3, and none is less than the one
    /// before it.
    #[test]
    fn holm_adjusts_as_in_the_textbook() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (one, other) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!(is_near(*one, other, 1e-12), "{adjusted:?}");
        }
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.7, 0.6]), [1.0, 1.0]);
    }

    #[test]
    fn ranks_that_cannot_be_told_apart_are_ranges() {
        // The first is better than the last two, and nothing else is known.
        let ranges = rank_ranges(4, |one, other| one == 0 && other >= 2);
        let shown: Vec<_> = ranges.iter().map(|range| (range.best, range.worst)).collect();
        assert_eq!(shown, [(1, 2), (1, 4), (2, 4), (2, 4)]);
    }
}
