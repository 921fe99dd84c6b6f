//! Stores replays and decides which to keep.
//!
//! The choice does not depend on the order in which matches end. For each submission, the store
//! keeps the best match, by score and then by key, and a number of matches with faults, those with
//! the lowest keys. Of all matches it keeps those with the lowest keys whose replays fit into a
//! budget together.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use super::tables::Table;
use super::{checksum, totals};
use crate::matches::RecordedReplies;
use crate::tournament::PlayedMatch;
use crate::tournament::config::{ReplayRetention, ReplayRetentionConfig};

/// Why a replay is kept: the values of the column `why`.
mod why {
    pub(super) const ALL: &str = "all";
    pub(super) const BEST: &str = "best";
    pub(super) const FAULT: &str = "fault";
    /// Within the budget. The column `score` has the number of bytes of the replies.
    pub(super) const BUDGET: &str = "budget";
    /// Not a reason: the lowest key that did not fit into the budget. From there on, none is kept.
    pub(super) const CUT: &str = "cut";
}

/// Stores the replay of a match if it is to be kept, and drops those that it displaces.
/// `budget_used` is the size of the replays within the budget, or `None` if it has to be counted.
pub(super) fn put(
    transaction: &Transaction<'_>,
    played: &PlayedMatch,
    records: &ReplayRetentionConfig,
    budget_used: &mut Option<f64>,
) -> rusqlite::Result<()> {
    let Some(recording) = played.recording.as_ref().filter(|replay| records.allows(replay.bytes())) else {
        return Ok(());
    };
    let key = played.key.as_str();
    match records.keep {
        ReplayRetention::None => return Ok(()),
        ReplayRetention::All => note(transaction, "", why::ALL, key, 0.0)?,
        ReplayRetention::FaultsAndBest => {
            for (submission, (score, is_faulty)) in by_submission(played) {
                note_best(transaction, submission, key, score)?;
                if is_faulty {
                    note_fault(transaction, submission, key, records.faulty)?;
                }
            }
            // Without the measured times, because the choice must be the same each time. With
            // stderr, because bots could fill the disk with it.
            let used = BudgetUse { budget: records.budget() as f64, used: budget_used };
            used.add(transaction, key, recording.bytes() as f64)?;
        }
    }
    if is_wanted(transaction, key)? {
        let RecordedReplies { answers, clocks, stderr } = recording;
        let values =
            [key.into(), answers.as_slice().into(), clocks.as_slice().into(), stderr.as_slice().into()];
        checksum::insert(transaction, Table::Replays, &values)?;
    }
    Ok(())
}

/// For each submission, its best score and whether it had a fault. A submission may
/// have several seats.
fn by_submission(played: &PlayedMatch) -> BTreeMap<&str, (f64, bool)> {
    let PlayedMatch { spec, result, .. } = played;
    let mut found: BTreeMap<&str, (f64, bool)> = BTreeMap::new();
    for (seat, (submission, score)) in spec.submissions.iter().zip(&result.scores).enumerate() {
        let is_faulty = result.faults.iter().any(|fault| fault.seat == seat);
        let (best, any) = found.entry(submission).or_insert((*score, false));
        (*best, *any) = (best.max(*score), *any || is_faulty);
    }
    found
}

fn note_best(transaction: &Transaction<'_>, submission: &str, key: &str, score: f64) -> rusqlite::Result<()> {
    let query = "SELECT * FROM kept WHERE submission = ?1 AND why = ?2";
    let best = transaction.prepare_cached(query)?.query_row([submission, why::BEST], kept).optional()?;
    match best {
        Some((best, highest)) if (highest, key) >= (score, best.as_str()) => Ok(()),
        best => {
            note(transaction, submission, why::BEST, key, score)?;
            best.map_or(Ok(()), |(best, _)| let_go(transaction, submission, why::BEST, &best))
        }
    }
}

fn note_fault(transaction: &Transaction<'_>, submission: &str, key: &str, most: u32) -> rusqlite::Result<()> {
    note(transaction, submission, why::FAULT, key, 0.0)?;
    let query = "SELECT * FROM kept WHERE submission = ?1 AND why = ?2 ORDER BY match LIMIT -1 OFFSET ?3";
    let too_many: Vec<(String, f64)> = transaction
        .prepare_cached(query)?
        .query_map(params![submission, why::FAULT, most], kept)?
        .collect::<Result<_, _>>()?;
    too_many.iter().try_for_each(|(key, _)| let_go(transaction, submission, why::FAULT, key))
}

/// The budget for replays of all matches, in bytes.
struct BudgetUse<'a> {
    budget: f64,
    /// How much of it is used, or `None` if that has to be counted.
    used: &'a mut Option<f64>,
}

impl BudgetUse<'_> {
    /// Keeps a replay within the budget, and drops those with the highest keys that do not fit
    /// then.
    ///
    /// The kept ones are the longest sequence of all matches, by their keys, that fits, whatever
    /// the order in which they are stored: each dropped one marks where this sequence ends at the
    /// latest.
    fn add(self, transaction: &Transaction<'_>, key: &str, bytes: f64) -> rusqlite::Result<()> {
        if cut(transaction)?.is_some_and(|cut| key >= cut.as_str()) {
            return Ok(());
        }
        let before = match *self.used {
            Some(used) => used,
            None => count_used(transaction)?,
        };
        note(transaction, "", why::BUDGET, key, bytes)?;
        *self.used = Some(drop_excess(transaction, before + bytes, self.budget)?);
        Ok(())
    }
}

fn count_used(transaction: &Transaction<'_>) -> rusqlite::Result<f64> {
    let query = "SELECT * FROM kept WHERE submission = '' AND why = ?1";
    let mut query = transaction.prepare_cached(query)?;
    query.query_map([why::BUDGET], kept)?.map(|kept| Ok(kept?.1)).sum()
}

/// Drops the replays with the highest keys until the others fit. Returns how much these use.
fn drop_excess(transaction: &Transaction<'_>, mut used: f64, budget: f64) -> rusqlite::Result<f64> {
    while used > budget {
        let last = "SELECT * FROM kept WHERE submission = '' AND why = ?1 ORDER BY match DESC LIMIT 1";
        let (dropped, size) = transaction.prepare_cached(last)?.query_row([why::BUDGET], kept)?;
        totals::delete(transaction, Table::Kept, "submission = '' AND why = ?1", &[why::CUT])?;
        note(transaction, "", why::CUT, &dropped, 0.0)?;
        let_go(transaction, "", why::BUDGET, &dropped)?;
        used -= size;
    }
    Ok(used)
}

/// The lowest key that did not fit into the budget.
fn cut(transaction: &Transaction<'_>) -> rusqlite::Result<Option<String>> {
    let query = "SELECT * FROM kept WHERE submission = '' AND why = ?1";
    let cut = transaction.prepare_cached(query)?.query_row([why::CUT], kept).optional()?;
    Ok(cut.map(|(key, _)| key))
}

fn note(
    transaction: &Transaction<'_>,
    submission: &str,
    why: &str,
    key: &str,
    score: f64,
) -> rusqlite::Result<()> {
    let values = [submission.into(), why.into(), key.into(), ValueRef::Real(score)];
    checksum::insert(transaction, Table::Kept, &values).map(drop)
}

/// The match and the score of a row of `kept`.
fn kept(row: &Row<'_>) -> rusqlite::Result<(String, f64)> {
    checksum::verify(Table::Kept, row)?;
    Ok((row.get(2)?, row.get(3)?))
}

/// Removes a reason to keep a replay, and the replay if that was the last reason.
fn let_go(transaction: &Transaction<'_>, submission: &str, why: &str, key: &str) -> rusqlite::Result<()> {
    let condition = "submission = ?1 AND why = ?2 AND match = ?3";
    totals::delete(transaction, Table::Kept, condition, &[submission, why, key])?;
    if !is_wanted(transaction, key)? {
        totals::delete(transaction, Table::Replays, "match = ?1", &[key])?;
    }
    Ok(())
}

fn is_wanted(transaction: &Transaction<'_>, key: &str) -> rusqlite::Result<bool> {
    transaction.prepare_cached("SELECT 1 FROM kept WHERE match = ?1 AND why <> ?2")?.exists([key, why::CUT])
}

pub(super) fn get(connection: &Connection, key: &str) -> rusqlite::Result<Option<RecordedReplies>> {
    let of_row = |row: &Row<'_>| {
        checksum::verify(Table::Replays, row)?;
        Ok(RecordedReplies { answers: row.get(1)?, clocks: row.get(2)?, stderr: row.get(3)? })
    };
    let query = "SELECT * FROM replays WHERE match = ?1";
    connection.query_row(query, [key], of_row).optional()
}

/// The keys of all matches whose replay is kept.
pub(super) fn keys(connection: &Connection) -> rusqlite::Result<BTreeSet<String>> {
    let mut keys = BTreeSet::new();
    totals::verified(connection, Table::Replays, |row| {
        keys.insert(row.get(0)?);
        Ok(())
    })?;
    Ok(keys)
}

/// The number of replays and their total size in bytes.
pub(super) fn size(connection: &Connection) -> rusqlite::Result<(u64, u64)> {
    let (mut count, mut bytes) = (0, 0);
    totals::verified(connection, Table::Replays, |row| {
        count += 1;
        for column in 1..=3 {
            bytes += row.get::<_, i64>(column)?.unsigned_abs();
        }
        Ok(())
    })?;
    Ok((count, bytes))
}
