//! Reports which parts of the game the trial matches have reached.

use super::GameCheck;
use super::report::{FindingKind, ReachedParts, ReasonCount};
use crate::cli::exit::CommandError;
use crate::report::counted;

/// The most reasons to print. `--json` has more.
const SHOWN: usize = 5;

impl GameCheck<'_> {
    pub(super) fn say_coverage(&mut self) -> Result<(), CommandError> {
        let reached = ["ask", "end"].map(|kind| self.optional_fields(kind)).join("; ");
        self.report.say("reached", &reached)?;
        let mut reasons: Vec<(&String, &usize)> = self.coverage.reasons.iter().collect();
        reasons.sort_by_key(|(_, matches)| std::cmp::Reverse(**matches));
        let shown = reasons.iter().take(SHOWN).map(|(reason, matches)| format!("{reason} ({matches})"));
        let shown = shown.collect::<Vec<_>>().join("; ");
        self.report.say("ends", &format!("{}: {shown}", counted(reasons.len(), "reason")))?;
        if let [(reason, _)] = reasons[..] {
            let what = format!("all matches ended for the same reason: {reason}");
            let help = "if the rules have other ends, test them with bots in `bots/`";
            self.report.note(FindingKind::OneReason, &what, help)?;
        }
        self.report.reached = Some(self.reached());
        Ok(())
    }

    /// The optional fields of a kind of message that the program has sent, in words.
    fn optional_fields(&self, kind: &str) -> String {
        let prefix = format!("{kind}.");
        let fields = self.coverage.fields.iter().filter_map(|field| field.strip_prefix(&prefix));
        let optional = fields.filter_map(|field| match field.strip_prefix("asks[].") {
            Some("seat" | "send") => None,
            Some(field) => Some(field),
            None => Some(field).filter(|field| *field != "asks" && !field.contains('.')),
        });
        let optional = optional.collect::<Vec<_>>().join(", ");
        format!("{kind} with {}", if optional.is_empty() { "no optional field" } else { &optional })
    }

    fn reached(&self) -> ReachedParts {
        let reason =
            |(reason, matches): (&String, &usize)| ReasonCount { reason: reason.clone(), matches: *matches };
        ReachedParts {
            seats: self.trials.seats(),
            fields: self.coverage.fields.iter().cloned().collect(),
            faults: self.coverage.faults.iter().copied().collect(),
            reasons: self.coverage.reasons.iter().map(reason).collect(),
        }
    }
}
