//! The page of a TOML file, from its JSON Schema: a section for each table, with all of its keys.

use serde_json::Value;

use crate::keys::keys;
use crate::markdown::wrapped;
use crate::schema::{choices, is_table, properties, resolved};

/// A table of the file.
struct Section<'a> {
    /// As the file writes it, without brackets; empty for the top of the file.
    heading: String,
    schema: &'a Value,
    /// Whether its heading is repeated for each element.
    is_array: bool,
}

/// The page: an introduction in Markdown, and a section for each table.
pub fn page(introduction: &str, schema: &Value) -> String {
    let schema = &resolved(schema);
    let top = Section { heading: String::new(), schema, is_array: false };
    let games = schema["allOf"].as_array().map_or(&[][..], Vec::as_slice);
    let sections: String = below(&top).iter().map(|one| one.text(games)).collect();
    format!("{introduction}\n## Top of the file\n\n{}{sections}", keys("", schema))
}

/// The tables in a table, each followed by those in it.
fn below<'a>(section: &Section<'a>) -> Vec<Section<'a>> {
    let mut sections = Vec::new();
    for (name, property) in properties(section.schema) {
        if let Some(found) = nested(section.path(name), property) {
            let deeper = below(&found);
            sections.push(found);
            sections.extend(deeper);
        }
    }
    sections
}

/// The table that a key has as its value, if it has one.
fn nested(heading: String, property: &Value) -> Option<Section<'_>> {
    if is_table(&property["items"]) {
        return Some(Section { heading, schema: &property["items"], is_array: true });
    }
    let schema = choices(property).find(|one| is_table(one))?;
    let each = &schema["additionalProperties"];
    Some(match each.is_object() {
        true => Section { heading: format!("{heading}.NAME"), schema: each, is_array: false },
        false => Section { heading, schema, is_array: false },
    })
}

impl Section<'_> {
    fn path(&self, name: &str) -> String {
        if self.heading.is_empty() { name.into() } else { format!("{}.{name}", self.heading) }
    }

    /// The section in Markdown. A table that can have any key depends on the game.
    fn text(&self, games: &[Value]) -> String {
        let Section { heading, is_array, schema } = self;
        let brackets = if *is_array { format!("[[{heading}]]") } else { format!("[{heading}]") };
        let description = wrapped(schema["description"].as_str().unwrap_or_default());
        let own = match schema["additionalProperties"] == true {
            true => games.iter().map(|game| by_game(&brackets, game)).collect(),
            false => format!("\n{}", keys(heading, schema)),
        };
        format!("\n## `{brackets}`\n\n{description}{own}")
    }
}

/// The parameters of a built-in game, which the schema has as a condition.
fn by_game(brackets: &str, condition: &Value) -> String {
    let game = condition["if"]["properties"]["game"]["const"].as_str().expect("the name of a game");
    format!("\n### `{brackets}` of {game}\n\n{}", keys("", &condition["then"]["properties"]["parameters"]))
}
