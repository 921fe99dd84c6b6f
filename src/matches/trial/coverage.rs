//! What parts of a game trial matches have reached.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::TrialMatchObservations;

/// The most reasons of ends to keep.
const MOST_REASONS: usize = 20;

/// What was seen in some trial matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameCoverage {
    /// The fields of the program's messages, with `[]` for the elements of lists, such as
    /// `ask.asks[].until`.
    pub fields: BTreeSet<String>,
    /// The kinds of faults that occurred: those that the host found, and those of the program.
    pub faults: BTreeSet<&'static str>,
    /// Why matches ended, with the number of matches. Numbers in a reason are replaced by `N`.
    pub reasons: BTreeMap<String, usize>,
}

impl GameCoverage {
    pub fn add(&mut self, trial: &TrialMatchObservations) {
        trial.said.iter().filter_map(|said| serde_json::from_slice(said).ok()).for_each(|it| self.see(&it));
        self.faults.extend(trial.faults.iter().map(|fault| fault.fault.cause.name()));
        if let Some(reason) = trial.ended() {
            let reason = without_numbers(reason);
            if self.reasons.len() < MOST_REASONS || self.reasons.contains_key(&reason) {
                *self.reasons.entry(reason).or_default() += 1;
            }
        }
    }

    fn see(&mut self, message: &Value) {
        let kind = message["type"].as_str().unwrap_or_default();
        for (name, value) in message.as_object().into_iter().flatten().filter(|(name, _)| *name != "type") {
            self.fields.insert(format!("{kind}.{name}"));
            // What is in `details` belongs to the game, not to the protocol.
            if !matches!(name.as_str(), "details" | "stats") {
                self.see_parts(&format!("{kind}.{name}"), value);
            }
        }
    }

    fn see_parts(&mut self, place: &str, value: &Value) {
        let (place, objects) = match value {
            Value::Array(elements) => (format!("{place}[]"), elements.as_slice()),
            one => (place.to_owned(), std::slice::from_ref(one)),
        };
        let names = objects.iter().filter_map(Value::as_object).flat_map(|object| object.keys());
        self.fields.extend(names.map(|name| format!("{place}.{name}")));
    }
}

/// The text with `N` for each number.
fn without_numbers(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        match letter.is_ascii_digit() {
            true if plain.ends_with('N') => {}
            true => plain.push('N'),
            false => plain.push(letter),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_named_by_their_place() {
        let mut coverage = GameCoverage::default();
        coverage.see(
            &json!({ "type": "ask", "asks": [{ "seat": 0 }, { "until": "" }], "frame": { "rows": [] } }),
        );
        coverage.see(&json!({ "type": "end", "details": { "mine": 1 }, "stats": [{ "mine": 1 }] }));
        let fields: Vec<&str> = coverage.fields.iter().map(String::as_str).collect();
        let ask = ["ask.asks", "ask.asks[].seat", "ask.asks[].until", "ask.frame", "ask.frame.rows"];
        assert_eq!(fields, [ask.as_slice(), &["end.details", "end.stats"]].concat());
    }

    #[test]
    fn reasons_that_differ_in_numbers_are_one() {
        assert_eq!(without_numbers("seat 12 has 3 points"), "seat N has N points");
    }
}
