//! Quantiles of Student's t distribution.

use std::sync::LazyLock;

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::TAIL;

/// The 97.5 % quantile of the normal distribution.
const NORMAL: f64 = 1.959_963_984_540_054;

/// From this number of degrees of freedom on, the series is exact to eight digits.
const SERIES: usize = 100;

/// The quantiles for 1, 2, 3 and so on degrees of freedom. Standings compare all pairs of
/// entrants, and computing a quantile takes longer than all else that a pair needs.
static TABLE: LazyLock<Vec<f64>> = LazyLock::new(|| (1..SERIES).map(exact).collect());

/// The 97.5 % quantile of Student's t distribution ("The probable error of a mean", Biometrika 6,
/// 1908) with this number of degrees of freedom, which is above 0.
pub fn student_quantile(freedom: usize) -> f64 {
    TABLE.get(freedom - 1).copied().unwrap_or_else(|| series(freedom as f64))
}

fn exact(freedom: usize) -> f64 {
    let student = StudentsT::new(0.0, 1.0, freedom as f64).expect("there is a degree of freedom");
    student.inverse_cdf(1.0 - TAIL)
}

/// The series in the inverse of the degrees of freedom (Abramowitz and Stegun, Handbook of
/// Mathematical Functions, 1964, 26.7.5).
fn series(freedom: f64) -> f64 {
    let z = NORMAL;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_published_table() {
        for (freedom, published) in
            [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (60, 2.000), (120, 1.980)]
        {
            let quantile = student_quantile(freedom);
            assert!((quantile - published).abs() < 6e-4, "{freedom}: {quantile}");
        }
    }

    #[test]
    fn the_series_continues_the_table() {
        assert!((series(SERIES as f64) - exact(SERIES)).abs() < 1e-7);
        assert!(student_quantile(SERIES - 1) > student_quantile(SERIES));
    }
}
