//! Why a submission does not play.

use std::fmt;

use rathaus_games::Fault;
use serde::{Deserialize, Serialize};

use crate::untrusted::{harmless, indented};

/// Why a submission plays no match of the tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExclusionReason {
    /// It could not be built.
    Unbuildable(String),
    /// Its source does not match what its player committed to in the ledger.
    Unverified {
        /// The player's name as written in the ledger.
        player: String,
        why: String,
    },
    /// It was built and started, but was not ready to play.
    NotReady(Box<Fault>),
}

impl fmt::Display for ExclusionReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExclusionReason::Unbuildable(why) => f.write_str(&indented(why)),
            ExclusionReason::Unverified { why, .. } => {
                write!(f, "its source is not verified: {}", harmless(why))
            }
            ExclusionReason::NotReady(fault) => write!(f, "{fault}"),
        }
    }
}
