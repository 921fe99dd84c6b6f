//! `--tool`: a program that the organiser offers to submissions.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use rathaus_sandbox::is_executable;

use crate::submissions::ListedTool;

/// A program that the organiser offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ToolArg {
    /// The name of an engine. `None` for an interpreter, which is called like its file.
    pub(crate) name: Option<String>,
    pub(crate) path: PathBuf,
    /// The SHA-256 that the file of an engine must have, in hexadecimal.
    pub(crate) sha256: Option<String>,
}

/// Why a program cannot be offered.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ToolProblem {
    pub(crate) what: String,
    pub(crate) help: &'static str,
    /// Whether the program is there, and has other bytes than it must have.
    pub(crate) is_other: bool,
}

impl FromStr for ToolArg {
    type Err = String;

    fn from_str(text: &str) -> Result<ToolArg, String> {
        match text.split_once('=').filter(|(name, _)| !name.contains('/')) {
            Some((name, _)) if !is_tool_name(name) => Err(format!("`{name}` is no name of a program")),
            Some((name, path)) => {
                Ok(ToolArg { name: Some(name.to_owned()), path: path.into(), sha256: None })
            }
            None => Ok(ToolArg { name: None, path: text.into(), sha256: None }),
        }
    }
}

impl ToolArg {
    /// The program, after checking that it exists, is executable, and has the wanted bytes. Its
    /// path must be absolute: a relative one could mean another program in each folder.
    pub(crate) fn listed(&self) -> Result<ListedTool, ToolProblem> {
        let shown = self.path.display();
        let problem = |what: String, help| ToolProblem { what, help, is_other: false };
        if !self.path.is_absolute() || !is_executable(&self.path) {
            let help = "give the absolute path of a program, such as /opt/racket/bin/racket";
            return Err(problem(format!("{shown}: there is no such program for submissions to name"), help));
        }
        let Some(name) = &self.name else {
            let tool = ListedTool::interpreter(&self.path);
            return tool.ok_or_else(|| problem(format!("{shown} has no name"), "name it: NAME=PATH"));
        };
        let tool = ListedTool::engine(name, &self.path);
        let help = "make the file readable: its bytes are part of the identity of bots that start it";
        let tool = tool.map_err(|error| problem(format!("{shown} cannot be read: {error}"), help))?;
        match (&self.sha256, &tool.sha256) {
            (Some(wanted), Some(found)) if !wanted.eq_ignore_ascii_case(found) => Err(ToolProblem {
                what: format!("{shown} is another program: its SHA-256 is {found}"),
                help: "install the engine with which the tournament is played, or correct `sha256`",
                is_other: true,
            }),
            _ => Ok(tool),
        }
    }
}

/// Whether submissions can start a program by this name.
pub(crate) fn is_tool_name(name: &str) -> bool {
    let is_usual = |letter: char| letter.is_ascii_alphanumeric() || "._+-".contains(letter);
    (1..=100).contains(&name.len()) && name.chars().all(is_usual) && name != "." && name != ".."
}

/// The programs of these arguments.
pub(crate) fn listed(tools: &[ToolArg]) -> Result<Vec<ListedTool>, String> {
    let listed = |tool: &ToolArg| {
        tool.listed().map_err(|problem| format!("{}\n  help: {}", problem.what, problem.help))
    };
    tools.iter().map(listed).collect()
}

/// The path of a program that a file names, relative to that file.
pub(crate) fn beside(file: &Path, path: &Path) -> PathBuf {
    let path = file.parent().unwrap_or(Path::new("")).join(path);
    std::path::absolute(&path).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_before_the_path_makes_it_an_engine() {
        let tool = |text: &str| text.parse::<ToolArg>().map(|tool| (tool.name, tool.path));
        assert_eq!(tool("/opt/a=b/racket"), Ok((None, "/opt/a=b/racket".into())));
        assert_eq!(tool("fish=/opt/a=b/fish"), Ok((Some("fish".into()), "/opt/a=b/fish".into())));
        for name in ["", ".", "..", "a b", "a\nb", "\u{1b}[2J", "{dir}"] {
            assert!(tool(&format!("{name}=/bin/true")).is_err(), "{name:?}");
        }
    }

    #[test]
    fn another_program_is_refused() {
        let tool = |sha256: &str| ToolArg {
            name: Some("engine".into()),
            path: "/bin/true".into(),
            sha256: Some(sha256.into()),
        };
        let problem = tool(&"0".repeat(64)).listed().unwrap_err();
        assert!(problem.is_other);
        let found = problem.what.rsplit(' ').next().unwrap();
        assert_eq!(tool(&found.to_uppercase()).listed().unwrap().sha256.as_deref(), Some(found));
    }
}
