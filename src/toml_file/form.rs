//! The form of a TOML file: its JSON Schema, and violations of it in words.

use rathaus_games::harmless::shortened;
use schemars::JsonSchema;
use serde_json::Value;

use super::problem::{MOST_PROBLEMS, TomlDiagnostic};
use super::source::{SpannedToml, escaped};
use super::suggestion::suggestion;
use super::violation::{Violation, ViolationKind, violations};

/// The form of one kind of file. In the schema, every required value has an example.
#[derive(Debug)]
pub struct TomlSchema {
    schema: Value,
}

impl TomlSchema {
    /// The form of files that are read into the type `T`.
    pub fn of<T: JsonSchema>() -> TomlSchema {
        let mut schema = schemars::schema_for!(T).to_value();
        remove_what_is_rust(&mut schema);
        TomlSchema { schema }
    }

    /// The JSON Schema, for completion in editors.
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// The violations of the schema in a file, and the file without them: examples replace
    /// missing required values.
    pub fn problems(&self, source: &SpannedToml) -> (Vec<TomlDiagnostic>, Value) {
        let (mut problems, mut sound) = (Vec::new(), source.value.clone());
        for violation in violations(&self.schema, &source.value).iter().take(MOST_PROBLEMS) {
            problems.push(self.in_words(source, violation));
            self.leave_out(&mut sound, violation);
        }
        (problems, sound)
    }

    /// Removes what a violation is about from a file.
    fn leave_out(&self, file: &mut Value, Violation { pointer, kind, .. }: &Violation<'_>) {
        match kind {
            ViolationKind::UnknownName(name) => {
                if let Some(table) = file.pointer_mut(pointer).and_then(Value::as_object_mut) {
                    table.remove(*name);
                }
            }
            ViolationKind::MissingName(_) if pointer.is_empty() => {}
            // Remove the whole top-level value, because removing an element of a list would
            // shift the others.
            _ => {
                let name = pointer.split('/').nth(1).unwrap_or_default();
                if let Some(table) = file.as_object_mut() {
                    table.remove(name);
                }
            }
        }
        let required = self.schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for name in required.filter(|name| file.get(name).is_none()).collect::<Vec<_>>() {
            file[name] = self.schema["properties"][name]["examples"][0].clone();
        }
    }

    fn in_words(&self, source: &SpannedToml, violation: &Violation<'_>) -> TomlDiagnostic {
        let Violation { pointer, value, kind } = violation;
        let name = pointer.rsplit('/').find(|part| part.parse::<usize>().is_err()).unwrap_or_default();
        let known = self.known(pointer);
        let at = |problem, help| TomlDiagnostic { span: source.value(pointer), problem, help };
        let should = |what: &str| {
            at(format!("`{name}` should be {what}, and is {}", shown(value)), example(name, known))
        };
        match kind {
            ViolationKind::UnknownName(name) => unknown(source, pointer, name, known),
            ViolationKind::MissingName(missing) => {
                let pointer = format!("{pointer}/{missing}");
                at(format!("`{missing}` is missing"), example(missing, self.known(&pointer)))
            }
            ViolationKind::WrongType(types) => should(&types_in_words(types)),
            ViolationKind::BelowMinimum(limit) => should(&format!("at least {limit}")),
            ViolationKind::AboveMaximum(limit) => should(&format!("at most {limit}")),
            ViolationKind::TooShort(limit) => should(&length_in_words(value, "at least", *limit)),
            ViolationKind::TooLong(limit) => should(&length_in_words(value, "at most", *limit)),
            ViolationKind::NoChoice => should(&choices(known)),
            ViolationKind::NoMoment => should("a moment with date, time and zone"),
        }
    }

    /// The part of the schema for the value at this pointer.
    fn known(&self, pointer: &str) -> Option<&Value> {
        let mut schema = &self.schema;
        for part in pointer.split('/').skip(1) {
            schema = match part.parse::<usize>() {
                Ok(_) => schema.get("items")?,
                Err(_) => schema["properties"].get(part).or_else(|| schema.get("additionalProperties"))?,
            };
        }
        Some(schema)
    }
}

/// Removes formats that give the width of numbers, and null defaults, since TOML has no null.
fn remove_what_is_rust(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.retain(|name, value| match name.as_str() {
                // A property that is named `format` has an object here: its schema.
                "format" => value.is_object() || value == "date-time",
                "default" => !value.is_null(),
                _ => true,
            });
            object.values_mut().for_each(remove_what_is_rust);
        }
        Value::Array(elements) => elements.iter_mut().for_each(remove_what_is_rust),
        _ => {}
    }
}

/// The problem of a name that is not in the schema.
fn unknown(source: &SpannedToml, pointer: &str, name: &str, parent: Option<&Value>) -> TomlDiagnostic {
    let names: Vec<&str> = parent
        .and_then(|parent| parent["properties"].as_object())
        .map(|properties| properties.keys().map(String::as_str).collect())
        .unwrap_or_default();
    let help = match suggestion(name, names.iter().copied()) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("expected one of: {}", names.join(", ")),
    };
    let span = source.key(&format!("{pointer}/{}", escaped(name)));
    TomlDiagnostic { span, problem: format!("`{name}` is not known"), help }
}

/// The description of a value, with an example of how to write it.
fn example(name: &str, schema: Option<&Value>) -> String {
    let description = schema.and_then(|schema| schema["description"].as_str()).unwrap_or_default();
    let written = schema.and_then(|schema| schema["examples"].get(0)).and_then(|example| {
        let moment = schema?["format"] == "date-time";
        Some(if moment { example.as_str()?.to_owned() } else { example.to_string() })
    });
    let meaning = description.replace('\n', " ");
    match written {
        Some(written) => format!("{meaning} Write for instance `{name} = {written}`."),
        None => meaning,
    }
}

fn types_in_words(types: &[&str]) -> String {
    let words = |name: &&str| match *name {
        "integer" => "a whole number",
        "number" => "a number",
        "string" => "a text in quotes",
        "boolean" => "true or false",
        "array" => "a list in brackets",
        "object" => "a table",
        _ => "something else",
    };
    types.iter().map(words).collect::<Vec<_>>().join(" or ")
}

fn length_in_words(value: &Value, bound: &str, limit: u64) -> String {
    let (what, unit) = if value.is_array() { ("a list", "elements") } else { ("a text", "characters") };
    let unit = if limit == 1 { unit.trim_end_matches('s') } else { unit };
    format!("{what} of {bound} {limit} {unit}")
}

/// The values that a schema allows, if it lists them, each perhaps with its description.
fn choices(schema: Option<&Value>) -> String {
    let list = |name: &str| schema.and_then(|schema| schema[name].as_array()).into_iter().flatten();
    let names = list("enum").chain(list("oneOf").map(|choice| &choice["const"])).filter_map(Value::as_str);
    let names: Vec<&str> = names.collect();
    if names.is_empty() { "what the example shows".into() } else { format!("one of {}", names.join(", ")) }
}

/// A value for a message, shortened to fit in one line.
fn shown(value: &Value) -> String {
    const MOST: usize = 40;
    match value {
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "a table".into(),
        other => shortened(&other.to_string(), MOST),
    }
}
