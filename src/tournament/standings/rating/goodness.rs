//! Whether the ratings explain the results. Each entrant has one number, so bots of which each
//! beats the next in a circle cannot have ratings that explain that.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::super::parallel;
use super::fit::Fit;
use super::model::OutcomeProbabilities;
use super::observations::{Observations, PairCounts, pair_weight};
use super::rounded;

/// A misfit is worth a remark from this probability of chance on.
const SURE: f64 = 0.01;

/// It also takes pairs whose results differ by so much from what the ratings say: a tenth of a win
/// in each match. Millions of matches would show smaller differences.
const LARGE: f64 = 0.1;

/// Pearson's test of the results of all pairs against what the ratings make of them.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct GoodnessOfFit {
    /// The sum of the squared differences, each over its variance.
    pub statistic: f64,
    /// What the sum would be on average if the ratings explained everything. With two seats it is
    /// the number of pairs, less that of ratings, plus 1.
    pub freedom: f64,
    /// The probability of this sum or a larger one by chance.
    pub p: f64,
    /// How much the result of a typical pair differs from what the ratings say, beyond chance: 0.1
    /// is a tenth of a win in each match.
    pub misfit: f64,
}

impl GoodnessOfFit {
    /// The test, or `None` if there are too few pairs. `dispersion` is by how much more than by
    /// chance the results vary from round to round.
    pub fn new(observations: &Observations, fit: &Fit, dispersion: f64) -> Option<GoodnessOfFit> {
        let pairs = PairFit::of_all(observations, fit);
        let freedom = freedom(pairs.len(), observations);
        if freedom < 0.5 {
            return None;
        }
        let sum = |of: fn(&PairFit) -> f64| pairs.iter().map(of).sum::<f64>();
        let share = freedom / pairs.len() as f64;
        let statistic = sum(|pair| pair.difference.powi(2) / pair.variance) / dispersion;
        let spread = share * sum(PairFit::square_variance) * shared_matches(observations.largest);
        let excess = sum(|pair| pair.difference.powi(2)) - dispersion * share * sum(|pair| pair.variance);
        let misfit = (excess.max(0.0) / sum(|pair| pair.count.powi(2))).sqrt();
        let p = rounded(tail(statistic, freedom, spread)?);
        let [statistic, freedom, misfit] = [statistic, freedom, misfit].map(rounded);
        Some(GoodnessOfFit { statistic, freedom, p, misfit })
    }

    /// Whether the ratings explain the results badly.
    pub fn is_bad(&self) -> bool {
        self.p < SURE && self.misfit > LARGE
    }
}

/// The number of pairs less what fitting the ratings takes from the sum. A rating takes 1 with two
/// seats. With more, the results of a match vary more together than those of independent pairs, and
/// fitting takes more by this factor.
fn freedom(pairs: usize, observations: &Observations) -> f64 {
    let ratings = (observations.players.len() as f64 - 1.0).max(0.0);
    pairs as f64 - ratings / pair_weight(observations.largest as u16)
}

/// By how much the variance of a sum over pairs is larger if all pairs of a match are its terms.
/// The results of two pairs with a common seat have a correlation of 1/3, their squares of 1/9.
fn shared_matches(seats: usize) -> f64 {
    1.0 + 2.0 * (seats as f64 - 2.0) / 9.0
}

/// The probability of this sum or a larger one. Its distribution is taken as a multiple of
/// chi-squared with the same mean and variance (Satterthwaite, Biometrics Bulletin 2, 1946),
/// because pairs with few matches are far from normal.
fn tail(statistic: f64, mean: f64, variance: f64) -> Option<f64> {
    let scale = variance / (2.0 * mean);
    Some(ChiSquared::new(mean / scale).ok()?.sf(statistic / scale))
}

/// A pair's results and what the ratings make of them.
#[derive(Debug, Clone, Copy, Default)]
struct PairFit {
    /// The number of matches.
    count: f64,
    /// The points of the first, less those expected.
    difference: f64,
    /// Its variance.
    variance: f64,
    /// How much its fourth moment exceeds that of a normal one.
    excess: f64,
}

impl PairFit {
    /// All pairs, each wherever they sat.
    fn of_all(observations: &Observations, fit: &Fit) -> Vec<PairFit> {
        let propensity = fit.layout.propensity(&fit.parameters);
        let same = |one: &PairCounts, other: &PairCounts| {
            (one.key.one, one.key.other) == (other.key.one, other.key.other)
        };
        let pairs: Vec<&[PairCounts]> = observations.pairs.chunk_by(same).collect();
        parallel::map_slice(&pairs, 40, |counts| {
            let mut pair = PairFit::default();
            for counts in *counts {
                let difference = fit.layout.difference(counts.key, &fit.parameters);
                pair.add(counts, &OutcomeProbabilities::new(difference, propensity));
            }
            pair
        })
    }

    fn add(&mut self, counts: &PairCounts, probabilities: &OutcomeProbabilities) {
        let (count, variance) = (counts.count(), probabilities.variance());
        self.count += count;
        self.difference +=
            f64::from(counts.won) + f64::from(counts.tied) / 2.0 - count * probabilities.expected();
        self.variance += count * variance;
        self.excess += count * (probabilities.fourth_moment() - 3.0 * variance.powi(2));
    }

    /// The variance of the squared difference over its own variance. At least that of two matches
    /// of equals: with one match it would be 0, and what is left comes from the ratings.
    fn square_variance(&self) -> f64 {
        (2.0 + self.excess / self.variance.powi(2)).max(1.0)
    }
}
