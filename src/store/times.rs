//! When results were stored. Nothing but the order in which pages list results depends on it.
#![expect(clippy::disallowed_methods, reason = "a result is stored with the time")]

use std::collections::BTreeSet;

use jiff::Timestamp;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, Transaction};

use super::tables::Table;
use super::{Store, StoreError, checksum, rows, totals};
use crate::tournament::MatchKey;

/// The index of the column `stored_us` of `times`.
const STORED: usize = 1;

impl Store {
    /// The keys of the results that were stored last, the last one first, with their times. Only of
    /// matches that are wanted, and at most `count`. Results of version 0.1.0 have no time.
    pub fn last_stored(
        &self,
        count: usize,
        is_wanted: impl Fn(MatchKey) -> bool,
    ) -> Result<Vec<(MatchKey, Timestamp)>, StoreError> {
        self.read(|connection| last_stored(connection, count, &is_wanted))
    }
}

fn last_stored(
    connection: &Connection,
    count: usize,
    is_wanted: &dyn Fn(MatchKey) -> bool,
) -> rusqlite::Result<Vec<(MatchKey, Timestamp)>> {
    let mut last = BTreeSet::new();
    rows::for_each(connection, Table::Times, |row| {
        let key = rows::key(row, 0)?;
        if is_wanted(key) {
            last.insert((time(row)?, key));
        }
        if last.len() > count {
            last.pop_first();
        }
        Ok(())
    })?;
    Ok(last.into_iter().rev().map(|(time, key)| (key, time)).collect())
}

fn time(row: &Row<'_>) -> rusqlite::Result<Timestamp> {
    let time = Timestamp::from_microsecond(row.get(STORED)?);
    time.map_err(|error| rows::broken(row, STORED, &error))
}

/// Notes that the result of this match is stored now.
pub(super) fn put(transaction: &Transaction<'_>, key: &str) -> rusqlite::Result<()> {
    totals::delete(transaction, Table::Times, "match = ?1", &[key])?;
    let values = [key.into(), ValueRef::Integer(Timestamp::now().as_microsecond())];
    checksum::insert(transaction, Table::Times, &values).map(drop)
}
