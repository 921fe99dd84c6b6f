//! Makes submissions from a saved post: the code blocks of its answers, named by their headings.
//!
//! Everything in a post is untrusted. `markdown.rs` turns it into a flat list of items, `post.rs`
//! finds the answers, and `plain_text.rs` looks for sources in posts that have lost their code
//! blocks. `candidate.rs` and `placement.rs` decide which blocks are submissions, `names.rs` names
//! them, and `write.rs` writes them.

mod candidate;
mod heading;
mod language_hint;
mod layout;
mod markdown;
mod names;
mod placement;
mod plain_text;
mod post;
mod reason;
#[cfg(test)]
mod tests;
mod write;

use std::path::{Path, PathBuf};

use rathaus_games::{ConfiguredGame, GAMES};
use serde::Serialize;

use super::error::SubmissionError;
use super::{LanguageAdapter, adapters, detect, language_name};
use crate::untrusted::{self, MAX_POST_BYTES, SymlinkPolicy};
pub use write::write_imported;

/// The most submissions of one post.
const MOST_SUBMISSIONS: usize = 1_000;

/// The most bytes of a code block.
const MOST_CODE: usize = 1 << 20;

/// A post that was read.
#[derive(Debug)]
pub struct ParsedPostFile {
    file: PathBuf,
    text: String,
    blocks: Vec<post::PostBlock>,
}

/// What a post has for a game.
#[derive(Debug, Serialize)]
pub struct ImportPlan {
    pub placed: Vec<ImportedSubmission>,
    pub not_placed: Vec<SkippedCodeBlock>,
}

/// A code block that became a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ImportedSubmission {
    /// The line of the post in which the code begins.
    pub line: usize,
    /// The name of its folder: lower-case letters, digits and dashes.
    pub folder: String,
    pub name: String,
    pub author: Option<String>,
    pub language: String,
    /// The name of the source file.
    pub source: String,
    /// The entry point, if the source has several.
    pub entry: Option<String>,
    #[serde(skip)]
    pub code: String,
}

/// A code block that did not become a submission.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct SkippedCodeBlock {
    pub line: usize,
    pub reason: String,
    /// Whether it is a submission after all, and needs work by hand.
    pub is_likely_submission: bool,
}

impl ParsedPostFile {
    pub fn read(file: &Path) -> Result<ParsedPostFile, SubmissionError> {
        let text = untrusted::read_text(file, SymlinkPolicy::Follow, MAX_POST_BYTES)?;
        let post = ParsedPostFile::from_text(file, text)?;
        if post.blocks.is_empty() {
            return Err(SubmissionError::input(file, "has no code blocks").with_help(
                "save the post as Markdown: text that was copied from a page has lost its code blocks and their \
                 indentation",
            ));
        }
        Ok(post)
    }

    fn from_text(file: &Path, text: String) -> Result<ParsedPostFile, SubmissionError> {
        let blocks = post::blocks(&text).map_err(|most| {
            SubmissionError::input(file, format!("has more than {most} headings, paragraphs and code blocks"))
                .with_help("split it into files with some answers each")
        })?;
        let blocks = if blocks.is_empty() { plain_text::blocks(&text) } else { blocks };
        Ok(ParsedPostFile { file: file.into(), text, blocks })
    }

    /// The built-in game that the post is for: the only one for which it has an entry point, or
    /// else the only one that it names.
    pub fn detected_game(&self) -> Option<&'static ConfiguredGame> {
        let has_entry = |game: &&ConfiguredGame| {
            self.blocks.iter().any(|block| candidate::has_entry_point(block, game.name()))
        };
        let words = plain_words(&self.text);
        let is_named =
            |game: &&ConfiguredGame| words.contains(&format!(" {} ", plain_words(game.name()).trim()));
        only(GAMES.iter().filter(has_entry)).or_else(|| only(GAMES.iter().filter(is_named)))
    }

    /// Decides which code blocks are submissions for a game. `language` is that of blocks that do
    /// not tell theirs.
    pub fn plan(
        &self,
        game: &ConfiguredGame,
        language: Option<&'static LanguageAdapter>,
    ) -> Result<ImportPlan, SubmissionError> {
        let placed = placement::place(&self.blocks, game, language);
        let not_placed = placed.unplaced();
        if placed.chosen.is_empty() && !not_placed.iter().any(|block| block.is_likely_submission) {
            let problem = format!(
                "has code blocks ({}), but none is a submission for `{}`",
                self.blocks.len(),
                game.name()
            );
            return Err(SubmissionError::input(&self.file, problem).with_help(
                "name the language behind the fence of each block, as in ```python, or give --language",
            ));
        }
        Ok(ImportPlan { placed: names::named(placed.chosen), not_placed })
    }
}

/// The adapter of a language that the user named.
pub fn importable_language(written: &str) -> Result<&'static LanguageAdapter, String> {
    let name = language_name(written);
    adapters().iter().find(|adapter| adapter.language == name).ok_or_else(|| {
        let help = detect::remedy_for_language(&name);
        format!("there is no adapter for the language `{written}`\n  help: {help}")
    })
}

/// The only item of an iterator.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.next().is_none().then_some(first)
}

/// The words of a text in lower case, with a space around each. Apostrophes are left out.
fn plain_words(text: &str) -> String {
    let text = text.replace(['\'', '’'], "").to_lowercase();
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    format!(" {} ", words.collect::<Vec<_>>().join(" "))
}
