//! Adapters, as described by their `adapter.toml`.

use std::sync::OnceLock;

use regex::Regex;
use serde::{Deserialize, Deserializer};

use super::assets;
use super::dialect::LanguageDialectPatterns;
use super::tools::LanguageTool;

/// What makes submissions of one language speak the protocol.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LanguageAdapter {
    /// The name in manifests and on the command line.
    pub language: String,
    /// The name that is shown to people.
    pub title: String,
    /// The extensions of its source files, without the dot.
    pub extensions: Vec<String>,
    /// The first words of commands that run a source in this language, such as `python`, whatever
    /// version that is.
    #[serde(default)]
    pub(super) interpreters: Vec<String>,
    #[serde(default)]
    line_comment: String,
    block_comment: Option<(String, String)>,
    #[serde(default)]
    quotes: Vec<String>,
    /// Files of an original controller, which the adapter replaces.
    #[serde(default)]
    pub(super) controller_files: Vec<String>,
    /// Whether sources must not have lines that end with CR LF.
    #[serde(default)]
    pub(super) line_feeds_only: bool,
    /// The programs that its toolchains use.
    #[serde(rename = "tool")]
    pub tools: Vec<LanguageTool>,
    /// The ways to build and run a submission, the best first and the easiest to install last.
    #[serde(rename = "toolchain")]
    pub toolchains: Vec<ToolchainRecipe>,
    #[serde(rename = "dialect", default)]
    pub(super) dialects: Vec<LanguageDialectPatterns>,
    #[serde(rename = "form", default)]
    pub(super) forms: Vec<EntryPointForm>,
}

/// A set of tools with which submissions are built and run.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolchainRecipe {
    /// The dialect that it is for. `None` for the language itself.
    pub dialect: Option<String>,
    /// The names of its tools.
    pub tools: Vec<String>,
    /// A note shown after the versions of its tools.
    pub note: Option<String>,
    /// The commands for submissions that run with the adapter's library.
    pub(super) adapted: Option<BuildCommands>,
    /// The commands for programs that speak the protocol themselves.
    pub(super) program: Option<BuildCommands>,
}

/// How to build and run a program.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BuildCommands {
    #[serde(default)]
    pub(super) build: Vec<Vec<String>>,
    pub(super) run: Vec<String>,
    /// Starts a process that keeps the program loaded, and forks for each run of it.
    pub(super) warm: Option<Vec<String>>,
}

/// A form of submissions for a game, such as a whole player file or a bare class.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntryPointForm {
    pub(super) name: String,
    /// The word for it in the commands of toolchains.
    pub(super) word: String,
    pub(super) game: String,
    #[serde(deserialize_with = "regex")]
    pub(super) entry: Regex,
    #[serde(default)]
    pub(super) roots: Vec<String>,
}

/// The syntax of comments and strings in a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CommentAndStringSyntax {
    pub(super) line_comment: String,
    pub(super) block_comment: Option<(String, String)>,
    pub(super) quotes: Vec<String>,
}

impl LanguageAdapter {
    /// Whether this adapter supports a game: it has forms for it, or it runs programs.
    pub(super) fn serves(&self, game: &str) -> bool {
        self.has_forms_for(game) || self.toolchains.iter().any(|toolchain| toolchain.program.is_some())
    }

    /// Whether the adapter has a library for submissions for this game.
    pub(super) fn has_forms_for(&self, game: &str) -> bool {
        self.forms.iter().any(|form| form.game == game)
    }

    pub(super) fn lexis(&self) -> CommentAndStringSyntax {
        let LanguageAdapter { line_comment, block_comment, quotes, .. } = self.clone();
        CommentAndStringSyntax { line_comment, block_comment, quotes }
    }

    /// The tool of this name. Every name in a toolchain has one.
    pub fn tool(&self, name: &str) -> Option<&LanguageTool> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

/// All embedded adapters, sorted by language.
pub fn adapters() -> &'static [LanguageAdapter] {
    static ADAPTERS: OnceLock<Vec<LanguageAdapter>> = OnceLock::new();
    ADAPTERS.get_or_init(|| {
        let parsed = assets::adapter_manifests().map(|(path, text)| {
            toml::from_str(&text).unwrap_or_else(|error| panic!("the embedded {path} is broken: {error}"))
        });
        parsed.collect()
    })
}

pub(super) fn optional_regex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Regex>, D::Error> {
    regex(deserializer).map(Some)
}

pub(super) fn regex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Regex, D::Error> {
    let pattern = String::deserialize(deserializer)?;
    Regex::new(&pattern).map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// People who add a language copy them.
    #[test]
    fn the_examples_of_the_readme_are_adapters() {
        let readme = include_str!("../../adapters/README.md");
        let blocks = readme.split("```toml\n").skip(1);
        let examples: Vec<LanguageAdapter> = blocks
            .map(|block| toml::from_str(block.split("```").next().unwrap_or_default()).unwrap())
            .collect();
        assert_eq!(examples.len(), 2);
        for example in examples {
            let names = example.toolchains.iter().flat_map(|toolchain| &toolchain.tools);
            assert!(names.clone().count() > 0);
            assert!(names.clone().all(|name| example.tool(name).is_some()), "{}", example.language);
        }
    }
}
