//! Hostile databases: opening one runs nothing that it contains, and changes no other file.
#![expect(clippy::disallowed_methods, reason = "the tests make hostile files")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rathaus::store::{Store, StoreError};
use rathaus::tournament::config::ReplayRetentionConfig;
use rathaus::tournament::{MatchResult, MatchSpec, PlayedMatch};
use rathaus_games::{ConfiguredGame, Fault, FaultCause, FaultEvidence, SeatFault, Seed};
use rusqlite::Connection;
use rustix::fs::{CWD, Mode};

struct World {
    folder: tempfile::TempDir,
}

impl World {
    /// A folder with a database as Rathaus makes it.
    fn new() -> World {
        let world = World { folder: tempfile::tempdir().unwrap() };
        drop(Store::open(&world.path("t.db"), "a test").unwrap());
        world
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A file of the organiser that must survive.
    fn victim(&self) -> PathBuf {
        let path = self.path("victim.txt");
        fs::write(&path, "precious\n").unwrap();
        path
    }

    fn change(&self, statements: &str) {
        Connection::open(self.path("t.db")).unwrap().execute_batch(statements).unwrap();
    }

    /// The results of opening the database for reading and for writing.
    fn opened(&self) -> [Result<(), StoreError>; 2] {
        let path = self.path("t.db");
        [Store::open_read_only(&path).map(drop), Store::open(&path, "a test").map(drop)]
    }

    fn assert_foreign(&self) {
        for opened in self.opened() {
            assert!(matches!(opened, Err(StoreError::Foreign { .. })), "{opened:?}");
        }
    }
}

fn fifo(path: &Path) {
    rustix::fs::mkfifoat(CWD, path, Mode::from_raw_mode(0o600)).unwrap();
}

#[test]
fn a_database_of_ours_is_opened() {
    let world = World::new();
    world.opened().into_iter().for_each(|opened| opened.unwrap());
    world.change("ANALYZE");
    world.opened().into_iter().for_each(|opened| opened.unwrap());
}

#[test]
fn views_triggers_and_other_tables_are_refused() {
    for statements in [
        "CREATE TRIGGER t AFTER INSERT ON matches BEGIN DELETE FROM matches; END",
        "CREATE VIEW v AS SELECT 1",
        "DROP TABLE entrants; CREATE VIEW entrants AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
         SELECT i AS name, i AS entrant FROM n",
        "CREATE INDEX i ON matches (abs(took_us))",
        "DROP TABLE faults",
        "CREATE TABLE songs (title TEXT)",
        "ALTER TABLE matches ADD COLUMN other TEXT AS (hex(zeroblob(100000000)))",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = -1",
    ] {
        let world = World::new();
        world.change(statements);
        for opened in world.opened() {
            // A database without a version is treated as empty when it is only read.
            let is_empty = opened.is_ok() && statements.ends_with("= 0");
            assert!(is_empty || matches!(opened, Err(StoreError::Foreign { .. })), "{statements}: {opened:?}");
        }
    }
}

#[test]
fn a_database_is_a_regular_file() {
    let world = World::new();
    fs::rename(world.path("t.db"), world.path("other.db")).unwrap();
    fifo(&world.path("t.db"));
    world.assert_foreign();
    for target in ["other.db", "/dev/zero", "nowhere"] {
        fs::remove_file(world.path("t.db")).unwrap();
        symlink(target, world.path("t.db")).unwrap();
        world.assert_foreign();
    }
    assert!(!world.path("nowhere").exists());
}

/// Taking the lock empties its file and writes to it.
#[test]
fn a_lock_that_is_a_link_or_a_fifo_is_refused() {
    let world = World::new();
    let (victim, lock) = (world.victim(), world.path("t.db.lock"));
    symlink(&victim, &lock).unwrap();
    assert!(Store::open(&world.path("t.db"), "a test").is_err());
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious\n");
    assert_eq!(Store::host(&world.path("t.db")), None);
    fs::remove_file(&lock).unwrap();
    fifo(&lock);
    assert!(Store::open(&world.path("t.db"), "a test").is_err());
    assert_eq!(Store::host(&world.path("t.db")), None);
}

/// SQLite replays a journal beside a database, and deletes the super-journal that it names.
#[test]
fn a_journal_that_names_another_file_does_not_delete_it() {
    let world = World::new();
    let victim = world.victim();
    fs::write(world.path("t.db-journal"), journal(&world.path("t.db"), &victim)).unwrap();
    world.assert_foreign();
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious\n");
}

/// A journal that changes nothing and names this file as its super-journal, in the format
/// of sqlite.org/fileformat2.html.
fn journal(database: &Path, victim: &Path) -> Vec<u8> {
    const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    const PAGE: u32 = 4_096;
    let pages = u32::try_from(fs::metadata(database).unwrap().len()).unwrap() / PAGE;
    let mut bytes = MAGIC.to_vec();
    [0, 7, pages, 512, PAGE].iter().for_each(|number| bytes.extend(number.to_be_bytes()));
    bytes.resize(512, 0);
    let name = victim.to_str().unwrap().as_bytes();
    let sum: u32 = name.iter().map(|byte| u32::from(*byte)).sum();
    bytes.extend((0x4000_0000 / PAGE + 1).to_be_bytes());
    bytes.extend(name);
    bytes.extend((name.len() as u32).to_be_bytes());
    bytes.extend(sum.to_be_bytes());
    bytes.extend(MAGIC);
    bytes
}

fn played(rules: &ConfiguredGame) -> PlayedMatch {
    let spec = MatchSpec::new(rules, Seed(1), vec!["a".into()]);
    let evidence = FaultEvidence {
        sent: String::new(),
        said: String::new(),
        took: Duration::ZERO,
        cpu: None,
        overloaded: None,
        sandbox: None,
        stderr: String::new(),
    };
    let fault = Fault { cause: FaultCause::Illegal { what: "a move".into() }, evidence };
    let result = MatchResult {
        scores: vec![1.0],
        ended: "because".into(),
        details: serde_json::json!({ "verdict": "solved" }),
        faults: vec![SeatFault { seat: 0, turn: 1, fault }],
        took: Duration::ZERO,
    };
    PlayedMatch::new(spec, result, None)
}

/// Otherwise a fault of a seat that does not exist would crash the commands that show it.
#[test]
fn a_stored_match_that_cannot_be_is_refused() {
    let rules = ConfiguredGame::resolve("lights-out", []).unwrap().unwrap();
    let played = played(&rules);
    for (statement, is_readable) in [
        ("UPDATE faults SET seat = 0", true),
        ("UPDATE faults SET seat = 7", false),
        ("UPDATE faults SET seat = -1", false),
        ("UPDATE faults SET turn = -1", false),
        ("UPDATE matches SET scores = '[]'", false),
        ("UPDATE matches SET spec = replace(spec, '\"a\"', '\"b\"')", false),
    ] {
        let world = World::new();
        let mut store = Store::open(&world.path("t.db"), "a test").unwrap();
        store.put(&rules, &played, &ReplayRetentionConfig::default()).unwrap();
        drop(store);
        crate::forgery::forge(&world.path("t.db"), statement);
        let store = Store::open_read_only(&world.path("t.db")).unwrap().unwrap();
        assert_eq!(store.get(&played.key).is_ok(), is_readable, "{statement}");
    }
}
