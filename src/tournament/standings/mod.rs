//! Statistics of scores, as pure functions of the results.

mod cycles;
mod evidence;
mod paired;
pub(crate) mod parallel;
mod rating;
mod sequential;
mod sprt;

pub use cycles::{Victory, VictoryCycle, VictoryCycleSummary};
pub use evidence::{DifferenceEvidence, adjusted_for_all, least_boards};
pub use paired::{PairedComparison, RankRange, SIGNIFICANT, holm, paired, rank_ranges};
pub use rathaus_games::statistics::{EstimateWithInterval, mean, mean_with_interval};
pub use rating::{ANCHOR as RATING_ANCHOR, GoodnessOfFit, RatedMatch, Rating, Ratings};
pub use sequential::{SequentialTest, SequentialTestDecision};
pub use sprt::{
    EloEstimates, EloHypotheses, EloModel, EloWithError, PairOutcome, PairTotals, Sprt, SprtDecision,
};
