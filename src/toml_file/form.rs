//! The form of a TOML file: its JSON Schema, and violations of it in words.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{ValidationError, Validator};
use schemars::JsonSchema;
use serde_json::Value;

use super::problem::{MOST_PROBLEMS, TomlProblem};
use super::source::{TomlSource, escaped};
use super::suggestion::suggestion;

/// The form of one kind of file. In the schema, every required value has an example.
#[derive(Debug)]
pub struct TomlForm {
    schema: Value,
    validator: Validator,
}

impl TomlForm {
    /// The form of files that are read into the type `T`.
    pub fn of<T: JsonSchema>() -> TomlForm {
        let mut schema = schemars::schema_for!(T).to_value();
        remove_what_is_rust(&mut schema);
        let validator =
            jsonschema::options().should_validate_formats(true).build(&schema).expect("the schema is valid");
        TomlForm { schema, validator }
    }

    /// The JSON Schema, for completion in editors.
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// The violations of the schema in a file, and the file without them: examples replace
    /// missing required values.
    pub fn problems(&self, source: &TomlSource) -> (Vec<TomlProblem>, Value) {
        let (mut problems, mut sound) = (Vec::new(), source.value.clone());
        for error in self.validator.iter_errors(&source.value).take(MOST_PROBLEMS) {
            problems.extend(self.in_words(source, &error));
            self.leave_out(&mut sound, &error);
        }
        (problems, sound)
    }

    /// Removes what an error is about from a file.
    fn leave_out(&self, file: &mut Value, error: &ValidationError<'_>) {
        let pointer = error.instance_path().as_str();
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                if let Some(table) = file.pointer_mut(pointer).and_then(Value::as_object_mut) {
                    table.retain(|name, _| !unexpected.contains(name));
                }
            }
            ValidationErrorKind::Required { .. } if pointer.is_empty() => {}
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

    fn in_words(&self, source: &TomlSource, error: &ValidationError<'_>) -> Vec<TomlProblem> {
        let pointer = error.instance_path().as_str();
        let name = pointer.rsplit('/').find(|part| part.parse::<usize>().is_err()).unwrap_or_default();
        let known = self.known(pointer);
        let example = example(name, known);
        let span = source.value(pointer);
        let at = |problem: String, help: String| vec![TomlProblem { span: span.clone(), problem, help }];
        let should = |what: &str| {
            at(format!("`{name}` should be {what}, and is {}", shown(error.instance())), example.clone())
        };
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                unexpected.iter().map(|name| unknown(source, pointer, name, known)).collect()
            }
            ValidationErrorKind::Required { property } => {
                let missing = property.as_str().unwrap_or_default();
                let pointer = format!("{pointer}/{missing}");
                at(format!("`{missing}` is missing"), self::example(missing, self.known(&pointer)))
            }
            ValidationErrorKind::Type { kind } => should(&types(kind)),
            ValidationErrorKind::Minimum { limit } => should(&format!("at least {limit}")),
            ValidationErrorKind::Maximum { limit } => should(&format!("at most {limit}")),
            ValidationErrorKind::MinLength { .. } => should("some text"),
            ValidationErrorKind::Enum { options } => should(&format!("one of {}", listed(options))),
            ValidationErrorKind::OneOfNotValid { .. } => should(&format!("one of {}", choices(known))),
            ValidationErrorKind::Format { .. } => should("a moment with date, time and zone"),
            ValidationErrorKind::Pattern { .. } => should("a seed"),
            _ => at(error.to_string(), example),
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
fn unknown(source: &TomlSource, pointer: &str, name: &str, parent: Option<&Value>) -> TomlProblem {
    let names: Vec<&str> = parent
        .and_then(|parent| parent["properties"].as_object())
        .map(|properties| properties.keys().map(String::as_str).collect())
        .unwrap_or_default();
    let help = match suggestion(name, names.iter().copied()) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("expected one of: {}", names.join(", ")),
    };
    let span = source.key(&format!("{pointer}/{}", escaped(name)));
    TomlProblem { span, problem: format!("`{name}` is not known"), help }
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

fn types(kind: &TypeKind) -> String {
    let words = |name: &str| match name {
        "integer" => "a whole number",
        "number" => "a number",
        "string" => "a text in quotes",
        "boolean" => "true or false",
        "array" => "a list in brackets",
        "object" => "a table",
        _ => "something else",
    };
    match kind {
        TypeKind::Single(kind) => words(&kind.to_string()).into(),
        TypeKind::Multiple(kinds) => {
            kinds.iter().map(|kind| words(&kind.to_string())).collect::<Vec<_>>().join(" or ")
        }
    }
}

fn listed(options: &Value) -> String {
    let names = options.as_array().into_iter().flatten().filter_map(Value::as_str);
    names.collect::<Vec<_>>().join(", ")
}

/// The names in a `oneOf` schema, which lists each with its description.
fn choices(schema: Option<&Value>) -> String {
    let choices = schema.and_then(|schema| schema["oneOf"].as_array()).into_iter().flatten();
    choices.filter_map(|choice| choice["const"].as_str()).collect::<Vec<_>>().join(", ")
}

/// A value for a message, shortened to fit in one line.
fn shown(value: &Value) -> String {
    const MOST: usize = 40;
    let kind = match value {
        Value::Array(_) => return "a list".into(),
        Value::Object(_) => return "a table".into(),
        other => other.to_string(),
    };
    match kind.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &kind[..end]),
        None => kind,
    }
}
