//! Reference pages in docs/ that are generated from the code.
//!
//! `UPDATE_REFERENCE=1 cargo test --test reference` updates them.
#![expect(clippy::disallowed_methods, reason = "the tests read and write documents")]

#[path = "../common/mod.rs"]
mod common;
mod json;
mod key_type;
mod keys;
mod markdown;
mod schema;
mod schema_page;
mod stored;
mod toml_text;

use json::{Descriptions, FieldsPage};
use stored::assert_stored;

#[test]
fn the_page_of_the_tournament_file_is_up_to_date() {
    let introduction = include_str!("tournament-file.md");
    let schema = rathaus::tournament::config::schema();
    assert_stored("TOURNAMENT-FILE.md", &schema_page::page(introduction, &schema));
}

#[test]
fn the_page_of_the_game_file_is_up_to_date() {
    let introduction = include_str!("game-file.md");
    let schema = rathaus::submissions::game_schema();
    assert_stored("GAME-FILE.md", &schema_page::page(introduction, schema));
}

#[test]
fn the_page_of_json_fields_is_up_to_date() {
    let descriptions = Descriptions::read(include_str!("json-fields.toml"));
    let page = FieldsPage::new(include_str!("json-fields.md"), &descriptions, &json::outputs());
    assert!(page.problems.is_empty(), "tests/reference/json-fields.toml: {:#?}", page.problems);
    assert_stored("JSON-FIELDS.md", &page.text);
}
