//! Why a submission does not play.

use std::fmt;

use rathaus_games::Fault;
use serde::{Deserialize, Serialize};

/// Why a submission did not play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exclusion {
    /// It could not be built.
    Unbuildable(String),
    /// It is not what its player is bound to, by the ledger of commitments.
    Unverified {
        /// The player, as the ledger has the name.
        player: String,
        why: String,
    },
    /// It could be started, but was not ready to play.
    NotReady(Box<Fault>),
}

impl fmt::Display for Exclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exclusion::Unbuildable(why) => write!(f, "{why}"),
            Exclusion::Unverified { why, .. } => write!(f, "its source is not verified: {why}"),
            Exclusion::NotReady(fault) => write!(f, "{fault}"),
        }
    }
}
