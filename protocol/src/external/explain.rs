//! Explains the usual mistakes in what a program prints, and says what to do.

use serde_json::error::Category;

use crate::fields::quote;

/// What Python and other languages write for numbers that JSON does not have.
const NO_NUMBERS: [&str; 3] = ["NaN", "Infinity", "nan"];

const ONLY_MESSAGES: &str =
    "only messages belong on stdout, one JSON object in a line; print all else to stderr";

/// What is wrong with a line that is no JSON object. `None` if it begins like one.
pub(super) fn no_object(line: &[u8]) -> Option<String> {
    match line.trim_ascii() {
        [] => Some(format!("the program printed an empty line; {ONLY_MESSAGES}")),
        [b'{', ..] => None,
        _ => Some(format!("the program printed {}; {ONLY_MESSAGES}", quote(line))),
    }
}

/// What is wrong with an object that cannot be parsed. `None` if the error is no usual mistake.
pub(super) fn mistake(line: &[u8], error: &serde_json::Error) -> Option<String> {
    let words = error.to_string();
    match error.classify() {
        Category::Syntax => {
            no_number(line, error).or_else(|| Some(format!("{words}, in {}; {ONLY_MESSAGES}", quote(line))))
        }
        Category::Eof => {
            Some(format!("{words}, in {}; a message ends in the line in which it begins", quote(line)))
        }
        Category::Data => no_integer(&words).or_else(|| null(&words)),
        Category::Io => None,
    }
}

/// A name at the place of the error that stands for a number in other languages.
fn no_number(line: &[u8], error: &serde_json::Error) -> Option<String> {
    let rest = line.get(error.column().saturating_sub(2)..)?;
    let is_near = |name: &&&str| rest.windows(name.len()).take(3).any(|found| found == name.as_bytes());
    let name = NO_NUMBERS.iter().find(is_near)?;
    Some(format!("`{name}` is no number in JSON; send a finite number, for example 0"))
}

/// A number with a decimal point where the message has an integer.
fn no_integer(words: &str) -> Option<String> {
    let number = words.strip_prefix("invalid type: floating point `")?.split('`').next()?;
    Some(format!(
        "{number} has a decimal point, and this is an integer; convert it, for example with `int` in Python"
    ))
}

/// JavaScript writes `null` for numbers that JSON does not have.
fn null(words: &str) -> Option<String> {
    let expected = words.strip_prefix("invalid type: null, expected ")?;
    let is_number = ["f64", "u32", "u64", "usize"].iter().any(|kind| expected.starts_with(kind));
    let why = "`null` is no number, and JavaScript writes it for NaN and Infinity; send a finite number";
    is_number.then(|| why.into())
}

#[cfg(test)]
mod tests {
    use crate::external::{FIRST_VERSION, FromGame};

    /// The place and the problem of a line.
    fn wrong(line: &str) -> (String, String) {
        let error = FromGame::decode(line.as_bytes(), FIRST_VERSION).unwrap_err();
        (error.place, error.problem)
    }

    #[test]
    fn what_is_no_message_belongs_on_stderr() {
        for line in ["hello", "", "5", "[1, 2]", "{hello}"] {
            let (place, problem) = wrong(line);
            assert_eq!(place, "", "{line}");
            assert!(problem.contains(line) && problem.contains("stderr"), "{problem}");
        }
    }

    #[test]
    fn what_is_no_number_is_named_in_its_place() {
        let end = |scores: &str| format!(r#"{{"type":"end","scores":[1,{scores}],"reason":"over"}}"#);
        for (scores, name) in
            [("NaN", "NaN"), ("Infinity", "Infinity"), (" -Infinity", "Infinity"), ("null", "null")]
        {
            let (place, problem) = wrong(&end(scores));
            assert_eq!(place, "scores[1]", "{problem}");
            assert!(problem.starts_with(&format!("`{name}`")), "{problem}");
        }
    }

    #[test]
    fn a_float_in_the_place_of_an_integer_is_named() {
        let (place, problem) = wrong(r#"{"type":"end","ranks":[1,2.0],"reason":"over"}"#);
        assert_eq!(place, "ranks[1]");
        assert!(problem.starts_with("2.0 has a decimal point"), "{problem}");
    }

    #[test]
    fn a_name_in_a_text_is_no_mistake() {
        let end = r#"{"type":"end","scores":[1,2],"reason":"NaN and Infinity"}"#;
        assert!(FromGame::decode(end.as_bytes(), FIRST_VERSION).is_ok());
    }
}
