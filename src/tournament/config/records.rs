//! `[records]`: which replays of matches to keep.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which replays of matches to keep; a replay plays a match again without its bots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct ReplayRetentionConfig {
    /// The matches whose replays are kept.
    pub keep: ReplayRetention,
    /// The number of matches with faults to keep for each entrant in addition to its best match,
    /// with `keep = "faults-and-best"`.
    #[schemars(range(min = 0, max = 1_000_000), extend("examples" = [10]))]
    pub faulty: u32,
    /// With `keep = "faults-and-best"`, replays of other matches are kept as well, as long as these
    /// take at most this many megabytes together.
    #[schemars(range(min = 0, max = 1_000_000), extend("examples" = [64]))]
    pub budget_mb: u32,
    /// The largest replay to keep, in megabytes; larger ones are discarded.
    #[schemars(range(min = 1, max = 900), extend("examples" = [16]))]
    pub replay_mb: u32,
}

impl Default for ReplayRetentionConfig {
    fn default() -> ReplayRetentionConfig {
        ReplayRetentionConfig {
            keep: ReplayRetention::FaultsAndBest,
            faulty: 10,
            budget_mb: 64,
            replay_mb: 16,
        }
    }
}

/// The matches whose replays are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum ReplayRetention {
    /// All matches.
    All,
    /// The best match of each entrant, and some of its matches with faults.
    FaultsAndBest,
    /// No matches.
    None,
}

impl ReplayRetentionConfig {
    /// The largest replay to keep, in bytes, or `None` if no replays are kept.
    pub fn limit(&self) -> Option<usize> {
        (self.keep != ReplayRetention::None).then_some(self.replay_mb as usize * 1_000_000)
    }

    /// Whether a replay of this size is kept.
    pub fn allows(&self, bytes: usize) -> bool {
        self.limit().is_some_and(|limit| bytes <= limit)
    }

    /// The most bytes of replays that are kept only because they fit into the budget.
    pub fn budget(&self) -> u64 {
        u64::from(self.budget_mb) * 1_000_000
    }

    /// The largest number of replays that `matches` matches of `entrants` entrants leave, without
    /// those within the budget.
    pub fn most(&self, matches: usize, entrants: usize) -> usize {
        match self.keep {
            ReplayRetention::All => matches,
            ReplayRetention::FaultsAndBest => matches.min(entrants.saturating_mul(1 + self.faulty as usize)),
            ReplayRetention::None => 0,
        }
    }
}
