//! The type of a key in words, with its bounds.

use serde_json::Value;

use crate::markdown::code;
use crate::schema::{choices, is_table, listed_values, plain_values};

/// The type of a key. Tables link to their sections.
pub fn key_type(name: &str, property: &Value) -> String {
    let types: Vec<String> = choices(property).map(|one| one_type(name, one)).collect();
    types.join(" or ")
}

fn one_type(name: &str, schema: &Value) -> String {
    if is_table(schema) {
        return table_type(name, schema);
    }
    if let Some(values) = plain_values(schema) {
        let values: Vec<String> = choices(values).map(elements).collect();
        return format!("table of {}", values.join(" or "));
    }
    if schema.get("oneOf").is_some() {
        return listed(schema);
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => array_type(name, &schema["items"]),
        Value::String(kind) => format!("{}{}", scalar(kind, schema), bounds(schema)),
        Value::Array(kinds) => {
            let kinds: Vec<&str> = kinds.iter().filter_map(Value::as_str).collect();
            format!("{}{}", kinds.join(" or "), bounds(schema))
        }
        other => panic!("`{name}` has the type {other}"),
    }
}

fn table_type(name: &str, schema: &Value) -> String {
    match schema["additionalProperties"].is_object() {
        true => format!("[tables](#{}name)", anchor(name)),
        false => format!("[table](#{})", anchor(name)),
    }
}

/// What the heading of a section is called in links.
fn anchor(name: &str) -> String {
    name.to_lowercase()
}

fn array_type(name: &str, items: &Value) -> String {
    if is_table(items) {
        return format!("[array of tables](#{})", anchor(name));
    }
    let elements: Vec<String> = choices(items).map(elements).collect();
    format!("array of {}", elements.join(" or "))
}

fn elements(items: &Value) -> String {
    match items["type"].as_str() {
        Some("array") => "arrays of strings".to_owned(),
        Some(kind) => format!("{}s", scalar(kind, items)),
        None => listed(items),
    }
}

fn scalar<'a>(kind: &'a str, schema: &Value) -> &'a str {
    if schema["format"] == "date-time" { "date and time" } else { kind }
}

fn listed(schema: &Value) -> String {
    let values = listed_values(schema).unwrap_or_default();
    let values: Vec<String> = values.iter().map(|one| code(&one["const"].to_string())).collect();
    values.join(", ")
}

/// The bounds of a number or of the length of a string, with a comma before them.
fn bounds(schema: &Value) -> String {
    let bound = |name: &str| schema.get(name).and_then(Value::as_f64).map(grouped);
    let range = match (bound("minimum"), bound("maximum")) {
        (Some(least), Some(most)) => format!(", {least} to {most}"),
        (Some(least), None) => format!(", at least {least}"),
        (None, Some(most)) => format!(", at most {most}"),
        (None, None) => String::new(),
    };
    let length = match (bound("minLength"), bound("maxLength")) {
        (Some(least), Some(most)) => format!(", {least} to {most} characters"),
        _ => String::new(),
    };
    range + &length
}

/// A number with a comma before each thousand.
fn grouped(number: f64) -> String {
    let text = number.to_string();
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let (sign, digits) = whole.split_at(usize::from(whole.starts_with('-')));
    let mut groups: Vec<&str> = Vec::new();
    let mut rest = digits;
    while !rest.is_empty() {
        let (before, group) = rest.split_at(rest.len().saturating_sub(3));
        groups.insert(0, group);
        rest = before;
    }
    format!("{sign}{}{fraction}", groups.join(","))
}
