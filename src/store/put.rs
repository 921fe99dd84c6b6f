//! Stores matches with their faults, and those that contradict each other.

use std::collections::BTreeMap;
use std::time::Duration;

use rathaus_games::{ConfiguredGame, Fault, FaultEvidence, SeatFault};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, Transaction, params};

use super::rows::{self, FAULTS_CHECKSUM, ORIGIN, text};
use super::tables::Table;
use super::{IncomingResultOrigin, StoreOutcome, checksum, replays, storage, times, totals};
use crate::matches::KeptFiles;
use crate::tournament::config::ReplayRetentionConfig;
use crate::tournament::{PlayedMatch, ResultTrustLevel};

/// How many results that contradict a stored one are kept for each match. Whoever sends results
/// could send any number.
const MOST_CONFLICTS: i64 = 3;

/// Stores results in one transaction, with what entrants have kept after them, by their names.
pub(super) fn put_all(
    connection: &mut Connection,
    budget_used: &mut Option<f64>,
    rules: &ConfiguredGame,
    arrived: &[(&PlayedMatch, &IncomingResultOrigin)],
    records: &ReplayRetentionConfig,
    kept: &BTreeMap<String, KeptFiles>,
) -> rusqlite::Result<Vec<StoreOutcome>> {
    // Count again after a failure, and after a result was displaced with its replay.
    let mut used = budget_used.take();
    let transaction = connection.transaction()?;
    let outcomes = arrived
        .iter()
        .map(|(played, arrival)| put(&transaction, &mut used, rules, played, arrival, records))
        .collect::<Result<_, _>>()?;
    kept.iter().try_for_each(|(entrant, files)| storage::put(&transaction, entrant, files))?;
    transaction.commit()?;
    *budget_used = used;
    Ok(outcomes)
}

fn put(
    transaction: &Transaction<'_>,
    used: &mut Option<f64>,
    rules: &ConfiguredGame,
    played: &PlayedMatch,
    arrival: &IncomingResultOrigin,
    records: &ReplayRetentionConfig,
) -> rusqlite::Result<StoreOutcome> {
    let put = match insert(transaction, rules, played, arrival.origin)? {
        true => StoreOutcome::New,
        false => resolve_conflict(transaction, rules, played, arrival)?,
    };
    if matches!(put, StoreOutcome::New | StoreOutcome::Displaced(_)) {
        times::put(transaction, &played.key)?;
        *used = used.filter(|_| put == StoreOutcome::New);
        replays::put(transaction, played, records, used)?;
    }
    Ok(put)
}

/// Compares a result with the stored one. If they differ, the new one displaces that, or is kept as
/// a conflict.
fn resolve_conflict(
    transaction: &Transaction<'_>,
    rules: &ConfiguredGame,
    played: &PlayedMatch,
    arrival: &IncomingResultOrigin,
) -> rusqlite::Result<StoreOutcome> {
    let (origin, key) = (arrival.origin, &played.key);
    let Some((stored, known)) = rows::get(transaction, key)? else { return Ok(StoreOutcome::Known) };
    let clockless = |played: &PlayedMatch| played.result.without_clocks(rules);
    if clockless(&stored).difference(&clockless(played)).is_none() {
        if origin > known {
            set_origin(transaction, key, origin)?;
        }
        return Ok(StoreOutcome::Known);
    }
    if !origin.displaces(known, arrival.replace) {
        keep_conflict(transaction, played, arrival)?;
        return Ok(StoreOutcome::Other(known));
    }
    displace(transaction, key)?;
    insert(transaction, rules, played, origin)?;
    Ok(StoreOutcome::Displaced(known))
}

/// Takes back the result of a match. It stays as displaced, and does not count.
pub(super) fn displace(transaction: &Transaction<'_>, key: &str) -> rusqlite::Result<()> {
    let Some((stored, origin)) = rows::get(transaction, key)? else { return Ok(()) };
    keep_displaced(transaction, &stored, origin)?;
    for (table, condition) in [
        (Table::Replays, "match = ?1"),
        (Table::Kept, "match = ?1"),
        (Table::Faults, "match = ?1"),
        (Table::Times, "match = ?1"),
        (Table::Matches, "key = ?1"),
    ] {
        totals::delete(transaction, table, condition, &[key])?;
    }
    Ok(())
}

fn set_origin(transaction: &Transaction<'_>, key: &str, origin: ResultTrustLevel) -> rusqlite::Result<()> {
    let mut query = transaction.prepare_cached("SELECT * FROM matches WHERE key = ?1")?;
    let checksum = query.query_row([key], |row| {
        let mut values: Vec<_> =
            (0..=FAULTS_CHECKSUM).map(|column| row.get_ref(column)).collect::<Result<_, _>>()?;
        values[ORIGIN] = ValueRef::from(origin.word());
        Ok(checksum::of(Table::Matches, &values))
    })?;
    let query = "UPDATE matches SET origin = ?2, checksum = ?3 WHERE key = ?1";
    transaction.execute(query, params![key, origin.word(), checksum]).map(drop)
}

/// Keeps a result that is about to be deleted.
fn keep_displaced(
    transaction: &Transaction<'_>,
    stored: &PlayedMatch,
    origin: ResultTrustLevel,
) -> rusqlite::Result<()> {
    let query = "SELECT count(*) + 1 FROM displaced WHERE match = ?1";
    let number = transaction.query_row(query, [&stored.key], |row| row.get(0))?;
    let key = stored.key.as_str();
    let result = text(stored);
    let values = [key.into(), ValueRef::Integer(number), origin.word().into(), result.as_str().into()];
    checksum::insert(transaction, Table::Displaced, &values).map(drop)
}

/// Keeps a result that contradicts the stored one, for inspection.
fn keep_conflict(
    transaction: &Transaction<'_>,
    played: &PlayedMatch,
    IncomingResultOrigin { origin, source, .. }: &IncomingResultOrigin,
) -> rusqlite::Result<()> {
    let (key, result) = (played.key.as_str(), text(&PlayedMatch { recording: None, ..played.clone() }));
    let query = "SELECT count(*), coalesce(max(result = ?2), 0) FROM conflicts WHERE match = ?1";
    let of_row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let (kept, is_known): (i64, bool) =
        transaction.prepare_cached(query)?.query_row([key, &result], of_row)?;
    if is_known || kept >= MOST_CONFLICTS {
        return Ok(());
    }
    let values = [
        key.into(),
        ValueRef::Integer(kept + 1),
        origin.word().into(),
        source.as_str().into(),
        result.as_str().into(),
    ];
    checksum::insert(transaction, Table::Conflicts, &values).map(drop)
}

/// Inserts the rows of a match and its faults. Returns false if there are some already.
fn insert(
    transaction: &Transaction<'_>,
    rules: &ConfiguredGame,
    played: &PlayedMatch,
    origin: ResultTrustLevel,
) -> rusqlite::Result<bool> {
    let PlayedMatch { key, spec, result, provenance, .. } = played;
    let mut details = result.details.clone();
    let measured = text(&rules.take_measured(&mut details));
    let (spec, scores, details) = (text(spec), text(&result.scores), text(&details));
    let provenance = provenance.as_ref().map(text);
    let faults: Vec<FaultRow<'_>> =
        (1..).zip(&result.faults).map(|(number, fault)| FaultRow::new(key, number, fault)).collect();
    let checksums = faults.iter().map(|fault| checksum::of(Table::Faults, &fault.values()));
    let values = [
        key.as_str().into(),
        spec.as_str().into(),
        scores.as_str().into(),
        result.ended.as_str().into(),
        details.as_str().into(),
        measured.as_str().into(),
        ValueRef::Integer(micros(result.took)),
        provenance.as_deref().into(),
        origin.word().into(),
        ValueRef::Integer(checksums.fold(0, i64::wrapping_add)),
    ];
    let is_new = checksum::insert(transaction, Table::Matches, &values)?;
    for fault in faults.iter().filter(|_| is_new) {
        checksum::insert(transaction, Table::Faults, &fault.values())?;
    }
    Ok(is_new)
}

/// The row of a fault.
struct FaultRow<'a> {
    key: &'a str,
    number: i64,
    fault: &'a SeatFault,
    cause: String,
}

impl<'a> FaultRow<'a> {
    fn new(key: &'a str, number: i64, fault: &'a SeatFault) -> FaultRow<'a> {
        FaultRow { key, number, fault, cause: text(&fault.fault.cause) }
    }

    fn values(&self) -> [ValueRef<'_>; 12] {
        let SeatFault { seat, turn, fault: Fault { evidence, .. } } = self.fault;
        let FaultEvidence { sent, said, took, cpu, overloaded, sandbox, stderr } = evidence;
        let optional =
            |took: &Option<Duration>| took.map_or(ValueRef::Null, |it| ValueRef::Integer(micros(it)));
        [
            self.key.into(),
            ValueRef::Integer(self.number),
            ValueRef::Integer(*seat as i64),
            ValueRef::Integer(*turn as i64),
            self.cause.as_str().into(),
            sent.as_str().into(),
            said.as_str().into(),
            stderr.as_str().into(),
            ValueRef::Integer(micros(*took)),
            optional(cpu),
            optional(overloaded),
            sandbox.as_deref().into(),
        ]
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}
