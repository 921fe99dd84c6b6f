//! Ratings: the strengths that explain all results best, fitted at once.
//!
//! # Model
//!
//! Each entrant has a strength, and each seat a strength that adds to that of the entrant on it.
//! With the difference `d` of two strengths, the first wins with a probability proportional to
//! exp(d / 2), the second with exp(-d / 2), and they tie with the propensity `v`. This is the model
//! of Bradley and Terry (Biometrika 39, 1952), with ties by Davidson (Journal of the American
//! Statistical Association 65, 1970) and an order effect by Davidson and Beaver (Biometrics 33,
//! 1977). Only the order of the scores within a match counts.
//!
//! A match of more than two seats counts as all its pairs ("full rank breaking"; Azari Soufiani,
//! Parkes and Xia, "Computing parametric ranking models via rank-breaking", ICML 2014). If luck
//! follows the model of Plackett and Luce, pairs follow that of Bradley and Terry, so this fit has
//! the same expectation. It loses some precision there, and needs no luck of that one form. The
//! pairs of a match are not independent: see [`pair_weight`](observations::pair_weight).
//!
//! # Scale
//!
//! A rating is 1500 + 400 / ln 10 times the strength, whose mean over the entrants is 0. So an
//! entrant that is 400 better wins ten times as often as it loses, as with Elo.

mod errors;
mod fit;
mod goodness;
mod matrix;
mod model;
mod observations;
#[cfg(test)]
mod tests;
mod victories;

use rathaus_games::custom::ScoreOrder;

use super::{EstimateWithInterval, Victory};
use errors::Deviations;
use fit::{Fit, PRIOR};
pub use goodness::GoodnessOfFit;
use observations::Observations;

/// Points of rating for one unit of strength.
pub const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The mean of all ratings, or the rating of the entrant that others are compared with.
pub const ANCHOR: f64 = 1500.0;

/// The estimated strength of an entrant.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Rating {
    /// The rating itself; higher is better.
    pub value: f64,
    /// The standard deviation for comparisons: the difference of two ratings has a deviation of
    /// about the root of the sum of their squares.
    pub deviation: f64,
}

impl Rating {
    /// Half of the 95 % interval, by a normal distribution.
    pub fn half_interval(self) -> f64 {
        1.96 * self.deviation
    }

    /// The rating with its 95 % interval.
    pub fn interval(self) -> EstimateWithInterval {
        let (value, half) = (self.value, self.half_interval());
        EstimateWithInterval { value, low: value - half, high: value + half }
    }
}

/// A match, as far as ratings need it.
#[derive(Debug, Clone, Copy)]
pub struct RatedMatch<'a> {
    /// Matches of a round are not taken as independent.
    pub round: u32,
    /// The entrant on each seat.
    pub seats: &'a [u32],
    /// The score of each seat.
    pub scores: &'a [f64],
}

/// The ratings of a tournament.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// The rating of each entrant. One without matches has the mean of all, with a large deviation.
    pub entrants: Vec<Rating>,
    /// How much each seat adds to the rating of the entrant on it, on average 0. Empty if matches
    /// have one seat or more than eight.
    pub seats: Vec<f64>,
    /// The probability that two equal entrants tie. 0 if there are no ties.
    pub ties: f64,
    /// Who is significantly better than whom in the matches that both played.
    pub victories: Vec<Victory>,
    /// How well the ratings explain the results, if there is anything to test.
    pub goodness: Option<GoodnessOfFit>,
}

impl Ratings {
    /// The ratings of `entrants` entrants after these matches, which are read several times. Their
    /// order changes nothing.
    pub fn new<'a>(
        entrants: usize,
        best: ScoreOrder,
        matches: impl Iterator<Item = RatedMatch<'a>> + Clone + Sync,
    ) -> Ratings {
        let observations = Observations::new(entrants, best, matches.clone());
        let fit = Fit::new(&observations, PRIOR);
        let deviations = Deviations::new(&fit, &observations, best, &matches);
        let goodness = GoodnessOfFit::new(&observations, &fit, deviations.dispersion);
        let victories = victories::victories(&observations, deviations.dispersion);
        let mut all = vec![Rating { value: ANCHOR, deviation: rounded(SCALE * errors::unknown()) }; entrants];
        let known = fit.centred().into_iter().zip(deviations.of_entrants);
        for (entrant, (strength, deviation)) in observations.players.iter().zip(known) {
            all[*entrant as usize] =
                Rating { value: rounded(ANCHOR + SCALE * strength), deviation: rounded(SCALE * deviation) };
        }
        let seats = fit.seats().iter().map(|advantage| rounded(SCALE * advantage)).collect();
        Ratings { entrants: all, seats, ties: rounded(fit.tie_probability()), victories, goodness }
    }

    /// The same ratings on a scale where this entrant has [`ANCHOR`]. Differences stay the same.
    pub fn anchored_at(mut self, entrant: usize) -> Ratings {
        let shift = ANCHOR - self.entrants[entrant].value;
        self.entrants.iter_mut().for_each(|rating| rating.value = rounded(rating.value + shift));
        self
    }
}

/// Rounds to six decimal places, so that other names or another processor change no digit.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
