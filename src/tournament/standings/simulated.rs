//! Scores for the tests of what is said of scores.

use rathaus_games::RandomStream;

/// A number between 0 and 1.
pub(super) fn uniform(stream: &mut RandomStream) -> f64 {
    stream.bits() as f64 / 2f64.powi(64)
}

/// Close to normal with mean 0 and deviation 1: twelve uniform numbers together.
pub(super) fn normal(stream: &mut RandomStream) -> f64 {
    (0..12).map(|_| uniform(stream)).sum::<f64>() - 6.0
}

/// A score from a distribution with a long tail: most are 1, and with a probability of `success`
/// one is about 10^4.
pub(super) fn long_tailed_score(stream: &mut RandomStream, success: f64) -> f64 {
    if uniform(stream) < success { (10f64.ln() * 4.0 + 0.5 * normal(stream)).exp() } else { 1.0 }
}
