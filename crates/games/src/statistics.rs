//! Means and shares with their 95 % intervals.

use crate::{RandomStream, Seed};

/// The number of bootstrap samples, unless [`DRAWN`] requires fewer.
const SAMPLES: usize = 10_000;

/// The minimum number of samples. It is enough to know the ends of an interval to a twentieth of
/// its width.
const LEAST_SAMPLES: usize = 1_000;

/// The maximum number of values in all samples together. More values mean fewer samples. With
/// thousands of boards the interval is narrow, so its ends need less precision, and the bootstrap
/// should not take seconds.
const DRAWN: usize = 4_000_000;

/// An estimate with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct EstimateWithInterval {
    /// The estimate from the given values.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// The geometric mean of positive scores. `None` if there are none.
pub fn geometric_mean(scores: &[f64]) -> Option<f64> {
    mean(&scores.iter().map(|score| score.ln()).collect::<Vec<_>>()).map(f64::exp)
}

/// The geometric mean with its interval, computed from the mean of the logarithms.
pub fn geometric_mean_with_interval(scores: &[f64]) -> Option<EstimateWithInterval> {
    let logs: Vec<f64> = scores.iter().map(|score| score.ln()).collect();
    let EstimateWithInterval { value, low, high } = mean_with_interval(&logs)?;
    Some(EstimateWithInterval { value: value.exp(), low: low.exp(), high: high.exp() })
}

/// The mean with its percentile bootstrap interval. `None` if there are no values.
///
/// The bootstrap draws 10,000 samples with replacement, each as large as the input. For more than
/// 400 values it draws fewer, but at least 1,000. Its seed depends only on the number of values, so
/// the same values always give the same interval.
pub fn mean_with_interval(values: &[f64]) -> Option<EstimateWithInterval> {
    let value = mean(values)?;
    let mut stream = Seed(values.len() as u64).stream("bootstrap");
    let samples = (DRAWN / values.len()).clamp(LEAST_SAMPLES, SAMPLES);
    let mut means: Vec<f64> = (0..samples).map(|_| resampled_mean(values, &mut stream)).collect();
    means.sort_by(f64::total_cmp);
    let quantile = |share: f64| means[(share * (samples - 1) as f64).round() as usize];
    Some(EstimateWithInterval { value, low: quantile(0.025), high: quantile(0.975) })
}

/// The share of successes with its 95 % interval by Wilson's score method, which is also valid for
/// shares near 0 and 1. `None` if there were no tries.
pub fn share_with_interval(successes: usize, tries: usize) -> Option<EstimateWithInterval> {
    if tries == 0 {
        return None;
    }
    // The 97.5 % quantile of the normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    let (count, share) = (tries as f64, successes as f64 / tries as f64);
    let spread = Z * (share * (1.0 - share) / count + Z * Z / (4.0 * count * count)).sqrt();
    let at = |spread: f64| ((share + Z * Z / (2.0 * count) + spread) / (1.0 + Z * Z / count)).clamp(0.0, 1.0);
    Some(EstimateWithInterval { value: share, low: at(-spread), high: at(spread) })
}

fn resampled_mean(values: &[f64], stream: &mut RandomStream) -> f64 {
    (0..values.len()).map(|_| *stream.pick(values)).sum::<f64>() / values.len() as f64
}

/// The mean. `None` if there are no values.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_geometric_mean_of_few_numbers() {
        assert_eq!(geometric_mean(&[]), None);
        assert!((geometric_mean(&[1.0, 10.0, 100.0]).unwrap() - 10.0).abs() < 1e-9);
    }

    #[test]
    fn equal_scores_leave_no_doubt() {
        let estimate = geometric_mean_with_interval(&[7.0; 20]).unwrap();
        assert!((estimate.high - estimate.low).abs() < 1e-9 && (estimate.value - 7.0).abs() < 1e-9);
    }

    /// A published example: 81 of 263, by Wilson's method without continuity correction (Newcombe
    /// 1998, table I).
    #[test]
    fn shares_have_the_intervals_that_are_published() {
        let EstimateWithInterval { low, high, .. } = share_with_interval(81, 263).unwrap();
        assert!((low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5, "{low} to {high}");
        let EstimateWithInterval { low, high, .. } = share_with_interval(0, 20).unwrap();
        assert!(low == 0.0 && (high - 0.1611).abs() < 5e-5, "{low} to {high}");
        assert_eq!(share_with_interval(0, 0), None);
    }

    /// For samples with normal logarithms, about 95 % of the intervals must contain the true mean.
    #[test]
    fn intervals_hold_the_truth_as_often_as_they_claim() {
        let mut stream = Seed(4).stream("test");
        let mut normal = || (0..12).map(|_| stream.bits() as f64 / 2f64.powi(64)).sum::<f64>() - 6.0;
        let held = (0..200)
            .filter(|_| {
                let scores: Vec<f64> = (0..50).map(|_| (3.0 + normal()).exp()).collect();
                let estimate = geometric_mean_with_interval(&scores).unwrap();
                estimate.low <= 3f64.exp() && 3f64.exp() <= estimate.high
            })
            .count();
        assert!((180..=198).contains(&held), "{held} of 200");
    }
}
