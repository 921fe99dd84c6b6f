//! Turns a path into a bot that is ready to run: manifest, detection, build and build cache.
//!
//! Architecture invariant: a submission's own folder is only read. It is built and run from a copy
//! in the cache, whose name is the hash of everything that went into it.
#![expect(clippy::disallowed_methods, reason = "this module reads submissions and writes the build cache")]

mod adapter;
mod artefacts;
mod assets;
mod atomic_folder;
mod blank;
mod bot_sandbox;
mod bots_file;
mod build;
mod command;
pub mod commitments;
mod detect;
mod dialect;
mod encoding;
mod error;
mod examples;
mod game_file;
mod game_folder;
mod import;
mod key;
mod language;
mod listed_tool;
mod manifest;
mod options;
mod package;
mod plan;
mod reuse;
mod revealed;
mod seat_words;
mod source;
mod template;
mod timing_profile;
mod toolbox;
mod toolchain;
mod tools;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::json;
use sha2::{Digest, Sha256};

use crate::untrusted::SymlinkPolicy;
pub use adapter::{LanguageAdapter, ToolchainRecipe, adapters};
pub use bot_sandbox::BotSandboxSettings;
pub(crate) use bot_sandbox::tool_limits;
pub use bots_file::read_bots_file;
pub use build::{Bot, BuildContext};
use command::bare_name;
use detect::BuildRecipe;
pub use error::{SubmissionError, SubmissionErrorKind};
pub use examples::write_examples;
pub use game_file::{
    ExampleReplies, ExampleReply, GameFile, ReplyControls, SCHEMA as GAME_SCHEMA, schema as game_schema,
};
pub use game_folder::{BuiltInOrCustomGame, GameLookupError, LoadedCustomGame};
pub use import::{
    ImportPlan, ImportedSubmission, ParsedPostFile, SkippedCodeBlock, importable_language, write_imported,
};
use language::language_name;
pub use listed_tool::ListedTool;
use manifest::FoundManifest;
pub use manifest::{FILE as MANIFEST, Manifest};
use options::BotOptions;
pub use options::are_valid as options_are_valid;
pub use package::{MAX_PACKAGE_BYTES, PackageError};
pub use reuse::ProcessReuse;
pub use revealed::{HashedFolderListing, RevealedSource};
use source::SourceFiles;
pub use template::{write_bot_of, write_game, write_template};
pub use timing_profile::SampledCallTimeTotals;
pub use toolbox::HostToolLocator;
pub use tools::{ChosenToolPrograms, FoundTool, LanguageTool};

/// What the user says about a submission in addition to its path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubmissionHints {
    /// The language. `None` to detect it.
    pub language: Option<String>,
    /// The entry point. `None` to detect it.
    pub entry: Option<String>,
    /// The Python that plays, as a name in `PATH` or a path. `None` to choose one.
    pub python: Option<String>,
}

/// The source as posted and how to run it. Nothing has been built yet.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The name that is shown to people.
    pub name: String,
    /// The SHA-256 of the names and contents of its files, in hexadecimal.
    pub hash: String,
    source: SourceFiles,
    /// The author's manifest, if there is one.
    manifest: Option<FoundManifest>,
    recipe: BuildRecipe,
    choices: ChosenToolPrograms,
    /// Its folder with packages for the interpreter.
    requirements: Option<PathBuf>,
    /// The options of its manifest.
    options: BotOptions,
    reuse: ProcessReuse,
    /// The size of the folder that it keeps from match to match, in mebibytes, if it has one.
    storage_mib: Option<u32>,
    /// What was said about its files. `None` if it cannot be read.
    descriptions: Option<SubmissionDescriptions>,
}

/// What the author and the organiser say about the files of a submission.
#[derive(Debug, Clone)]
struct SubmissionDescriptions {
    manifest: Manifest,
    game: String,
    hints: SubmissionHints,
}

impl Submission {
    /// Reads the submission at this path, a source file, a folder, or a `bot.toml`, for a game.
    pub fn read(path: &Path, game: &str, hints: &SubmissionHints) -> Result<Submission, SubmissionError> {
        Submission::read_at(path, SymlinkPolicy::Follow, game, hints)
    }

    /// Reads a submission that was found in a folder, so that no user named its path. It must not
    /// be a link.
    pub fn read_found(path: &Path, game: &str) -> Result<Submission, SubmissionError> {
        Submission::read_at(path, SymlinkPolicy::Refuse, game, &SubmissionHints::default())
    }

    fn read_at(
        path: &Path,
        links: SymlinkPolicy,
        game: &str,
        hints: &SubmissionHints,
    ) -> Result<Submission, SubmissionError> {
        let (manifest, root) = Manifest::find(path, links)?;
        if let Some((file, other)) = manifest.as_ref().and_then(|found| found.other_game(game)) {
            return Err(SubmissionError::input(
                &file,
                format!("this bot is for the game `{other}`, not `{game}`"),
            )
            .with_help(format!("play `{other}` with it, or change `game` in its manifest")));
        }
        let said = manifest.as_ref().map(|found| found.manifest.clone()).unwrap_or_default();
        let submission = Submission::of(said, &root, links, game, hints)?;
        Ok(Submission { manifest, ..submission })
    }

    /// Reads the submission in a file or folder, given its manifest.
    fn of(
        manifest: Manifest,
        root: &Path,
        links: SymlinkPolicy,
        game: &str,
        hints: &SubmissionHints,
    ) -> Result<Submission, SubmissionError> {
        let source = SourceFiles::read(root, links, manifest.source.as_deref())?;
        Submission::from_source(source, manifest, game, hints)
    }

    /// Makes a submission of files that were read.
    fn from_source(
        source: SourceFiles,
        manifest: Manifest,
        game: &str,
        hints: &SubmissionHints,
    ) -> Result<Submission, SubmissionError> {
        let descriptions = SubmissionDescriptions {
            manifest: manifest.clone(),
            game: game.to_owned(),
            hints: hints.clone(),
        };
        let (requirements, options) = (manifest.requirements.clone(), manifest.options.clone());
        let reuse = ProcessReuse { plays_again: manifest.reuse, reset: None };
        let recipe = match &requirements {
            // Packages are no candidates for the main file.
            Some(folder) => detect::recipe(&source.without(folder)?, &manifest, game, hints)?,
            None => detect::recipe(&source, &manifest, game, hints)?,
        };
        let choices = hints.python.clone().or(manifest.python).map(|python| ("python".to_owned(), python));
        let name = manifest.name.unwrap_or_else(|| source.title());
        let (hash, choices) = (source.hash(), choices.into_iter().collect());
        Ok(Submission {
            name,
            hash,
            source,
            manifest: None,
            recipe,
            choices,
            requirements,
            options,
            reuse,
            storage_mib: None,
            descriptions: Some(descriptions),
        })
    }

    /// A submission that cannot be read. It takes part in tournaments, but its build fails.
    pub fn unusable(path: &Path, error: SubmissionError) -> Submission {
        let source = SourceFiles {
            root: path.into(),
            is_file: false,
            main: None,
            files: BTreeMap::new(),
            programs: BTreeSet::new(),
        };
        let (name, hash) = (source.title(), source.hash());
        Submission {
            name,
            hash,
            source,
            manifest: None,
            recipe: BuildRecipe::Unusable(error),
            choices: ChosenToolPrograms::new(),
            requirements: None,
            options: BotOptions::new(),
            reuse: ProcessReuse::default(),
            storage_mib: None,
            descriptions: None,
        }
    }

    /// A person who plays.
    pub fn person(name: &str) -> Submission {
        let nobody = SubmissionError::input(Path::new(name), "a person has no source");
        Submission { recipe: BuildRecipe::Person, ..Submission::unusable(Path::new(name), nobody) }
    }

    /// Whether a person plays instead of a bot.
    pub fn is_person(&self) -> bool {
        matches!(self.recipe, BuildRecipe::Person)
    }

    /// Gives it a folder of this many mebibytes that it keeps from match to match.
    pub fn with_storage(self, storage_mib: Option<u32>) -> Submission {
        Submission { storage_mib, ..self }
    }

    /// Changes the name, if there is a new one.
    pub fn called(mut self, name: Option<String>) -> Submission {
        self.name = name.unwrap_or(self.name);
        self
    }

    /// The identity of the submission in the specs of matches: the SHA-256, in hexadecimal, of its
    /// files, of the engines of this host that it starts, and of everything that decides how it is
    /// built and run. Two submissions with the same identity play alike. The name is only part of
    /// it if one of its commands has it.
    pub fn identity(&self, toolbox: &HostToolLocator) -> String {
        self.identity_with(&self.engines(toolbox))
    }

    /// The identity of a submission that starts no engine of this host.
    pub fn identity_without_engines(&self) -> String {
        self.identity_with(&[])
    }

    /// The names and SHA-256 of the engines that its commands start.
    fn engines(&self, toolbox: &HostToolLocator) -> Vec<(String, String)> {
        let BuildRecipe::Own { build, run, .. } = &self.recipe else { return Vec::new() };
        let names: BTreeSet<&str> = build.iter().chain([run]).filter_map(|words| bare_name(words)).collect();
        let sha256 = |name: &str| Some((name.to_owned(), toolbox.engine_sha256(name)?));
        names.into_iter().filter_map(sha256).collect()
    }

    /// The identity if it starts these engines.
    fn identity_with(&self, engines: &[(String, String)]) -> String {
        // Arrays instead of objects, so that the order is fixed.
        let recipe = match &self.recipe {
            BuildRecipe::Adapted(adapted) => json!([
                adapted.adapter.language,
                adapted.form_word(),
                adapted.dialect,
                adapted.main,
                adapted.entry,
            ]),
            BuildRecipe::Own { main, build, run } => json!([main, build, run]),
            BuildRecipe::Person => json!(["person"]),
            BuildRecipe::Unusable(error) => json!(["unusable", error.problem]),
        };
        let choices: Vec<(&String, &String)> = self.choices.iter().collect();
        let mut decisive = vec![json!(self.hash), recipe, json!(choices)];
        decisive.extend(self.requirements.as_ref().map(|folder| json!(folder)));
        if !self.options.is_empty() {
            decisive.push(json!({ "options": self.options }));
        }
        if self.recipe.names_the_bot() {
            decisive.push(json!({ "name": self.name }));
        }
        if let Some(storage_mib) = self.storage_mib {
            decisive.push(json!({ "storage_mib": storage_mib }));
        }
        if !engines.is_empty() {
            decisive.push(json!({ "engines": engines }));
        }
        hex::encode(Sha256::digest(json!(decisive).to_string()))
    }

    /// How it will be run, in words.
    pub fn described(&self) -> String {
        self.recipe.described()
    }

    /// The title of its language, or `own program` if its manifest has a `run` command.
    pub fn language(&self) -> &str {
        self.recipe.language()
    }

    /// The source as a reveal, for checking it against commitments.
    pub fn revealed(&self) -> RevealedSource {
        match &self.recipe {
            BuildRecipe::Unusable(error) => RevealedSource::unreadable(&self.source.root, error),
            recipe => {
                let manifest = self.manifest.as_ref();
                RevealedSource::of(self.name.clone(), &self.source, manifest, recipe.main())
            }
        }
    }

    /// Builds the bot, unless the cache already has it.
    pub async fn build(&self, context: &BuildContext) -> Result<Bot, SubmissionError> {
        build::build(self, context).await
    }
}
