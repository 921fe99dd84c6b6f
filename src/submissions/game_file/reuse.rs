//! `[reuse]`: processes that play several matches, one after the other.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::submissions::ProcessReuse;
use crate::toml_file::{SpannedToml, TomlDiagnostic};

/// Processes that play several matches, one after the other.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct ReuseConfig {
    /// Whether the program plays several matches: after it has sent `end`, it waits for the next
    /// `start`.
    pub program: bool,
    /// Whether bots with `reuse = true` in their bot.toml play several matches.
    pub bots: bool,
    /// The lines that tell such a bot that a new match begins; none if the first question of a
    /// match says all.
    #[schemars(length(max = 20), extend("examples" = [["newgame"]]))]
    pub reset: Vec<String>,
}

impl ReuseConfig {
    /// What it says about the processes of the game and of its bots.
    pub fn of_program(&self) -> ProcessReuse {
        let reset = self.reset.iter().map(|line| format!("{line}\n")).collect();
        ProcessReuse { plays_again: self.program, reset: self.bots.then_some(reset) }
    }

    /// Checks what the schema cannot express.
    pub(super) fn check(&self, source: &SpannedToml, problems: &mut Vec<TomlDiagnostic>) {
        if let Some(line) = self.reset.iter().find(|line| line.contains(char::is_control)) {
            problems.push(TomlDiagnostic {
                span: source.key("/reuse/reset"),
                problem: format!("{line:?} is no line that a bot could be told"),
                help: "leave line feeds and other letters out that cannot be seen".into(),
            });
        }
        if !self.reset.is_empty() && !self.bots {
            problems.push(TomlDiagnostic {
                span: source.key("/reuse/reset"),
                problem: "no bot plays several matches, so none is told that a match begins".into(),
                help: "add `bots = true`, or leave `reset` out".into(),
            });
        }
    }
}
