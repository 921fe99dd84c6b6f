//! Adapters, as their `adapter.toml` describes them.

use std::sync::OnceLock;

use regex::Regex;
use serde::{Deserialize, Deserializer};

use super::assets;
use super::dialect::LanguageDialect;
use super::tools::Tool;

/// What makes submissions of one language speak our lines.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adapter {
    /// The name used in manifests and on the command line.
    pub language: String,
    /// The name that people read.
    pub title: String,
    /// How its source files end, without the dot.
    pub extensions: Vec<String>,
    /// The words with which a command begins that runs a source in it, such as `python`, whatever
    /// version that is.
    #[serde(default)]
    pub(super) interpreters: Vec<String>,
    #[serde(default)]
    line_comment: String,
    block_comment: Option<(String, String)>,
    #[serde(default)]
    quotes: Vec<String>,
    /// Files of an original controller, which ours replace.
    #[serde(default)]
    pub(super) controller_files: Vec<String>,
    /// The programs that it may take.
    #[serde(rename = "tool")]
    pub tools: Vec<Tool>,
    /// The ways to build and run a submission, the best first and the one that is easiest to
    /// install last.
    #[serde(rename = "toolchain")]
    pub toolchains: Vec<Toolchain>,
    #[serde(rename = "dialect", default)]
    pub(super) dialects: Vec<LanguageDialect>,
    #[serde(rename = "form", default)]
    pub(super) forms: Vec<SubmissionForm>,
}

/// A set of tools with which submissions are built and run.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Toolchain {
    /// The dialect of the language that it is for, if it is not for the language as such.
    pub dialect: Option<String>,
    /// The names of the tools that it takes.
    pub tools: Vec<String>,
    /// What is said of it besides the versions of its tools.
    pub note: Option<String>,
    /// For submissions that run with the adapter's library.
    pub(super) adapted: Option<BuildCommands>,
    /// For programs that speak for themselves.
    pub(super) program: Option<BuildCommands>,
}

/// How something is built and run.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BuildCommands {
    #[serde(default)]
    pub(super) build: Vec<Vec<String>>,
    pub(super) run: Vec<String>,
    /// Starts a process that keeps the program ready, and forks for each run of it.
    pub(super) warm: Option<Vec<String>>,
}

/// A form in which submissions come.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmissionForm {
    pub(super) name: String,
    /// The word for it in the commands of toolchains.
    pub(super) word: String,
    pub(super) game: String,
    #[serde(deserialize_with = "regex")]
    pub(super) entry: Regex,
    #[serde(default)]
    pub(super) roots: Vec<String>,
}

/// How comments and strings of a language look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CommentSyntax {
    pub(super) line_comment: String,
    pub(super) block_comment: Option<(String, String)>,
    pub(super) quotes: Vec<String>,
}

impl Adapter {
    /// Whether this adapter can do something for a game: it has forms for it, or it runs programs.
    pub(super) fn serves(&self, game: &str) -> bool {
        self.has_forms_for(game) || self.toolchains.iter().any(|toolchain| toolchain.program.is_some())
    }

    /// Whether submissions for a game run with a library of this adapter.
    pub(super) fn has_forms_for(&self, game: &str) -> bool {
        self.forms.iter().any(|form| form.game == game)
    }

    pub(super) fn lexis(&self) -> CommentSyntax {
        let Adapter { line_comment, block_comment, quotes, .. } = self.clone();
        CommentSyntax { line_comment, block_comment, quotes }
    }

    /// The tool of this name; every name in a toolchain has one.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

/// All adapters of this binary, by language.
pub fn adapters() -> &'static [Adapter] {
    static ADAPTERS: OnceLock<Vec<Adapter>> = OnceLock::new();
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

    /// Whoever adds a language copies them.
    #[test]
    fn the_examples_of_the_readme_are_adapters() {
        let readme = include_str!("../../adapters/README.md");
        let blocks = readme.split("```toml\n").skip(1);
        let examples: Vec<Adapter> = blocks
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
