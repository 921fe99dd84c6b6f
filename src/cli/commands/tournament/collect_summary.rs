//! What `rathaus tournament collect` has done with the results.

use serde_json::json;

use crate::cli::exit::{CommandError, ExitKind};
use crate::report::{harmless, shortened};
use crate::store::{IncomingResultOrigin, StoreOutcome};
use crate::tournament::ResultTrustLevel;

/// The maximum number of messages about refused results and conflicts. A file may have millions.
const MOST_MESSAGES: usize = 100;

/// The maximum length of a message, in characters. It quotes what strangers sent.
const MOST_CHARACTERS: usize = 600;

/// How many results were stored, known, displaced, refused and in conflict with stored ones.
#[derive(Default)]
pub(super) struct CollectSummary {
    pub(super) new: usize,
    pub(super) known: usize,
    displaced: usize,
    refused: usize,
    conflicts: usize,
    messages: Vec<String>,
}

impl CollectSummary {
    /// Counts a result that was given to the store.
    pub(super) fn count(&mut self, key: &str, arrival: &IncomingResultOrigin, outcome: StoreOutcome) {
        match outcome {
            StoreOutcome::New => self.new += 1,
            StoreOutcome::Displaced(_) => {
                self.new += 1;
                self.displaced += 1;
            }
            StoreOutcome::Known => self.known += 1,
            StoreOutcome::Other(origin) => {
                self.conflicts += 1;
                self.note(&arrival.source, &stays(key, origin));
            }
        }
    }

    /// Counts a result, or a file, that is refused.
    pub(super) fn refuse(&mut self, source: &str, why: &str) {
        self.refused += 1;
        self.note(source, why);
    }

    fn note(&mut self, source: &str, why: &str) {
        if self.messages.len() < MOST_MESSAGES {
            self.messages.push(shortened(&harmless(&format!("{source}: {why}")), MOST_CHARACTERS));
        }
    }

    /// Prints the summary. Fails if not all results are stored now.
    pub(super) fn tell(self, is_json: bool) -> Result<(), CommandError> {
        let CollectSummary { new, known, displaced, refused, conflicts, messages } = self;
        if is_json {
            crate::cli::terminal::print_json(&json!({
                "stored": new,
                "known": known,
                "displaced": displaced,
                "refused": refused,
                "conflicts": conflicts,
                "messages": messages,
            }))?;
        } else {
            let conflicts = if conflicts > 0 { format!(", {conflicts} in conflict") } else { String::new() };
            crate::cli::terminal::print_text(&format!(
                "{new} results stored, {known} known already, {refused} refused{conflicts}\n"
            ))?;
        }
        if displaced > 0 {
            crate::cli::terminal::message(&format!(
                "{displaced} of them have displaced others, which do not count any more"
            ));
        }
        messages.iter().for_each(|line| crate::cli::terminal::message(line));
        let silent = refused + conflicts - messages.len();
        if silent > 0 {
            crate::cli::terminal::message(&format!("and {silent} more like these"));
        }
        match (refused, conflicts) {
            (0, 0) => Ok(()),
            (0, _) => Err(CommandError::silent(ExitKind::Conflict)),
            _ => Err(CommandError::silent(ExitKind::Input)),
        }
    }
}

/// The message for a result that differs from the stored one, which stays.
fn stays(key: &str, origin: ResultTrustLevel) -> String {
    let how = match origin {
        ResultTrustLevel::Played => "was played here",
        ResultTrustLevel::Trusted => "came from a trusted machine",
        ResultTrustLevel::Replayed => "was replayed, as this one was",
        ResultTrustLevel::Unknown => "was stored by an earlier version, which did not check it",
        ResultTrustLevel::Sampled => "was not checked",
    };
    let help = match origin {
        ResultTrustLevel::Played => "",
        _ => {
            "; `tournament rerun` plays the match here and says which is right, --replace stores the new one"
        }
    };
    format!(
        "the match {key:.12} is known with another result, which {how} and stays; \
         `tournament show {key:.12}` shows both{help}"
    )
}
