//! The workers of a tournament.

use std::collections::BTreeMap;

use rusqlite::{Connection, Transaction};

use super::tables::Table;
use super::{Store, StoreError, checksum, put, rows, totals};
use crate::tournament::{MatchKey, MatchProvenance, WorkerRecord};

/// The index of the column `record` of `workers`.
const RECORD: usize = 1;

impl Store {
    /// All workers, by their names.
    pub fn workers(&self) -> Result<BTreeMap<String, WorkerRecord>, StoreError> {
        self.read(workers)
    }

    /// The number of workers.
    pub fn worker_count(&self) -> Result<usize, StoreError> {
        let count = |connection: &Connection| -> rusqlite::Result<u32> {
            connection.query_row("SELECT count(*) FROM workers", [], |row| row.get(0))
        };
        Ok(self.read(count)? as usize)
    }

    /// Stores what is known about these workers.
    pub fn put_workers(&mut self, workers: &[WorkerRecord]) -> Result<(), StoreError> {
        self.write(|transaction| workers.iter().try_for_each(|worker| put_worker(transaction, worker)))
    }

    /// Stores that a worker is quarantined, and takes back all of its results, in one transaction.
    /// They stay in the database as displaced, and do not count. Returns the keys of their matches.
    pub fn quarantine(&mut self, worker: &WorkerRecord) -> Result<Vec<MatchKey>, StoreError> {
        // Replays are counted again, because some are gone.
        self.budget_used = None;
        self.write(|transaction| {
            let mut keys = Vec::new();
            rows::for_each(transaction, Table::Matches, |row| {
                let provenance = row.get_ref(rows::PROVENANCE)?.as_str_or_null()?;
                let provenance: Option<MatchProvenance> =
                    provenance.map(|_| rows::json(row, rows::PROVENANCE)).transpose()?;
                if provenance.and_then(|from| from.worker).is_some_and(|from| from.name == worker.name) {
                    keys.push(rows::key(row, 0)?);
                }
                Ok(())
            })?;
            keys.iter().try_for_each(|key| put::displace(transaction, &key.to_string()))?;
            put_worker(transaction, worker)?;
            Ok(keys)
        })
    }
}

fn put_worker(transaction: &Transaction<'_>, worker: &WorkerRecord) -> rusqlite::Result<()> {
    let name = worker.name.as_str();
    totals::delete(transaction, Table::Workers, "name = ?1", &[name])?;
    let record = rows::text(worker);
    checksum::insert(transaction, Table::Workers, &[name.into(), record.as_str().into()]).map(drop)
}

fn workers(connection: &Connection) -> rusqlite::Result<BTreeMap<String, WorkerRecord>> {
    let mut found = BTreeMap::new();
    rows::for_each(connection, Table::Workers, |row| {
        let record: WorkerRecord = rows::json(row, RECORD)?;
        if record.name != row.get_ref(0)?.as_str()? {
            return Err(rows::broken(row, RECORD, &"it is the record of another worker"));
        }
        found.insert(record.name.clone(), record);
        Ok(())
    })?;
    Ok(found)
}
