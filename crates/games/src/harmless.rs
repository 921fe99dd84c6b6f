//! Makes untrusted text safe to show.

use std::borrow::Cow;

use serde_json::Value;

/// The maximum number of characters in a line that contains untrusted text.
const LONGEST: usize = 10_000;

/// Makes a name or a line safe to show. Invisible characters, and those that change the direction
/// of text, are replaced by escapes. Players choose their names: a name with a line feed in it
/// could imitate a line of Rathaus's own output.
pub fn harmless(name: &str) -> String {
    let mut shown = String::with_capacity(name.len().min(LONGEST));
    let mut letters = name.chars();
    for letter in letters.by_ref().take(LONGEST) {
        if is_hidden(letter) { shown.extend(letter.escape_default()) } else { shown.push(letter) }
    }
    match letters.count() {
        0 => shown,
        more => format!("{shown}… [{more} letters left out]"),
    }
}

/// Like [`harmless`], for a text of several lines.
pub fn harmless_text(text: &str) -> String {
    text.split('\n').map(harmless).collect::<Vec<_>>().join("\n")
}

/// Like [`harmless_text`], with lines after the first indented, so that none looks like another
/// message.
pub fn indented(text: &str) -> String {
    let mut shown = String::new();
    for (number, line) in text.lines().enumerate() {
        let indent = if number > 0 && !line.starts_with(' ') { "  " } else { "" };
        let feed = if number > 0 { "\n" } else { "" };
        shown += &format!("{feed}{indent}{}", harmless(line));
    }
    shown
}

/// Escapes what [`harmless`] replaces, except line feeds, in a text in JSON. The values stay the
/// same: such characters are only in strings, where JSON has escapes for them.
pub fn harmless_json(json: &str) -> Cow<'_, str> {
    let is_escaped = |letter: char| letter != '\n' && is_hidden(letter);
    if !json.contains(is_escaped) {
        return Cow::Borrowed(json);
    }
    let mut shown = String::with_capacity(json.len());
    for letter in json.chars() {
        if is_escaped(letter) {
            let units = letter
                .encode_utf16(&mut [0; 2])
                .iter()
                .map(|unit| format!("\\u{unit:04x}"))
                .collect::<String>();
            shown.push_str(&units);
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

/// Makes all strings in a JSON value safe to show.
pub fn sanitize(value: &mut Value) {
    match value {
        Value::String(text) if text.chars().any(|letter| letter != '\n' && is_hidden(letter)) => {
            *text = harmless_text(text);
        }
        Value::Array(values) => values.iter_mut().for_each(sanitize),
        Value::Object(values) => values.values_mut().for_each(sanitize),
        _ => {}
    }
}

/// Whether a character is a control character, is invisible, or changes how others are shown.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control() || is_unseen(letter)
}

/// Cuts a text to at most `most` characters, and marks the cut with `…`.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Whether a character is invisible or changes how others are shown: direction controls (UAX #9),
/// zero-width characters, and blanks that are drawn as nothing (`Default_Ignorable_Code_Point`).
fn is_unseen(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_turns_or_hides_letters_is_shown_by_its_number() {
        for unseen in [
            '\u{202e}',
            '\u{2066}',
            '\u{2069}',
            '\u{200e}',
            '\u{61c}',
            '\u{200b}',
            '\u{feff}',
            '\u{3164}',
            '\u{e0041}',
            '\u{9b}',
        ] {
            let shown = harmless(&format!("a{unseen}b"));
            assert_eq!(shown, format!("a\\u{{{:x}}}b", u32::from(unseen)));
        }
        assert_eq!(harmless("Zoë, 陳, עמי"), "Zoë, 陳, עמי");
        let mut value = serde_json::json!({ "a": ["b\u{202e}", "c\nd"] });
        sanitize(&mut value);
        assert_eq!(value, serde_json::json!({ "a": ["b\\u{202e}", "c\nd"] }));
        assert_eq!(harmless_text("a\r\nb\u{202e}"), "a\\r\nb\\u{202e}");
    }

    #[test]
    fn json_has_the_same_values_in_other_letters() {
        let value = serde_json::json!({ "a\u{9b}": ["\u{202e}\u{7f}\u{e0041}", "c\nd\u{1b}"] });
        let text = format!("{value:#}\n");
        let shown = harmless_json(&text);
        assert!(!shown.contains(|letter: char| letter != '\n' && is_hidden(letter)), "{shown}");
        assert_eq!(serde_json::from_str::<Value>(&shown).unwrap(), value);
        assert!(matches!(harmless_json("{\n \"a\": 1 }"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_name_of_megabytes_is_cut() {
        let shown = harmless(&"ü".repeat(1 << 20));
        assert!(
            shown.chars().count() < LONGEST + 50 && shown.ends_with("letters left out]"),
            "{}",
            shown.len()
        );
        assert_eq!(shortened("übel", 2), "üb…");
    }
}
