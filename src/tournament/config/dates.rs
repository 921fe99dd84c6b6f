//! `[phases]`: the deadlines of a tournament.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The deadlines of the tournament.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct TournamentDates {
    /// The deadline for posting hashes of sources.
    #[serde(default)]
    #[schemars(with = "Timestamp", extend("examples" = ["2014-05-09T00:00:00Z"]))]
    pub commitments_until: Option<Timestamp>,
    /// The deadline for revealing sources; no match is played before it, except with --early.
    #[serde(default)]
    #[schemars(with = "Timestamp", extend("examples" = ["2014-05-10T00:00:00Z"]))]
    pub reveals_until: Option<Timestamp>,
    /// The time from which the standings are final; until then they are marked as provisional.
    #[serde(default)]
    #[schemars(with = "Timestamp", extend("examples" = ["2014-05-11T00:00:00Z"]))]
    pub results_on: Option<Timestamp>,
}

impl TournamentDates {
    /// The next deadline in words, or `None` if the tournament has no phases.
    pub fn in_words(&self, now: Timestamp) -> Option<String> {
        let due = [
            ("hashes of sources are taken until", self.commitments_until),
            ("sources are revealed until", self.reveals_until),
            ("standings are provisional until", self.results_on),
        ];
        let given: Vec<_> = due.into_iter().filter_map(|(words, moment)| Some((words, moment?))).collect();
        if given.is_empty() {
            return None;
        }
        let next = given.into_iter().find(|(_, moment)| now < *moment);
        Some(
            next.map_or_else(
                || "all its phases are over".into(),
                |(words, moment)| format!("{words} {moment}"),
            ),
        )
    }
}
