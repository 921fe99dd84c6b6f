//! Newton's method. The logarithm of the likelihood is concave in the parameters, so it has one
//! maximum.

use super::super::parallel;
use super::matrix::{CholeskyFactor, MatrixRows, SymmetricMatrix};
use super::model::{OutcomeProbabilities, ParameterLayout};
use super::observations::{Observations, PairCounts, pair_weight};

/// The weak prior: each entrant also played so many matches against an opponent of strength 0, with
/// half of the points. It makes ratings finite for entrants that have won all their matches, and
/// comparable for groups that never met. Ties have the same prior.
pub const PRIOR: f64 = 1.0;

/// The prior of seats is so many times as strong. Few matches cannot tell the effect of a seat from
/// the strengths of those who sat there, and few games have a seat that is worth hundreds of
/// points.
const SEAT_PRIOR: f64 = 10.0;

/// Newton takes about eight steps. More than this are a sign of rounding, and then the last is
/// good.
const STEPS: usize = 60;

/// The terms of so many pairs are in memory at once.
const BLOCK: usize = 1 << 17;

/// About how many simple steps the probabilities of a pair take.
const PAIR_STEPS: usize = 20;

/// The parameters at the maximum.
#[derive(Debug, Clone)]
pub struct Fit {
    pub layout: ParameterLayout,
    pub parameters: Vec<f64>,
    /// The factor of the information there: minus the matrix of second derivatives.
    pub information: CholeskyFactor,
}

impl Fit {
    /// The fit with so many matches as the prior.
    pub fn new(observations: &Observations, prior: f64) -> Fit {
        let layout = ParameterLayout {
            players: observations.players.len(),
            seats: observations.seats,
            has_ties: observations.pairs.iter().any(|counts| counts.tied > 0),
        };
        let likelihood = Likelihood { observations, layout, prior };
        let mut parameters = vec![0.0; layout.len()];
        let mut value = likelihood.value(&parameters);
        for _ in 0..STEPS {
            let (mut step, information) = likelihood.derivatives(&parameters);
            let information = information.factor();
            information.solve(&mut step);
            let is_last = step.iter().all(|step| step.abs() < 1e-9);
            let next = likelihood.improved(&parameters, value, &step);
            let Some((next, next_value)) = next.filter(|_| !is_last) else {
                return Fit { layout, parameters, information };
            };
            (parameters, value) = (next, next_value);
        }
        let information = likelihood.derivatives(&parameters).1.factor();
        Fit { layout, parameters, information }
    }

    /// The strengths of the players, less their mean.
    pub fn centred(&self) -> Vec<f64> {
        centred(&self.parameters[..self.layout.players])
    }

    /// The effects of seats, less their mean.
    pub fn seats(&self) -> Vec<f64> {
        let first = (self.layout.seats > 0).then_some(0.0);
        let others = self.layout.players..self.layout.players + self.layout.seats.saturating_sub(1);
        centred(&first.into_iter().chain(self.parameters[others].iter().copied()).collect::<Vec<_>>())
    }

    /// The probability that equals tie.
    pub fn tie_probability(&self) -> f64 {
        OutcomeProbabilities::new(0.0, self.layout.propensity(&self.parameters)).tie
    }
}

fn centred(values: &[f64]) -> Vec<f64> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| value - mean).collect()
}

/// What the results of a pair add to the gradient and to the information.
struct PairTerms {
    residual: f64,
    variance: f64,
    tie_residual: f64,
    tie_variance: f64,
    covariance: f64,
}

impl PairTerms {
    fn new(counts: &PairCounts, probabilities: &OutcomeProbabilities) -> PairTerms {
        let (weight, count) = (pair_weight(counts.key.size), counts.count());
        let result = f64::from(counts.won) + f64::from(counts.tied) / 2.0;
        PairTerms {
            residual: weight * (result - count * probabilities.expected()),
            variance: weight * count * probabilities.variance(),
            tie_residual: weight * (f64::from(counts.tied) - count * probabilities.tie),
            tie_variance: weight * count * probabilities.tie * (1.0 - probabilities.tie),
            covariance: weight * count * probabilities.tie_covariance(),
        }
    }
}

/// The likelihood of all observations.
struct Likelihood<'a> {
    observations: &'a Observations,
    layout: ParameterLayout,
    prior: f64,
}

impl Likelihood<'_> {
    /// The logarithm of the likelihood, with the prior.
    fn value(&self, parameters: &[f64]) -> f64 {
        let propensity = self.layout.propensity(parameters);
        let of_pairs = parallel::map_slice(&self.observations.pairs, PAIR_STEPS, |counts| {
            let difference = self.layout.difference(counts.key, parameters);
            let probabilities = OutcomeProbabilities::new(difference, propensity);
            let value = probabilities.log_likelihood(counts, difference, propensity.ln());
            pair_weight(counts.key.size) * value
        });
        let of_prior = self
            .priors(parameters)
            .map(|(matches, parts)| matches / 2.0 * (parts.win.ln() + parts.loss.ln()));
        of_pairs.iter().sum::<f64>() + of_prior.sum::<f64>()
    }

    /// For each parameter, the number of matches in its prior, and the probability of what it
    /// stands for, such as a win.
    fn priors<'a>(&'a self, parameters: &'a [f64]) -> impl Iterator<Item = (f64, OutcomeProbabilities)> + 'a {
        let of = |(index, parameter): (usize, &f64)| {
            let is_tie = Some(index) == self.layout.tie();
            let is_seat = !is_tie && index >= self.layout.players;
            // Equals tie with a probability of v / (2 + v), whose odds are v / 2.
            let odds = if is_tie { parameter - 2f64.ln() } else { *parameter };
            let matches = if is_seat { SEAT_PRIOR * self.prior } else { self.prior };
            (matches, OutcomeProbabilities::new(odds, 0.0))
        };
        parameters.iter().enumerate().map(of)
    }

    /// The gradient and the information.
    fn derivatives(&self, parameters: &[f64]) -> (Vec<f64>, SymmetricMatrix) {
        let (mut gradient, mut others) = (vec![0.0; parameters.len()], vec![0.0; parameters.len()]);
        let mut information = SymmetricMatrix::zero(parameters.len());
        let propensity = self.layout.propensity(parameters);
        for block in self.observations.pairs.chunks(BLOCK) {
            // The terms on all processors, and their sums in the order of the pairs.
            let terms = parallel::map_slice(block, PAIR_STEPS, |counts| {
                let difference = self.layout.difference(counts.key, parameters);
                PairTerms::new(counts, &OutcomeProbabilities::new(difference, propensity))
            });
            let add = |mut rows: MatrixRows<'_>, gradient: &mut [f64]| {
                for (counts, terms) in block.iter().zip(&terms) {
                    self.add_results(counts, terms, &mut rows, gradient);
                    self.add_ties(counts, terms, &mut rows, gradient);
                }
            };
            // Each cell belongs to one of two threads: to that of players, or of seats and ties.
            let (of_players, of_others) = information.split_at(self.layout.players);
            let (for_players, for_others) = (&mut gradient, &mut others);
            parallel::both(block.len(), || add(of_players, for_players), || add(of_others, for_others));
        }
        let first = self.layout.players;
        gradient[first..].copy_from_slice(&others[first..]);
        for (index, (matches, parts)) in self.priors(parameters).enumerate() {
            gradient[index] += matches * (0.5 - parts.win);
            information.add(index, index, matches * parts.win * parts.loss);
        }
        (gradient, information)
    }

    /// Adds the residual of a pair's results, and their variance, which all terms of its difference
    /// share.
    fn add_results(
        &self,
        counts: &PairCounts,
        terms: &PairTerms,
        rows: &mut MatrixRows<'_>,
        gradient: &mut [f64],
    ) {
        for (number, (one, sign)) in self.layout.terms(counts.key).enumerate() {
            if rows.contains(one) {
                gradient[one] += sign * terms.residual;
            }
            for (other, other_sign) in self.layout.terms(counts.key).take(number + 1) {
                rows.add(one, other, sign * other_sign * terms.variance);
            }
        }
    }

    /// Adds the residual of a pair's number of ties, its variance, and its covariances with
    /// results.
    fn add_ties(
        &self,
        counts: &PairCounts,
        terms: &PairTerms,
        rows: &mut MatrixRows<'_>,
        gradient: &mut [f64],
    ) {
        let Some(tie) = self.layout.tie().filter(|tie| rows.contains(*tie)) else { return };
        gradient[tie] += terms.tie_residual;
        rows.add(tie, tie, terms.tie_variance);
        for (index, sign) in self.layout.terms(counts.key) {
            rows.add(tie, index, sign * terms.covariance);
        }
    }

    /// The parameters after a step, which is halved until the likelihood does not fall. `None` if
    /// no step improves it.
    fn improved(&self, parameters: &[f64], value: f64, step: &[f64]) -> Option<(Vec<f64>, f64)> {
        (0..40).find_map(|halvings| {
            let share = 0.5f64.powi(halvings);
            let next: Vec<f64> =
                parameters.iter().zip(step).map(|(parameter, step)| parameter + share * step).collect();
            let next_value = self.value(&next);
            (next_value >= value - 1e-12 * value.abs()).then_some((next, next_value))
        })
    }
}
