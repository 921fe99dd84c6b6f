//! Reference pages in docs/ that are generated from the code.
//!
//! `UPDATE_REFERENCE=1 cargo test --test reference` updates them.
#![expect(clippy::disallowed_methods, reason = "the tests read and write documents")]

mod key_type;
mod keys;
mod markdown;
mod schema;
mod schema_page;
mod stored;
mod toml_text;

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
