//! The tables of a tournament's database, and how older ones become the present ones.

use rusqlite_migration::{M, Migrations};

/// Marks a file as ours, in the header of the database: the letters `Rath`.
pub(super) const APPLICATION: i32 = i32::from_be_bytes(*b"Rath");

/// Each step brings a database from one version of the tables to the next. Steps that were once
/// published never change.
///
/// The columns whose names end in `_us` hold what a clock has said, as does `measured`: all others
/// are the same whenever and wherever the same answers were given, but for `origin`, which says how
/// a result got here.
static STEPS: [M<'static>; PRESENT as usize] = [
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
    // What a match was played with is known from here on.
    M::up("ALTER TABLE matches ADD COLUMN provenance TEXT;"),
    // What bots said, of some matches, and of which submission's sake a match is one of them, and
    // why.
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
    // What a sandbox had to do with a fault.
    M::up("ALTER TABLE faults ADD COLUMN sandbox TEXT;"),
    // How a result got here, by how much it is proven; what it displaced; and by what it is drawn
    // which results are replayed.
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
];

/// The version of the present tables.
pub(super) const PRESENT: i64 = 5;

pub(super) fn migrations() -> Migrations<'static> {
    Migrations::from_slice(&STEPS)
}
