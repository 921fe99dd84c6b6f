//! From a path to a bot that is ready to run: manifest, detection, build and build cache.
//!
//! Architecture invariant: a submission's own folder is only read. It is built and run from a copy
//! in the cache, whose name is the hash of all that went into it.
#![expect(clippy::disallowed_methods, reason = "this room reads submissions and writes the build cache")]

mod adapter;
mod artefacts;
mod assets;
mod blank;
mod bot_sandbox;
mod bots_file;
mod build;
mod command;
pub mod commitments;
mod detect;
mod dialect;
mod error;
mod examples;
mod game_file;
mod game_folder;
mod key;
mod language;
mod manifest;
mod plan;
mod profile;
mod revealed;
mod source;
mod staging;
mod template;
mod toolbox;
mod toolchain;
mod tools;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::json;
use sha2::{Digest, Sha256};

use crate::untrusted::LinkPolicy;
pub use adapter::{Adapter, Toolchain, adapters};
pub use bot_sandbox::BotSandbox;
pub(crate) use bot_sandbox::tool_limits;
pub use bots_file::read_bots_file;
pub use build::{Bot, BuildContext};
use detect::BuildRecipe;
pub use error::{SubmissionError, SubmissionErrorKind};
pub use examples::write_examples;
pub use game_file::{GameFile, SCHEMA as GAME_SCHEMA};
pub use game_folder::{FoundGame, GameFolder, GameNotFound};
use manifest::FoundManifest;
pub use manifest::{FILE as MANIFEST, Manifest};
pub use profile::BotProfile;
pub use revealed::{FolderListing, RevealedSource};
use source::SourceFiles;
pub use template::{write_bot_of, write_game, write_template};
pub use toolbox::Toolbox;
pub use tools::{FoundTool, Tool, ToolChoices};

/// What the user says about a submission besides its path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubmissionHints {
    /// The language, if it is not to be detected.
    pub language: Option<String>,
    /// The entry point, if it is not to be detected.
    pub entry: Option<String>,
    /// The Python that is to play, a name in `PATH` or a path, if it is not to be chosen.
    pub python: Option<String>,
}

/// The source as posted, with what is known of how to run it. Nothing has been built.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The name that people read.
    pub name: String,
    /// The SHA-256 of its files' names and contents, in hexadecimal.
    pub hash: String,
    source: SourceFiles,
    /// The manifest of its author, if it has one.
    manifest: Option<FoundManifest>,
    recipe: BuildRecipe,
    choices: ToolChoices,
}

impl Submission {
    /// Reads the submission at this path, a source file, a folder, or a `bot.toml`, for this game.
    pub fn read(path: &Path, game: &str, hints: &SubmissionHints) -> Result<Submission, SubmissionError> {
        Submission::read_at(path, LinkPolicy::Follow, game, hints)
    }

    /// The same at a path that nobody has named, but that was found in a folder: so it is no link.
    pub fn read_found(path: &Path, game: &str) -> Result<Submission, SubmissionError> {
        Submission::read_at(path, LinkPolicy::Refuse, game, &SubmissionHints::default())
    }

    fn read_at(
        path: &Path,
        links: LinkPolicy,
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

    /// Reads the submission in this file or folder, of which this is known.
    fn of(
        manifest: Manifest,
        root: &Path,
        links: LinkPolicy,
        game: &str,
        hints: &SubmissionHints,
    ) -> Result<Submission, SubmissionError> {
        let source = SourceFiles::read(root, links, manifest.source.as_deref())?;
        Submission::from_source(source, manifest, game, hints)
    }

    /// The submission that these files are, of which this is known.
    fn from_source(
        source: SourceFiles,
        manifest: Manifest,
        game: &str,
        hints: &SubmissionHints,
    ) -> Result<Submission, SubmissionError> {
        let recipe = detect::recipe(&source, &manifest, game, hints)?;
        let choices = hints.python.clone().or(manifest.python).map(|python| ("python".to_owned(), python));
        let name = manifest.name.unwrap_or_else(|| source.title());
        let (hash, choices) = (source.hash(), choices.into_iter().collect());
        Ok(Submission { name, hash, source, manifest: None, recipe, choices })
    }

    /// What lies at this path although it cannot be read as a submission: it takes part, and cannot
    /// be built.
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
            choices: ToolChoices::new(),
        }
    }

    /// The same with another name, if there is one.
    pub fn called(mut self, name: Option<String>) -> Submission {
        self.name = name.unwrap_or(self.name);
        self
    }

    /// By what it is known in the spec of a match: the SHA-256, in hexadecimal, of its files and of
    /// all that decides how they are built and run. Two submissions with one identity play alike;
    /// the name is not in it.
    pub fn identity(&self) -> String {
        // Lists, not objects: their order is in nobody's hands.
        let recipe = match &self.recipe {
            BuildRecipe::Adapted(adapted) => json!([
                adapted.adapter.language,
                adapted.form_word(),
                adapted.dialect,
                adapted.main,
                adapted.entry,
            ]),
            BuildRecipe::Own { main, build, run } => json!([main, build, run]),
            BuildRecipe::Unusable(error) => json!(["unusable", error.problem]),
        };
        let choices: Vec<(&String, &String)> = self.choices.iter().collect();
        hex::encode(Sha256::digest(json!([self.hash, recipe, choices]).to_string()))
    }

    /// How it will be run, in words.
    pub fn described(&self) -> String {
        self.recipe.described()
    }

    /// Its language, or that it has a program of its own.
    pub fn language(&self) -> &str {
        self.recipe.language()
    }

    /// What a player is bound to by a hash that was posted before.
    pub fn revealed(&self) -> RevealedSource {
        match &self.recipe {
            BuildRecipe::Unusable(error) => RevealedSource::unreadable(&self.source.root, error),
            recipe => {
                let manifest = self.manifest.as_ref();
                RevealedSource::of(self.name.clone(), &self.source, manifest, recipe.main())
            }
        }
    }

    /// Builds it, unless the cache has it already.
    pub async fn build(&self, context: &BuildContext) -> Result<Bot, SubmissionError> {
        build::build(self, context).await
    }
}
