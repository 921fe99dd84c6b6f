//! Results as text and as data. Pure: nothing here prints, reads or measures.

pub mod charts;
mod commitments;
mod comparison;
mod faults;
mod json;
mod multiplayer;
pub mod palette;
mod ranking;
pub mod standings;
mod submission;
#[cfg(test)]
mod tests;
mod text;
pub mod transcript;

use rathaus_games::Seed;
use rathaus_games::report::{Board, BoardResult};

pub use crate::tournament::Exclusion;
use crate::tournament::SandboxUse;
pub use crate::untrusted::{harmless, harmless_text, shortened, tame};
pub use commitments::CommitmentReport;
pub use comparison::ComparisonReport;
use json::joined;
pub use json::json;
pub use multiplayer::{MultiplayerReport, MultiplayerResults, PlayerReport};
use ranking::ranked;
pub use ranking::single_player_report;
pub use rathaus_games::report::{ScoreMargin, SinglePlayerReport};
pub use submission::SubmissionReport;
pub(crate) use text::counted;
use text::origin_of;
pub use text::{beginning, text};

/// The results of boards that several submissions have played, each alone.
#[derive(Debug, Clone)]
pub struct SinglePlayerResults {
    pub game: String,
    pub parameters: Vec<(String, serde_json::Value)>,
    /// The seed from which the boards come, unless they were named one by one.
    pub seed: Option<Seed>,
    /// The boards, in their order.
    pub boards: Vec<Board>,
    /// The submissions, the best first.
    pub entries: Vec<SubmissionResults>,
    /// What players and the organiser were bound to, if they were.
    pub commitments: Option<CommitmentReport>,
    /// In what sandbox bots ran.
    pub sandbox: SandboxUse,
}

/// What a report tells of one submission.
#[derive(Debug, Clone)]
pub struct SubmissionResults {
    pub submission: SubmissionReport,
    /// Its matches, in the order of the boards.
    pub matches: Vec<BoardResult>,
}

impl SinglePlayerResults {
    /// Sorts the entries, the best first, those that did not play last.
    pub fn rank(&mut self) {
        ranked(single_player_report(&self.game), &mut self.entries);
    }
}

impl SubmissionResults {
    /// How many matches ended with a fault.
    pub fn faulty(&self) -> usize {
        self.matches.iter().filter(|result| !result.faults.is_empty()).count()
    }
}

/// What the scores of a bot that are known so far come to, in words.
pub fn so_far(game: &str, scores: &[f64]) -> Option<String> {
    single_player_report(game).so_far(scores)
}
