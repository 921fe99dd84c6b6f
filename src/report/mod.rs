//! Results as text and as data. Pure: nothing here prints, reads or measures.

mod commitments;
mod dilemma;
mod grid_routing;
mod json;
mod submitted;
#[cfg(test)]
mod tests;
mod text;
mod together;

use std::fmt;

use crate::game::{Fault, Seed, rat_race};
use crate::tournament::standings::{Estimate, geometric_mean_with_interval};
use crate::tournament::{Board, MatchResult};

pub use commitments::Commitments;
pub use dilemma::Dilemma;
pub use grid_routing::{GridRouting, Shown};
use json::joined;
pub use json::json;
pub use submitted::Submitted;
use text::{counted, origin_of};
pub use text::{harmless, text};
pub use together::{Player, Together};

/// The results of boards that several submissions have played, each alone.
#[derive(Debug, Clone)]
pub struct Report {
    /// The game's name.
    pub game: String,
    /// Its parameters.
    pub parameters: Vec<(&'static str, serde_json::Value)>,
    /// The seed from which the boards come, unless they were named one by one.
    pub seed: Option<Seed>,
    /// The boards, in their order.
    pub boards: Vec<Board>,
    /// The submissions, the best first.
    pub entries: Vec<Entry>,
    /// What players and the organiser were bound to, if they were.
    pub commitments: Option<Commitments>,
}

/// What a report tells of one submission.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Who played.
    pub submission: Submitted,
    /// Its matches, in the order of the boards.
    pub matches: Vec<MatchResult>,
}

/// Why a submission did not play.
#[derive(Debug, Clone)]
pub enum Out {
    /// It could not be built.
    Unbuildable(String),
    /// It is not what its player is bound to, by the ledger of commitments.
    Unverified {
        /// The player, as the ledger has the name.
        player: String,
        /// What the ledger says.
        why: String,
    },
    /// It could be started, but was not ready to play.
    NotReady(Box<Fault>),
}

impl Out {
    fn json(&self) -> serde_json::Value {
        match self {
            Out::Unbuildable(why) => serde_json::json!({ "fault": "unbuildable", "why": why }),
            Out::Unverified { player, why } => {
                serde_json::json!({ "unverified": player, "why": why })
            }
            Out::NotReady(fault) => serde_json::json!(fault),
        }
    }
}

impl fmt::Display for Out {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Out::Unbuildable(why) => write!(f, "{why}"),
            Out::Unverified { why, .. } => write!(f, "its source is not verified: {why}"),
            Out::NotReady(fault) => write!(f, "{fault}"),
        }
    }
}

impl Report {
    /// Sorts the entries by their estimates, the best first, those that did not play last.
    pub fn rank(&mut self) {
        self.entries.sort_by(|a, b| {
            let value = |entry: &Entry| entry.estimate().map_or(f64::MIN, |estimate| estimate.value);
            value(b).total_cmp(&value(a)).then_with(|| a.submission.name.cmp(&b.submission.name))
        });
    }
}

impl Entry {
    /// The geometric mean of its scores.
    pub fn estimate(&self) -> Option<Estimate> {
        let scores: Vec<f64> = self.matches.iter().map(|result| result.score).collect();
        geometric_mean_with_interval(&scores)
    }

    /// How many matches ended with a fault.
    pub fn faulty(&self) -> usize {
        self.matches.iter().filter(|result| !result.faults.is_empty()).count()
    }

    /// The boards and turns on which it was caught keeping data between calls.
    pub fn caught_keeping_data(&self) -> Vec<(Board, u32)> {
        let caught =
            |result: &MatchResult| Some((result.board, rat_race_details(result).caught_keeping_data?));
        self.matches.iter().filter_map(caught).collect()
    }
}

/// What the rat race tells of a match; defaults where the match never began.
fn rat_race_details(result: &MatchResult) -> rat_race::Details {
    serde_json::from_value(result.details.clone()).unwrap_or_default()
}
