//! Prepares untrusted text for display: bounded, and without anything that a terminal acts on.

use super::harmless;

/// The longest name of a bot, player or entrant, in bytes.
const MAX_NAME_BYTES: usize = 512;

/// The longest line that a message quotes, in bytes.
const MAX_LINE_BYTES: usize = 250;

/// The longest message that includes untrusted text, in bytes.
const MAX_MESSAGE_BYTES: usize = 500;

/// Why a name cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UndisplayableNameError {
    /// It is too long.
    #[error("has {0} bytes, and a name has at most {MAX_NAME_BYTES}")]
    TooLong(usize),
    /// It contains this control character.
    #[error("contains the control character {}", .0.escape_default())]
    Control(char),
}

impl UndisplayableNameError {
    /// What its author can do.
    pub fn help(&self) -> &'static str {
        match self {
            UndisplayableNameError::TooLong(_) => "write a shorter one",
            UndisplayableNameError::Control(_) => "write it in characters that can be seen",
        }
    }
}

/// Fails if a name is too long to display, or contains control characters.
pub fn check_name(name: &str) -> Result<(), UndisplayableNameError> {
    if name.len() > MAX_NAME_BYTES {
        return Err(UndisplayableNameError::TooLong(name.len()));
    }
    name.chars()
        .find(|letter| letter.is_control())
        .map_or(Ok(()), |letter| Err(UndisplayableNameError::Control(letter)))
}

/// The escaped beginning of a text, with dots if more follows.
pub fn excerpt(words: &str) -> String {
    let end = boundary(words, MAX_MESSAGE_BYTES);
    // Escaping makes it longer.
    let shown = printable(&words[..end]);
    let shown_end = boundary(&shown, MAX_MESSAGE_BYTES);
    let is_whole = end == words.len() && shown_end == shown.len();
    format!("{}{}", &shown[..shown_end], if is_whole { "" } else { "..." })
}

/// Describes a TOML error. Quotes the line unless it is long. The check covers the whole message,
/// because the quoted line need not be the one at which the span begins.
pub fn toml_problem(text: &str, error: &toml::de::Error) -> String {
    let whole = printable(&error.to_string());
    if whole.split('\n').all(|line| line.len() <= MAX_LINE_BYTES) {
        return whole;
    }
    let message = excerpt(error.message());
    let Some(start) = error.span().map(|span| boundary(text, span.start)) else {
        return message;
    };
    let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let number = 1 + memchr::memchr_iter(b'\n', &text.as_bytes()[..start]).count();
    let column = 1 + text[begin..start].chars().count();
    format!("TOML parse error at line {number}, column {column}: {message}")
}

/// Escapes everything that a terminal acts on, except line feeds and tabs.
pub fn printable(words: &str) -> String {
    let parts = words.split_inclusive(['\n', '\t']).map(|part| match part.strip_suffix(['\n', '\t']) {
        Some(inside) => harmless(inside) + &part[inside.len()..],
        None => harmless(part),
    });
    parts.collect()
}

/// The last character boundary up to this position.
fn boundary(text: &str, most: usize) -> usize {
    (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        toml_problem(text, &toml::from_str::<toml::Table>(text).unwrap_err())
    }

    #[test]
    fn a_short_line_is_quoted_and_a_long_one_is_not() {
        assert!(problem("a = 1\nb = no\n").contains("b = no"), "{}", problem("a = 1\nb = no\n"));
        let long = problem(&format!("a = 1\nb = {}\n", "x".repeat(400_000)));
        assert!(long.len() < 1_000 && long.contains("line 2, column 5"), "{long}");
        // The mistake is at the end of the file, and the line before it would be quoted.
        let unclosed = problem(&format!("a = [\"{}\"\n", "x".repeat(400_000)));
        assert!(unclosed.len() < 1_000, "{} bytes", unclosed.len());
    }

    #[test]
    fn nothing_that_a_terminal_acts_on_is_quoted() {
        assert!(!problem("a = \u{1b}[31m\n").contains('\u{1b}'));
        assert_eq!(printable("a\tb\n\u{1b}[31m\r\nc\n"), "a\tb\n\\u{1b}[31m\\r\nc\n");
    }

    #[test]
    fn an_excerpt_is_cut_between_characters() {
        let words = "ä".repeat(400_000);
        assert!(excerpt(&words).len() < 1_000 && excerpt(&words).ends_with("..."));
        assert_eq!(excerpt("a\nb"), "a\nb");
        assert!(excerpt(&"\u{10}".repeat(400)).len() < 600);
    }
}
