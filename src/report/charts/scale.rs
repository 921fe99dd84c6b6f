//! The scale of an axis: positions of values, and ticks.

use super::ChartAxis;
use super::words::tick;

/// The approximate number of ticks. An axis may have a few more.
const TICKS: f64 = 5.0;

/// Values beyond this, or closer to 0 than its inverse, are placed at the ends of the axis: larger
/// ones would overflow in sums and ratios.
const MOST: f64 = 1e100;

/// Values with a smaller relative difference count as equal: ticks would not fit between them.
const ALIKE: f64 = 1e-9;

/// A range of values with ticks at its ends and between them.
pub(super) struct AxisScale {
    logarithmic: bool,
    ticks: Vec<f64>,
}

impl AxisScale {
    /// A scale that covers all finite values. `None` if there are none.
    pub(super) fn new(axis: &ChartAxis, values: impl Iterator<Item = f64>) -> Option<AxisScale> {
        let values: Vec<f64> =
            values.filter(|value| value.is_finite()).map(|value| value.clamp(-MOST, MOST)).collect();
        let positive: Vec<f64> =
            values.iter().filter(|value| **value > 0.0).map(|value| value.max(1.0 / MOST)).collect();
        if axis.logarithmic
            && let Some((low, high)) = extremes(&positive)
        {
            return Some(AxisScale { logarithmic: true, ticks: logarithmic_ticks(low, high) });
        }
        let (low, high) = extremes(&values)?;
        Some(AxisScale { logarithmic: false, ticks: linear_ticks(low, high) })
    }

    /// The position of a value, from 0 at the lower end to 1 at the upper end. Values outside are
    /// placed at the ends.
    pub(super) fn at(&self, value: f64) -> f64 {
        let (low, high) = (self.ticks[0], self.ticks[self.ticks.len() - 1]);
        let along = if self.logarithmic {
            (value.max(low).ln() - low.ln()) / (high.ln() - low.ln())
        } else {
            (value - low) / (high - low)
        };
        along.clamp(0.0, 1.0)
    }

    /// The ticks: position and label.
    pub(super) fn ticks(&self) -> impl Iterator<Item = (f64, String)> {
        self.ticks.iter().map(|value| (self.at(*value), tick(*value)))
    }
}

fn extremes(values: &[f64]) -> Option<(f64, f64)> {
    let low = values.iter().copied().min_by(f64::total_cmp)?;
    let high = values.iter().copied().max_by(f64::total_cmp)?;
    Some((low, high))
}

/// Ticks at multiples of 1, 2 or 5 times a power of ten. The first is not above `low`, the last not
/// below `high`.
fn linear_ticks(low: f64, high: f64) -> Vec<f64> {
    let are_alike = high - low <= ALIKE * low.abs().max(high.abs());
    let (low, high) = if are_alike { around(low) } else { (low, high) };
    let rough = (high - low) / TICKS;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|part| part * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(rough);
    let (first, last) = ((low / step).floor(), (high / step).ceil());
    (0..=(last - first) as u32).map(|index| (first + f64::from(index)) * step).collect()
}

/// A range around a single value.
fn around(value: f64) -> (f64, f64) {
    let room = if value == 0.0 { 1.0 } else { value.abs() / 10.0 };
    (value - room, value + room)
}

/// Ticks at powers of ten. With few powers also at 2 and 5 times them, and linear ticks if `high`
/// is less than 3 times `low`.
fn logarithmic_ticks(low: f64, high: f64) -> Vec<f64> {
    let (low, high) = if low < high { (low, high) } else { (low / 2.0, high * 2.0) };
    if high / low < 3.0 {
        return linear_ticks(low, high);
    }
    let decades = (high / low).log10();
    let parts: &[f64] = if decades < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let every = (decades / 8.0).ceil().max(1.0) as usize;
    let powers = (low.log10().floor() as i32 - 1..=high.log10().ceil() as i32 + every as i32).step_by(every);
    let ticks: Vec<f64> =
        powers.flat_map(|power| parts.iter().map(move |part| decimal(*part, power))).collect();
    let first = ticks.iter().rposition(|tick| *tick <= low).unwrap_or(0);
    let last = ticks.iter().position(|tick| *tick >= high).unwrap_or(ticks.len() - 1);
    ticks[first..=last].to_vec()
}

/// `part` times a power of ten, as exact as an `f64` allows.
fn decimal(part: f64, power: i32) -> f64 {
    if power < 0 { part / 10f64.powi(-power) } else { part * 10f64.powi(power) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(axis: &ChartAxis, values: &[f64]) -> String {
        let scale = AxisScale::new(axis, values.iter().copied()).unwrap();
        scale.ticks().map(|(_, words)| words).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ticks_are_round_numbers_around_all_values() {
        let linear = |values: &[f64]| said(&ChartAxis::linear(""), values);
        assert_eq!(linear(&[3.0, 97.0]), "0 20 40 60 80 100");
        assert_eq!(linear(&[-0.3, 0.1]), "-0.3 -0.2 -0.1 0 0.1");
        assert_eq!(linear(&[7.0]), "6 6.5 7 7.5 8");
        assert_eq!(linear(&[0.0, 2.5e6]), "0 500,000 1M 1.5M 2M 2.5M");
        let logarithmic = |values: &[f64]| said(&ChartAxis::logarithmic(""), values);
        assert_eq!(logarithmic(&[1.0, 62_000.0]), "1 10 100 1,000 10,000 100,000");
        assert_eq!(logarithmic(&[3.0, 41.0]), "2 5 10 20 50");
        assert_eq!(logarithmic(&[100.0, 120.0]), "100 105 110 115 120");
        assert_eq!(logarithmic(&[1.0]), "0.5 1 2");
        assert_eq!(logarithmic(&[1e-20, 1.0]), "1e-21 1e-18 1e-15 1e-12 1e-9 1e-6 0.001 1");
    }

    #[test]
    fn values_that_do_not_fit_stand_at_the_ends() {
        let scale =
            AxisScale::new(&ChartAxis::logarithmic(""), [1.0, 100.0, f64::NAN, -3.0].into_iter()).unwrap();
        let places = [10.0, 0.0, -3.0, f64::NEG_INFINITY, f64::INFINITY].map(|value| scale.at(value));
        assert!((places[0] - 0.5).abs() < 1e-12);
        assert_eq!(places[1..], [0.0, 0.0, 0.0, 1.0]);
        assert!(AxisScale::new(&ChartAxis::linear(""), [f64::NAN].into_iter()).is_none());
        // Without positive values, the axis is linear.
        assert_eq!(said(&ChartAxis::logarithmic(""), &[0.0]), said(&ChartAxis::linear(""), &[0.0]));
    }

    #[test]
    fn the_largest_and_the_smallest_numbers_have_ticks() {
        for values in [
            [f64::MIN, f64::MAX],
            [1e300, 1.1e300],
            [1e-300, 2e-300],
            [1.0, 1.0 + f64::EPSILON],
            [1e-308, f64::MAX],
        ] {
            for axis in [ChartAxis::linear(""), ChartAxis::logarithmic("")] {
                let scale = AxisScale::new(&axis, values.into_iter()).unwrap();
                assert!((2..30).contains(&scale.ticks.len()), "{values:?}: {:?}", scale.ticks);
                assert!(
                    scale.ticks().all(|(place, _)| (0.0..=1.0).contains(&place)),
                    "{values:?}: {:?}",
                    scale.ticks
                );
            }
        }
    }
}
