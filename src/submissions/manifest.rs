//! `bot.toml`: the author's description of a bot.

use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::SubmissionError;
use super::options::{self, BotOptions};
use crate::untrusted::{self, MAX_MANIFEST_BYTES, SymlinkPolicy};

pub const FILE: &str = "bot.toml";

/// The contents of a `bot.toml`. Everything but the source can be left to detection.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The name that is shown to people.
    pub name: Option<String>,
    /// The author, for people: it decides nothing.
    pub author: Option<String>,
    pub game: Option<String>,
    /// The language, as an adapter names it.
    pub language: Option<String>,
    /// The main source file, relative to the manifest.
    pub source: Option<PathBuf>,
    /// The class or function that plays.
    pub entry: Option<String>,
    /// The Python that plays it, such as `pypy3`: a name in `PATH`.
    pub python: Option<String>,
    /// A folder of the submission with packages that its interpreter finds, as
    /// `pip install --target` makes it.
    pub requirements: Option<PathBuf>,
    /// Commands that build it, each a list of words, for bots that speak the protocol themselves.
    pub build: Option<Vec<Vec<String>>>,
    /// The command that runs it, for bots that speak the protocol themselves.
    pub run: Option<Vec<String>>,
    /// Whether its process can play several matches, one after the other, and plays each as a new
    /// process would.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reuse: bool,
    /// Settings of the bot, for `{options.NAME}` in `run` and for the program of a custom game.
    #[serde(default, skip_serializing_if = "BotOptions::is_empty")]
    pub options: BotOptions,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// A manifest and where it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FoundManifest {
    pub(super) manifest: Manifest,
    pub(super) file: PathBuf,
    /// The text that it was parsed from.
    pub(super) text: String,
}

impl FoundManifest {
    /// The manifest's path and its game, if that is not `game`.
    pub(super) fn other_game(&self, game: &str) -> Option<(PathBuf, String)> {
        self.manifest.game.clone().filter(|named| named != game).map(|named| (self.file.clone(), named))
    }
}

impl Manifest {
    /// Finds the manifest of the submission at `path`, if it has one, and the file or folder of its
    /// source. In a folder the manifest must not be a link, so that neither Rathaus nor an error
    /// message reveals a file of the organiser.
    pub(super) fn find(
        path: &Path,
        links: SymlinkPolicy,
    ) -> Result<(Option<FoundManifest>, PathBuf), SubmissionError> {
        if !path.exists() {
            return Err(SubmissionError::input(path, "there is no such file or folder")
                .with_help("give the path of a source file, of a folder with one, or of a bot.toml"));
        }
        if untrusted::is_folder(path, links) {
            let text = untrusted::read_file_in(path, links, FILE, MAX_MANIFEST_BYTES)?;
            let found = text.map(|text| Self::parse(&path.join(FILE), &text)).transpose()?;
            return Ok((found, path.into()));
        }
        if path.file_name().is_some_and(|name| name == FILE) {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let text = untrusted::read_text(path, links, MAX_MANIFEST_BYTES)?;
            return Ok((Some(Self::parse(path, &text)?), folder.unwrap_or(Path::new(".")).into()));
        }
        Ok((None, path.into()))
    }

    pub(super) fn parse(file: &Path, text: &str) -> Result<FoundManifest, SubmissionError> {
        let manifest: Manifest = toml::from_str(text).map_err(|error| {
            SubmissionError::input(file, untrusted::toml_problem(text, &error)).with_help(
                "a bot.toml may have: name, author, game, language, source, entry, python, requirements, build, run, reuse, options",
            )
        })?;
        manifest.check_names(file)?;
        if let Some(problem) = options::problem(&manifest.options) {
            return Err(SubmissionError::input(file, problem).with_help(
                "an option is a line such as `Hash = 64` or `Style = \"solid\"` in the table [options]",
            ));
        }
        if manifest.build.is_some() && manifest.run.is_none() {
            return Err(SubmissionError::input(file, "`build` without `run`")
                .with_help("say with `run` how the bot is started after it has been built"));
        }
        if manifest.run.as_ref().is_some_and(Vec::is_empty) {
            return Err(SubmissionError::input(file, "`run` is empty")
                .with_help("name the program first, then its arguments: run = [\"bash\", \"{source}\"]"));
        }
        if let Some(python) = manifest.python.as_ref().filter(|python| !names_a_python(python)) {
            return Err(SubmissionError::input(
                file,
                format!("`python = {python:?}` names no Python in PATH"),
            )
            .with_help(
                "name one such as python3.11 or pypy3; who plays can name another one with --python",
            ));
        }
        let is_inside = |folder: &PathBuf| {
            let mut parts = folder.components();
            parts.clone().next().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
        };
        if let Some(folder) = manifest.requirements.as_ref().filter(|folder| !is_inside(folder)) {
            let problem = format!("`requirements = {folder:?}` is no folder beside the bot.toml");
            return Err(SubmissionError::input(file, problem).with_help(
                "install the packages into the bot's own folder: pip install --target packages NAME",
            ));
        }
        Ok(FoundManifest { manifest, file: file.into(), text: text.into() })
    }
}

impl Manifest {
    /// The names of the fields that decide what runs, if they are set.
    pub(super) fn decides(&self) -> Vec<&'static str> {
        let Manifest {
            language,
            entry,
            python,
            requirements,
            build,
            run,
            options,
            name: _,
            author: _,
            game: _,
            source: _,
            // It plays the same matches either way.
            reuse: _,
        } = self;
        let fields = [
            ("language", language.is_some()),
            ("entry", entry.is_some()),
            ("python", python.is_some()),
            ("requirements", requirements.is_some()),
            ("build", build.is_some()),
            ("run", run.is_some()),
            ("options", !options.is_empty()),
        ];
        fields.into_iter().filter_map(|(name, is_said)| is_said.then_some(name)).collect()
    }

    /// Checks the lengths of values that messages and pages show. Each is limited like a name.
    fn check_names(&self, file: &Path) -> Result<(), SubmissionError> {
        let Manifest { name, author, game, language, entry, python, .. } = self;
        let text = |path: &Option<PathBuf>| path.as_ref().map(|path| path.to_string_lossy().into_owned());
        let (source, requirements) = (text(&self.source), text(&self.requirements));
        let named =
            [("name", name), ("author", author), ("game", game), ("language", language), ("entry", entry)];
        for (field, value) in named.into_iter().chain([
            ("python", python),
            ("source", &source),
            ("requirements", &requirements),
        ]) {
            if let Some(Err(error)) = value.as_deref().map(untrusted::check_name) {
                return Err(
                    SubmissionError::input(file, format!("`{field}` {error}")).with_help(error.help())
                );
            }
        }
        Ok(())
    }
}

/// Whether this is the name of a Python, which the host provides, rather than of something in
/// the submission.
fn names_a_python(name: &str) -> bool {
    let version = name.strip_prefix("python").or_else(|| name.strip_prefix("pypy"));
    version.is_some_and(|version| version.chars().all(|letter| letter.is_ascii_digit() || letter == '.'))
}
