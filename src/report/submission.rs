//! The facts about a submission that every report has, independent of the game.

use serde_json::{Value, json};

use super::ExclusionReason;
use crate::tournament::StoredEntrant;

/// A submission and how it was built and run.
#[derive(Debug, Clone)]
pub struct SubmissionDescription {
    pub name: String,
    pub language: String,
    /// How it was run, as text.
    pub described: String,
    /// The versions of the tools that built and ran it, and what the adapter changed.
    pub toolchain: Option<String>,
    /// The hash of its source.
    pub hash: String,
    /// Why it did not play. `None` if it played.
    pub out: Option<ExclusionReason>,
}

impl SubmissionDescription {
    pub(super) fn of(name: &str, entrant: &StoredEntrant) -> SubmissionDescription {
        let StoredEntrant { sha256, language, described, toolchain, out, .. } = entrant.clone();
        SubmissionDescription { name: name.into(), language, described, toolchain, hash: sha256, out }
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "name": self.name,
            "language": self.language,
            "run_as": self.described,
            "toolchain": self.toolchain,
            "sha256": self.hash,
            "out": self.out.as_ref().map(out),
        })
    }
}

/// Why it did not play as JSON: a fault, if it is one.
fn out(out: &ExclusionReason) -> Value {
    match out {
        ExclusionReason::Unbuildable(why) => json!({ "fault": "unbuildable", "why": why }),
        ExclusionReason::Unverified { player, why } => json!({ "unverified": player, "why": why }),
        ExclusionReason::NotReady(fault) => json!(fault),
    }
}
