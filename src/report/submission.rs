//! What every report tells of a submission, whatever it played.

use serde_json::{Value, json};

use super::Exclusion;
use crate::tournament::Entrant;

/// A submission, and what was made of it.
#[derive(Debug, Clone)]
pub struct SubmissionReport {
    pub name: String,
    pub language: String,
    /// How it was run, in words.
    pub described: String,
    /// The versions of what it was built and run with, and what was done to it.
    pub toolchain: Option<String>,
    /// The content hash of its source.
    pub hash: String,
    /// Why it did not play, if it did not.
    pub out: Option<Exclusion>,
}

impl SubmissionReport {
    /// An entrant of a tournament.
    pub(super) fn of(name: &str, entrant: &Entrant) -> SubmissionReport {
        let Entrant { sha256, language, described, toolchain, out, .. } = entrant.clone();
        SubmissionReport { name: name.into(), language, described, toolchain, hash: sha256, out }
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

/// Why it did not play: a fault, where it is one.
fn out(out: &Exclusion) -> Value {
    match out {
        Exclusion::Unbuildable(why) => json!({ "fault": "unbuildable", "why": why }),
        Exclusion::Unverified { player, why } => json!({ "unverified": player, "why": why }),
        Exclusion::NotReady(fault) => json!(fault),
    }
}
