//! Stores the results of a tournament in SQLite, so that it resumes after any kind of interruption.
//!
//! Architecture invariant: a result is written in one transaction or not at all, and is found by
//! the key of its spec, never by position. It is never changed: if the same match is played again,
//! its result must be equal except for measured times. A proven result can displace an unproven one
//! from another machine; both stay in the database.

mod arrival;
mod check;
mod checksum;
mod damage;
mod diagnosis;
mod error;
mod fault_reader;
mod guard;
mod key_order;
mod key_range;
mod lock;
mod open;
mod put;
mod repair;
mod replays;
mod results;
mod rows;
mod rulings;
mod same_state;
mod schema;
mod seal;
mod state;
mod storage;
mod tables;
#[cfg(test)]
mod tests;
mod times;
mod totals;
mod workers;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use rathaus_games::ConfiguredGame;
use rusqlite::{Connection, Row, Transaction};

use crate::matches::{KeptFiles, RecordedReplies};
use crate::tournament::config::ReplayRetentionConfig;
use crate::tournament::{MatchKey, PlayedMatch, ResultTrustLevel};
pub use arrival::{ConflictingResult, IncomingResultOrigin, StoreOutcome};
pub use check::DatabaseProblem;
use damage::DatabaseIntegrityError;
pub use error::StoreError;
use error::failed;
use lock::WriteLock;
pub use repair::{RepairedDatabase, repair};
use tables::Table;

/// The database of a tournament.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    /// The device and the inode of the file, if it is known to be the one at `path`.
    file: Option<(u64, u64)>,
    _lock: Option<WriteLock>,
    /// The bytes of the replays that are kept within the budget. `None` until they are counted.
    budget_used: Option<f64>,
}

impl Store {
    fn run<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        work(&self.connection).map_err(|error| failed(&self.path, error))
    }

    /// Does some reading that sees one state of the database, also while a host writes to it.
    fn read<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        self.run(|connection| {
            let snapshot = connection.unchecked_transaction()?;
            work(&snapshot)
        })
    }

    fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let done = self.connection.transaction().and_then(|transaction| {
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        });
        done.map_err(|error| failed(&self.path, error))
    }

    /// A number that changes whenever another process has written to the database.
    pub fn changes(&self) -> Result<i64, StoreError> {
        self.run(|connection| connection.pragma_query_value(None, "data_version", |row| row.get(0)))
    }

    /// The keys of all stored matches.
    pub fn keys(&self) -> Result<StoredKeys, StoreError> {
        let mut keys = Vec::new();
        self.read(|connection| {
            totals::verified(connection, Table::Matches, |row| {
                keys.push(rows::key(row, 0)?);
                Ok(())
            })
        })?;
        keys.sort_unstable();
        Ok(StoredKeys(keys))
    }

    /// Why the match with this key ended, and how long it took.
    pub fn ending(&self, key: MatchKey) -> Result<Option<(String, Duration)>, StoreError> {
        self.read(|connection| rows::ending(connection, &key.to_string()))
    }

    /// Stores a match that this host played, unless a result is stored already: the first one
    /// counts. Also stores its replay if `records` keeps it.
    pub fn put(
        &mut self,
        rules: &ConfiguredGame,
        played: &PlayedMatch,
        records: &ReplayRetentionConfig,
    ) -> Result<StoreOutcome, StoreError> {
        self.put_with_files(rules, played, records, &BTreeMap::new())
    }

    /// The same, together with what entrants have kept after the match, by their names. A match
    /// that is not stored has left nothing.
    pub fn put_with_files(
        &mut self,
        rules: &ConfiguredGame,
        played: &PlayedMatch,
        records: &ReplayRetentionConfig,
        kept: &BTreeMap<String, KeptFiles>,
    ) -> Result<StoreOutcome, StoreError> {
        let arrival =
            IncomingResultOrigin { origin: ResultTrustLevel::Played, replace: false, source: String::new() };
        Ok(self.put_refs(rules, &[(played, &arrival)], records, kept)?[0])
    }

    /// Stores matches from any origin in one transaction. The outcomes are in the same order. A
    /// stored result that one of them displaces is kept as displaced, and one that contradicts a
    /// stored result is kept as a conflict.
    pub fn put_all(
        &mut self,
        rules: &ConfiguredGame,
        arrived: &[(PlayedMatch, IncomingResultOrigin)],
        records: &ReplayRetentionConfig,
    ) -> Result<Vec<StoreOutcome>, StoreError> {
        let refs: Vec<_> = arrived.iter().map(|(played, arrival)| (played, arrival)).collect();
        self.put_refs(rules, &refs, records, &BTreeMap::new())
    }

    fn put_refs(
        &mut self,
        rules: &ConfiguredGame,
        arrived: &[(&PlayedMatch, &IncomingResultOrigin)],
        records: &ReplayRetentionConfig,
        kept: &BTreeMap<String, KeptFiles>,
    ) -> Result<Vec<StoreOutcome>, StoreError> {
        let put = put::put_all(&mut self.connection, &mut self.budget_used, rules, arrived, records, kept);
        let outcomes = put.map_err(|error| failed(&self.path, error))?;
        for ((played, arrival), put) in arrived.iter().zip(&outcomes) {
            tracing::debug!(key = played.key, ?put, ?arrival, "stored");
        }
        Ok(outcomes)
    }

    /// The results that contradict the stored one of the match with this key.
    pub fn conflicts(&self, key: &str) -> Result<Vec<ConflictingResult>, StoreError> {
        self.read(|connection| rows::conflicts(connection, key))
    }

    /// The number of matches for which results are known that contradict the stored one.
    pub fn matches_in_conflict(&self) -> Result<usize, StoreError> {
        let mut keys = BTreeSet::<String>::new();
        self.read(|connection| {
            totals::verified(connection, Table::Conflicts, |row| {
                keys.insert(row.get(0)?);
                Ok(())
            })
        })?;
        Ok(keys.len())
    }

    /// The number of results by origin.
    pub fn origins(&self) -> Result<BTreeMap<&'static str, usize>, StoreError> {
        self.read(rows::origins)
    }

    pub fn displaced(&self) -> Result<usize, StoreError> {
        let mut count = 0;
        self.read(|connection| {
            totals::verified(connection, Table::Displaced, |_| {
                count += 1;
                Ok(())
            })
        })?;
        Ok(count)
    }

    /// The secret of this database. The first call stores `fresh` as the secret.
    pub fn secret(&mut self, fresh: &[u8]) -> Result<Vec<u8>, StoreError> {
        self.write(|transaction| {
            let mut secret = None;
            rows::for_each(transaction, Table::Secrets, |row| {
                secret = Some(row.get(1)?);
                Ok(())
            })?;
            match secret {
                Some(secret) => Ok(secret),
                None => {
                    checksum::insert(transaction, Table::Secrets, &["collect".into(), fresh.into()])?;
                    Ok(fresh.to_vec())
                }
            }
        })
    }

    /// The replay of the match with this key, if it is kept.
    pub fn replay(&self, key: &str) -> Result<Option<RecordedReplies>, StoreError> {
        self.read(|connection| replays::get(connection, key))
    }

    /// Whether the replay of the match with this key is kept.
    pub fn has_replay(&self, key: &str) -> Result<bool, StoreError> {
        self.run(|connection| {
            connection.prepare_cached("SELECT 1 FROM replays WHERE match = ?1")?.exists([key])
        })
    }

    /// The keys of all matches whose replay is kept.
    pub fn replay_keys(&self) -> Result<BTreeSet<String>, StoreError> {
        self.read(replays::keys)
    }

    /// The number of replays and their total size in bytes.
    pub fn replays(&self) -> Result<(u64, u64), StoreError> {
        self.read(replays::size)
    }

    /// The match with this key, without its replay.
    pub fn get(&self, key: &str) -> Result<Option<PlayedMatch>, StoreError> {
        Ok(self.get_with_origin(key)?.map(|(played, _)| played))
    }

    /// The match with this key and its origin, without its replay.
    pub fn get_with_origin(&self, key: &str) -> Result<Option<(PlayedMatch, ResultTrustLevel)>, StoreError> {
        let Some((found, origin)) = self.read(|connection| rows::get(connection, key))? else {
            return Ok(None);
        };
        if found.spec.key() != key {
            return Err(self.damaged(format!("the match {key:.12} is stored with the spec of another one")));
        }
        match found.result.misfit(found.spec.submissions.len()) {
            Some(why) => Err(self.damaged(format!("the match {key:.12}: {why}"))),
            None => Ok(Some((found, origin))),
        }
    }

    /// Fails if damage could be the reason why a match was not found by its key.
    pub fn verify_absent(&self, key: &str) -> Result<(), StoreError> {
        let lost = |row: &Row<'_>| match row.get_ref(0)?.as_str()? == key {
            true => Err(DatabaseIntegrityError::Lost { key: key.into() }.into()),
            false => Ok(()),
        };
        self.read(|connection| totals::verified(connection, Table::Matches, lost))
    }

    fn foreign(&self, why: String) -> StoreError {
        StoreError::Foreign { database: self.path.clone(), why }
    }

    fn damaged(&self, why: String) -> StoreError {
        StoreError::DamagedRows { database: self.path.clone(), why }
    }
}

/// The keys of stored matches, in their order.
#[derive(Debug, Clone, Default)]
pub struct StoredKeys(Vec<MatchKey>);

impl StoredKeys {
    pub fn contains(&self, key: &MatchKey) -> bool {
        self.0.binary_search(key).is_ok()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &MatchKey> {
        self.0.iter()
    }
}
