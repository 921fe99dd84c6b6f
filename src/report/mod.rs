//! Results as text and as data. This module is pure: it prints nothing, reads nothing and measures
//! no time.

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
use rathaus_games::report::{BoardResult, SeededBoard};

pub use crate::tournament::ExclusionReason;
use crate::tournament::RecordedSandbox;
pub use crate::untrusted::{harmless, harmless_text, sanitize, shortened};
pub use commitments::CommitmentReport;
pub use comparison::{BotComparisonReport, elo_test_so_far};
use json::joined;
pub use json::json;
pub use multiplayer::{MatchPlayerResult, MultiplayerMatchReport, MultiplayerMatchResult};
use ranking::ranked;
pub use ranking::single_player_report;
pub use rathaus_games::report::{DefaultComparisonMargin, SinglePlayerReporter};
pub use submission::SubmissionDescription;
pub(crate) use text::counted;
use text::origin_of;
pub use text::{beginning, text};

/// The results of submissions that each played the same boards alone.
#[derive(Debug, Clone)]
pub struct SinglePlayerRunResults {
    pub game: String,
    pub parameters: Vec<(String, serde_json::Value)>,
    /// The seed of the boards. `None` if the boards were listed one by one.
    pub seed: Option<Seed>,
    pub boards: Vec<SeededBoard>,
    /// The submissions, best first.
    pub entries: Vec<SubmissionResults>,
    /// The findings for the ledger of commitments, if one was given.
    pub commitments: Option<CommitmentReport>,
    /// The sandbox that bots ran in.
    pub sandbox: RecordedSandbox,
}

/// A submission with its results.
#[derive(Debug, Clone)]
pub struct SubmissionResults {
    pub submission: SubmissionDescription,
    /// Its matches, in the order of the boards.
    pub matches: Vec<BoardResult>,
}

impl SinglePlayerRunResults {
    /// Sorts the entries: best first, those that did not play last.
    pub fn rank(&mut self) {
        ranked(single_player_report(&self.game), &mut self.entries);
    }
}

impl SubmissionResults {
    /// The number of matches with a fault.
    pub fn faulty(&self) -> usize {
        self.matches.iter().filter(|result| !result.faults.is_empty()).count()
    }
}

/// A short summary of the scores of a bot while it plays.
pub fn so_far(game: &str, scores: &[f64]) -> Option<String> {
    single_player_report(game).so_far(scores)
}
