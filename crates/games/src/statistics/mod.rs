//! Means and shares with their 95 % intervals. `docs/TOURNAMENTS.md` says which one is used where.

mod mean_interval;
mod share_interval;
mod student;
mod success_interval;

pub use mean_interval::mean_with_interval;
pub use share_interval::share_with_interval;
pub use student::student_quantile;
pub use success_interval::success_mean_with_interval;

/// The probability that an interval misses the truth on either side.
const TAIL: f64 = 0.025;

/// Values count as equal when they deviate from their mean by less than this part of the largest.
/// Logarithms that are equal on paper differ in their last digits, of which an `f64` has about 16.
pub const ROUNDING: f64 = 1e-12;

/// An estimate with its 95 % interval. The ends are infinite where the values are too few to tell.
/// In JSON these ends are null.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct EstimateWithInterval {
    /// The estimate from the given values.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl EstimateWithInterval {
    /// An estimate from too few values for an interval.
    pub fn without_interval(value: f64) -> EstimateWithInterval {
        EstimateWithInterval { value, low: f64::NEG_INFINITY, high: f64::INFINITY }
    }

    /// The interval, if it is known.
    pub fn interval(&self) -> Option<(f64, f64)> {
        (self.low.is_finite() && self.high.is_finite()).then_some((self.low, self.high))
    }

    /// The estimate of a geometric mean, from that of the mean of the logarithms.
    pub fn exp(self) -> EstimateWithInterval {
        match self.interval() {
            Some((low, high)) => {
                EstimateWithInterval { value: self.value.exp(), low: low.exp(), high: high.exp() }
            }
            None => EstimateWithInterval::without_interval(self.value.exp()),
        }
    }
}

/// The mean. `None` if there are no values.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The geometric mean of positive scores. `None` if there are none.
pub fn geometric_mean(scores: &[f64]) -> Option<f64> {
    mean(&logarithms(scores)).map(f64::exp)
}

/// The geometric mean with its interval, computed from the mean of the logarithms.
pub fn geometric_mean_with_interval(scores: &[f64]) -> Option<EstimateWithInterval> {
    mean_with_interval(&logarithms(scores)).map(EstimateWithInterval::exp)
}

/// The geometric mean with its interval, for scores of which many may be 1, the lowest score, and
/// none is plausibly above `most`.
pub fn long_tailed_geometric_mean_with_interval(scores: &[f64], most: f64) -> Option<EstimateWithInterval> {
    success_mean_with_interval(&logarithms(scores), most.ln()).map(EstimateWithInterval::exp)
}

fn logarithms(scores: &[f64]) -> Vec<f64> {
    scores.iter().map(|score| score.ln()).collect()
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
    fn equal_scores_say_nothing_about_the_spread() {
        let estimate = geometric_mean_with_interval(&[7.0; 20]).unwrap();
        assert!((estimate.value - 7.0).abs() < 1e-9 && estimate.interval().is_none());
    }

    #[test]
    fn unknown_ends_are_null_in_json() {
        let json = serde_json::to_string(&EstimateWithInterval::without_interval(7.0)).unwrap();
        assert_eq!(json, r#"{"value":7.0,"low":null,"high":null}"#);
    }
}
