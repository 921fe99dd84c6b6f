//! The significance of what trial matches show.

/// The largest probability of a warning about a game that does not deserve it.
pub(super) const LEVEL: f64 = 0.001;

/// The probability of at least `successes` in `trials` independent trials, each of which succeeds
/// with this probability.
pub(super) fn binomial_tail(trials: u64, successes: u64, probability: f64) -> f64 {
    (successes..=trials).map(|count| binomial(trials, count, probability)).sum()
}

fn binomial(trials: u64, count: u64, probability: f64) -> f64 {
    let choices: f64 = (0..count).map(|step| (trials - step) as f64 / (step + 1) as f64).product();
    choices * probability.powf(count as f64) * (1.0 - probability).powf((trials - count) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_exact() {
        let is_near = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one} {other}");
        is_near(binomial_tail(20, 20, 0.5), 0.5_f64.powi(20));
        is_near(binomial_tail(20, 18, 0.5), 211.0 * 0.5_f64.powi(20));
        is_near(binomial_tail(7, 0, 0.3), 1.0);
    }
}
