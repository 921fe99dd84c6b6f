//! Evidence that two bots are not equally good, which may be looked at after any board.
//!
//! An e-value is a number that is 1 or less on average if the bots are equally good, however often
//! and whenever one looks. So it reaches 1 / p at any time with a probability of at most p (Ville,
//! "Étude critique de la notion de collectif", 1939; Ramdas et al., "Game-theoretic statistics and
//! safe anytime-valid inference", Statistical Science 38, 2023). A t test holds only for one look
//! at a number of boards that was chosen before.

use statrs::distribution::{ContinuousCDF, Normal};

/// The shares of the capital that bets put on a difference of the largest size, on either side.
const STAKES: [f64; 8] = [0.9, 0.45, 0.225, 0.1125, 0.05625, 0.028_125, 0.014_062_5, 0.007_031_25];

/// How much of the capital each stake has at first. The smallest ones pay off only after more boards
/// than nearly all tournaments have.
const SHARES: [f64; 8] = [8.0, 8.0, 8.0, 8.0, 8.0, 4.0, 2.0, 1.0];

/// E-values above this one count as this one, so that many of them can be added.
const LARGEST: f64 = 1e290;

/// The evidence of the differences between two bots on the same boards or rounds, in any order.
#[derive(Debug, Clone)]
pub struct DifferenceEvidence {
    count: u32,
    sum: f64,
    squares: f64,
    bets: DifferenceBets,
}

/// What is bet on the differences.
#[derive(Debug, Clone)]
enum DifferenceBets {
    /// Differences have a known range.
    Bounded(BoundedBets),
    /// Differences of equally good bots are as often positive as negative, at each size.
    Symmetric(SignCounts),
}

impl DifferenceEvidence {
    /// No evidence yet. `largest` is the size of the largest possible difference, if it is known.
    pub fn new(largest: Option<f64>) -> DifferenceEvidence {
        let bets = match largest {
            Some(largest) => DifferenceBets::Bounded(BoundedBets::new(largest)),
            None => DifferenceBets::Symmetric(SignCounts::default()),
        };
        DifferenceEvidence { count: 0, sum: 0.0, squares: 0.0, bets }
    }

    /// Adds the difference of the first bot to the second on another board.
    pub fn push(&mut self, difference: f64) {
        self.count += 1;
        self.sum += difference;
        self.squares += difference * difference;
        match &mut self.bets {
            DifferenceBets::Bounded(bets) => bets.push(difference),
            DifferenceBets::Symmetric(signs) => signs.push(difference),
        }
    }

    /// How much less likely the differences are if the bots are equally good, as an e-value.
    pub fn e_value(&self) -> f64 {
        let value = match &self.bets {
            DifferenceBets::Bounded(bets) => bets.e_value(),
            DifferenceBets::Symmetric(signs) => signs.e_value(self.sum, self.squares),
        };
        if value.is_nan() { 0.0 } else { value.min(LARGEST) }
    }

    /// The e-values of the first bot being better than the second, and of the second being better
    /// than the first. Each is 1 or less on average if that bot is not better.
    pub fn one_sided(&self) -> [f64; 2] {
        let values = match &self.bets {
            DifferenceBets::Bounded(bets) => bets.one_sided(),
            DifferenceBets::Symmetric(signs) => {
                [self.sum, -self.sum].map(|sum| signs.one_sided(sum, self.squares))
            }
        };
        values.map(|value| if value.is_nan() { 0.0 } else { value.min(LARGEST) })
    }

    /// The number of differences so far.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The mean difference so far, 0 if there is none.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / f64::from(self.count) }
    }

    /// About how many more differences like those so far make the e-value reach this one. `None` if
    /// none are known to, for example because the mean difference is 0.
    pub fn missing(&self, e_value: f64) -> Option<u64> {
        let (count, square) = (f64::from(self.count), self.mean().powi(2));
        let variance = (self.squares / count - square).max(f64::MIN_POSITIVE);
        // The best bet, at this mean and variance, gains this much each time.
        let rate = square / (2.0 * variance + square);
        let more = (e_value.ln() - self.e_value().max(f64::MIN_POSITIVE).ln()) / rate;
        // A bet at most doubles each time.
        let more = more.max(e_value.log2() - count);
        (more.is_finite() && more < 1e12).then(|| more.max(1.0).ceil() as u64)
    }
}

/// The capital of somebody who bets on the sign of each difference, at fair odds if its mean is 0
/// (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86,
/// 2024). The capital is split over a grid of stakes on either side, of which the best one soon has
/// nearly all.
#[derive(Debug, Clone)]
struct BoundedBets {
    largest: f64,
    /// What each stake on the first bot has become, and each on the second.
    capital: [[f64; STAKES.len()]; 2],
}

impl BoundedBets {
    fn new(largest: f64) -> BoundedBets {
        BoundedBets { largest, capital: [[1.0; STAKES.len()]; 2] }
    }

    fn push(&mut self, difference: f64) {
        let won = (difference / self.largest).clamp(-1.0, 1.0);
        let [first, second] = &mut self.capital;
        for ((first, second), stake) in first.iter_mut().zip(second).zip(STAKES) {
            *first *= 1.0 + stake * won;
            *second *= 1.0 - stake * won;
        }
    }

    fn e_value(&self) -> f64 {
        self.one_sided().iter().sum::<f64>() / 2.0
    }

    /// What the bets on the first bot have become, and those on the second.
    fn one_sided(&self) -> [f64; 2] {
        let whole: f64 = SHARES.iter().sum();
        let value = |capital: [f64; STAKES.len()]| {
            capital.iter().zip(SHARES).map(|(capital, share)| capital * share).sum::<f64>() / whole
        };
        self.capital.map(value)
    }
}

/// A self-normalised test of symmetry: given their sizes, the signs of differences between equally
/// good bots are tosses of a fair coin (de la Peña, "A general class of exponential inequalities
/// for martingales and ratios", Annals of Probability 27, 1999). It needs no range and no moments.
///
/// Half of the e-value is a normal mixture of exponential bets, whose deviation is one in units of
/// the root mean square of the differences. That scale is estimated from the differences, so this
/// half is exact only for differences of one size; simulations show that it errs less often with
/// others. The other half bets that all differences have the same sign, which decides soonest where
/// one bot is better on every board.
#[derive(Debug, Clone, Copy, Default)]
struct SignCounts {
    positive: u32,
    negative: u32,
}

impl SignCounts {
    fn push(&mut self, difference: f64) {
        self.positive += u32::from(difference > 0.0);
        self.negative += u32::from(difference < 0.0);
    }

    /// The e-value of differences with this sum and this sum of squares.
    fn e_value(&self, sum: f64, squares: f64) -> f64 {
        // Boards without a difference say nothing.
        let differing = f64::from(self.positive + self.negative);
        if differing == 0.0 {
            return 1.0;
        }
        let mixture = mixture(differing, sum, squares);
        let is_unanimous = self.positive == 0 || self.negative == 0;
        // Half of a half bets on each sign, and doubles each time.
        let unanimous = if is_unanimous { 2.0_f64.powf(differing - 1.0) } else { 0.0 };
        0.5 * mixture + 0.5 * unanimous
    }

    /// The e-value of the first bot being better, from bets on its side alone. For that of the
    /// second bot, the sum is negated.
    fn one_sided(&self, sum: f64, squares: f64) -> f64 {
        let differing = f64::from(self.positive + self.negative);
        if differing == 0.0 {
            return 1.0;
        }
        let weight = differing / (1.0 + differing);
        let side = 2.0 * Normal::standard().cdf(sum * (weight / squares).sqrt());
        let is_unanimous = sum > 0.0 && (self.positive == 0 || self.negative == 0);
        let unanimous = if is_unanimous { 2.0_f64.powf(differing) } else { 0.0 };
        0.5 * side * mixture(differing, sum, squares) + 0.5 * unanimous
    }
}

/// A normal mixture of exponential bets on so many differences with this sum and this sum of
/// squares.
fn mixture(differing: f64, sum: f64, squares: f64) -> f64 {
    let weight = differing / (1.0 + differing);
    (0.5 * weight * sum * sum / squares).exp() / (1.0 + differing).sqrt()
}

/// The least number of boards that can tell two bots apart. `largest` is as in
/// [`DifferenceEvidence::new`].
pub fn least_boards(largest: Option<f64>) -> usize {
    let decides = |count: &usize| {
        let mut evidence = DifferenceEvidence::new(largest);
        (0..*count).for_each(|_| evidence.push(largest.unwrap_or(1.0)));
        evidence.e_value() >= 1.0 / super::SIGNIFICANT
    };
    (1..).find(decides).unwrap_or(usize::MAX)
}

/// Adjusts e-values for being looked at together: the probability that any pair of equally good
/// bots ever has an adjusted p of `p` or less is at most `p`.
///
/// A set of pairs that are all equally good has the mean of their e-values as its e-value. Each
/// pair gets the largest p of all sets that it is in, so that deciding clear pairs makes the others
/// easier (Vovk and Wang, "E-values: calibration, combination and applications", Annals of
/// Statistics 49, 2021). The p is the inverse of an e-value, and 1 at most.
pub fn adjusted_for_all(e_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..e_values.len()).collect();
    order.sort_by(|one, other| e_values[*one].total_cmp(&e_values[*other]));
    // Each e-value with the number of smaller ones and their sum.
    let mut below = (0.0, 0.0);
    let sorted: Vec<(f64, f64, f64)> = order
        .iter()
        .map(|index| {
            let (count, sum) = below;
            below = (count + 1.0, sum + e_values[*index]);
            (count, sum, e_values[*index])
        })
        .collect();
    let mut adjusted = vec![1.0; e_values.len()];
    for (position, index) in order.iter().enumerate() {
        let own = e_values[*index];
        // A smaller e-value makes the mean smaller if it is below the mean without it.
        let others =
            sorted[..position].partition_point(|(count, sum, value)| value * (count + 1.0) < own + sum);
        let (count, sum, _) = sorted[others];
        adjusted[*index] = ((count + 1.0) / (own + sum)).min(1.0);
    }
    adjusted
}

#[cfg(test)]
mod tests;
