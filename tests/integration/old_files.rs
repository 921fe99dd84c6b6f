//! Databases and replays of version 0.1.0 still work. They are in `tests/fixtures/0.1.0`.
#![expect(clippy::disallowed_methods, reason = "the fixtures are read and copied")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rathaus::matches::MatchSpec;
use rusqlite::Connection;
use serde_json::Value;

use crate::common::World;
use crate::forgery::forge;
use crate::games::{done, seven};

/// One folder for each game, and one for a custom game.
fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/0.1.0");
    let mut found: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    assert!(found.len() >= 5, "{found:?}");
    found
}

/// Copies a fixture into a new world, because opening a database may upgrade it.
fn world(fixture: &Path) -> World {
    let world = World::new();
    for file in ["tournament.toml", "tournament.db", "match.replay"] {
        fs::copy(fixture.join(file), world.path(file)).unwrap();
    }
    world
}

/// Ratings and adjusted p values are not in the fixtures, because what they mean has changed since.
#[test]
fn databases_give_the_same_standings() {
    for fixture in fixtures() {
        let world = world(&fixture);
        let run = world.run(&[
            "tournament",
            "standings",
            "--format",
            "json",
            &world.path("tournament.toml").display().to_string(),
        ]);
        assert_eq!(run.code, Some(0), "{}: {}", fixture.display(), run.stderr);
        let expected = fs::read_to_string(fixture.join("standings.json")).unwrap();
        let expected: Value = serde_json::from_str(&expected).unwrap();
        assert_eq!(fields_of(&expected, run.json()), expected, "{}", fixture.display());
    }
}

/// A value without the fields that are not in `expected`: later versions have more.
fn fields_of(expected: &Value, value: Value) -> Value {
    match (expected, value) {
        (Value::Object(expected), Value::Object(fields)) => {
            let of = |(name, value): (String, Value)| {
                expected.get(&name).map(|expected| (name.clone(), fields_of(expected, value)))
            };
            fields.into_iter().filter_map(of).collect()
        }
        (Value::Array(expected), Value::Array(items)) if expected.len() == items.len() => {
            expected.iter().zip(items).map(|(expected, item)| fields_of(expected, item)).collect()
        }
        (_, value) => value,
    }
}

/// Matches are found by the hash of their spec, which must not depend on names inside the program.
#[test]
fn matches_have_the_same_keys() {
    for fixture in fixtures() {
        let world = world(&fixture);
        let database = Connection::open(world.path("tournament.db")).unwrap();
        let mut statement = database.prepare("SELECT key, spec FROM matches").unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        let rows: Vec<(String, String)> = rows.map(Result::unwrap).collect();
        assert!(!rows.is_empty());
        for (key, spec) in rows {
            let spec: MatchSpec = serde_json::from_str(&spec).unwrap();
            assert_eq!(spec.key(), key, "{}", fixture.display());
        }
    }
}

#[test]
fn replays_come_out_the_same() {
    for fixture in fixtures() {
        let world = world(&fixture);
        let run = world.run(&["replay", &world.path("match.replay").display().to_string()]);
        assert_eq!(run.code, Some(0), "{}: {}{}", fixture.display(), run.stdout, run.stderr);
    }
}

fn settings(world: &World, stem: &str) -> Value {
    let database = Connection::open(world.path(stem)).unwrap();
    let text: String = database.query_row("SELECT settings FROM tournament", [], |row| row.get(0)).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn keys(world: &World, stem: &str) -> BTreeSet<String> {
    let database = Connection::open(world.path(stem)).unwrap();
    let mut statement = database.prepare("SELECT key FROM matches").unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// Another pairing would have other matches, and those that are stored would not count any more.
#[test]
fn a_swiss_tournament_goes_on_with_the_pairing_that_it_began_with() {
    let world = World::sharing_builds();
    seven(&world, "old.toml", "format = \"swiss\"\ngames = 1");
    done(&world, &["tournament", "run", "old.toml"]);
    assert_eq!(settings(&world, "old.db")["pairing"], "matching");
    forge(&world.path("old.db"), "UPDATE tournament SET settings = json_remove(settings, '$.pairing')");
    for stem in ["old.toml", "new.toml"] {
        seven(&world, stem, "format = \"swiss\"\ngames = 6");
        done(&world, &["tournament", "run", stem]);
        assert_eq!(done(&world, &["tournament", "plan", stem]).stdout, "");
    }
    assert_eq!(settings(&world, "old.db")["pairing"], Value::Null);
    let (old, new) = (keys(&world, "old.db"), keys(&world, "new.db"));
    assert_eq!((old.len(), new.len()), (36, 36));
    assert_ne!(old, new);
}
