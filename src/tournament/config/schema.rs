//! The JSON Schema of `tournament.toml`. Editors complete by it, and Rathaus checks files
//! against it.

use std::sync::LazyLock;

use rathaus_games::GAMES;
use rathaus_games::parameters::ParameterDescription;
use serde_json::{Map, Value, json};

use super::TournamentConfig;
use crate::toml_file::TomlSchema;

/// The schema, with the parameters of each built-in game.
pub fn schema() -> Value {
    let mut schema = form().schema().clone();
    let games = GAMES.iter().map(|game| (game.name(), game.describe()));
    schema["allOf"] = games.map(|(game, parameters)| of_game(game, &parameters)).collect();
    schema
}

/// The form of the file without the parameters of games, which the games check themselves.
pub(super) fn form() -> &'static TomlSchema {
    static FORM: LazyLock<TomlSchema> = LazyLock::new(TomlSchema::of::<TournamentConfig>);
    &FORM
}

fn of_game(game: &str, parameters: &[ParameterDescription]) -> Value {
    let properties: Map<String, Value> =
        parameters.iter().map(|description| (description.name.to_string(), parameter(description))).collect();
    let parameters = json!({ "properties": properties, "additionalProperties": false });
    let group = json!({ "items": { "properties": { "parameters": parameters } } });
    json!({
        "if": { "properties": { "game": { "const": game } } },
        "then": { "properties": { "parameters": parameters, "group": group } },
    })
}

fn parameter(description: &ParameterDescription) -> Value {
    let ParameterDescription { default, least, most, meaning, .. } = description;
    match default {
        Value::Bool(_) => json!({ "type": "boolean", "description": meaning, "default": default }),
        _ => {
            let kind = if default.is_f64() { "number" } else { "integer" };
            json!({
                "type": kind,
                "minimum": least,
                "maximum": most,
                "description": meaning,
                "default": default,
            })
        }
    }
}
