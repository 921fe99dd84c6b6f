//! How often intervals, ranks, ratings and comparisons err, for simulated scores whose truth is
//! known. Shares may exceed their bounds by three deviations of the simulation.

#![expect(clippy::disallowed_macros, reason = "the tests print how often the statistics err")]

mod comparisons;
mod elo;
mod intervals;
mod ranks;
mod ratings;

use rathaus_games::RandomStream;
use rathaus_games::testing::simulated::{coin, long_tailed_score};

/// The logarithm of the largest plausible score of a rat race.
const MOST: f64 = 16.1;

/// The error that tests and intervals allow.
const ERROR: f64 = 0.05;

type Draw = Box<dyn Fn(&mut RandomStream) -> f64>;

/// The logarithms of scores in rat races.
fn race(success: f64) -> Draw {
    Box::new(move |stream| long_tailed_score(stream, success).ln())
}

fn coins(probability: f64) -> Draw {
    Box::new(move |stream| coin(stream, probability))
}

/// Whether a share of errors is above its bound by more than chance.
fn exceeds(share: f64, bound: f64, repetitions: usize) -> bool {
    share > bound + 3.0 * (bound * (1.0 - bound) / repetitions as f64).sqrt()
}
