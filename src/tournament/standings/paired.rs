//! Compares two bots that played the same boards, by their difference on each board.

use statrs::distribution::{ContinuousCDF, StudentsT};

use rathaus_games::statistics::{ROUNDING, student_quantile};

use super::{EstimateWithInterval, mean};

/// The significance level of tables and charts, which matches their 95 % intervals.
pub const SIGNIFICANT: f64 = 0.05;

/// The result of comparing two bots on the same boards.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct PairedComparison {
    /// The number of boards that both played.
    pub count: usize,
    /// The mean difference with its 95 % t interval, which is unknown if both differ on too few
    /// boards.
    pub difference: EstimateWithInterval,
    /// The probability that equal bots have a mean difference of this size or more, in either
    /// direction. `None` with fewer than two boards.
    pub p: Option<f64>,
}

/// Compares two bots by a two-sided paired t test (Student, "The probable error of a mean",
/// Biometrika 6, 1908). Each difference is the first bot's score on a board minus the second's, or
/// the difference of their logarithms where scores multiply. `None` if there are no differences.
///
/// The t test assumes normal differences and errs with few boards on which a bot succeeds or fails:
/// of ten equal bots with success on every second board, some pair seems to differ in 42 % of all
/// tournaments of three boards, despite Holm's method. So p is at least that of the sign test
/// (Arbuthnott, Philosophical Transactions 27, 1710): equal bots that differ on `n` boards differ
/// in one direction on all of them with a probability of 2^(1-n). Below six such boards this is
/// above 5 %, and the interval of the difference is unknown.
pub fn paired(differences: &[f64]) -> Option<PairedComparison> {
    let (count, mean) = (differences.len(), mean(differences)?);
    let least = sign_test(differences.iter().filter(|difference| **difference != 0.0).count());
    let unknown = EstimateWithInterval::without_interval(mean);
    if count < 2 {
        return Some(PairedComparison { count, difference: unknown, p: None });
    }
    let squares: f64 = differences.iter().map(|difference| (difference - mean).powi(2)).sum();
    let deviation = (squares / (count as f64 - 1.0)).sqrt();
    let error = deviation / (count as f64).sqrt();
    if !(mean.is_finite() && error.is_finite()) {
        return Some(PairedComparison { count, difference: unknown, p: None });
    }
    let has_spread = deviation > ROUNDING * mean.abs();
    let p = if has_spread { t_test(count, mean / error).max(least) } else { least };
    let spread = student_quantile(count - 1) * error;
    let difference = match has_spread && least < SIGNIFICANT {
        true => EstimateWithInterval { value: mean, low: mean - spread, high: mean + spread },
        false => unknown,
    };
    Some(PairedComparison { count, difference, p: Some(p) })
}

/// The two-sided p of a t statistic of `count` values.
fn t_test(count: usize, statistic: f64) -> f64 {
    let student = StudentsT::new(0.0, 1.0, count as f64 - 1.0).expect("there are two values or more");
    2.0 * student.cdf(-statistic.abs())
}

/// The probability that `count` tosses of a fair coin all give the same side.
fn sign_test(count: usize) -> f64 {
    0.5f64.powf(count as f64 - 1.0).min(1.0)
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
    use super::*;
    use rathaus_games::Seed;
    use rathaus_games::testing::simulated::long_tailed_score;

    fn is_near(one: f64, other: f64, tolerance: f64) -> bool {
        (one - other).abs() <= tolerance
    }

    /// Student's own example (Biometrika 6, 1908, section IX): the hours of sleep that ten patients
    /// gained by one drug over another. R's manual prints this p and this interval for the data
    /// (`?sleep`, t = 4.0621, p = 0.002833 and 0.7001 to 2.4599).
    #[test]
    fn the_published_example_comes_out() {
        let PairedComparison { count, difference, p } =
            paired(&[1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]).unwrap();
        assert_eq!(count, 10);
        // Nine patients differ, all of them in one direction.
        assert_eq!(p, Some(1.0 / 256.0));
        assert!(is_near(t_test(10, 4.062128), 0.002833, 5e-7));
        assert!(is_near(difference.value, 1.58, 1e-9));
        assert!(is_near(difference.low, 0.7001142, 5e-7), "{difference:?}");
        assert!(is_near(difference.high, 2.4598858, 5e-7), "{difference:?}");
    }

    #[test]
    fn few_differences_say_little() {
        assert_eq!(paired(&[]), None);
        let PairedComparison { difference, p, .. } = paired(&[3.0]).unwrap();
        assert_eq!((difference, p), (EstimateWithInterval::without_interval(3.0), None));
        // Five boards in one direction have a probability of 1/16.
        for differences in [&[9.1, 9.2, 9.0, 9.3, 9.2][..], &[9.1, 0.0, 9.2, 9.0, 9.3, 0.0, 9.2]] {
            let PairedComparison { difference, p, .. } = paired(differences).unwrap();
            assert_eq!((difference.interval(), p), (None, Some(1.0 / 16.0)));
        }
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
        assert_eq!((nothing.p, nothing.difference.interval()), (Some(1.0), None));
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
