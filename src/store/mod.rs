//! Results of a tournament in SQLite, so that it goes on where it was however it was ended.
//!
//! Architecture invariant: a match's result is written in one transaction or not at all, and is found by the key of its spec, never by
//! counting. What was stored is never changed: the same match played again must be equal but for what clocks say. A result from elsewhere that is
//! not proven can be displaced by one that is; both stay in the database then.

mod guard;
mod lock;
mod replays;
mod rows;
mod schema;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rathaus_games::Rules;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};
use rustix::fs::Access;
use serde::de::DeserializeOwned;

use crate::matches::Recording;
use crate::tournament::config::Records;
use crate::tournament::{Format, MatchResult, Origin, PlayedMatch, Provenance, Schedule, Scores, State};
use lock::Lock;

/// How long a reader waits for a writer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why results cannot be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another host writes to it.
    #[error("{database}: another host is playing this tournament: {by}\n  help: wait until it has ended, or end it; `tournament status` works meanwhile", database = .database.display())]
    Taken {
        database: PathBuf,
        /// Who it is, in the other's words.
        by: String,
    },
    /// There is no room, or the disk has failed. It may be better later.
    #[error("{database}: cannot be written: {error}", database = .database.display())]
    NoRoom { database: PathBuf, error: rusqlite::Error },
    /// The file is something else.
    #[error("{database}: is no database of a tournament: {why}", database = .database.display())]
    Foreign { database: PathBuf, why: String },
    /// Whatever else there can be.
    #[error("{database}: {why}", database = .database.display())]
    Other {
        /// The database, or the file beside it.
        database: PathBuf,
        why: String,
    },
}

impl StoreError {
    fn io(path: &Path, error: &io::Error) -> StoreError {
        StoreError::Other { database: path.into(), why: error.to_string() }
    }

    /// Whether it may be better later.
    pub fn may_pass(&self) -> bool {
        matches!(self, StoreError::NoRoom { .. })
    }
}

/// The results of a tournament.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    _lock: Option<Lock>,
}

impl Store {
    /// Opens a database for writing, or makes it. Older tables become the present ones. `owner` says in words who writes, for another host
    /// that wants to.
    pub fn open(path: &Path, owner: &str) -> Result<Store, StoreError> {
        let resolved = guard::checked(path)?;
        let lock = Lock::take(path, owner)?;
        let flags = guard::FLAGS | OpenFlags::SQLITE_OPEN_CREATE;
        let connection = Connection::open_with_flags(resolved, flags).map_err(|error| failed(path, error))?;
        let mut store = Store { path: path.into(), connection, _lock: Some(lock) };
        store.refuse_foreign()?;
        store.prepare()?;
        Ok(store)
    }

    /// Opens a database for reading, also while a host writes to it. Nothing if there is none.
    pub fn look(path: &Path) -> Result<Option<Store>, StoreError> {
        if path.symlink_metadata().is_err() {
            return Ok(None);
        }
        let resolved = guard::checked(path)?;
        let connection = if is_at_rest(path) && !may_be_written(path) {
            open_at_rest(&resolved)
        } else {
            Connection::open_with_flags(resolved, guard::FLAGS)
        };
        let connection = connection.map_err(|error| failed(path, error))?;
        let store = Store { path: path.into(), connection, _lock: None };
        store.refuse_foreign()?;
        if store.version()? == 0 {
            return Ok(None);
        }
        // Tables of an older version can be read in the present form only after they have been changed, for which the host has the right.
        if store.is_old()? {
            drop(store);
            drop(Store::open(path, "a reader that brings the tables up to date")?);
            return Store::look(path);
        }
        store.run(|connection| connection.pragma_update(None, "query_only", true))?;
        Ok(Some(store))
    }

    /// The host that is writing to the database at this path, in its own words, if there is one.
    pub fn host(path: &Path) -> Option<String> {
        Lock::holder(path)
    }

    fn refuse_foreign(&self) -> Result<(), StoreError> {
        self.run(|connection| {
            connection.busy_timeout(PATIENCE)?;
            guard::disarm(connection)
        })?;
        self.refuse_other_program()?;
        let version = self.version()?;
        if version <= schema::PRESENT && !self.run(|connection| guard::has_tables_of(connection, version))? {
            return Err(self.foreign("it has other tables, views or triggers than Rathaus makes".into()));
        }
        Ok(())
    }

    fn refuse_other_program(&self) -> Result<(), StoreError> {
        let foreign = |why: String| StoreError::Foreign { database: self.path.clone(), why };
        let pragma = |name: &str| {
            self.connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0)).map_err(|error| {
                match &error {
                    rusqlite::Error::SqliteFailure(code, _) if code.code == ErrorCode::NotADatabase => {
                        foreign("SQLite cannot read it".into())
                    }
                    _ => failed(&self.path, error),
                }
            })
        };
        let (application, version, tables) =
            (pragma("application_id")?, pragma("user_version")?, pragma("schema_version")?);
        let is_new = application == 0 && version == 0 && tables == 0;
        if application != schema::APPLICATION && !is_new {
            return Err(foreign("it belongs to another program".into()));
        }
        Ok(())
    }

    /// The version of its tables; 0 if there are none yet.
    fn version(&self) -> Result<i64, StoreError> {
        self.run(|connection| connection.pragma_query_value(None, "user_version", |row| row.get(0)))
    }

    /// Whether its tables are those of an older version, or not there yet.
    fn is_old(&self) -> Result<bool, StoreError> {
        match schema::PRESENT.cmp(&self.version()?) {
            Ordering::Less => {
                let why = "it was written by a newer version of rathaus; use that one".into();
                Err(StoreError::Other { database: self.path.clone(), why })
            }
            Ordering::Equal => Ok(false),
            Ordering::Greater => Ok(true),
        }
    }

    fn prepare(&mut self) -> Result<(), StoreError> {
        self.run(|connection| {
            // Readers do not wait for the writer, nor it for them.
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", true)?;
            connection.pragma_update(None, "application_id", schema::APPLICATION)
        })?;
        if self.is_old()? {
            let migrated = schema::migrations().to_latest(&mut self.connection);
            return migrated.map_err(|error| match error {
                rusqlite_migration::Error::RusqliteError { err, .. } => failed(&self.path, err),
                other => StoreError::Other { database: self.path.clone(), why: other.to_string() },
            });
        }
        Ok(())
    }

    fn run<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        work(&self.connection).map_err(|error| failed(&self.path, error))
    }

    /// What the tournament was when something was last played. Nothing if nothing was.
    pub fn tournament(&self) -> Result<Option<State>, StoreError> {
        let settings = self.run(|connection| {
            let query = "SELECT settings FROM tournament";
            connection.query_row(query, [], |row| row.get::<_, String>(0)).optional()
        })?;
        let Some(settings) = settings else { return Ok(None) };
        let entrants: Vec<(String, String)> = self.run(|connection| {
            let mut query = connection.prepare("SELECT name, entrant FROM entrants")?;
            query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })?;
        let mut state: State = self.parsed(&settings)?;
        for (name, entrant) in entrants {
            state.entrants.insert(name, self.parsed(&entrant)?);
        }
        Ok(Some(state))
    }

    /// Says what the tournament is from now on. Results stay, whether they belong to it or not.
    pub fn set_tournament(&mut self, state: &State) -> Result<(), StoreError> {
        let written = |connection: &mut Connection| {
            let transaction = connection.transaction()?;
            let query = "INSERT INTO tournament VALUES (1, ?1) ON CONFLICT DO UPDATE SET settings = ?1";
            transaction.execute(query, [rows::text(state)])?;
            transaction.execute("DELETE FROM entrants", [])?;
            for (name, entrant) in &state.entrants {
                transaction.execute("INSERT INTO entrants VALUES (?1, ?2)", [name, &rows::text(entrant)])?;
            }
            transaction.commit()
        };
        written(&mut self.connection).map_err(|error| failed(&self.path, error))
    }

    /// A number that changes whenever another process has written something.
    pub fn changes(&self) -> Result<i64, StoreError> {
        self.run(|connection| connection.pragma_query_value(None, "data_version", |row| row.get(0)))
    }

    /// What came out of each match of a schedule, in its order.
    pub fn results(&self, schedule: &Schedule) -> Result<Vec<Option<StoredResult>>, StoreError> {
        let mut all = self.all()?;
        for (key, fixture) in schedule.keys.iter().zip(&schedule.fixtures) {
            let misfit = all.get(key).and_then(|stored| stored.result.misfit(fixture.seats.len()));
            misfit.map_or(Ok(()), |why| Err(self.foreign(format!("the match {key:.12}: {why}"))))?;
        }
        // Two entrants who have posted the same share their matches.
        let is_shared = schedule.distinct().len() < schedule.keys.len();
        let mut stored = |key: &String| if is_shared { all.get(key).cloned() } else { all.remove(key) };
        Ok(schedule.keys.iter().map(&mut stored).collect())
    }

    /// The scores by which it is known who meets whom in such a format, if it goes by results.
    pub fn scores(&self, format: Format) -> Result<Scores, StoreError> {
        if !format.goes_by_results() {
            return Ok(Scores::new());
        }
        self.run(rows::scores)
    }

    /// The keys of all matches that are stored.
    pub fn keys(&self) -> Result<BTreeSet<String>, StoreError> {
        self.run(|connection| {
            connection.prepare("SELECT key FROM matches")?.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// Stores a match that was played by these rules, unless it is there already: the first result counts. Its replay is stored if it is
    /// one of those that are to be kept.
    pub fn put(&mut self, rules: &Rules, played: &PlayedMatch, records: &Records) -> Result<Put, StoreError> {
        let as_played = Arrival { origin: Origin::Played, replace: false };
        self.put_from(rules, played, records, as_played)
    }

    /// The same for one that was played elsewhere. One that was stored and is displaced is kept as such, in the same transaction.
    pub fn put_from(
        &mut self,
        rules: &Rules,
        played: &PlayedMatch,
        records: &Records,
        arrival: Arrival,
    ) -> Result<Put, StoreError> {
        let put = rows::put(&mut self.connection, rules, played, records, arrival);
        tracing::debug!(key = played.key, ?put, ?arrival, "stored");
        put.map_err(|error| failed(&self.path, error))
    }

    /// How many results have got here in which way.
    pub fn origins(&self) -> Result<BTreeMap<&'static str, usize>, StoreError> {
        self.run(rows::origins)
    }

    pub fn displaced(&self) -> Result<usize, StoreError> {
        self.run(|connection| {
            connection.query_row("SELECT count(*) FROM displaced", [], |row| row.get::<_, i64>(0))
        })
        .map(|count| usize::try_from(count).unwrap_or_default())
    }

    /// A secret of this database. It is `fresh` the first time.
    pub fn secret(&mut self, fresh: &[u8]) -> Result<Vec<u8>, StoreError> {
        self.run(|connection| {
            connection
                .execute("INSERT INTO secrets VALUES ('collect', ?1) ON CONFLICT DO NOTHING", [fresh])?;
            connection.query_row("SELECT secret FROM secrets WHERE name = 'collect'", [], |row| row.get(0))
        })
    }

    /// The replay of the match with this key, if it is kept.
    pub fn replay(&self, key: &str) -> Result<Option<Recording>, StoreError> {
        self.run(|connection| replays::get(connection, key))
    }

    /// Whether the replay of the match with this key is kept.
    pub fn has_replay(&self, key: &str) -> Result<bool, StoreError> {
        self.run(|connection| {
            connection.prepare_cached("SELECT 1 FROM replays WHERE match = ?1")?.exists([key])
        })
    }

    /// The keys of all matches whose replay is kept.
    pub fn replay_keys(&self) -> Result<BTreeSet<String>, StoreError> {
        self.run(replays::keys)
    }

    /// How many replays there are, and how many bytes they have.
    pub fn replays(&self) -> Result<(u64, u64), StoreError> {
        self.run(replays::size)
    }

    /// The match with this key, without its replay.
    pub fn get(&self, key: &str) -> Result<Option<PlayedMatch>, StoreError> {
        let found = rows::get(&self.connection, key).map_err(|error| failed(&self.path, error))?;
        let seats = |found: &PlayedMatch| found.result.misfit(found.spec.submissions.len());
        let wrong_key = |found: &PlayedMatch| found.spec.key() != key;
        match found {
            Some(found) if wrong_key(&found) => {
                Err(self.foreign(format!("the match {key:.12} is stored with the spec of another one")))
            }
            Some(found) => match seats(&found) {
                Some(why) => Err(self.foreign(format!("the match {key:.12}: {why}"))),
                None => Ok(Some(found)),
            },
            None => Ok(None),
        }
    }

    /// The same, and how it got here.
    pub fn get_with_origin(&self, key: &str) -> Result<Option<(PlayedMatch, Origin)>, StoreError> {
        let Some(played) = self.get(key)? else { return Ok(None) };
        let origin = self.run(|connection| rows::origin(connection, key))?;
        Ok(Some((played, origin)))
    }

    /// What came out of all matches that are stored, by their keys.
    pub fn all(&self) -> Result<BTreeMap<String, StoredResult>, StoreError> {
        if self.run(guard::is_too_large)? {
            return Err(self.foreign("it has more results than a tournament can have".into()));
        }
        rows::all(&self.connection).map_err(|error| failed(&self.path, error))
    }

    fn foreign(&self, why: String) -> StoreError {
        StoreError::Foreign { database: self.path.clone(), why }
    }

    fn parsed<T: DeserializeOwned>(&self, text: &str) -> Result<T, StoreError> {
        serde_json::from_str(text)
            .map_err(|error| StoreError::Other { database: self.path.clone(), why: error.to_string() })
    }
}

/// Whether everything is in the database itself: while it is open for writing, the latest is in a file beside it.
fn is_at_rest(path: &Path) -> bool {
    let mut beside = path.as_os_str().to_owned();
    beside.push("-wal");
    std::fs::metadata(beside).map_or(true, |found| found.len() == 0)
}

/// Whether files can be made beside the database, which SQLite needs for reading what may be written at the same time.
fn may_be_written(path: &Path) -> bool {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    rustix::fs::access(folder, Access::WRITE_OK).is_ok() && rustix::fs::access(path, Access::WRITE_OK).is_ok()
}

/// Opens a database that nobody can write to, such as one in an archive.
fn open_at_rest(path: &Path) -> rusqlite::Result<Connection> {
    let letters = path.as_os_str().as_encoded_bytes().iter();
    let escaped: String = letters
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' => {
                char::from(*byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect();
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(format!("file:{escaped}?immutable=1"), flags)
}

/// What became of a match that was to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Put {
    /// It is stored.
    New,
    /// It was there already, and is the same.
    Known,
    /// It was there already, and is another one, which stays.
    Other(Origin),
    /// Another one was there, and is kept as displaced.
    Displaced(Origin),
}

/// The result of a match of a schedule, as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredResult {
    pub result: MatchResult,
    pub provenance: Option<Provenance>,
}

/// How a result comes to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    /// By how much it is proven.
    pub origin: Origin,
    /// Whether it may displace others that are not proven better.
    pub replace: bool,
}

fn failed(path: &Path, error: rusqlite::Error) -> StoreError {
    let database = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => StoreError::NoRoom { database, error },
        _ => StoreError::Other { database, why: error.to_string() },
    }
}
