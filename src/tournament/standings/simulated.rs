//! Simulated scores for the tests of the statistics.

use rathaus_games::RandomStream;

/// A uniform number between 0 and 1.
pub(super) fn uniform(stream: &mut RandomStream) -> f64 {
    stream.bits() as f64 / 2f64.powi(64)
}

/// A nearly normal number with mean 0 and deviation 1: the sum of twelve uniform numbers, centred.
pub(super) fn normal(stream: &mut RandomStream) -> f64 {
    (0..12).map(|_| uniform(stream)).sum::<f64>() - 6.0
}

/// A score from a long-tailed distribution: most scores are 1, and with a probability of `success`
/// a score is about 10^4.
pub(super) fn long_tailed_score(stream: &mut RandomStream, success: f64) -> f64 {
    if uniform(stream) < success { (10f64.ln() * 4.0 + 0.5 * normal(stream)).exp() } else { 1.0 }
}
