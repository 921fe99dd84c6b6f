//! Checks the engines that a tournament file names under `[tools]`.

use std::path::Path;

use crate::cli::args::{SandboxArgs, ToolProblem, is_tool_name};
use crate::toml_file::{TomlDiagnostic, escaped};
use crate::tournament::config::{TournamentConfig, TournamentFileReadOutcome};

/// Refuses engines that this machine does not have, that are other ones, or that no submission can
/// name.
pub(super) fn refuse_unusable(
    file: &Path,
    config: &TournamentConfig,
    reading: &TournamentFileReadOutcome,
    problems: &mut Vec<TomlDiagnostic>,
) {
    for tool in SandboxArgs::engines(config, file) {
        let name = tool.name.as_deref().unwrap_or_default();
        let pointer = format!("/tools/{}", escaped(name));
        if !is_tool_name(name) {
            problems.push(TomlDiagnostic {
                span: reading.place(&pointer),
                problem: "no submission can start a program of this name".into(),
                help: "take a name of letters, digits, `.`, `_`, `+` and `-`".into(),
            });
        } else if let Err(ToolProblem { what, help, is_other }) = tool.listed() {
            let value = if is_other { "sha256" } else { "path" };
            let span = reading.place(&format!("{pointer}/{value}"));
            problems.push(TomlDiagnostic { span, problem: what, help: help.into() });
        }
    }
}
