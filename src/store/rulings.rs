//! Rulings on matches that could not be played.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, Transaction};

use super::tables::Table;
use super::{Store, StoreError, checksum, rows, totals};
use crate::matches::MatchSpec;
use crate::tournament::{KnownMatches, MatchKey, MatchRuling, TournamentFormat};

/// Indexes of the columns of `rulings`.
const SPEC: usize = 1;
const POINTS: usize = 2;
const REASON: usize = 3;
const RATHAUS: usize = 4;
const RULED: usize = 5;

/// A ruling with the key and the spec of its match.
pub type StoredRuling = (MatchKey, MatchSpec, MatchRuling);

impl Store {
    /// The scores and rulings that a format needs to pair entrants. Empty for formats that do not
    /// depend on results.
    pub fn known_matches(&self, format: TournamentFormat) -> Result<KnownMatches, StoreError> {
        if !format.goes_by_results() {
            return Ok(KnownMatches::new());
        }
        self.read(|connection| {
            Ok(KnownMatches { scores: rows::scores(connection)?, rulings: rulings(connection)? })
        })
    }

    /// All rulings, with the keys and the specs of their matches.
    pub fn stored_rulings(&self) -> Result<Vec<StoredRuling>, StoreError> {
        self.read(stored_rulings)
    }

    /// Stores rulings in one transaction. A match that has a result or a ruling keeps it.
    pub fn put_rulings(&mut self, rulings: &[(MatchSpec, MatchRuling)]) -> Result<(), StoreError> {
        self.write(|transaction| rulings.iter().try_for_each(|(spec, ruling)| put(transaction, spec, ruling)))
    }

    /// Deletes the rulings on these matches in one transaction.
    pub fn withdraw_rulings(&mut self, keys: &[MatchKey]) -> Result<(), StoreError> {
        self.write(|transaction| {
            keys.iter().try_for_each(|key| {
                let key = key.to_string();
                totals::delete(transaction, Table::Rulings, "match = ?1", &[&key]).map(drop)
            })
        })
    }
}

fn put(transaction: &Transaction<'_>, spec: &MatchSpec, ruling: &MatchRuling) -> rusqlite::Result<()> {
    let key = spec.key();
    if transaction.prepare_cached("SELECT 1 FROM matches WHERE key = ?1")?.exists([&key])? {
        return Ok(());
    }
    let (spec, points, reason) = (rows::text(spec), rows::text(&ruling.points), rows::text(&ruling.reason));
    let values = [
        key.as_str().into(),
        spec.as_str().into(),
        points.as_str().into(),
        reason.as_str().into(),
        ruling.rathaus.as_str().into(),
        ValueRef::Integer(ruling.ruled_on.as_microsecond()),
    ];
    checksum::insert(transaction, Table::Rulings, &values).map(drop)
}

/// All rulings by the keys of their matches.
fn rulings(connection: &Connection) -> rusqlite::Result<BTreeMap<MatchKey, MatchRuling>> {
    let stored = stored_rulings(connection)?;
    Ok(stored.into_iter().map(|(key, _, ruling)| (key, ruling)).collect())
}

fn stored_rulings(connection: &Connection) -> rusqlite::Result<Vec<StoredRuling>> {
    let mut found = Vec::new();
    rows::for_each(connection, Table::Rulings, |row| {
        found.push(ruling(row)?);
        Ok(())
    })?;
    Ok(found)
}

/// The ruling in a row. Fails if it cannot be one on the match with its key.
fn ruling(row: &Row<'_>) -> rusqlite::Result<StoredRuling> {
    let key = rows::key(row, 0)?;
    let spec: MatchSpec = rows::json(row, SPEC)?;
    if MatchKey::parse(&spec.key()) != Some(key) {
        return Err(rows::broken(row, SPEC, &"it is the spec of another match"));
    }
    let ruled_on = Timestamp::from_microsecond(row.get(RULED)?);
    let ruled_on = ruled_on.map_err(|error| rows::broken(row, RULED, &error))?;
    let (points, reason) = (rows::json(row, POINTS)?, rows::json(row, REASON)?);
    let ruling = MatchRuling { points, reason, rathaus: row.get(RATHAUS)?, ruled_on };
    match ruling.misfit(spec.submissions.len()) {
        Some(why) => Err(rows::broken(row, POINTS, &why)),
        None => Ok((key, spec, ruling)),
    }
}
