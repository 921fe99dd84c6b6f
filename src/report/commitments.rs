//! Commitments of players and promises of the organiser in reports.

use serde_json::{Value, json};

use super::harmless;
use crate::submissions::commitments::CommitmentFinding;

/// The result of checking a run against a ledger of commitments.
#[derive(Debug, Clone)]
pub struct CommitmentReport {
    /// The promises of the organiser, each with its hash. All are kept: otherwise nothing
    /// is played.
    pub promises: Vec<(&'static str, String)>,
    /// The findings for all submissions, and for players of the ledger without a submission.
    pub players: Vec<CommitmentFinding>,
}

impl CommitmentReport {
    /// A line for each promise of the organiser, and for each player without a submission. Why a
    /// submission did not play is reported with that submission.
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
