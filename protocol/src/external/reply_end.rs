//! Where an answer of a bot ends that has no fixed number of lines.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most words at which an answer can end.
const MAX_END_WORDS: usize = 16;

/// The longest of these words, in bytes.
const MAX_END_WORD: usize = 100;

/// The words at which an answer ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a word, or a list of words")]
#[schemars(inline)]
pub enum ReplyEnd {
    /// This word.
    Word(#[schemars(length(max = MAX_END_WORD))] String),
    /// Any of these words.
    AnyOf(#[schemars(length(min = 1, max = MAX_END_WORDS), inner(length(max = MAX_END_WORD)))] Vec<String>),
}

impl ReplyEnd {
    /// The words.
    pub fn words(&self) -> &[String] {
        match self {
            ReplyEnd::Word(word) => std::slice::from_ref(word),
            ReplyEnd::AnyOf(words) => words,
        }
    }

    /// Whether an answer ends with this line, with or without its line end: it is one of the words,
    /// or begins with one and a space. The empty word stands for an empty line alone.
    pub fn is_at(&self, line: &[u8]) -> bool {
        let line = line.trim_ascii_end();
        self.words().iter().any(|word| match line.strip_prefix(word.as_bytes()) {
            Some([]) => true,
            Some([next, ..]) => !word.is_empty() && next.is_ascii_whitespace(),
            None => false,
        })
    }

    /// What is wrong with the words.
    pub(super) fn problem(&self) -> Option<String> {
        let words = self.words();
        if !(1..=MAX_END_WORDS).contains(&words.len()) {
            return Some(format!("it has 1 to {MAX_END_WORDS} words, and there are {}", words.len()));
        }
        let word = words.iter().find(|word| {
            word.len() > MAX_END_WORD || word.trim_ascii() != word.as_str() || word.contains('\n')
        })?;
        Some(format!(
            "a word has at most {MAX_END_WORD} bytes, all in one line, and no space at its beginning or its \
             end, unlike {word:?}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::ReplyEnd;

    #[test]
    fn an_answer_ends_at_a_whole_word() {
        let check = |words: &[&str], line: &str, expected: bool| {
            let end = ReplyEnd::AnyOf(words.iter().map(|word| (*word).to_owned()).collect());
            assert_eq!(end.is_at(line.as_bytes()), expected, "{words:?} at {line:?}");
        };
        check(&["bestmove"], "bestmove e2e4\n", true);
        check(&["bestmove"], "bestmove", true);
        check(&["bestmove"], "bestmove\te2e4", true);
        check(&["bestmove"], "bestmoves e2e4", false);
        check(&["bestmove"], "info bestmove", false);
        check(&["move", "resign"], "resign\r\n", true);
        check(&["Illegal move"], "Illegal move: e9", false);
        check(&["Illegal move"], "Illegal move e9", true);
        check(&[""], "\n", true);
        check(&[""], "\r\n", true);
        check(&[""], "= A1\n", false);
        check(&[""], "x", false);
    }
}
