//! The interval of a mean of which most comes from few successes.

use super::{EstimateWithInterval, mean, mean_with_interval, share_with_interval};

/// The mean with its 95 % interval, for values of which many may be 0, the lowest value, and none
/// is plausibly above `most`. `None` if there are no values, and without an interval for a single
/// one.
///
/// The mean is the share of successes, which are the values above 0, times the mean of the
/// successes. Each factor has its own interval. Their logarithms are combined by the method of Zou
/// and Donner ("Construction of confidence limits about effect measures", Statistics in Medicine
/// 27, 2008). Successes without an interval of their own may have any mean up to `most`. So values
/// that are all 0 say how large the mean can be: at most `most` times the share of successes that
/// may have stayed away.
pub fn success_mean_with_interval(values: &[f64], most: f64) -> Option<EstimateWithInterval> {
    let value = mean(values)?;
    if values.len() < 2 || !value.is_finite() {
        return Some(EstimateWithInterval::without_interval(value));
    }
    let successes: Vec<f64> = values.iter().copied().filter(|value| *value > 0.0).collect();
    let most = values.iter().copied().fold(most, f64::max);
    let share = share_with_interval(successes.len(), values.len())?;
    let Some(size) = mean_with_interval(&successes) else {
        return Some(EstimateWithInterval { value, low: 0.0, high: most * share.high });
    };
    let size = EstimateWithInterval { low: size.low.max(0.0), high: size.high.min(most), ..size };
    let (low, high) = product(share, size);
    Some(EstimateWithInterval { value, low, high: high.min(most) })
}

/// The interval of the product of two independent, positive estimates. The logarithm of the product
/// is as far from its ends as the logarithms of both are together, like the sides of a triangle
/// with a right angle.
fn product(one: EstimateWithInterval, other: EstimateWithInterval) -> (f64, f64) {
    let value = one.value * other.value;
    let down = (one.value / one.low).ln().hypot((other.value / other.low).ln());
    let up = (one.high / one.value).ln().hypot((other.high / other.value).ln());
    (value * (-down).exp(), value * up.exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(values: &[f64]) -> (f64, f64) {
        success_mean_with_interval(values, 16.0).unwrap().interval().unwrap()
    }

    #[test]
    fn a_single_value_says_nothing() {
        assert_eq!(success_mean_with_interval(&[], 16.0), None);
        assert_eq!(success_mean_with_interval(&[9.0], 16.0).unwrap().interval(), None);
    }

    /// None of 20 tries: the share is at most 16.84 % (Clopper and Pearson).
    #[test]
    fn without_a_success_the_interval_goes_as_far_as_successes_may_have_stayed_away() {
        let (low, high) = ends(&[0.0; 20]);
        assert!(low == 0.0 && (high - 16.0 * 0.1684).abs() < 1e-3, "{high}");
    }

    #[test]
    fn one_success_may_have_been_luck() {
        let (low, high) = ends(&[[0.0; 19].as_slice(), &[8.0]].concat());
        assert!(low == 0.0 && high > 16.0 * 0.05 && high < 16.0 * 0.3, "{high}");
    }

    #[test]
    fn more_of_the_same_narrows_the_interval() {
        let widths = [1, 4, 16].map(|times| {
            let (low, high) = ends(&[0.0, 0.0, 0.0, 8.0, 9.0, 10.0].repeat(times));
            high - low
        });
        assert!(widths[0] > 1.5 * widths[1] && widths[1] > 1.5 * widths[2], "{widths:?}");
    }
}
