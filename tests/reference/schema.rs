//! What a JSON Schema says of a key.

use serde_json::{Map, Value};

/// The schema with references replaced by what they refer to.
pub fn resolved(schema: &Value) -> Value {
    replaced(schema, &schema["$defs"])
}

fn replaced(schema: &Value, definitions: &Value) -> Value {
    match schema {
        Value::Array(elements) => elements.iter().map(|one| replaced(one, definitions)).collect(),
        Value::Object(object) => {
            let name = object.get("$ref").and_then(Value::as_str).and_then(|name| name.rsplit('/').next());
            let mut all: Map<String, Value> = name
                .and_then(|name| replaced(&definitions[name], definitions).as_object().cloned())
                .unwrap_or_default();
            all.extend(object.iter().map(|(name, value)| (name.clone(), replaced(value, definitions))));
            Value::Object(all)
        }
        other => other.clone(),
    }
}

/// The keys of a table by name.
pub fn properties(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.map(|(name, property)| (name.as_str(), property))
}

/// The schemas of which a value meets one.
pub fn choices(schema: &Value) -> impl Iterator<Item = &Value> {
    match schema["anyOf"].as_array() {
        Some(choices) => choices.iter(),
        None => std::slice::from_ref(schema).iter(),
    }
}

/// Whether a value is a table with a section of its own.
pub fn is_table(schema: &Value) -> bool {
    schema["type"] == "object" && plain_values(schema).is_none()
}

/// The schema of the values of a table with any keys, if these are no tables.
pub fn plain_values(schema: &Value) -> Option<&Value> {
    let values = schema.get("additionalProperties").filter(|values| values.is_object())?;
    choices(values).all(|one| one["type"] != "object").then_some(values)
}

/// The values that a key can have, or each of its elements, if these are listed.
pub fn listed_values(schema: &Value) -> Option<&[Value]> {
    let listed = schema["oneOf"].as_array().or(schema["items"]["oneOf"].as_array())?;
    Some(listed)
}
