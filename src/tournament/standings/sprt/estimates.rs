//! The Elo difference of two bots from pairs of games, as fishtest and fastchess state it.

use statrs::function::erf::erfc;

use super::PairTotals;
use super::likelihood::{NORMALIZED_ELO, moments};

/// The 97.5 % quantile of the normal distribution.
const NORMAL: f64 = 1.959_963_984_540_054;

/// An Elo difference with its 95 % interval. An end is missing where the interval has all or none
/// of the points, or where all pairs ended alike.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct EloWithError {
    pub value: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// Half of the length of the interval.
    pub error: Option<f64>,
}

impl EloWithError {
    fn new(value: f64, [low, high]: [Option<f64>; 2]) -> Option<EloWithError> {
        let error = low.zip(high).map(|(low, high)| (high - low) / 2.0);
        value.is_finite().then_some(EloWithError { value, low, high, error })
    }
}

/// What pairs of games say about the advantage of the first bot.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct EloEstimates {
    /// `None` if it is infinite, or before the first pair.
    pub elo: Option<EloWithError>,
    /// `None` if all pairs ended alike.
    pub normalized: Option<EloWithError>,
    /// The likelihood of superiority: how probable it is that the advantage is above 0. `None` if
    /// all pairs ended alike.
    pub superiority: Option<f64>,
}

impl EloEstimates {
    /// The estimates from the mean of the pairs and its standard error. The error of a pair is
    /// right although its two games depend on each other.
    pub fn of(totals: &PairTotals) -> EloEstimates {
        if totals.pairs() == 0 {
            return EloEstimates::default();
        }
        let pairs = totals.pairs() as f64;
        let (mean, variance) = moments(&totals.pentanomial.map(|count| count as f64 / pairs));
        let error = (variance / pairs).sqrt();
        let spread = (error > 0.0).then_some(error);
        let ends = [-NORMAL, NORMAL].map(|quantile| spread.map(|error| mean + quantile * error));
        // A game has twice the variance of the mean of two.
        let normalized = |share: f64| (share - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_ELO;
        EloEstimates {
            elo: EloWithError::new(
                logistic(mean),
                ends.map(|end| end.map(logistic).filter(|elo| elo.is_finite())),
            ),
            normalized: spread
                .and_then(|_| EloWithError::new(normalized(mean), ends.map(|end| end.map(normalized)))),
            superiority: spread.map(|error| erfc((0.5 - mean) / error / 2f64.sqrt()) / 2.0),
        }
    }
}

/// The Elo difference of a share of the points. It is not finite outside of 0 to 1.
fn logistic(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}
