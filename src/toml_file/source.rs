//! Parses TOML to JSON, with the positions of all values.

use std::collections::BTreeMap;
use std::ops::Range;

use rathaus_games::number::as_json;
use serde_json::{Map, Value};
use toml::de::{DeTable, DeValue};

use super::problem::{MOST_PROBLEMS, TomlDiagnostic};
use crate::untrusted::excerpt;

/// The most values in a file, including those in lists and tables.
const MAX_VALUES: usize = 100_000;

/// The longest JSON pointer in bytes: all keys that lead to a value.
const MAX_POINTER: usize = 512;

/// The positions of a key and its value.
#[derive(Debug, Clone)]
struct KeySpan {
    key: Range<usize>,
    value: Range<usize>,
}

/// A parsed TOML file.
#[derive(Debug)]
pub struct SpannedToml {
    pub value: Value,
    /// The positions by JSON pointer, such as `/phases/results_on`.
    places: BTreeMap<String, KeySpan>,
    /// The first value beyond one of the limits.
    excess: Option<TomlDiagnostic>,
}

impl SpannedToml {
    /// Parses a text. Returns all syntax errors at once.
    pub fn read(text: &str) -> Result<SpannedToml, Vec<TomlDiagnostic>> {
        let (table, errors) = DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            return Err(errors.iter().take(MOST_PROBLEMS).map(syntax_problem).collect());
        }
        let mut source = SpannedToml { value: Value::Null, places: BTreeMap::new(), excess: None };
        source.value = source.table("", table.get_ref());
        match source.excess.take() {
            Some(problem) => Err(vec![problem]),
            None => Ok(source),
        }
    }

    /// Notes the position of a value. Returns false for a value beyond the limits, which
    /// is left out.
    fn note(&mut self, pointer: &str, place: KeySpan) -> bool {
        let problem = match (self.places.len() < MAX_VALUES, pointer.len() <= MAX_POINTER) {
            (true, true) => {
                self.places.insert(pointer.to_owned(), place);
                return true;
            }
            (false, _) => format!("there are more than {MAX_VALUES} values in this file"),
            (true, false) => format!("the keys to this value have more than {MAX_POINTER} bytes together"),
        };
        let help = "leave out what does not belong into such a file";
        self.excess.get_or_insert_with(|| TomlDiagnostic::at(place.key, problem, help));
        false
    }

    /// The position of the value at this pointer.
    pub fn value(&self, pointer: &str) -> Option<Range<usize>> {
        self.places.get(pointer).map(|place| place.value.clone())
    }

    /// The position of the key at this pointer.
    pub fn key(&self, pointer: &str) -> Option<Range<usize>> {
        self.places.get(pointer).map(|place| place.key.clone())
    }

    fn table(&mut self, pointer: &str, table: &DeTable<'_>) -> Value {
        let mut object = Map::new();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let pointer = format!("{pointer}/{}", escaped(name));
            if !self.note(&pointer, KeySpan { key: key.span(), value: value.span() }) {
                break;
            }
            object.insert(name.to_owned(), self.convert(&pointer, value.get_ref()));
        }
        Value::Object(object)
    }

    fn convert(&mut self, pointer: &str, value: &DeValue<'_>) -> Value {
        match value {
            DeValue::String(text) => Value::from(text.as_ref()),
            DeValue::Integer(number) => number
                .to_string()
                .parse::<i64>()
                .ok()
                .or_else(|| i64::from_str_radix(number.as_str(), number.radix()).ok())
                .map_or_else(|| Value::from(number.to_string()), Value::from),
            DeValue::Float(number) => {
                number.as_str().parse().map_or_else(|_| Value::from(number.as_str()), as_json)
            }
            DeValue::Boolean(truth) => Value::from(*truth),
            DeValue::Datetime(moment) => Value::from(moment.to_string()),
            DeValue::Array(elements) => {
                let element = |(index, element): (usize, &toml::Spanned<DeValue<'_>>)| {
                    let pointer = format!("{pointer}/{index}");
                    let place = KeySpan { key: element.span(), value: element.span() };
                    self.note(&pointer, place).then(|| self.convert(&pointer, element.get_ref()))
                };
                elements.iter().enumerate().map_while(element).collect()
            }
            DeValue::Table(table) => self.table(pointer, table),
        }
    }
}

/// Escapes a name for use in a JSON pointer (RFC 6901).
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn syntax_problem(error: &toml::de::Error) -> TomlDiagnostic {
    let help =
        "texts stand in quotes, moments such as 2014-05-09T00:00:00Z need none, and tables begin with [NAME]";
    TomlDiagnostic { span: error.span(), problem: excerpt(error.message()), help: help.into() }
}
