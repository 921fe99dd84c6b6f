//! A TOML text as JSON, with the places of all values.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Map, Value};
use toml::de::{DeTable, DeValue};

use super::problem::Problem;
use crate::number::as_json;

/// Where a key and its value are written.
#[derive(Debug, Clone)]
struct Place {
    key: Range<usize>,
    value: Range<usize>,
}

/// A TOML text that has been read.
#[derive(Debug)]
pub struct Source {
    /// What it says.
    pub value: Value,
    /// By JSON pointers such as `/phases/results_on`.
    places: BTreeMap<String, Place>,
}

impl Source {
    /// Reads a text; all mistakes against the syntax of TOML at once.
    pub fn read(text: &str) -> Result<Source, Vec<Problem>> {
        let (table, errors) = DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            return Err(errors.iter().map(no_toml).collect());
        }
        let mut source = Source { value: Value::Null, places: BTreeMap::new() };
        source.value = source.table("", table.get_ref());
        Ok(source)
    }

    /// Where the value of a pointer is written.
    pub fn value(&self, pointer: &str) -> Option<Range<usize>> {
        self.places.get(pointer).map(|place| place.value.clone())
    }

    /// Where the key of a pointer is written.
    pub fn key(&self, pointer: &str) -> Option<Range<usize>> {
        self.places.get(pointer).map(|place| place.key.clone())
    }

    fn table(&mut self, pointer: &str, table: &DeTable<'_>) -> Value {
        let mut object = Map::new();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let pointer = format!("{pointer}/{}", escaped(name));
            self.places.insert(pointer.clone(), Place { key: key.span(), value: value.span() });
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
                    let place = Place { key: element.span(), value: element.span() };
                    self.places.insert(pointer.clone(), place);
                    self.convert(&pointer, element.get_ref())
                };
                elements.iter().enumerate().map(element).collect()
            }
            DeValue::Table(table) => self.table(pointer, table),
        }
    }
}

/// A name as part of a JSON pointer (RFC 6901).
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn no_toml(error: &toml::de::Error) -> Problem {
    let remedy =
        "texts stand in quotes, moments such as 2014-05-09T00:00:00Z need none, and tables begin with [NAME]";
    Problem { span: error.span(), problem: error.message().to_owned(), remedy: remedy.into() }
}
