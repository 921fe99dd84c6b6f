//! What a post says about the language of a code block, outside of headings.

use super::super::{LanguageAdapter, adapters, language_name};

/// Words for text that is no program.
const NO_PROGRAMS: [&str; 19] = [
    "bat",
    "console",
    "css",
    "csv",
    "diff",
    "html",
    "ini",
    "json",
    "log",
    "markdown",
    "md",
    "none",
    "output",
    "plain",
    "plaintext",
    "text",
    "toml",
    "txt",
    "xml",
];

/// The language of a code block, as its fence or a comment before it says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum LanguageHint {
    #[default]
    Unsaid,
    /// It is output, data or another text.
    NoProgram,
    /// A language with an adapter, by the adapter's name for it.
    Known(&'static str),
    /// A language without an adapter.
    Unknown(String),
}

impl LanguageHint {
    /// Reads the word for a language, as in `python`, `lang-py`, `language-c++` or `{.python}`.
    pub(super) fn of_word(written: &str) -> LanguageHint {
        let is_end = |letter: char| letter.is_whitespace() || letter == ',' || letter == '}';
        let word = written.trim_start_matches(['{', '.', ' ']).split(is_end).next().unwrap_or_default();
        let word = word.to_lowercase();
        let word = ["language-", "lang-"].iter().find_map(|start| word.strip_prefix(start)).unwrap_or(&word);
        match word {
            "" | "default" => LanguageHint::Unsaid,
            word if NO_PROGRAMS.contains(&word) => LanguageHint::NoProgram,
            word => match adapter_of_word(word) {
                Some(adapter) => LanguageHint::Known(&adapter.language),
                None => LanguageHint::Unknown(word.chars().take(40).collect()),
            },
        }
    }

    /// Reads `<!-- language: lang-java -->`.
    pub(super) fn of_comment(html: &str) -> Option<LanguageHint> {
        hint_in(html, "language:")
    }

    /// Reads `<!-- language-all: lang-java -->`, which is for all blocks of its answer.
    pub(super) fn of_comment_for_all(html: &str) -> Option<LanguageHint> {
        hint_in(html, "language-all:")
    }

    pub(super) fn or(self, other: &LanguageHint) -> LanguageHint {
        if self == LanguageHint::Unsaid { other.clone() } else { self }
    }
}

fn hint_in(html: &str, key: &str) -> Option<LanguageHint> {
    let comment = html.split_once("<!--")?.1.split("-->").next()?;
    let (_, word) = comment.split_once(key)?;
    Some(LanguageHint::of_word(word.trim()))
}

/// The adapter of a language by its name, title, file extension or interpreter.
pub(super) fn adapter_of_word(word: &str) -> Option<&'static LanguageAdapter> {
    let name = language_name(word);
    let has = |words: &[String]| words.contains(&name);
    adapters().iter().find(|adapter| {
        adapter.language == name
            || adapter.title.to_lowercase() == name
            || has(&adapter.extensions)
            || has(&adapter.interpreters)
    })
}
