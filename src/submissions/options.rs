//! `[options]` of a `bot.toml`: settings of an engine, such as the size of its hash tables.

use std::collections::BTreeMap;

use serde_json::Value;

/// The options by name: texts, numbers, and true or false.
pub(super) type BotOptions = BTreeMap<String, Value>;

/// The most options of a bot.
const MOST_OPTIONS: usize = 100;

/// The longest name and the longest text, in bytes.
const MOST_NAME: usize = 100;
const MOST_TEXT: usize = 1_000;

/// Whether a bot can have these options.
pub fn are_valid(options: &BTreeMap<String, Value>) -> bool {
    problem(options).is_none()
}

/// What is wrong with the options, if anything is.
pub(super) fn problem(options: &BotOptions) -> Option<String> {
    if options.len() > MOST_OPTIONS {
        return Some(format!(
            "`[options]` has {} options, and a bot has at most {MOST_OPTIONS}",
            options.len()
        ));
    }
    options.iter().find_map(|(name, value)| {
        let is_name = !name.is_empty() && name.len() <= MOST_NAME && !name.contains(char::is_control);
        if !is_name || name.contains(['{', '}']) {
            return Some(format!(
                "{name:?} is no name of an option: it has 1 to {MOST_NAME} bytes, and no braces"
            ));
        }
        match value {
            Value::String(text) if text.len() > MOST_TEXT || text.contains(char::is_control) => {
                Some(format!("the option `{name}` is a text of one line, of at most {MOST_TEXT} bytes"))
            }
            Value::String(_) | Value::Number(_) | Value::Bool(_) => None,
            Value::Null | Value::Array(_) | Value::Object(_) => {
                Some(format!("the option `{name}` is no text, no number, and neither true nor false"))
            }
        }
    })
}

/// An option as a word of a command.
pub(super) fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
