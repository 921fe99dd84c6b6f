//! Reads matches from their rows, and fails if a row is damaged.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use rathaus_games::{Fault, FaultEvidence, SeatFault};
use rusqlite::types::{Type, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::checksum::RowVerifier;
use super::damage::DatabaseIntegrityError;
use super::tables::Table;
use super::totals::{self, TableTotalsVerifier};
use super::{ConflictingResult, checksum};
use crate::tournament::{MatchKey, MatchProvenance, MatchResult, PlayedMatch, ResultTrustLevel};
use crate::untrusted::{harmless, shortened};

/// Serializes a value as JSON. Stored values consist of names, numbers and strings, so
/// this cannot fail.
pub(super) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is stored can always be written as JSON")
}

/// Indexes of columns of `matches`. [`stored`] reads those in between.
const SPEC: usize = 1;
pub(super) const SCORES: usize = 2;
const ENDED: usize = 3;
pub(super) const PROVENANCE: usize = 7;
pub(super) const ORIGIN: usize = 8;
pub(super) const FAULTS_CHECKSUM: usize = 9;

/// The kept results that contradict the stored one of this match.
pub(super) fn conflicts(connection: &Connection, key: &str) -> rusqlite::Result<Vec<ConflictingResult>> {
    totals::verified(connection, Table::Conflicts, |_| Ok(()))?;
    let query = "SELECT * FROM conflicts WHERE match = ?1 ORDER BY number";
    let of_row = |row: &Row<'_>| {
        checksum::verify(Table::Conflicts, row)?;
        Ok(ConflictingResult { origin: origin(row, 2)?, source: row.get(3)?, played: json(row, 4)? })
    };
    connection.prepare(query)?.query_map([key], of_row)?.collect()
}

/// The number of results by origin.
pub(super) fn origins(connection: &Connection) -> rusqlite::Result<BTreeMap<&'static str, usize>> {
    let mut found = BTreeMap::new();
    for_each(connection, Table::Matches, |row| {
        *found.entry(origin(row, ORIGIN)?.word()).or_default() += 1;
        Ok(())
    })?;
    Ok(found)
}

fn origin(row: &Row<'_>, column: usize) -> rusqlite::Result<ResultTrustLevel> {
    Ok(ResultTrustLevel::from_word(row.get_ref(column)?.as_str_or_null()?))
}

/// Reads all rows of a table, and fails unless all are there with their checksums.
pub(super) fn for_each(
    connection: &Connection,
    table: Table,
    mut each: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let query = format!("SELECT * FROM {} ORDER BY {}", table.name(), table.order());
    let mut query = connection.prepare(&query)?;
    let mut rows = query.query([])?;
    let (mut verifier, mut tally) = (RowVerifier::new(table), TableTotalsVerifier::new(table));
    while let Some(row) = rows.next()? {
        verifier.verify(row)?;
        tally.add(&table.identity_of(&values(row)?));
        each(row)?;
    }
    tally.verify(connection)
}

/// All columns of a row except `checksum`.
pub(super) fn values<'a>(row: &'a Row<'_>) -> rusqlite::Result<Vec<ValueRef<'a>>> {
    (0..row.as_ref().column_count() - 1).map(|column| row.get_ref(column)).collect()
}

/// The match with this key and its origin.
pub(super) fn get(
    connection: &Connection,
    key: &str,
) -> rusqlite::Result<Option<(PlayedMatch, ResultTrustLevel)>> {
    let mut query = connection.prepare_cached("SELECT * FROM matches WHERE key = ?1")?;
    let found = query.query_row([key], |row| {
        checksum::verify(Table::Matches, row)?;
        let faults_checksum: i64 = row.get(FAULTS_CHECKSUM)?;
        Ok((stored(row)?, json(row, SPEC)?, origin(row, ORIGIN)?, faults_checksum))
    });
    let Some(((mut result, provenance), spec, origin, faults_checksum)) = found.optional()? else {
        return Ok(None);
    };
    let mut query = connection.prepare_cached("SELECT * FROM faults WHERE match = ?1 ORDER BY number")?;
    let faults = query.query_map([key], verified_fault)?.collect::<Result<Vec<_>, _>>()?;
    if faults.iter().fold(0, |sum: i64, (_, checksum)| sum.wrapping_add(*checksum)) != faults_checksum {
        return Err(DatabaseIntegrityError::Faults { key: key.into() }.into());
    }
    result.faults = faults.into_iter().map(|(fault, _)| fault).collect();
    Ok(Some((PlayedMatch { key: key.into(), spec, result, provenance, recording: None }, origin)))
}

/// Why a match ended, and how long it took.
pub(super) fn ending(connection: &Connection, key: &str) -> rusqlite::Result<Option<(String, Duration)>> {
    let mut query = connection.prepare_cached("SELECT * FROM matches WHERE key = ?1")?;
    let found = query.query_row([key], |row| {
        checksum::verify(Table::Matches, row)?;
        Ok((row.get(ENDED)?, duration(row.get(6)?)))
    });
    found.optional()
}

/// The scores of all matches by key.
pub(super) fn scores(connection: &Connection) -> rusqlite::Result<BTreeMap<MatchKey, Vec<f64>>> {
    let mut scores = BTreeMap::new();
    for_each(connection, Table::Matches, |row| {
        scores.insert(key(row, 0)?, json(row, SCORES)?);
        Ok(())
    })?;
    Ok(scores)
}

/// A result without its faults, which are in another table.
fn stored(row: &Row<'_>) -> rusqlite::Result<(MatchResult, Option<MatchProvenance>)> {
    let result = MatchResult {
        scores: json(row, SCORES)?,
        ended: row.get(ENDED)?,
        details: details(row)?,
        faults: Vec::new(),
        took: duration(row.get(6)?),
    };
    let has_provenance = row.get_ref(PROVENANCE)?.as_str_or_null()?.is_some();
    let provenance = has_provenance.then(|| json(row, PROVENANCE)).transpose()?;
    Ok((result, provenance))
}

/// Whether the details of a match may have a field of this name. Other details with this text may
/// be found as well.
pub(super) fn has_detail(row: &Row<'_>, name: &str) -> bool {
    let text = row.get_ref(4).ok().and_then(|value| value.as_bytes().ok()).unwrap_or_default();
    memchr::memmem::find(text, format!("\"{name}\"").as_bytes()).is_some()
}

/// The details of a match, with what was measured.
pub(super) fn details(row: &Row<'_>) -> rusqlite::Result<Value> {
    let mut details: Value = json(row, 4)?;
    if let (Some(details), Value::Object(measured)) = (details.as_object_mut(), json(row, 5)?) {
        details.extend(measured);
    }
    Ok(details)
}

/// The sum of the checksums of a match's faults.
pub(super) fn faults_checksum(connection: &Connection, key: &str) -> rusqlite::Result<i64> {
    let mut query = connection.prepare_cached("SELECT checksum FROM faults WHERE match = ?1")?;
    let checksums = query.query_map([key], |row| row.get::<_, i64>(0))?;
    let mut sum: i64 = 0;
    for checksum in checksums {
        sum = sum.wrapping_add(checksum?);
    }
    Ok(sum)
}

/// A fault and the checksum of its row.
pub(super) fn verified_fault(row: &Row<'_>) -> rusqlite::Result<(SeatFault, i64)> {
    checksum::verify(Table::Faults, row)?;
    let evidence = FaultEvidence {
        sent: row.get(5)?,
        said: row.get(6)?,
        stderr: row.get(7)?,
        took: duration(row.get(8)?),
        cpu: row.get::<_, Option<i64>>(9)?.map(duration),
        overloaded: row.get::<_, Option<i64>>(10)?.map(duration),
        sandbox: row.get(11)?,
    };
    let (seat, turn) = (row.get::<_, u32>(2)? as usize, row.get::<_, u32>(3)? as usize);
    let fault = SeatFault { seat, turn, fault: Fault { cause: json(row, 4)?, evidence } };
    Ok((fault, row.get(12)?))
}

/// The key of a match in this column.
pub(super) fn key(row: &Row<'_>, column: usize) -> rusqlite::Result<MatchKey> {
    let text = row.get_ref(column)?.as_str()?;
    MatchKey::parse(text).ok_or_else(|| {
        let why = format!("`{}` is no key of a match", shortened(&harmless(text), 80));
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, why.into())
    })
}

pub(super) fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text = row.get_ref(column)?.as_str()?;
    serde_json::from_str(text).map_err(|error| broken(row, column, &error))
}

/// The error for a value that a match cannot have.
pub(super) fn broken(row: &Row<'_>, column: usize, why: &impl fmt::Display) -> rusqlite::Error {
    let why = format!("{}: {why}", place(row, column));
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, why.into())
}

/// The column in words, with the match of its row if that is among the columns.
fn place(row: &Row<'_>, column: usize) -> String {
    let name = row.as_ref().column_name(column).unwrap_or_default().to_owned();
    let key = ["key", "match"].iter().find_map(|name| row.get::<_, String>(*name).ok());
    match key {
        Some(key) => format!("`{name}` of the match {key:.12} is broken"),
        None => format!("`{name}` is broken"),
    }
}

fn duration(micros: i64) -> Duration {
    Duration::from_micros(u64::try_from(micros).unwrap_or_default())
}
