//! Adapters, as their `adapter.toml` describes them.

use std::sync::OnceLock;

use regex::Regex;
use serde::{Deserialize, Deserializer};

use super::assets;
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
    line_comment: String,
    block_comment: Option<(String, String)>,
    quotes: Vec<String>,
    /// Files of the original controller, which ours replace.
    #[serde(default)]
    pub(super) controller_files: Vec<String>,
    /// The programs that it takes.
    #[serde(rename = "tool")]
    pub tools: Vec<Tool>,
    #[serde(rename = "form")]
    pub(super) forms: Vec<Form>,
}

/// A form in which submissions come.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Form {
    pub(super) name: String,
    pub(super) game: String,
    #[serde(deserialize_with = "regex")]
    pub(super) entry: Regex,
    #[serde(default)]
    pub(super) roots: Vec<String>,
    #[serde(default)]
    pub(super) build: Vec<Vec<String>>,
    pub(super) run: Vec<String>,
}

/// How comments and strings of a language look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lexis {
    pub(super) line_comment: String,
    pub(super) block_comment: Option<(String, String)>,
    pub(super) quotes: Vec<String>,
}

impl Adapter {
    pub(super) fn lexis(&self) -> Lexis {
        let Adapter { line_comment, block_comment, quotes, .. } = self.clone();
        Lexis { line_comment, block_comment, quotes }
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

fn regex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Regex, D::Error> {
    let pattern = String::deserialize(deserializer)?;
    Regex::new(&pattern).map_err(serde::de::Error::custom)
}
