//! The log-likelihood ratio of two hypotheses about pairs of games.
//!
//! Neither hypothesis says how probable the five results of a pair are, only what their mean is. So
//! each is represented by its most probable distribution: the one that makes the results seen so
//! far most probable (Van den Bergh, "A practical introduction to the GSPRT"). This is the method
//! of fishtest's `LLRcalc.py`, by which the formulas are checked.

use super::pairs::PAIR_SCORES;
use super::{EloHypotheses, EloModel};

/// A result that has not been seen counts as this part of a pair, as in fishtest. Otherwise no
/// distribution with another mean could explain pairs that all ended alike.
const UNSEEN: f64 = 1e-3;

/// 800 / ln 10, the normalized Elo of one standard deviation of a game.
pub const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The most steps to a multiplier. Bisection alone would be as exact as an `f64` can be after them.
const MOST_STEPS: usize = 100;

/// The most iterations for a distribution in the normalized model, and the change of probabilities
/// at which they end.
const ITERATIONS: usize = 200;
const SETTLED: f64 = 1e-12;

/// A number for each result of a pair.
type OfResults = [f64; 5];

/// The logarithm of how much better H1 explains these numbers of results than H0.
pub fn ratio(pentanomial: &[u64; 5], hypotheses: &EloHypotheses) -> f64 {
    let counts = pentanomial.map(|count| if count == 0 { UNSEEN } else { count as f64 });
    let pairs: f64 = counts.iter().sum();
    let seen = counts.map(|count| count / pairs);
    let [zero, one] = [hypotheses.elo0, hypotheses.elo1].map(|elo| match hypotheses.model {
        EloModel::Logistic => with_mean(&seen, expected(elo)),
        EloModel::Normalized => with_deviations(&seen, elo / NORMALIZED_ELO * 2f64.sqrt()),
    });
    let gains = zero.iter().zip(&one).map(|(zero, one)| (one / zero).ln());
    counts.iter().zip(gains).map(|(count, gain)| count * gain).sum()
}

/// The expected share of the points.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The most probable distribution with this mean (Van den Bergh, "The maximum likelihood
/// multinomial distribution", proposition 1.1).
pub fn with_mean(seen: &OfResults, mean: f64) -> OfResults {
    constrained(seen, &PAIR_SCORES.map(|score| score - mean))
}

/// The most probable distribution whose mean is above one half by `deviations` standard deviations
/// of a pair. It is found as that with the mean of 0 of values which are linear in the distribution
/// near the one of the last iteration (Van den Bergh, "Comments on normalized Elo", section 4.1).
pub fn with_deviations(seen: &OfResults, deviations: f64) -> OfResults {
    let mut found = [0.2; 5];
    for _ in 0..ITERATIONS {
        let (mean, variance) = moments(&found);
        let deviation = variance.sqrt();
        let linear = |score: f64| deviation * (1.0 + ((mean - score) / deviation).powi(2)) / 2.0;
        let next = constrained(seen, &PAIR_SCORES.map(|score| score - 0.5 - deviations * linear(score)));
        let change = next.iter().zip(&found).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
        found = next;
        if change < SETTLED {
            break;
        }
    }
    found
}

/// The most probable distribution for which the mean of these values is 0.
fn constrained(seen: &OfResults, values: &OfResults) -> OfResults {
    let multiplier = multiplier(seen, values);
    std::array::from_fn(|result| seen[result] / (1.0 + multiplier * values[result]))
}

/// The Lagrange multiplier: the root of a function that falls from infinity to minus infinity
/// between the two poles around 0. Newton's method finds it, and bisection where that leaves the
/// bracket.
fn multiplier(seen: &OfResults, values: &OfResults) -> f64 {
    let least = values.iter().copied().fold(0.0, f64::min);
    let most = values.iter().copied().fold(0.0, f64::max);
    let (mut low, mut high, mut root) = (-1.0 / most, -1.0 / least, 0.0);
    for _ in 0..MOST_STEPS {
        let (value, slope) = stationarity(seen, values, root);
        *(if value > 0.0 { &mut low } else { &mut high }) = root;
        let newton = root - value / slope;
        let next = if low < newton && newton < high { newton } else { f64::midpoint(low, high) };
        if (next - root).abs() <= f64::EPSILON * next.abs() {
            break;
        }
        root = next;
    }
    root
}

/// How far the mean of the values is from 0 with this multiplier, and the derivative of that.
fn stationarity(seen: &OfResults, values: &OfResults, multiplier: f64) -> (f64, f64) {
    seen.iter().zip(values).fold((0.0, 0.0), |(sum, slope), (share, value)| {
        let part = value / (1.0 + multiplier * value);
        (sum + share * part, slope - share * part * part)
    })
}

/// The mean and the variance of the share of the points in a pair.
pub fn moments(shares: &OfResults) -> (f64, f64) {
    let sum = |of: &dyn Fn(f64) -> f64| {
        shares.iter().zip(PAIR_SCORES).map(|(share, score)| share * of(score)).sum()
    };
    let mean: f64 = sum(&|score| score);
    (mean, sum(&|score| (score - mean).powi(2)))
}
