//! Stores the results of a tournament in SQLite, so that it resumes after any kind of interruption.
//!
//! Architecture invariant: a result is written in one transaction or not at all, and is found by
//! the key of its spec, never by position. It is never changed: if the same match is played again,
//! its result must be equal except for measured times. A proven result can displace an unproven one
//! from another machine; both stay in the database.

mod error;
mod guard;
mod lock;
mod open;
mod replays;
mod results;
mod rows;
mod schema;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use rathaus_games::GameRules;
use rusqlite::{Connection, OptionalExtension};
use serde::de::DeserializeOwned;

use crate::matches::RecordedReplies;
use crate::tournament::config::RecordConfig;
use crate::tournament::{
    MatchKey, PlayedMatch, ResultOrigin, ScoresByMatchKey, StoredTournament, TournamentFormat,
};
pub use error::StoreError;
use error::failed;
use lock::WriteLock;

/// The database of a tournament.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    _lock: Option<WriteLock>,
    /// The bytes of the replays that are kept within the budget. `None` until they are counted.
    budget_used: Option<f64>,
}

impl Store {
    fn run<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        work(&self.connection).map_err(|error| failed(&self.path, error))
    }

    /// The state of the tournament when matches were last played, or `None` before that.
    pub fn tournament(&self) -> Result<Option<StoredTournament>, StoreError> {
        let settings = self.run(|connection| {
            let query = "SELECT settings FROM tournament";
            connection.query_row(query, [], |row| row.get::<_, String>(0)).optional()
        })?;
        let Some(settings) = settings else { return Ok(None) };
        let entrants: Vec<(String, String)> = self.run(|connection| {
            let mut query = connection.prepare("SELECT name, entrant FROM entrants")?;
            query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })?;
        let mut state: StoredTournament = self.parsed(&settings)?;
        for (name, entrant) in entrants {
            state.entrants.insert(name, self.parsed(&entrant)?);
        }
        Ok(Some(state))
    }

    /// Replaces the state of the tournament. Results stay, even if they do not belong to it.
    pub fn set_tournament(&mut self, state: &StoredTournament) -> Result<(), StoreError> {
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

    /// A number that changes whenever another process has written to the database.
    pub fn changes(&self) -> Result<i64, StoreError> {
        self.run(|connection| connection.pragma_query_value(None, "data_version", |row| row.get(0)))
    }

    /// The scores that a format needs to pair entrants. Empty for formats that do not
    /// depend on results.
    pub fn scores(&self, format: TournamentFormat) -> Result<ScoresByMatchKey, StoreError> {
        if !format.goes_by_results() {
            return Ok(ScoresByMatchKey::new());
        }
        self.run(rows::scores)
    }

    /// The keys of all stored matches.
    pub fn keys(&self) -> Result<StoredKeys, StoreError> {
        self.run(rows::keys).map(StoredKeys)
    }

    /// Why the match with this key ended, and how long it took.
    pub fn ending(&self, key: MatchKey) -> Result<Option<(String, Duration)>, StoreError> {
        self.run(|connection| rows::ending(connection, &key.to_string()))
    }

    /// Stores a match that this host played, unless a result is stored already: the first one
    /// counts. Also stores its replay if `records` keeps it.
    pub fn put(
        &mut self,
        rules: &GameRules,
        played: &PlayedMatch,
        records: &RecordConfig,
    ) -> Result<StoreOutcome, StoreError> {
        let arrival = ResultArrival { origin: ResultOrigin::Played, replace: false, source: String::new() };
        Ok(self.put_refs(rules, &[(played, &arrival)], records)?[0])
    }

    /// Stores matches from any origin in one transaction. The outcomes are in the same order. A
    /// stored result that one of them displaces is kept as displaced, and one that contradicts a
    /// stored result is kept as a conflict.
    pub fn put_all(
        &mut self,
        rules: &GameRules,
        arrived: &[(PlayedMatch, ResultArrival)],
        records: &RecordConfig,
    ) -> Result<Vec<StoreOutcome>, StoreError> {
        let refs: Vec<_> = arrived.iter().map(|(played, arrival)| (played, arrival)).collect();
        self.put_refs(rules, &refs, records)
    }

    fn put_refs(
        &mut self,
        rules: &GameRules,
        arrived: &[(&PlayedMatch, &ResultArrival)],
        records: &RecordConfig,
    ) -> Result<Vec<StoreOutcome>, StoreError> {
        let put = rows::put_all(&mut self.connection, &mut self.budget_used, rules, arrived, records);
        let outcomes = put.map_err(|error| failed(&self.path, error))?;
        for ((played, arrival), put) in arrived.iter().zip(&outcomes) {
            tracing::debug!(key = played.key, ?put, ?arrival, "stored");
        }
        Ok(outcomes)
    }

    /// The results that contradict the stored one of the match with this key.
    pub fn conflicts(&self, key: &str) -> Result<Vec<ConflictingResult>, StoreError> {
        self.run(|connection| rows::conflicts(connection, key))
    }

    /// The number of matches for which results are known that contradict the stored one.
    pub fn matches_in_conflict(&self) -> Result<usize, StoreError> {
        let query = "SELECT count(DISTINCT match) FROM conflicts";
        self.run(|connection| connection.query_row(query, [], |row| row.get::<_, i64>(0)))
            .map(|count| usize::try_from(count).unwrap_or_default())
    }

    /// The number of results by origin.
    pub fn origins(&self) -> Result<BTreeMap<&'static str, usize>, StoreError> {
        self.run(rows::origins)
    }

    pub fn displaced(&self) -> Result<usize, StoreError> {
        self.run(|connection| {
            connection.query_row("SELECT count(*) FROM displaced", [], |row| row.get::<_, i64>(0))
        })
        .map(|count| usize::try_from(count).unwrap_or_default())
    }

    /// The secret of this database. The first call stores `fresh` as the secret.
    pub fn secret(&mut self, fresh: &[u8]) -> Result<Vec<u8>, StoreError> {
        self.run(|connection| {
            connection
                .execute("INSERT INTO secrets VALUES ('collect', ?1) ON CONFLICT DO NOTHING", [fresh])?;
            connection.query_row("SELECT secret FROM secrets WHERE name = 'collect'", [], |row| row.get(0))
        })
    }

    /// The replay of the match with this key, if it is kept.
    pub fn replay(&self, key: &str) -> Result<Option<RecordedReplies>, StoreError> {
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

    /// The number of replays and their total size in bytes.
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

    /// The match with this key and its origin, without its replay.
    pub fn get_with_origin(&self, key: &str) -> Result<Option<(PlayedMatch, ResultOrigin)>, StoreError> {
        let Some(played) = self.get(key)? else { return Ok(None) };
        let origin = self.run(|connection| rows::origin(connection, key))?;
        Ok(Some((played, origin)))
    }

    fn foreign(&self, why: String) -> StoreError {
        StoreError::Foreign { database: self.path.clone(), why }
    }

    fn parsed<T: DeserializeOwned>(&self, text: &str) -> Result<T, StoreError> {
        serde_json::from_str(text)
            .map_err(|error| StoreError::Other { database: self.path.clone(), why: error.to_string() })
    }
}

/// The outcome of storing a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreOutcome {
    /// It was stored.
    New,
    /// An equal result was stored already.
    Known,
    /// A different result was stored already, from this origin, and stays. The new one is kept as a
    /// conflict.
    Other(ResultOrigin),
    /// It displaced a different result from this origin.
    Displaced(ResultOrigin),
}

/// The keys of stored matches, in their order.
#[derive(Debug, Clone)]
pub struct StoredKeys(Vec<MatchKey>);

impl StoredKeys {
    pub fn contains(&self, key: &MatchKey) -> bool {
        self.0.binary_search(key).is_ok()
    }

    pub fn iter(&self) -> impl Iterator<Item = &MatchKey> {
        self.0.iter()
    }
}

/// How a result arrives that is to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultArrival {
    /// The origin of the result.
    pub origin: ResultOrigin,
    /// Whether it may displace any result that this host has not played, if it is proven itself.
    pub replace: bool,
    /// Where it stood: the name of a file and the number of the result.
    pub source: String,
}

/// A result that contradicts the stored one.
#[derive(Debug, Clone)]
pub struct ConflictingResult {
    pub origin: ResultOrigin,
    /// Where it stood.
    pub source: String,
    pub played: PlayedMatch,
}
