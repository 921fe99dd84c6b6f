//! Simulated scores, for tests of statistics.

use crate::RandomStream;

/// The logarithm of a usual score of a race that succeeds.
const SUCCESS: f64 = 4.0 * std::f64::consts::LN_10;

/// A uniform number above 0 and below 1.
pub fn uniform(stream: &mut RandomStream) -> f64 {
    ((stream.bits() >> 12) as f64 + 0.5) / 2f64.powi(52)
}

/// A normal number with mean 0 and deviation 1, by the method of Box and Muller (Annals of
/// Mathematical Statistics 29, 1958).
pub fn normal(stream: &mut RandomStream) -> f64 {
    let radius = (-2.0 * uniform(stream).ln()).sqrt();
    radius * (std::f64::consts::TAU * uniform(stream)).cos()
}

/// A waiting time: exponential with mean 1.
pub fn waiting_time(stream: &mut RandomStream) -> f64 {
    -uniform(stream).ln()
}

/// 1 with this probability, otherwise 0.
pub fn coin(stream: &mut RandomStream, probability: f64) -> f64 {
    f64::from(uniform(stream) < probability)
}

/// A score like those of the rat race: with a probability of `success` about 10^4, otherwise 1.
pub fn long_tailed_score(stream: &mut RandomStream, success: f64) -> f64 {
    if uniform(stream) < success { (SUCCESS + 0.5 * normal(stream)).exp() } else { 1.0 }
}

/// The mean of the logarithms of [`long_tailed_score`].
pub fn long_tailed_mean(success: f64) -> f64 {
    success * SUCCESS
}
