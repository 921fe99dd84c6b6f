//! How a person replies on a page, without typing: buttons, clicks on the picture, and keys.

use std::collections::BTreeMap;

use super::answers::ExampleReply;
use crate::toml_file::suggestion;

/// The names of keys that are no characters, as browsers have them.
const NAMED_KEYS: [&str; 12] = [
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Enter",
    "Escape",
    "Backspace",
    "Delete",
    "Home",
    "End",
    "PageUp",
    "PageDown",
];

/// What stands for the clicked cell in `click`.
const PLACEHOLDERS: [&str; 2] = ["{column}", "{row}"];

/// How a person can reply to lines with some beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReplyControls<'a> {
    /// The beginning of the lines.
    pub question: &'a str,
    pub examples: &'a [ExampleReply],
    /// What a click on a cell replies.
    pub click: Option<&'a ExampleReply>,
    /// What keys reply.
    pub keys: Option<&'a BTreeMap<String, ExampleReply>>,
}

impl<'a> ReplyControls<'a> {
    /// Everything that can be replied.
    pub(super) fn replies(self) -> impl Iterator<Item = &'a ExampleReply> {
        let keys = self.keys.into_iter().flat_map(BTreeMap::values);
        self.examples.iter().chain(self.click).chain(keys)
    }
}

/// Why this reply to a click makes no sense, with help.
pub(super) fn click_problem(click: &ExampleReply) -> Option<(String, String)> {
    let help = "write {column} and {row} where the cell belongs: click = \"{column} {row}\"";
    let text = click.lines().join("\n");
    let rest = PLACEHOLDERS.iter().fold(text.clone(), |text, placeholder| text.replace(placeholder, ""));
    if rest == text {
        return Some((format!("`{text}` is the same for each cell"), help.into()));
    }
    let unknown = rest.find('{').map(|begin| &rest[begin..])?;
    let unknown = unknown.split_inclusive('}').next().unwrap_or(unknown);
    Some((format!("a click has no `{unknown}`"), help.into()))
}

/// Why there is no key of this name, with help.
pub(super) fn key_problem(name: &str) -> Option<(String, String)> {
    let mut letters = name.chars();
    let is_character =
        matches!((letters.next(), letters.next()), (Some(letter), None) if !letter.is_control());
    if is_character || NAMED_KEYS.contains(&name) {
        return None;
    }
    let lower = NAMED_KEYS.map(str::to_lowercase);
    let meant = suggestion(name, lower.iter().map(String::as_str));
    let help = match meant.and_then(|meant| NAMED_KEYS.iter().find(|key| key.eq_ignore_ascii_case(meant))) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("a key is one character, or one of {}", NAMED_KEYS.join(", ")),
    };
    Some((format!("there is no key `{name}`"), help))
}
