//! The keys of a table of a TOML file, as a table in Markdown.

use serde_json::Value;

use crate::key_type::key_type;
use crate::markdown::{code, table};
use crate::schema::{is_table, listed_values, properties};
use crate::toml_text::toml_text;

const HEADER: [&str; 5] = ["key", "type", "default", "example", "meaning"];

/// The keys of a table with this heading, and the meanings of the values that are listed.
pub fn keys(heading: &str, schema: &Value) -> String {
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    let rows: Vec<Vec<String>> = properties(schema)
        .map(|(name, property)| row((heading, name), property, required.iter().any(|one| one == name)))
        .collect();
    table(&HEADER, &rows) + &meanings(schema)
}

fn row((heading, name): (&str, &str), property: &Value, is_required: bool) -> Vec<String> {
    let (description, stated) = parted(property["description"].as_str().unwrap_or_default());
    let given = property.get("default").filter(|_| property["type"] != "object");
    let default = match (is_required, stated, given) {
        (true, ..) => "required".into(),
        (_, Some(words), _) => words,
        (.., Some(value)) => code(&toml_text(value, property)),
        _ => String::new(),
    };
    let example = property["examples"].get(0).or(given);
    let example = example.filter(|_| !is_table(property) && !is_table(&property["items"]));
    let example = example.map_or(String::new(), |value| code(&toml_text(value, property)));
    vec![code(name), key_type(&format!("{heading}{name}"), property), default, example, description]
}

/// A description without its `[default: WORDS]`, and these words.
fn parted(description: &str) -> (String, Option<String>) {
    let description = description.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((before, after)) = description.split_once(" [default: ") else {
        return (description, None);
    };
    let (words, rest) = after.split_once(']').expect("an end of the default");
    (format!("{before}{rest}"), Some(words.into()))
}

/// A table for each list of values. Keys with the same list share it.
fn meanings(schema: &Value) -> String {
    let mut lists: Vec<(&[Value], Vec<String>)> = Vec::new();
    for (name, property) in properties(schema) {
        let Some(values) = listed_values(property) else { continue };
        match lists.iter_mut().find(|(known, _)| *known == values) {
            Some((_, names)) => names.push(code(name)),
            None => lists.push((values, vec![code(name)])),
        }
    }
    lists.iter().map(|(values, names)| values_table(&names.join(", "), values)).collect()
}

fn values_table(names: &str, values: &[Value]) -> String {
    let rows: Vec<Vec<String>> = values
        .iter()
        .map(|one| vec![code(&one["const"].to_string()), one["description"].as_str().unwrap_or("").into()])
        .collect();
    format!("\n{}", table(&[&format!("value of {names}"), "meaning"], &rows))
}
