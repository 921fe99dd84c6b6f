//! Lists of bots in the format of an original controller: `bots.txt`.
//!
//! Each bot has three lines: its name, its folder below `bots/`, and the command that starts it.
//! `#` starts a comment.

use std::path::{Component, Path, PathBuf};

use super::adapter::adapters;
use super::error::SubmissionError;
use super::manifest::Manifest;
use super::{Submission, SubmissionHints};
use crate::untrusted::{self, MAX_CONFIG_BYTES, SymlinkPolicy, excerpt};

/// The folder beside the list that has the bots' folders.
const FOLDER: &str = "bots";

/// Reads a list of bots and the submissions that it names. Reports all mistakes at once.
pub fn read_bots_file(
    path: &Path,
    game: &str,
    hints: &SubmissionHints,
) -> Result<Vec<Submission>, Vec<SubmissionError>> {
    let text = untrusted::read_text(path, SymlinkPolicy::Follow, MAX_CONFIG_BYTES).map_err(|error| {
        let problem = SubmissionError::from(error);
        vec![problem.with_help("give the path of the file with the list of bots, such as bots.txt")]
    })?;
    let folder = path.parent().unwrap_or(Path::new("")).join(FOLDER);
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for entry in entries(&text) {
        let submission = entry.and_then(|entry| {
            let root = folder.join(&entry.folder);
            let manifest = entry.manifest(&root)?;
            let read = Submission::of(manifest, &root, SymlinkPolicy::Refuse, game, hints);
            read.map_err(|error| ListError { line: entry.line + 1, problem: error.to_string() })
        });
        match submission {
            Ok(submission) => found.push(submission),
            Err(ListError { line, problem }) => {
                errors.push(SubmissionError::input(path, format!("line {line}: {problem}")));
            }
        }
    }
    if found.is_empty() && errors.is_empty() {
        errors.push(SubmissionError::input(path, "there is no bot in it"));
    }
    if errors.is_empty() { Ok(found) } else { Err(errors) }
}

/// A mistake in a line.
struct ListError {
    /// Counted from 1.
    line: usize,
    problem: String,
}

/// A bot of the list.
#[derive(Debug, PartialEq, Eq)]
struct ListedBot {
    /// The line of its name, counted from 1.
    line: usize,
    name: String,
    folder: PathBuf,
    command: Vec<String>,
}

fn entries(text: &str) -> Vec<Result<ListedBot, ListError>> {
    let without_comment = |line: &str| line.split('#').next().unwrap_or_default().trim().to_owned();
    let lines: Vec<(usize, String)> =
        (1..).zip(text.lines().map(without_comment)).filter(|(_, line)| !line.is_empty()).collect();
    lines.chunks(3).map(entry).collect()
}

fn entry(lines: &[(usize, String)]) -> Result<ListedBot, ListError> {
    let [(line, name), (_, folder), (_, command)] = lines else {
        let (line, name) = &lines[0];
        let name = excerpt(name);
        let problem = format!(
            "`{name}` is the beginning of an entry with {} of its three lines: a name, a folder below {FOLDER}/, a command",
            lines.len()
        );
        return Err(ListError { line: *line, problem });
    };
    for (line, what, text) in [(*line, "name", name), (*line + 1, "folder", folder)] {
        if let Err(error) = untrusted::check_name(text) {
            return Err(ListError { line, problem: format!("the {what} {error}") });
        }
    }
    if !Path::new(folder).components().all(|part| matches!(part, Component::Normal(_))) {
        let problem = format!("`{}` is not a folder below {FOLDER}/", excerpt(folder));
        return Err(ListError { line: *line + 1, problem });
    }
    let command = command.split_whitespace().map(str::to_owned).collect();
    Ok(ListedBot { line: *line, name: name.clone(), folder: folder.into(), command })
}

impl ListedBot {
    /// The manifest that corresponds to the entry.
    fn manifest(&self, root: &Path) -> Result<Manifest, ListError> {
        if !untrusted::is_folder(root, SymlinkPolicy::Refuse) {
            let problem = format!("there is no folder {} for `{}`", root.display(), self.name);
            return Err(ListError { line: self.line + 1, problem });
        }
        let named = Manifest { name: Some(self.name.clone()), ..Manifest::default() };
        Ok(match self.source(root) {
            Some((language, source)) => {
                Manifest { language: Some(language.into()), source: Some(source), ..named }
            }
            None => Manifest { run: Some(self.run()), ..named },
        })
    }

    /// The language and the source of a bot whose command is an interpreter with a file. The file
    /// name may lack its extension, as class names do. The file's text decides which version of the
    /// language it is for.
    fn source(&self, root: &Path) -> Option<(&'static str, PathBuf)> {
        let [interpreter, file] = self.command.as_slice() else { return None };
        let adapter = adapters().iter().find(|adapter| adapter.interpreters.contains(interpreter))?;
        let endings = adapter.extensions.iter().map(|extension| format!("{file}.{extension}"));
        let source = std::iter::once(file.clone()).chain(endings).find(|name| root.join(name).is_file())?;
        Some((&adapter.language, source.into()))
    }

    /// The command of any other bot, run from the copy of its folder.
    fn run(&self) -> Vec<String> {
        let mut words = self.command.clone();
        if let Some(program) = words[0].strip_prefix("./") {
            words[0] = format!("{{dir}}/{program}");
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_lines_are_a_bot_and_comments_are_none() {
        let text = "# The field\nConnector\nconnector  # by itself\njava Connector\n\nAnnoyance\nannoy\nbash annoyance.sh\nHalf\n";
        let found = entries(text);
        assert_eq!(found.len(), 3);
        let command = vec!["java".to_owned(), "Connector".to_owned()];
        let expected = ListedBot { line: 2, name: "Connector".into(), folder: "connector".into(), command };
        assert_eq!(found[0].as_ref().ok(), Some(&expected));
        let mistake = found[2].as_ref().err().unwrap();
        assert_eq!(mistake.line, 9);
        assert!(mistake.problem.contains("1 of its three lines"), "{}", mistake.problem);
    }
}
