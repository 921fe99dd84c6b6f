//! Statistics of scores, as pure functions of the results.

mod paired;
mod rating;
mod sequential;
#[cfg(test)]
mod simulated;

pub use paired::{PairedComparison, RankRange, SIGNIFICANT, holm, paired, rank_ranges};
pub use rathaus_games::statistics::{
    EstimateWithInterval, geometric_mean, geometric_mean_with_interval, mean, mean_with_interval,
    share_with_interval,
};
pub use rating::{Rating, ratings};
pub use sequential::{BetterBotDecision, SequentialTest};
