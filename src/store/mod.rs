//! Results of a tournament in SQLite, so that it goes on where it was however it was ended.
//!
//! Architecture invariant: a match's result is written in one transaction or not at all, and is
//! found by the key of its spec, never by counting. What was stored is never changed: the same
//! match played again must be equal but for what clocks say. A result from elsewhere that is not
//! proven can be displaced by one that is; both stay in the database then.

mod error;
mod guard;
mod lock;
mod open;
mod replays;
mod rows;
mod schema;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use rathaus_games::GameRules;
use rusqlite::{Connection, OptionalExtension};
use serde::de::DeserializeOwned;

use crate::matches::Recording;
use crate::tournament::config::RecordConfig;
use crate::tournament::{
    Format, MatchResult, PlayedMatch, Provenance, ResultOrigin, Schedule, ScoresByKey, TournamentState,
};
pub use error::StoreError;
use error::failed;
use lock::WriteLock;

/// The results of a tournament.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    _lock: Option<WriteLock>,
}

impl Store {
    fn run<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        work(&self.connection).map_err(|error| failed(&self.path, error))
    }

    /// What the tournament was when something was last played. Nothing if nothing was.
    pub fn tournament(&self) -> Result<Option<TournamentState>, StoreError> {
        let settings = self.run(|connection| {
            let query = "SELECT settings FROM tournament";
            connection.query_row(query, [], |row| row.get::<_, String>(0)).optional()
        })?;
        let Some(settings) = settings else { return Ok(None) };
        let entrants: Vec<(String, String)> = self.run(|connection| {
            let mut query = connection.prepare("SELECT name, entrant FROM entrants")?;
            query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })?;
        let mut state: TournamentState = self.parsed(&settings)?;
        for (name, entrant) in entrants {
            state.entrants.insert(name, self.parsed(&entrant)?);
        }
        Ok(Some(state))
    }

    /// Says what the tournament is from now on. Results stay, whether they belong to it or not.
    pub fn set_tournament(&mut self, state: &TournamentState) -> Result<(), StoreError> {
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
    pub fn scores(&self, format: Format) -> Result<ScoresByKey, StoreError> {
        if !format.goes_by_results() {
            return Ok(ScoresByKey::new());
        }
        self.run(rows::scores)
    }

    /// The keys of all matches that are stored.
    pub fn keys(&self) -> Result<BTreeSet<String>, StoreError> {
        self.run(|connection| {
            connection.prepare("SELECT key FROM matches")?.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// Stores a match that was played by these rules, unless it is there already: the first result
    /// counts. Its replay is stored if it is one of those that are to be kept.
    pub fn put(
        &mut self,
        rules: &GameRules,
        played: &PlayedMatch,
        records: &RecordConfig,
    ) -> Result<StoreOutcome, StoreError> {
        let as_played = NewResult { origin: ResultOrigin::Played, replace: false };
        self.put_from(rules, played, records, as_played)
    }

    /// The same for one that was played elsewhere. One that was stored and is displaced is kept as
    /// such, in the same transaction.
    pub fn put_from(
        &mut self,
        rules: &GameRules,
        played: &PlayedMatch,
        records: &RecordConfig,
        arrival: NewResult,
    ) -> Result<StoreOutcome, StoreError> {
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
    pub fn get_with_origin(&self, key: &str) -> Result<Option<(PlayedMatch, ResultOrigin)>, StoreError> {
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

/// What became of a match that was to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreOutcome {
    /// It is stored.
    New,
    /// It was there already, and is the same.
    Known,
    /// It was there already, and is another one, which stays.
    Other(ResultOrigin),
    /// Another one was there, and is kept as displaced.
    Displaced(ResultOrigin),
}

/// The result of a match of a schedule, as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredResult {
    pub result: MatchResult,
    pub provenance: Option<Provenance>,
}

/// How a result comes to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewResult {
    /// By how much it is proven.
    pub origin: ResultOrigin,
    /// Whether it may displace others that are not proven better.
    pub replace: bool,
}
