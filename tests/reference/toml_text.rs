//! Values as a TOML file writes them.

use serde_json::Value;

/// A value as TOML. `schema` tells dates from strings, which are the same in JSON.
pub fn toml_text(value: &Value, schema: &Value) -> String {
    match value {
        Value::String(text) if schema["format"] == "date-time" => text.clone(),
        Value::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(|one| toml_text(one, &schema["items"])).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Object(fields) => {
            let written: Vec<String> = fields
                .iter()
                .map(|(name, one)| format!("{name} = {}", toml_text(one, &schema["properties"][name])))
                .collect();
            format!("{{ {} }}", written.join(", "))
        }
        scalar => scalar.to_string(),
    }
}
