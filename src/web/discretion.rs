//! What may be shown before sources are revealed.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::tournament::Completed;
use crate::tournament::config::Phases;

/// What stands where something is not shown yet.
const LATER: &str = "(shown after the reveal)";

/// Whether all may be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Discretion {
    /// All may.
    Open,
    /// What bots say may hold lines of their sources, and seeds are what boards come from.
    BeforeReveal,
}

impl Discretion {
    pub(super) fn at(phases: &Phases, now: Timestamp) -> Discretion {
        let is_due = |moment: &Timestamp| now < *moment;
        match [phases.commitments_until, phases.reveals_until].iter().flatten().any(is_due) {
            true => Discretion::BeforeReveal,
            false => Discretion::Open,
        }
    }

    pub(super) fn is_open(self) -> bool {
        self == Discretion::Open
    }

    /// Standings as they may be seen.
    pub(super) fn standings(self, mut standings: Value) -> Value {
        if self.is_open() {
            return standings;
        }
        standings["seed"] = Value::Null;
        for entrant in standings["entrants"].as_array_mut().into_iter().flatten() {
            // It names files and functions.
            entrant["run_as"] = json!(LATER);
            if !entrant["out"].is_null() {
                entrant["out"] = json!(LATER);
            }
        }
        standings
    }

    /// A match as it may be seen.
    pub(super) fn completed(self, completed: &Completed, names: &[String]) -> Value {
        let Completed { spec, record, provenance, .. } = completed;
        let mut shown = json!({ "names": names, "spec": spec, "record": record, "provenance": provenance });
        if self.is_open() {
            return shown;
        }
        (shown["spec"]["seed"], shown["spec"]["numbers"]) = (Value::Null, Value::Null);
        for fault in shown["record"]["faults"].as_array_mut().into_iter().flatten() {
            for name in ["sent", "said", "stderr", "what", "how", "why"] {
                if fault.get(name).is_some_and(Value::is_string) {
                    fault[name] = json!(LATER);
                }
            }
        }
        shown["record"]["ended"] = match record.faults.is_empty() {
            true => json!(record.ended),
            false => json!(LATER),
        };
        shown
    }
}
