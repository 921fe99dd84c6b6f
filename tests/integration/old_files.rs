//! Databases and replays of version 0.1.0 still work. They are in `tests/fixtures/0.1.0`.
#![expect(clippy::disallowed_methods, reason = "the fixtures are read and copied")]

use std::fs;
use std::path::{Path, PathBuf};

use rathaus::matches::MatchSpec;
use rusqlite::Connection;
use serde_json::Value;

use crate::common::World;

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
        assert_eq!(run.json(), serde_json::from_str::<Value>(&expected).unwrap(), "{}", fixture.display());
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
