//! Reads the results of a schedule in one pass, in the order of their keys. Of many results, each
//! processor reads a range of the keys.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::thread;

use rathaus_games::SeatFault;
use rusqlite::Row;
use serde_json::Value;

use super::checksum::RowVerifier;
use super::error::failed;
use super::fault_reader::FaultReader;
use super::key_order::KeyOrder;
use super::key_range::KeyRange;
use super::rows::{self, FAULTS_CHECKSUM, PROVENANCE, SCORES};
use super::same_state::SameState;
use super::tables::Table;
use super::totals::TableTotalsVerifier;
use super::{Store, StoreError, guard};
use crate::tournament::{
    MatchKey, MatchProvenance, MatchSchedule, ResultBesidesScores, ResultCollector, ResultPart,
    RoundHistoryChoice, ScheduleResults,
};

/// The most bytes of the scores of a match, and of its provenance. Those of a thousand seats have a
/// tenth of this.
const MOST_BYTES: usize = 1 << 20;

/// How many different provenances are remembered. Few differ in a tournament.
const MOST_PROVENANCES: usize = 4_096;

/// With fewer matches than this, opening the database again would cost more than it saves.
const FEWEST_FOR_THREADS: usize = if cfg!(test) { 2 } else { 50_000 };

/// The most rows that are pending.
const MOST_PENDING: usize = 1_024;

/// The most threads that read at once. SQLite's page caches share a lock.
const MOST_THREADS: usize = 8;

impl Store {
    /// The results of a schedule's matches.
    pub fn results(
        &self,
        schedule: &MatchSchedule,
        history: RoundHistoryChoice,
    ) -> Result<ScheduleResults, StoreError> {
        let part = ResultPart::new(schedule, history);
        if self.run(|connection| guard::is_too_large(connection, part.keeps_details()))? {
            return Err(self.foreign("it has more results than a tournament can have".into()));
        }
        let threads = number_of_threads(schedule, &part);
        let from_threads = (threads > 1).then(|| self.results_from_threads(schedule, &part, threads));
        match from_threads.flatten() {
            Some(results) => Ok(results),
            None => self.results_in_order(schedule, part),
        }
    }

    /// Reads all results on this thread.
    pub(super) fn results_in_order(
        &self,
        schedule: &MatchSchedule,
        part: ResultPart,
    ) -> Result<ScheduleResults, StoreError> {
        let collector = ResultCollector::new(schedule);
        let snapshot = self.snapshot()?;
        let (part, tally) = ResultReader::new(self, schedule, &collector, part).read(KeyRange::ALL)?;
        tally.verify(&snapshot).map_err(|error| failed(&self.path, error))?;
        Ok(collector.finish(part))
    }

    /// Reads ranges of keys on so many threads. `None` if anything is wrong: reading
    /// in order reports that.
    pub(super) fn results_from_threads(
        &self,
        schedule: &MatchSchedule,
        part: &ResultPart,
        threads: usize,
    ) -> Option<ScheduleResults> {
        let SameState { transaction, others } = self.in_same_state(threads - 1)?;
        let collector = ResultCollector::new(schedule);
        let ranges = KeyRange::ALL.parts(threads);
        let read = |store: &Store, range: KeyRange| {
            ResultReader::new(store, schedule, &collector, part.clone()).read(range).ok()
        };
        let parts = thread::scope(|scope| {
            let others = others.into_iter().zip(&ranges[1..]);
            let others: Vec<_> =
                others.map(|(store, range)| scope.spawn(move || read(&store, *range))).collect();
            let first = read(self, ranges[0]);
            let others = others.into_iter().map(|thread| thread.join().expect("reading does not panic"));
            std::iter::once(first).chain(others).collect::<Option<Vec<_>>>()
        });
        let merged = parts?.into_iter().map(Some).reduce(|all, next| {
            let ((part, tally), (next, next_tally)) = all.zip(next)?;
            Some((part.merged(next)?, tally.followed_by(next_tally)))
        });
        let (part, tally) = merged??;
        tally.verify(&transaction).ok()?;
        Some(collector.finish(part))
    }
}

/// How many threads read the results of this schedule.
fn number_of_threads(schedule: &MatchSchedule, part: &ResultPart) -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    match schedule.keys.len() < FEWEST_FOR_THREADS || !part.can_be_merged() {
        true => 1,
        false => processors,
    }
}

struct ResultReader<'a> {
    store: &'a Store,
    schedule: &'a MatchSchedule,
    collector: &'a ResultCollector<'a>,
    part: ResultPart,
    /// The provenances so far, by their text.
    provenances: BTreeMap<String, Rc<MatchProvenance>>,
    /// Rows that are read and not added yet.
    pending: PendingRows,
}

/// Rows of matches. The order of their keys is no order in the schedule, so each takes many slow
/// accesses to memory. Short loops over many rows let the processor wait for several of them at
/// once.
#[derive(Debug, Default)]
struct PendingRows {
    rows: Vec<PendingRow>,
    /// The index of a row, and a position whose key begins like that of the row.
    positions: Vec<(u32, u32)>,
    /// The scores of all rows.
    scores: Vec<f64>,
}

#[derive(Debug)]
struct PendingRow {
    key: MatchKey,
    /// Where its scores are among those of all rows.
    scores: Range<usize>,
    details: Option<Value>,
    faults: Vec<SeatFault>,
    provenance: Option<Rc<MatchProvenance>>,
}

impl<'a> ResultReader<'a> {
    fn new(
        store: &'a Store,
        schedule: &'a MatchSchedule,
        collector: &'a ResultCollector<'a>,
        part: ResultPart,
    ) -> ResultReader<'a> {
        let (provenances, pending) = Default::default();
        ResultReader { store, schedule, collector, part, provenances, pending }
    }

    /// Reads all rows of this range, and fails unless they have their checksums. The transaction has
    /// begun.
    fn read(mut self, range: KeyRange) -> Result<(ResultPart, TableTotalsVerifier), StoreError> {
        let read = self.read_rows(range);
        // What is wrong with earlier rows is reported first.
        self.add_pending()?;
        Ok((self.part, read?))
    }

    fn read_rows(&mut self, range: KeyRange) -> Result<TableTotalsVerifier, StoreError> {
        let (connection, path) = (&self.store.connection, &self.store.path);
        let failed = |error| failed(path, error);
        let mut order = KeyOrder::new(self.schedule, range);
        let query = format!("SELECT * FROM faults WHERE {} ORDER BY match, number", range.condition("match"));
        let mut query = connection.prepare(&query).map_err(failed)?;
        let mut faults = FaultReader::new(query.query([]).map_err(failed)?).map_err(failed)?;
        let query = format!("SELECT * FROM matches WHERE {} ORDER BY key", range.condition("key"));
        let mut query = connection.prepare(&query).map_err(failed)?;
        let mut rows = query.query([]).map_err(failed)?;
        let mut verifier = RowVerifier::new(Table::Matches);
        let mut tally = TableTotalsVerifier::new(Table::Matches);
        while let Some(row) = rows.next().map_err(failed)? {
            verifier.verify(row).map_err(failed)?;
            let (key, found) = counted(row, &mut tally, &mut faults).map_err(failed)?;
            let alike = order.alike(key.beginning());
            if !alike.is_empty() {
                self.read_row(row, key, alike, found)?;
            }
        }
        faults.end().map_err(failed)?;
        Ok(tally)
    }

    /// Reads a row for the matches with its key, which are at some of these positions.
    fn read_row(
        &mut self,
        row: &Row<'_>,
        key: MatchKey,
        positions: &[(u64, u32)],
        faults: Vec<SeatFault>,
    ) -> Result<(), StoreError> {
        let parsed = self.parse_row(row).map_err(|error| failed(&self.store.path, error));
        let (scores, provenance, details) = parsed?;
        let pending = &mut self.pending;
        let number = pending.rows.len() as u32;
        let has_details = details.is_some();
        pending.positions.extend(positions.iter().map(|(_, position)| (number, *position)));
        let begin = pending.scores.len();
        pending.scores.extend(scores);
        let scores = begin..pending.scores.len();
        pending.rows.push(PendingRow { key, scores, details, faults, provenance });
        // Details can be large, and are not kept waiting.
        match self.pending.rows.len() >= MOST_PENDING || has_details {
            true => self.add_pending(),
            false => Ok(()),
        }
    }

    /// Adds the pending rows to the results of all matches with their keys.
    fn add_pending(&mut self) -> Result<(), StoreError> {
        let PendingRows { rows, mut positions, scores: all } = std::mem::take(&mut self.pending);
        let (keys, matches) = (&self.schedule.keys, &self.schedule.scheduled_matches);
        positions.retain(|(row, position)| keys[*position as usize] == rows[*row as usize].key);
        let mut seats = Vec::new();
        positions.iter().for_each(|(_, position)| seats.extend(matches.seats(*position as usize)));
        for (row, position) in &positions {
            let PendingRow { key, scores, faults, .. } = &rows[*row as usize];
            let added = self.collector.add(*position as usize, &all[scores.clone()], faults);
            added.map_err(|why| self.store.damaged(format!("the match {key:.12}: {why}")))?;
        }
        let mut seats = seats.as_slice();
        for (row, position) in &positions {
            let PendingRow { scores, details, faults, provenance, .. } = &rows[*row as usize];
            let (own, others) = seats.split_at(scores.len());
            let result =
                ResultBesidesScores { details: details.as_ref(), faults, provenance: provenance.as_deref() };
            self.part.add(self.schedule, *position as usize, own, result);
            seats = others;
        }
        Ok(())
    }

    #[expect(clippy::type_complexity, reason = "it is taken apart at once")]
    fn parse_row(
        &mut self,
        row: &Row<'_>,
    ) -> rusqlite::Result<(Vec<f64>, Option<Rc<MatchProvenance>>, Option<Value>)> {
        let details = match self.part.needs_details(|name| rows::has_detail(row, name)) {
            true => Some(rows::details(row)?),
            false => None,
        };
        refuse_large(row, SCORES)?;
        refuse_large(row, PROVENANCE)?;
        Ok((rows::json(row, SCORES)?, self.provenance(row)?, details))
    }

    fn provenance(&mut self, row: &Row<'_>) -> rusqlite::Result<Option<Rc<MatchProvenance>>> {
        let Some(text) = row.get_ref(PROVENANCE)?.as_str_or_null()? else { return Ok(None) };
        if let Some(known) = self.provenances.get(text) {
            return Ok(Some(Rc::clone(known)));
        }
        if self.provenances.len() >= MOST_PROVENANCES {
            self.provenances.clear();
        }
        let parsed: Rc<MatchProvenance> = Rc::new(rows::json(row, PROVENANCE)?);
        self.provenances.insert(text.to_owned(), Rc::clone(&parsed));
        Ok(Some(parsed))
    }
}

/// Fails if a column holds more than a match can have.
fn refuse_large(row: &Row<'_>, column: usize) -> rusqlite::Result<()> {
    let bytes = row.get_ref(column)?.as_bytes_or_null()?.map_or(0, <[u8]>::len);
    match bytes {
        0..=MOST_BYTES => Ok(()),
        _ => Err(rows::broken(row, column, &format!("it has {bytes} bytes"))),
    }
}

/// The key and the faults of a row of `matches`. Fails unless the faults have their checksums.
fn counted(
    row: &Row<'_>,
    tally: &mut TableTotalsVerifier,
    faults: &mut FaultReader<'_>,
) -> rusqlite::Result<(MatchKey, Vec<SeatFault>)> {
    tally.add(&[row.get_ref(0)?]);
    let key = rows::key(row, 0)?;
    let found = faults.of(key, row.get(FAULTS_CHECKSUM)?)?;
    Ok((key, found))
}
