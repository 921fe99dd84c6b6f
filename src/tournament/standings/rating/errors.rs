//! How far ratings may be off.
//!
//! The inverse of the information is their variance if all matches are independent. Matches of a
//! round share a seed, so this also measures how much the results vary from round to round: the
//! variance of the sums of residuals of each round, seen through the inverse of the information
//! (the "sandwich"; White, Econometrica 50, 1982, and Liang and Zeger, Biometrika 73, 1986). With
//! few rounds that measure is itself uncertain, so it is combined with that of the other entrants,
//! as Smyth does for the variances of genes (Statistical Applications in Genetics and Molecular
//! Biology 3, 2004).

use rathaus_games::custom::ScoreOrder;
use rathaus_games::statistics::student_quantile;

use super::super::parallel;
use super::RatedMatch;
use super::fit::{Fit, PRIOR};
use super::model::OutcomeProbabilities;
use super::observations::{Observations, pair_weight};

/// Rounds are put into at most so many groups. More would take time and tell nothing more.
const GROUPS: usize = 200;

/// Sums of residuals are integers of this fraction, so that the order of matches changes no bit.
/// Ten million matches of a player leave a factor of 12 to the largest integer.
const UNIT: f64 = (1u64 << 36) as f64;

/// How many rounds the variance according to the model is worth, in the ratio of all entrants to it
/// and in the ratio of one entrant to that of all.
const PRIOR_ROUNDS: [f64; 2] = [2.0, 10.0];

/// The deviation of the strength of an entrant without matches.
pub fn unknown() -> f64 {
    2.0 / PRIOR.sqrt()
}

/// The standard deviations of strengths.
#[derive(Debug, Clone)]
pub struct Deviations {
    /// For each player, the deviation to compare it with others by.
    pub of_entrants: Vec<f64>,
    /// The variance from round to round over that according to the model, for all entrants.
    pub dispersion: f64,
}

impl Deviations {
    pub fn new<'a>(
        fit: &Fit,
        observations: &Observations,
        best: ScoreOrder,
        matches: &(impl Iterator<Item = RatedMatch<'a>> + Clone + Sync),
    ) -> Deviations {
        let model = model_variances(fit);
        let rounds = round_residuals(fit, observations, best, matches);
        let (ratios, dispersion) = ratios(&model, &round_variances(fit, &rounds), rounds.len());
        let variances: Vec<f64> = model.iter().zip(ratios).map(|(model, ratio)| model * ratio).collect();
        let of_entrants = for_comparisons(&variances).into_iter().map(f64::sqrt).collect();
        Deviations { of_entrants, dispersion }
    }
}

/// The variance of each strength less the mean of all, if matches are independent.
fn model_variances(fit: &Fit) -> Vec<f64> {
    let (players, size) = (fit.layout.players, fit.information.size());
    let mut mean = vec![0.0; size];
    mean[..players].fill(1.0 / players as f64);
    fit.information.solve_lower(&mut mean, 0);
    let steps = size * size / 2;
    parallel::map(0..players, steps, |player| {
        let mut column = vec![0.0; size];
        column[player] = 1.0;
        fit.information.solve_lower(&mut column, player);
        column.iter().zip(&mean).map(|(one, mean)| (one - mean).powi(2)).sum()
    })
}

/// For each group of rounds, the sum of the residuals of each parameter.
fn round_residuals<'a>(
    fit: &Fit,
    observations: &Observations,
    best: ScoreOrder,
    matches: &(impl Iterator<Item = RatedMatch<'a>> + Clone + Sync),
) -> Vec<Vec<f64>> {
    let shares = parallel::map_items(matches, observations.count, |share| {
        let mut groups: Vec<Vec<i64>> = vec![Vec::new(); GROUPS];
        add_residuals(fit, observations, best, share, &mut groups);
        groups
    });
    let add = |mut groups: Vec<Vec<i64>>, others: Vec<Vec<i64>>| {
        for (sums, others) in groups.iter_mut().zip(others) {
            sums.resize(sums.len().max(others.len()), 0);
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
        }
        groups
    };
    let groups = shares.into_iter().reduce(add).unwrap_or_default();
    let played = groups.into_iter().filter(|sums| !sums.is_empty());
    played.map(|sums| sums.into_iter().map(|sum| sum as f64 / UNIT).collect()).collect()
}

/// Adds the residuals of these matches to those of their groups of rounds.
fn add_residuals<'a>(
    fit: &Fit,
    observations: &Observations,
    best: ScoreOrder,
    matches: impl Iterator<Item = RatedMatch<'a>>,
    groups: &mut [Vec<i64>],
) {
    let propensity = fit.layout.propensity(&fit.parameters);
    for played in matches.filter(|played| played.seats.len() > 1) {
        let sums = &mut groups[played.round as usize % GROUPS];
        sums.resize(fit.layout.len(), 0);
        observations.each_pair(best, played, |key, outcome| {
            let difference = fit.layout.difference(key, &fit.parameters);
            let (result, tie) = OutcomeProbabilities::new(difference, propensity).residual(outcome);
            let weight = UNIT * pair_weight(key.size);
            let whole = (weight * result).round() as i64;
            fit.layout.terms(key).for_each(|(index, sign)| sums[index] += sign as i64 * whole);
            if let Some(index) = fit.layout.tie() {
                sums[index] += (weight * tie).round() as i64;
            }
        });
    }
}

/// The variance of each strength less the mean of all, from round to round. Empty with one round.
fn round_variances(fit: &Fit, rounds: &[Vec<f64>]) -> Vec<f64> {
    if rounds.len() < 2 {
        return Vec::new();
    }
    let (players, count) = (fit.layout.players, rounds.len() as f64);
    let mean = |index: usize| rounds.iter().map(|sums| sums[index]).sum::<f64>() / count;
    let means: Vec<f64> = (0..fit.layout.len()).map(mean).collect();
    let mut variances = vec![0.0; players];
    let steps = fit.information.size().pow(2);
    let moves = parallel::map(0..rounds.len(), steps, |round| {
        let mut moves: Vec<f64> = rounds[round].iter().zip(&means).map(|(sum, mean)| sum - mean).collect();
        fit.information.solve(&mut moves);
        moves
    });
    for moves in moves {
        let mean = moves[..players].iter().sum::<f64>() / players as f64;
        variances.iter_mut().zip(&moves).for_each(|(variance, moved)| *variance += (moved - mean).powi(2));
    }
    variances.into_iter().map(|variance| variance * count / (count - 1.0)).collect()
}

/// What the variance of each entrant is to be multiplied by, and the ratio for all of them. Never
/// less than 1: that a few rounds vary less than chance alone explains proves nothing. It has the
/// factor by which Student's distribution is wider than the normal one.
fn ratios(model: &[f64], rounds: &[f64], count: usize) -> (Vec<f64>, f64) {
    let [prior_of_all, prior_of_one] = PRIOR_ROUNDS;
    let freedom = count.saturating_sub(1) as f64;
    let found: Vec<f64> = rounds.iter().zip(model).map(|(round, model)| round / model).collect();
    if found.is_empty() {
        return (vec![1.0; model.len()], 1.0);
    }
    let known = freedom * (model.len() as f64 - 1.0).max(1.0);
    let mean = found.iter().sum::<f64>() / found.len() as f64;
    let of_all = (prior_of_all + known * mean) / (prior_of_all + known);
    let student = student_quantile((prior_of_one + freedom) as usize) / student_quantile(1_000_000);
    let of_one = |found: f64| (prior_of_one * of_all + freedom * found) / (prior_of_one + freedom);
    let ratios = found.into_iter().map(|found| (of_one(found) * student.powi(2)).max(1.0)).collect();
    (ratios, of_all.max(1.0))
}

/// Quasi-variances (Firth and de Menezes, Biometrika 91, 2004): those whose sums are nearest, by
/// least squares, to the variances of all differences. Strengths less their mean move against each
/// other, so that their own variances would make differences look too certain. Never less than
/// these.
fn for_comparisons(variances: &[f64]) -> Vec<f64> {
    let (players, sum) = (variances.len() as f64, variances.iter().sum::<f64>());
    let quasi = |variance: f64| match variances.len() {
        0 | 1 => variance,
        2 => 2.0 * variance,
        _ => (players * variance - sum / (players - 1.0)) / (players - 2.0),
    };
    variances.iter().map(|variance| quasi(*variance).max(*variance)).collect()
}
