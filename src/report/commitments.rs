//! What players and the organiser of a run were bound to.

use serde_json::{Value, json};

use super::harmless;
use crate::submissions::commitments::CommitmentFinding;

/// What was found of those who were bound by a ledger of commitments.
#[derive(Debug, Clone)]
pub struct CommitmentReport {
    /// The promises of the organiser, with what they were opened for: all were kept, or nothing
    /// would have been played.
    pub promises: Vec<(&'static str, String)>,
    /// The submissions, and the players of the ledger without one.
    pub players: Vec<CommitmentFinding>,
}

impl CommitmentReport {
    /// A line for each promise and for each player who is not there. Why a submission did not play
    /// is said with it.
    pub(super) fn text(&self) -> String {
        let promises = self.promises.iter().map(|(name, hash)| format!("{name}: as promised, {hash}"));
        let absent = self.players.iter().filter(|finding| finding.source.is_none());
        let absent =
            absent.map(|finding| format!("{} did not play: {}", harmless(&finding.player), finding.verdict));
        let commitments = self.players.iter().filter(|finding| finding.verdict.is_match()).count();
        let count = format!("{commitments} of {} verified by the ledger of commitments", self.players.len());
        promises.chain(absent).chain([count]).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn json(&self) -> Value {
        let promise = |(name, hash): &(&str, String)| json!({ "promise": name, "hash": hash });
        json!({
            "promises": self.promises.iter().map(promise).collect::<Vec<_>>(),
            "players": self.players,
        })
    }
}
