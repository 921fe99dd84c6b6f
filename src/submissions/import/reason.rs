//! Why a code block is not a submission.

use super::{MOST_CODE, MOST_SUBMISSIONS};
use crate::untrusted::shortened;

/// Why a code block did not become a submission. Some of these blocks are submissions after all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum UnplacedReason {
    #[error("is empty")]
    Empty,
    #[error("is marked as text that is no program")]
    NoProgram,
    #[error("is code in HTML: write it as a block between lines of ```")]
    Html,
    #[error("its lines have lost their indentation, and no layout of them has the hash above them")]
    LostLayout,
    #[error("the text has the title of `{}`, but not its code", shortened(.0, 60))]
    LostCode(String),
    #[error("is larger than {} MiB", MOST_CODE >> 20)]
    TooLarge,
    #[error("the post has more than {MOST_SUBMISSIONS} submissions")]
    TooMany,
    #[error("is a snippet: another block of this answer is the program")]
    Snippet,
    #[error("has no entry point for `{0}`")]
    NoEntryPoint(String),
    #[error("has no entry point for `{0}`, and neither has another block of this answer")]
    NoEntryPointInAnswer(String),
    #[error("has several entry points: {}", first_of(.0))]
    SeveralEntryPoints(Vec<String>),
    #[error("could be in several languages: give --language")]
    SeveralLanguages,
    #[error("names no language: give --language")]
    NoLanguage { is_program: bool },
    #[error("there is no adapter for the language `{name}`: write a bot.toml with `run`")]
    NoAdapter { name: String, is_program: bool },
    #[error("{0}")]
    Unusable(String),
}

impl UnplacedReason {
    /// Whether the block is likely a submission, which needs work by hand.
    pub(super) fn is_likely_submission(&self) -> bool {
        match self {
            UnplacedReason::Empty
            | UnplacedReason::NoProgram
            | UnplacedReason::Snippet
            | UnplacedReason::NoEntryPoint(_) => false,
            UnplacedReason::NoLanguage { is_program } | UnplacedReason::NoAdapter { is_program, .. } => {
                *is_program
            }
            UnplacedReason::Html
            | UnplacedReason::LostLayout
            | UnplacedReason::LostCode(_)
            | UnplacedReason::TooLarge
            | UnplacedReason::TooMany
            | UnplacedReason::NoEntryPointInAnswer(_)
            | UnplacedReason::SeveralEntryPoints(_)
            | UnplacedReason::SeveralLanguages
            | UnplacedReason::Unusable(_) => true,
        }
    }
}

/// The first entry points of a list.
fn first_of(entries: &[String]) -> String {
    let shown = entries.iter().take(5).map(|entry| shortened(entry, 60));
    let rest = if entries.len() > 5 { ", ..." } else { "" };
    shown.collect::<Vec<_>>().join(", ") + rest
}
