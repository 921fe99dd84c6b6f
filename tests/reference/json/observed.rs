//! The types of the values at each path of JSON outputs. Values themselves are not kept, so that
//! the result is the same on each machine.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// What was seen at a path.
#[derive(Debug, Default)]
struct Observation {
    types: BTreeSet<&'static str>,
    count: usize,
    /// How many of the values were objects.
    objects: usize,
}

/// The observations of each path, such as `players[].name`. The path of the whole output is empty.
#[derive(Debug, Default)]
pub struct Observed {
    paths: BTreeMap<String, Observation>,
}

/// The type of a field, for readers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldType {
    /// Such as `array of strings or number`.
    pub words: String,
    pub can_be_null: bool,
    pub can_be_missing: bool,
}

impl FieldType {
    /// Whether all values were null or empty.
    pub fn is_unknown(&self) -> bool {
        let words = self.words.as_str();
        words.is_empty() || words.ends_with("array") || words.ends_with("arrays")
    }
}

impl Observed {
    /// The observations of these outputs. `maps` are the paths of objects with free keys.
    pub fn of(outputs: &[Value], maps: &[String]) -> Observed {
        let mut observed = Observed::default();
        outputs.iter().for_each(|output| observed.visit("", output, maps));
        observed
    }

    fn visit(&mut self, path: &str, value: &Value, maps: &[String]) {
        let seen = self.paths.entry(path.to_owned()).or_default();
        seen.types.insert(name(value));
        seen.count += 1;
        seen.objects += usize::from(value.is_object());
        match value {
            Value::Array(elements) => {
                elements.iter().for_each(|one| self.visit(&format!("{path}[]"), one, maps));
            }
            Value::Object(fields) => {
                let is_map = maps.iter().any(|map| map == path);
                for (name, one) in fields {
                    self.visit(&child(path, if is_map { "{name}" } else { name }), one, maps);
                }
            }
            _ => {}
        }
    }

    /// The paths of all fields, with their types.
    pub fn fields(&self) -> BTreeMap<String, FieldType> {
        let is_field = |path: &&String| !path.is_empty() && !path.ends_with("[]");
        self.paths.keys().filter(is_field).map(|path| (path.clone(), self.field_type(path))).collect()
    }

    fn field_type(&self, path: &str) -> FieldType {
        let parent = path.rsplit_once('.').map_or("", |(parent, _)| parent);
        FieldType {
            words: self.words(path, ""),
            can_be_null: self.paths[path].types.contains("null"),
            can_be_missing: !path.ends_with("{name}") && self.paths[path].count < self.objects(parent),
        }
    }

    /// How many objects were seen at a path. The fields of a top-level array have the path `[]`.
    fn objects(&self, path: &str) -> usize {
        self.paths.get(path).map_or(0, |seen| seen.objects)
    }

    /// The types of the values at a path in words, without null.
    fn words(&self, path: &str, plural: &str) -> String {
        let Some(seen) = self.paths.get(path) else { return String::new() };
        // A number that was whole once is still a number.
        let is_hidden = |kind: &str| kind == "integer" && seen.types.contains("number");
        let types = seen.types.iter().filter(|kind| **kind != "null" && !is_hidden(kind));
        let words: Vec<String> = types.map(|kind| self.word(path, kind, plural)).collect();
        words.join(" or ")
    }

    fn word(&self, path: &str, kind: &str, plural: &str) -> String {
        if kind != "array" {
            return format!("{kind}{plural}");
        }
        let path = format!("{path}[]");
        let elements = self.words(&path, "s");
        let null = self.paths.get(&path).is_some_and(|seen| seen.types.contains("null"));
        match (elements.as_str(), null) {
            ("", _) => format!("array{plural}"),
            (_, false) => format!("array{plural} of {elements}"),
            (_, true) => format!("array{plural} of {elements} or null"),
        }
    }
}

/// The path of a field of the object at a path.
pub fn child(path: &str, name: &str) -> String {
    if path.is_empty() { name.into() } else { format!("{path}.{name}") }
}

fn name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
