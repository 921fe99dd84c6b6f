//! The commands that build and run a submission, and the programs that they may start.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use rathaus_games::harmless::shortened;

use super::error::{SubmissionError, SubmissionErrorKind};
use super::toolbox::{HostToolLocator, OfferedTool, ToolRefusal};

/// The placeholders for the folders of a build.
pub(super) const FOLDERS: [&str; 2] = ["dir", "out"];
/// The placeholder for the main source file.
pub(super) const SOURCE: &str = "source";

/// The program that a command starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CommandProgramOrigin {
    /// A tool of the host.
    Tool(OfferedTool),
    /// A file below a placeholder: of the submission, or named by an adapter.
    Placed,
}

/// A command whose program is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AllowedCommand {
    pub(super) words: Vec<String>,
    pub(super) starts: CommandProgramOrigin,
}

/// The bare name that a command starts with, if it does.
pub(super) fn bare_name(words: &[String]) -> Option<&str> {
    match CommandWord::of(words.first()?) {
        CommandWord::Bare(name) => Some(name),
        CommandWord::Here(_) | CommandWord::Placed(_) | CommandWord::Other => None,
    }
}

impl AllowedCommand {
    /// Finds out what a command starts. `places` are the placeholders of an adapter, which
    /// submissions cannot set.
    pub(super) async fn resolve(
        words: &[String],
        places: &[(String, OsString)],
        toolbox: &HostToolLocator,
        root: &Path,
    ) -> Result<AllowedCommand, SubmissionError> {
        let refused = |problem: String| SubmissionError::of(SubmissionErrorKind::Build, root, problem);
        let first = words.first().map(String::as_str).unwrap_or_default();
        let own = match CommandWord::of(first) {
            CommandWord::Bare(name) => {
                let offered = toolbox.offered(name).await.map_err(|why| not_offered(name, why, root))?;
                return Ok(AllowedCommand {
                    words: words.to_vec(),
                    starts: CommandProgramOrigin::Tool(offered),
                });
            }
            CommandWord::Here(path) => format!("{{dir}}/{path}"),
            CommandWord::Placed(name) if is_known(name, places) => first.to_owned(),
            CommandWord::Placed(_) | CommandWord::Other => {
                return Err(refused(format!(
                    "a command starts `{}`, which is neither a tool of this host nor a file of the submission",
                    shown(first)
                ))
                .with_help(
                    "name a tool without its folder, such as `bash`, or a file of the submission by {source}, {dir}/... or {out}/...",
                ));
            }
        };
        let words = std::iter::once(own).chain(words.iter().skip(1).cloned()).collect();
        Ok(AllowedCommand { words, starts: CommandProgramOrigin::Placed })
    }

    /// The paths that its program needs, in addition to the folders of the submission and those of
    /// the adapter.
    pub(super) fn visible(&self) -> &[PathBuf] {
        match &self.starts {
            CommandProgramOrigin::Tool(offered) => &offered.visible,
            CommandProgramOrigin::Placed => &[],
        }
    }
}

/// Whether a placeholder exists. Those of the submission itself always do.
fn is_known(name: &str, places: &[(String, OsString)]) -> bool {
    name == SOURCE || FOLDERS.contains(&name) || places.iter().any(|(known, _)| known == name)
}

fn not_offered(name: &str, why: ToolRefusal, root: &Path) -> SubmissionError {
    let name = shown(name);
    match why {
        ToolRefusal::Missing => SubmissionError::of(
            SubmissionErrorKind::ToolMissing,
            root,
            format!("the program `{name}`, with which it is built or run, was not found in PATH"),
        )
        .with_help(format!("install {name}, or offer it with --tool if it is elsewhere")),
        ToolRefusal::Unlisted => SubmissionError::of(
            SubmissionErrorKind::Build,
            root,
            format!(
                "the program `{name}`, with which it is built or run, is not a tool that this host offers"
            ),
        )
        .with_help(format!(
            "offer it: --tool with the path of {name}, or `tools` in [sandbox] of tournament.toml"
        )),
    }
}

/// The beginning of an untrusted word.
fn shown(word: &str) -> String {
    shortened(word, 80)
}

/// The kinds of first words of a command.
#[derive(Debug, PartialEq, Eq)]
enum CommandWord<'a> {
    /// A name without a folder.
    Bare(&'a str),
    /// `./PATH`: a file beside the manifest.
    Here(&'a str),
    /// `{NAME}`, or a path below it.
    Placed(&'a str),
    /// Anything else.
    Other,
}

impl<'a> CommandWord<'a> {
    fn of(word: &'a str) -> CommandWord<'a> {
        if let Some(path) = word.strip_prefix("./") {
            return if leads_down(path) { CommandWord::Here(path) } else { CommandWord::Other };
        }
        if let Some((name, rest)) = word.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            let is_fit = match rest.strip_prefix('/') {
                // `{source}` is a file, and `{dir}` and `{out}` are folders.
                Some(path) => name != SOURCE && leads_down(path),
                None => rest.is_empty() && !FOLDERS.contains(&name),
            };
            return if is_fit { CommandWord::Placed(name) } else { CommandWord::Other };
        }
        let is_bare =
            !word.is_empty() && !word.contains(['/', '{', '}', '\0']) && word != "." && word != "..";
        if is_bare { CommandWord::Bare(word) } else { CommandWord::Other }
    }
}

/// Whether a path stays below the folder that it is relative to, and contains no placeholder.
fn leads_down(path: &str) -> bool {
    let mut parts = Path::new(path).components().peekable();
    parts.peek().is_some()
        && parts.all(|part| matches!(part, Component::Normal(_)))
        && !path.contains(['{', '}', '\0'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_a_tool_or_below_the_submission() {
        for word in ["bash", "python3.11", "a b", "-x", "..."] {
            assert_eq!(CommandWord::of(word), CommandWord::Bare(word));
        }
        assert_eq!(CommandWord::of("./bin/run.sh"), CommandWord::Here("bin/run.sh"));
        for (word, name) in
            [("{source}", "source"), ("{dir}/a", "dir"), ("{out}/a/b", "out"), ("{cxx}", "cxx")]
        {
            assert_eq!(CommandWord::of(word), CommandWord::Placed(name));
        }
    }

    #[test]
    fn nothing_else_is_started() {
        let hostile = [
            "",
            ".",
            "..",
            "/bin/bash",
            "/home/../bin/bash",
            "/var/run/../bin/bash",
            "bin/run.sh",
            "../rival/bot",
            "//bin/bash",
            "./../x",
            "./",
            "./a/../../x",
            "./{dir}",
            "{dir}",
            "{out}",
            "{dir}/",
            "{dir}/../x",
            "{dir}/a/../../x",
            "{out}//../x",
            "{source}/x",
            "{source}x",
            "{dir}x",
            "x{dir}/a",
            "{dir}/{out}",
            "{",
            "{dir",
            "a\0b",
            "{dir}/a\0",
            "~/x",
            "/proc/self/exe",
        ];
        for word in hostile {
            assert_eq!(CommandWord::of(word), CommandWord::Other, "{word:?}");
        }
    }
}
