//! From a path to a bot that is ready to run: manifest, detection, build and build cache.
//!
//! Architecture invariant: a submission's own folder is only read. It is built and run from a copy in the cache, whose
//! name is the hash of all that went into it.
#![expect(clippy::disallowed_methods, reason = "this room reads submissions and writes the build cache")]

mod adapter;
mod artefacts;
mod assets;
mod blank;
mod bots_file;
mod build;
mod detect;
mod dialect;
mod error;
mod game_folder;
mod main_source;
mod manifest;
mod profile;
mod source;
mod template;
mod toolchain;
mod tools;

use std::path::Path;

use serde_json::json;
use sha2::{Digest, Sha256};

pub use adapter::{Adapter, Toolchain, adapters};
pub use bots_file::read_bots_file;
pub use build::{Bot, BuildContext};
pub use error::{Kind, SubmissionError};
pub use game_folder::{FoundGame, GameFolder, NoGame};
pub use main_source::MainSource;
pub use manifest::Manifest;
pub use profile::Profile;
pub use template::{write_bot_of, write_game, write_template};
pub use tools::{Choices, Found, Tool};

use detect::Recipe;
use source::Source;

/// What the user says about a submission besides its path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hints {
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
    source: Source,
    recipe: Recipe,
    choices: Choices,
}

impl Submission {
    /// Reads the submission at this path, a source file, a folder, or a `bot.toml`, for this game.
    pub fn read(path: &Path, game: &str, hints: &Hints) -> Result<Submission, SubmissionError> {
        let (manifest, root) = Manifest::find(path)?;
        if let Some((file, other)) = manifest.as_ref().and_then(|found| found.other_game(game)) {
            return Err(SubmissionError::input(
                &file,
                format!("this bot is for the game `{other}`, not `{game}`"),
            )
            .with_remedy(format!("play `{other}` with it, or change `game` in its manifest")));
        }
        Submission::of(manifest.map(|found| found.manifest).unwrap_or_default(), &root, game, hints)
    }

    /// Reads the submission in this file or folder, of which this is known.
    fn of(manifest: Manifest, root: &Path, game: &str, hints: &Hints) -> Result<Submission, SubmissionError> {
        let source = Source::read(root, manifest.source.as_deref())?;
        Submission::from_source(source, manifest, game, hints)
    }

    /// The submission that these files are, of which this is known.
    fn from_source(
        source: Source,
        manifest: Manifest,
        game: &str,
        hints: &Hints,
    ) -> Result<Submission, SubmissionError> {
        let recipe = detect::recipe(&source, &manifest, game, hints)?;
        let choices = hints.python.clone().or(manifest.python).map(|python| ("python".to_owned(), python));
        let name = manifest.name.unwrap_or_else(|| source.title());
        Ok(Submission { name, hash: source.hash(), source, recipe, choices: choices.into_iter().collect() })
    }

    /// The same with another name, if there is one.
    pub fn called(mut self, name: Option<String>) -> Submission {
        self.name = name.unwrap_or(self.name);
        self
    }

    /// By what it is known in the spec of a match: the SHA-256, in hexadecimal, of its files and of all that decides how they are built
    /// and run. Two submissions with one identity play alike; the name is not in it.
    pub fn identity(&self) -> String {
        // Lists, not objects: their order is in nobody's hands.
        let recipe = match &self.recipe {
            Recipe::Adapted(adapted) => json!([
                adapted.adapter.language,
                adapted.form_word(),
                adapted.dialect,
                adapted.main,
                adapted.entry,
            ]),
            Recipe::Own { main, build, run } => json!([main, build, run]),
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

    /// Its main source file, in the bytes that are built and run. A program of its own may have several files and name none.
    pub fn main_source(&self) -> Result<MainSource, SubmissionError> {
        MainSource::named_or_only(self.name.clone(), &self.source, self.recipe.main())
    }

    /// Builds it, unless the cache has it already.
    pub async fn build(&self, context: &BuildContext) -> Result<Bot, SubmissionError> {
        build::build(self, context).await
    }
}
