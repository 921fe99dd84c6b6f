//! `bot.toml`: what the author says about a bot.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::error::SubmissionError;

/// The file's name.
pub const FILE: &str = "bot.toml";

/// The contents of a `bot.toml`. Everything but the source can be left to detection.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The name that people read.
    pub name: Option<String>,
    /// The game that it plays.
    pub game: Option<String>,
    /// The language, as an adapter names it.
    pub language: Option<String>,
    /// The main source file, relative to the manifest.
    pub source: Option<PathBuf>,
    /// The class or function that plays.
    pub entry: Option<String>,
    /// The Python that plays it, such as `pypy3`: a name in `PATH`.
    pub python: Option<String>,
    /// Commands that build it, each a list of words, for bots that speak the protocol themselves.
    pub build: Option<Vec<Vec<String>>>,
    /// The command that runs it, for bots that speak the protocol themselves.
    pub run: Option<Vec<String>>,
}

/// A manifest and where it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FoundManifest {
    pub(super) manifest: Manifest,
    pub(super) file: PathBuf,
}

impl FoundManifest {
    /// The file and the game that it names, if that is another one.
    pub(super) fn other_game(&self, game: &str) -> Option<(PathBuf, String)> {
        self.manifest.game.clone().filter(|named| named != game).map(|named| (self.file.clone(), named))
    }
}

impl Manifest {
    /// Finds the manifest of the submission at `path`, if it has one, and the file or folder of its source.
    pub(super) fn find(path: &Path) -> Result<(Option<FoundManifest>, PathBuf), SubmissionError> {
        if !path.exists() {
            return Err(SubmissionError::input(path, "there is no such file or folder")
                .with_remedy("give the path of a source file, of a folder with one, or of a bot.toml"));
        }
        if path.is_dir() {
            let file = path.join(FILE);
            let found = if file.exists() { Some(Self::read(&file)?) } else { None };
            return Ok((found, path.into()));
        }
        if path.file_name().is_some_and(|name| name == FILE) {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            return Ok((Some(Self::read(path)?), folder.unwrap_or(Path::new(".")).into()));
        }
        Ok((None, path.into()))
    }

    fn read(file: &Path) -> Result<FoundManifest, SubmissionError> {
        let text = std::fs::read_to_string(file)
            .map_err(|error| SubmissionError::input(file, format!("cannot be read: {error}")))?;
        let manifest: Manifest = toml::from_str(&text).map_err(|error| {
            SubmissionError::input(file, error.to_string())
                .with_remedy("a bot.toml may have: name, game, language, source, entry, python, build, run")
        })?;
        if manifest.build.is_some() && manifest.run.is_none() {
            return Err(SubmissionError::input(file, "`build` without `run`")
                .with_remedy("say with `run` how the bot is started after it has been built"));
        }
        if manifest.run.as_ref().is_some_and(Vec::is_empty) {
            return Err(SubmissionError::input(file, "`run` is empty")
                .with_remedy("name the program first, then its arguments: run = [\"bash\", \"{source}\"]"));
        }
        if let Some(python) = manifest.python.as_ref().filter(|python| !names_a_python(python)) {
            return Err(SubmissionError::input(
                file,
                format!("`python = {python:?}` names no Python in PATH"),
            )
            .with_remedy(
                "name one such as python3.11 or pypy3; who plays can name another one with --python",
            ));
        }
        Ok(FoundManifest { manifest, file: file.into() })
    }
}

/// Whether this is the name of a Python. It is asked for its version outside of any sandbox, so that the author of a bot must not name
/// anything else, nor something in the submission.
fn names_a_python(name: &str) -> bool {
    let version = name.strip_prefix("python").or_else(|| name.strip_prefix("pypy"));
    version.is_some_and(|version| version.chars().all(|letter| letter.is_ascii_digit() || letter == '.'))
}
