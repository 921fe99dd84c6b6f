//! Finds all violations of a JSON Schema in a value.
//!
//! It knows the keywords that schemas of Rust types have, and refuses schemas with other ones. A
//! complete validator is the largest dependency that this program could have: it takes more
//! processor time to compile than SQLite.

use std::cmp::Ordering::{self, Greater, Less};

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::source::escaped;

/// A part of a value that the schema does not allow.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Violation<'a> {
    /// The position of the part: a JSON Pointer (RFC 6901).
    pub(super) pointer: String,
    pub(super) value: &'a Value,
    pub(super) kind: ViolationKind<'a>,
}

/// What a part of a value violates.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ViolationKind<'a> {
    /// A table has this name, which the schema does not list.
    UnknownName(&'a str),
    /// A table lacks this name.
    MissingName(&'a str),
    /// The type is none of these types of JSON.
    WrongType(Vec<&'a str>),
    /// The number is below this limit.
    BelowMinimum(&'a Value),
    /// The number is above this limit.
    AboveMaximum(&'a Value),
    /// The text or the list has fewer characters or elements than this.
    TooShort(u64),
    /// The text or the list has more characters or elements than this.
    TooLong(u64),
    /// The value is none of the choices of the schema.
    NoChoice,
    /// The text is not a moment.
    NoMoment,
}

/// The keywords that allow every value.
const ANNOTATIONS: [&str; 6] = ["$schema", "$defs", "title", "description", "default", "examples"];

/// The violations of a schema in a value, in the order of the schema.
///
/// # Panics
///
/// If the schema has a keyword that is not known.
pub(super) fn violations<'a>(schema: &'a Value, value: &'a Value) -> Vec<Violation<'a>> {
    let mut found = Vec::new();
    check(schema, value, "", &mut found);
    found
}

fn check<'a>(schema: &'a Value, value: &'a Value, pointer: &str, found: &mut Vec<Violation<'a>>) {
    let Value::Object(schema) = schema else { return };
    let before = found.len();
    for (keyword, rule) in schema {
        let kind = match keyword.as_str() {
            "type" => wrong_type(rule, value),
            "minimum" => (order(value, rule) == Some(Less)).then_some(ViolationKind::BelowMinimum(rule)),
            "maximum" => (order(value, rule) == Some(Greater)).then_some(ViolationKind::AboveMaximum(rule)),
            "minLength" => {
                length(rule, characters(value), |len, limit| len < limit).map(ViolationKind::TooShort)
            }
            "maxLength" => {
                length(rule, characters(value), |len, limit| len > limit).map(ViolationKind::TooLong)
            }
            "minItems" => {
                length(rule, elements(value), |len, limit| len < limit).map(ViolationKind::TooShort)
            }
            "maxItems" => length(rule, elements(value), |len, limit| len > limit).map(ViolationKind::TooLong),
            "const" => (value != rule).then_some(ViolationKind::NoChoice),
            "enum" => (!list(rule).contains(value)).then_some(ViolationKind::NoChoice),
            "oneOf" | "anyOf" => no_choice(rule, value).then_some(ViolationKind::NoChoice),
            "format" => {
                assert_eq!(rule, "date-time", "the schema has an unknown format");
                no_moment(value).then_some(ViolationKind::NoMoment)
            }
            "required" | "properties" | "additionalProperties" | "items" => None,
            other => {
                assert!(ANNOTATIONS.contains(&other), "the schema has an unknown keyword, `{other}`");
                None
            }
        };
        found.extend(kind.map(|kind| Violation { pointer: pointer.into(), value, kind }));
    }
    // The parts of a value are of no interest if the value as a whole is wrong.
    if found.len() == before {
        check_parts(schema, value, pointer, found);
    }
}

fn check_parts<'a>(
    schema: &'a Map<String, Value>,
    value: &'a Value,
    pointer: &str,
    found: &mut Vec<Violation<'a>>,
) {
    match value {
        Value::Object(table) => check_table(schema, (table, value), pointer, found),
        Value::Array(elements) => {
            let Some(items) = schema.get("items") else { return };
            for (position, element) in elements.iter().enumerate() {
                check(items, element, &format!("{pointer}/{position}"), found);
            }
        }
        _ => {}
    }
}

fn check_table<'a>(
    schema: &'a Map<String, Value>,
    (table, value): (&'a Map<String, Value>, &'a Value),
    pointer: &str,
    found: &mut Vec<Violation<'a>>,
) {
    let violation = |kind| Violation { pointer: pointer.into(), value, kind };
    let properties = schema.get("properties").and_then(Value::as_object);
    let additional = schema.get("additionalProperties");
    for (name, part) in table {
        match (properties.and_then(|properties| properties.get(name)), additional) {
            (None, Some(Value::Bool(false))) => found.push(violation(ViolationKind::UnknownName(name))),
            (Some(schema), _) | (None, Some(schema)) => {
                check(schema, part, &format!("{pointer}/{}", escaped(name)), found);
            }
            (None, None) => {}
        }
    }
    let required = schema.get("required").map(list).unwrap_or_default().iter().filter_map(Value::as_str);
    let missing = required.filter(|name| !table.contains_key(*name));
    found.extend(missing.map(|name| violation(ViolationKind::MissingName(name))));
}

fn list(rule: &Value) -> &[Value] {
    rule.as_array().map_or(&[], Vec::as_slice)
}

fn wrong_type<'a>(rule: &'a Value, value: &Value) -> Option<ViolationKind<'a>> {
    let types: Vec<&str> = match rule {
        Value::String(name) => vec![name],
        _ => list(rule).iter().filter_map(Value::as_str).collect(),
    };
    (!types.iter().any(|name| is_of_type(value, name))).then_some(ViolationKind::WrongType(types))
}

/// Whether a value has this type. Integers may be written with a fraction of zero.
fn is_of_type(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(number) => {
            let is_whole = !number.is_f64() || number.as_f64().is_some_and(|number| number.fract() == 0.0);
            name == "number" || name == "integer" && is_whole
        }
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    }
}

/// How a number compares to a limit, exactly for whole numbers. `None` for other values.
fn order(value: &Value, limit: &Value) -> Option<Ordering> {
    match (exact(value), exact(limit)) {
        (Some(value), Some(limit)) => Some(value.cmp(&limit)),
        _ => value.as_f64()?.partial_cmp(&limit.as_f64()?),
    }
}

fn exact(value: &Value) -> Option<i128> {
    value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from))
}

fn length(rule: &Value, length: Option<usize>, is_wrong: fn(u64, u64) -> bool) -> Option<u64> {
    let (length, limit) = (length? as u64, rule.as_u64()?);
    is_wrong(length, limit).then_some(limit)
}

fn characters(value: &Value) -> Option<usize> {
    value.as_str().map(|text| text.chars().count())
}

fn elements(value: &Value) -> Option<usize> {
    value.as_array().map(Vec::len)
}

fn no_choice(rule: &Value, value: &Value) -> bool {
    list(rule).iter().all(|schema| !violations(schema, value).is_empty())
}

fn no_moment(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.parse::<Timestamp>().is_err())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn kinds<'a>(schema: &'a Value, value: &'a Value) -> Vec<(String, ViolationKind<'a>)> {
        violations(schema, value).into_iter().map(|found| (found.pointer, found.kind)).collect()
    }

    #[test]
    fn all_violations_are_found_with_their_places() {
        let schema = json!({
            "type": "object",
            "properties": {
                "count": { "type": "integer", "minimum": 1 },
                "names": { "type": "array", "items": { "type": "string", "minLength": 1 } },
            },
            "required": ["seed"],
            "additionalProperties": false,
        });
        let value = json!({ "count": 0, "names": ["a", ""], "a/b": 1 });
        let found = kinds(&schema, &value);
        assert_eq!(
            found,
            [
                (String::new(), ViolationKind::UnknownName("a/b")),
                ("/count".into(), ViolationKind::BelowMinimum(&schema["properties"]["count"]["minimum"])),
                ("/names/1".into(), ViolationKind::TooShort(1)),
                (String::new(), ViolationKind::MissingName("seed")),
            ]
        );
    }

    #[test]
    #[should_panic(expected = "uniqueItems")]
    fn a_schema_with_an_unknown_keyword_is_refused() {
        violations(&json!({ "uniqueItems": true }), &json!([1, 1]));
    }

    /// Values that are near to those of a schema with all keywords.
    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (-3..12_i64).prop_map(Value::from),
            prop_oneof![Just(2.0), Just(2.5), Just(1e20)].prop_map(Value::from),
            Just(json!(u64::MAX)),
            prop_oneof!["", "a", "late", "ääääää", "2014-05-09T00:00:00Z", "2014-05-09"]
                .prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 24, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map("[a-g]", inner, 0..7)
                    .prop_map(|table| Value::Object(table.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// A complete validator of JSON Schema gives the same verdict.
        #[test]
        fn the_verdict_is_that_of_the_standard(value in values()) {
            let schema = json!({
                "type": "object",
                "properties": {
                    "a": { "type": ["integer", "string"], "minimum": 1, "maximum": 9 },
                    "b": { "type": "string", "minLength": 1, "maxLength": 5 },
                    "c": { "type": "array", "minItems": 1, "maxItems": 3, "items": { "type": "number" } },
                    "d": { "oneOf": [{ "const": "late" }, { "const": "a" }] },
                    "e": { "anyOf": [{ "type": "integer", "minimum": 2 }, { "type": "boolean" }] },
                    "f": { "type": "string", "format": "date-time" },
                },
                "required": ["a"],
                "additionalProperties": { "enum": [1, 2, "late"] },
            });
            let standard = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
            prop_assert_eq!(violations(&schema, &value).is_empty(), standard.is_valid(&value));
        }
    }
}
