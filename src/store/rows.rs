//! Converts matches to rows and back.

use std::collections::BTreeMap;
use std::time::Duration;

use rathaus_games::{Fault, FaultEvidence, GameRules, SeatFault};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{ConflictingResult, ResultArrival, StoreOutcome, replays};
use crate::report::{harmless, shortened};
use crate::tournament::config::RecordConfig;
use crate::tournament::{
    MatchKey, MatchProvenance, MatchResult, PlayedMatch, ResultOrigin, ScoresByMatchKey,
};

/// Serializes a value as JSON. Stored values consist of names, numbers and strings, so
/// this cannot fail.
pub(super) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is stored can always be written as JSON")
}

/// The columns with the result of a match, in the order in which [`stored`] reads them.
const OUTCOME: &str = "scores, ended, details, measured, took_us, provenance";

/// The columns of a fault, in the order in which [`fault`] reads them.
pub(super) const FAULT: &str =
    "seat, turn, cause, sent, said, stderr, took_us, cpu_us, overloaded_us, sandbox";

/// The number of columns of [`FAULT`].
pub(super) const FAULT_COLUMNS: usize = 10;

/// How many results that contradict a stored one are kept for each match. Whoever sends results
/// could send any number.
const MOST_CONFLICTS: i64 = 3;

/// Stores results in one transaction.
pub(super) fn put_all(
    connection: &mut Connection,
    budget_used: &mut Option<f64>,
    rules: &GameRules,
    arrived: &[(&PlayedMatch, &ResultArrival)],
    records: &RecordConfig,
) -> rusqlite::Result<Vec<StoreOutcome>> {
    // Count again after a failure, and after a result was displaced with its replay.
    let mut used = budget_used.take();
    let transaction = connection.transaction()?;
    let outcomes = arrived
        .iter()
        .map(|(played, arrival)| put(&transaction, &mut used, rules, played, arrival, records))
        .collect::<Result<_, _>>()?;
    transaction.commit()?;
    *budget_used = used;
    Ok(outcomes)
}

fn put(
    transaction: &Transaction<'_>,
    used: &mut Option<f64>,
    rules: &GameRules,
    played: &PlayedMatch,
    arrival: &ResultArrival,
    records: &RecordConfig,
) -> rusqlite::Result<StoreOutcome> {
    let put = match insert(transaction, rules, played, arrival.origin)? {
        true => StoreOutcome::New,
        false => resolve_conflict(transaction, rules, played, arrival)?,
    };
    if matches!(put, StoreOutcome::New | StoreOutcome::Displaced(_)) {
        for (number, fault) in (1..).zip(&played.result.faults) {
            put_fault(transaction, &played.key, number, fault)?;
        }
        *used = used.filter(|_| put == StoreOutcome::New);
        replays::put(transaction, played, records, used)?;
    }
    Ok(put)
}

/// Compares a result with the stored one. If they differ, the new one displaces that, or is kept as
/// a conflict.
fn resolve_conflict(
    transaction: &Transaction<'_>,
    rules: &GameRules,
    played: &PlayedMatch,
    arrival: &ResultArrival,
) -> rusqlite::Result<StoreOutcome> {
    let (origin, key) = (arrival.origin, &played.key);
    let known = self::origin(transaction, key)?;
    let Some(stored) = get(transaction, key)? else { return Ok(StoreOutcome::Known) };
    let clockless = |played: &PlayedMatch| played.result.without_clocks(rules);
    if clockless(&stored).difference(&clockless(played)).is_none() {
        if origin > known {
            transaction.execute("UPDATE matches SET origin = ?2 WHERE key = ?1", [key, origin.word()])?;
        }
        return Ok(StoreOutcome::Known);
    }
    if !origin.displaces(known, arrival.replace) {
        keep_conflict(transaction, played, arrival)?;
        return Ok(StoreOutcome::Other(known));
    }
    transaction.execute(
        "INSERT INTO displaced SELECT ?1, count(*) + 1, ?2, ?3 FROM displaced WHERE match = ?1",
        [key, known.word(), &text(&stored)],
    )?;
    transaction.execute("DELETE FROM matches WHERE key = ?1", [key])?;
    insert(transaction, rules, played, origin)?;
    Ok(StoreOutcome::Displaced(known))
}

/// Keeps a result that contradicts the stored one, for inspection.
fn keep_conflict(
    transaction: &Transaction<'_>,
    played: &PlayedMatch,
    ResultArrival { origin, source, .. }: &ResultArrival,
) -> rusqlite::Result<()> {
    let result = text(&PlayedMatch { recording: None, ..played.clone() });
    let mut query = transaction.prepare_cached(
        "INSERT INTO conflicts SELECT ?1, count(*) + 1, ?2, ?3, ?4 FROM conflicts WHERE match = ?1
         HAVING count(*) < ?5 AND NOT EXISTS (SELECT 1 FROM conflicts WHERE match = ?1 AND result = ?4)",
    )?;
    query.execute(params![played.key, origin.word(), source, result, MOST_CONFLICTS])?;
    Ok(())
}

/// The kept results that contradict the stored one of this match.
pub(super) fn conflicts(connection: &Connection, key: &str) -> rusqlite::Result<Vec<ConflictingResult>> {
    let query = "SELECT origin, source, result, match FROM conflicts WHERE match = ?1 ORDER BY number";
    let of_row = |row: &Row<'_>| {
        let origin = ResultOrigin::from_word(row.get::<_, Option<String>>(0)?.as_deref());
        Ok(ConflictingResult { origin, source: row.get(1)?, played: json(row, 2)? })
    };
    connection.prepare(query)?.query_map([key], of_row)?.collect()
}

/// Inserts the row of a match. Returns false if there is one already.
fn insert(
    transaction: &Transaction<'_>,
    rules: &GameRules,
    played: &PlayedMatch,
    origin: ResultOrigin,
) -> rusqlite::Result<bool> {
    let PlayedMatch { key, spec, result, provenance, .. } = played;
    let mut details = result.details.clone();
    let measured = rules.take_measured(&mut details);
    let mut query = transaction.prepare_cached(
        "INSERT INTO matches (key, spec, scores, ended, details, measured, took_us, provenance, origin)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING",
    )?;
    let inserted = query.execute(params![
        key,
        text(spec),
        text(&result.scores),
        result.ended,
        text(&details),
        text(&measured),
        micros(result.took),
        provenance.as_ref().map(text),
        origin.word()
    ])?;
    Ok(inserted > 0)
}

/// The origin of the result with this key.
pub(super) fn origin(connection: &Connection, key: &str) -> rusqlite::Result<ResultOrigin> {
    let query = "SELECT origin FROM matches WHERE key = ?1";
    let word = connection.prepare_cached(query)?.query_row([key], |row| row.get::<_, Option<String>>(0))?;
    Ok(ResultOrigin::from_word(word.as_deref()))
}

/// The number of results by origin.
pub(super) fn origins(connection: &Connection) -> rusqlite::Result<BTreeMap<&'static str, usize>> {
    let query = "SELECT origin, count(*) FROM matches GROUP BY origin";
    let of_row = |row: &Row<'_>| Ok((row.get::<_, Option<String>>(0)?, row.get::<_, i64>(1)?));
    let mut found = BTreeMap::new();
    for counted in connection.prepare(query)?.query_map([], of_row)? {
        let (word, count) = counted?;
        *found.entry(ResultOrigin::from_word(word.as_deref()).word()).or_default() +=
            usize::try_from(count).unwrap_or_default();
    }
    Ok(found)
}

fn put_fault(
    transaction: &Transaction<'_>,
    key: &str,
    number: i64,
    fault: &SeatFault,
) -> rusqlite::Result<()> {
    let SeatFault { seat, turn, fault: Fault { cause, evidence } } = fault;
    let FaultEvidence { sent, said, took, cpu, overloaded, sandbox, stderr } = evidence;
    transaction.execute(
        "INSERT INTO faults VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        params![
            key,
            number,
            *seat as i64,
            *turn as i64,
            text(cause),
            sent,
            said,
            stderr,
            micros(*took),
            cpu.map(micros),
            overloaded.map(micros),
            sandbox
        ],
    )?;
    Ok(())
}

pub(super) fn get(connection: &Connection, key: &str) -> rusqlite::Result<Option<PlayedMatch>> {
    let query = format!("SELECT {OUTCOME}, spec, key FROM matches WHERE key = ?1");
    let of_row = |row: &Row<'_>| Ok((stored(row)?, json(row, 6)?));
    let Some(((mut result, provenance), spec)) =
        connection.prepare_cached(&query)?.query_row([key], of_row).optional()?
    else {
        return Ok(None);
    };
    let query = format!("SELECT {FAULT}, match FROM faults WHERE match = ?1 ORDER BY number");
    result.faults = connection.prepare_cached(&query)?.query_map([key], fault)?.collect::<Result<_, _>>()?;
    Ok(Some(PlayedMatch { key: key.into(), spec, result, provenance, recording: None }))
}

/// The keys of all matches, in their order.
pub(super) fn keys(connection: &Connection) -> rusqlite::Result<Vec<MatchKey>> {
    let query = "SELECT key FROM matches ORDER BY key";
    connection.prepare(query)?.query_map([], |row| key(row, 0))?.collect()
}

/// Why a match ended, and how long it took.
pub(super) fn ending(connection: &Connection, key: &str) -> rusqlite::Result<Option<(String, Duration)>> {
    let query = "SELECT ended, took_us FROM matches WHERE key = ?1";
    let of_row = |row: &Row<'_>| Ok((row.get(0)?, duration(row.get(1)?)));
    connection.prepare_cached(query)?.query_row([key], of_row).optional()
}

/// The scores of all matches by key.
pub(super) fn scores(connection: &Connection) -> rusqlite::Result<ScoresByMatchKey> {
    let of_row = |row: &Row<'_>| Ok((key(row, 1)?, json(row, 0)?));
    connection.prepare("SELECT scores, key FROM matches")?.query_map([], of_row)?.collect()
}

/// A result without its faults, which are in another table.
fn stored(row: &Row<'_>) -> rusqlite::Result<(MatchResult, Option<MatchProvenance>)> {
    let details = details(row, 2, 3)?;
    let result = MatchResult {
        scores: json(row, 0)?,
        ended: row.get(1)?,
        details,
        faults: Vec::new(),
        took: duration(row.get(4)?),
    };
    let provenance = row.get_ref(5)?.as_str_or_null()?.is_some().then(|| json(row, 5)).transpose()?;
    Ok((result, provenance))
}

/// The details, with what was measured.
pub(super) fn details(row: &Row<'_>, details: usize, measured: usize) -> rusqlite::Result<Value> {
    let mut details: Value = json(row, details)?;
    if let (Some(details), Value::Object(measured)) = (details.as_object_mut(), json(row, measured)?) {
        details.extend(measured);
    }
    Ok(details)
}

pub(super) fn fault(row: &Row<'_>) -> rusqlite::Result<SeatFault> {
    let evidence = FaultEvidence {
        sent: row.get(3)?,
        said: row.get(4)?,
        stderr: row.get(5)?,
        took: duration(row.get(6)?),
        cpu: row.get::<_, Option<i64>>(7)?.map(duration),
        overloaded: row.get::<_, Option<i64>>(8)?.map(duration),
        sandbox: row.get(9)?,
    };
    let (seat, turn) = (row.get::<_, u32>(0)? as usize, row.get::<_, u32>(1)? as usize);
    Ok(SeatFault { seat, turn, fault: Fault { cause: json(row, 2)?, evidence } })
}

/// The key of a match in this column.
pub(super) fn key(row: &Row<'_>, column: usize) -> rusqlite::Result<MatchKey> {
    let text = row.get_ref(column)?.as_str()?;
    MatchKey::parse(text).ok_or_else(|| {
        let why = format!("{} is no key of a match", shortened(&harmless(text), 80));
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, why.into())
    })
}

pub(super) fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    serde_json::from_str(row.get_ref(column)?.as_str()?).map_err(|error| {
        let place = place(row, column);
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, format!("{place}: {error}").into())
    })
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

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

fn duration(micros: i64) -> Duration {
    Duration::from_micros(u64::try_from(micros).unwrap_or_default())
}
