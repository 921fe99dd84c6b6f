//! The tables of a tournament's database, and the migrations of older versions.

use rusqlite_migration::{M, Migrations};

use super::seal;

/// The application id in the header of the database: the letters `Rath`.
pub(super) const APPLICATION: i32 = i32::from_be_bytes(*b"Rath");

/// Each step migrates the tables from one version to the next. Published steps never change.
/// [`CHECKSUMS`], [`RULINGS_STORAGE_AND_TIMES`] and [`WORKERS`] are the next ones.
///
/// Columns whose names end in `_us`, and `measured`, hold measured times. All other columns depend
/// only on the bots' replies, except `stderr`, and `origin`, which says where a result came from.
static STEPS: [M<'static>; 7] = [
    M::up(
        "CREATE TABLE tournament (
             one INTEGER PRIMARY KEY CHECK (one = 1),
             settings TEXT NOT NULL
         ) STRICT;
         CREATE TABLE entrants (
             name TEXT PRIMARY KEY,
             entrant TEXT NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE matches (
             key TEXT PRIMARY KEY,
             spec TEXT NOT NULL,
             scores TEXT NOT NULL,
             ended TEXT NOT NULL,
             details TEXT NOT NULL,
             measured TEXT NOT NULL,
             took_us INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE faults (
             match TEXT NOT NULL REFERENCES matches (key) ON DELETE CASCADE,
             number INTEGER NOT NULL,
             seat INTEGER NOT NULL,
             turn INTEGER NOT NULL,
             cause TEXT NOT NULL,
             sent TEXT NOT NULL,
             said TEXT NOT NULL,
             stderr TEXT NOT NULL,
             took_us INTEGER NOT NULL,
             cpu_us INTEGER,
             overloaded_us INTEGER,
             PRIMARY KEY (match, number)
         ) STRICT, WITHOUT ROWID;",
    ),
    // The provenance of a match.
    M::up("ALTER TABLE matches ADD COLUMN provenance TEXT;"),
    // The replays of some matches, and for which submission and why each is kept.
    M::up(
        "CREATE TABLE replays (
             match TEXT PRIMARY KEY REFERENCES matches (key) ON DELETE CASCADE,
             answers BLOB NOT NULL,
             clocks_us BLOB NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE kept (
             submission TEXT NOT NULL,
             why TEXT NOT NULL,
             match TEXT NOT NULL REFERENCES matches (key) ON DELETE CASCADE,
             score REAL NOT NULL,
             PRIMARY KEY (submission, why, match)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX kept_match ON kept (match);",
    ),
    // How the sandbox was involved in a fault.
    M::up("ALTER TABLE faults ADD COLUMN sandbox TEXT;"),
    // The origin of a result, the results that were displaced, and the secret that decides which
    // results are replayed.
    M::up(
        "ALTER TABLE matches ADD COLUMN origin TEXT;
         CREATE TABLE displaced (
             match TEXT NOT NULL,
             number INTEGER NOT NULL,
             origin TEXT NOT NULL,
             result TEXT NOT NULL,
             PRIMARY KEY (match, number)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE secrets (
             name TEXT PRIMARY KEY,
             secret BLOB NOT NULL
         ) STRICT, WITHOUT ROWID;",
    ),
    // The results that contradict stored ones, which stay.
    M::up(
        "CREATE TABLE conflicts (
             match TEXT NOT NULL,
             number INTEGER NOT NULL,
             origin TEXT NOT NULL,
             source TEXT NOT NULL,
             result TEXT NOT NULL,
             PRIMARY KEY (match, number)
         ) STRICT, WITHOUT ROWID;",
    ),
    // What bots wrote to stderr in a recorded match.
    M::up("ALTER TABLE replays ADD COLUMN stderr BLOB NOT NULL DEFAULT x'';"),
];

/// The checksums of rows, which depend on all other columns, and the totals, which notice missing
/// rows. `faults_checksum` is the sum of the checksums of a match's faults.
const CHECKSUMS: &str = "
    ALTER TABLE matches ADD COLUMN faults_checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tournament ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE entrants ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE matches ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE faults ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE replays ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE kept ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE displaced ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE secrets ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE conflicts ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE totals (
        name TEXT PRIMARY KEY,
        row_count INTEGER NOT NULL,
        key_sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;";

/// The rulings on matches that could not be played, where `ruled_us` is when, in microseconds since
/// 1970, the files that bots keep from match to match, and when results were stored, as `stored_us`.
/// Results of before have no time.
const RULINGS_STORAGE_AND_TIMES: &str = "
    CREATE TABLE rulings (
        match TEXT PRIMARY KEY,
        spec TEXT NOT NULL,
        points TEXT NOT NULL,
        reason TEXT NOT NULL,
        rathaus TEXT NOT NULL,
        ruled_us INTEGER NOT NULL,
        checksum INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    INSERT INTO totals VALUES ('rulings', 0, 0);
    CREATE TABLE storage (
        entrant TEXT PRIMARY KEY,
        files TEXT NOT NULL,
        checksum INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    INSERT INTO totals VALUES ('storage', 0, 0);
    CREATE TABLE times (
        match TEXT PRIMARY KEY,
        stored_us INTEGER NOT NULL,
        checksum INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    INSERT INTO totals VALUES ('times', 0, 0);";

/// What is known about the workers that play for a tournament, as JSON.
const WORKERS: &str = "
    CREATE TABLE workers (
        name TEXT PRIMARY KEY,
        record TEXT NOT NULL,
        checksum INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    INSERT INTO totals VALUES ('workers', 0, 0);";

/// The current version of the tables.
pub(super) const PRESENT: i64 = 10;

pub(super) fn migrations() -> Migrations<'static> {
    let checksums = M::up_with_hook(CHECKSUMS, |transaction| Ok(seal::seal(transaction)?));
    let later = [checksums, M::up(RULINGS_STORAGE_AND_TIMES), M::up(WORKERS)];
    Migrations::new(STEPS.iter().cloned().chain(later).collect())
}
