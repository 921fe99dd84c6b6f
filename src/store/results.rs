//! Reads the results of a schedule in one pass, in the order of their keys.

use std::collections::BTreeMap;
use std::rc::Rc;

use rathaus_games::SeatFault;
use rusqlite::{Connection, Row, Rows};
use serde_json::Value;

use super::damage::DatabaseIntegrityError;
use super::error::failed;
use super::rows::{self, FAULTS_CHECKSUM, PROVENANCE, SCORES};
use super::tables::Table;
use super::totals::TableTotalsVerifier;
use super::{Store, StoreError, checksum, guard};
use crate::tournament::{
    MatchKey, MatchProvenance, MatchSchedule, ResultForStandings, RoundHistoryChoice, ScheduleResults,
};

/// The most bytes of the scores of a match, and of its provenance. Those of a thousand seats have a
/// tenth of this.
const MOST_BYTES: usize = 1 << 20;

/// How many different provenances are remembered. Few differ in a tournament.
const MOST_PROVENANCES: usize = 4_096;

impl Store {
    /// The results of a schedule's matches.
    pub fn results(
        &self,
        schedule: &MatchSchedule,
        history: RoundHistoryChoice,
    ) -> Result<ScheduleResults, StoreError> {
        let results = ScheduleResults::new(schedule, history);
        if self.run(|connection| guard::is_too_large(connection, results.keeps_details()))? {
            return Err(self.foreign("it has more results than a tournament can have".into()));
        }
        let mut reader = ResultReader { store: self, schedule, results, provenances: BTreeMap::new() };
        // One state of the database, also while a host writes to it.
        let snapshot = self.connection.unchecked_transaction().map_err(|error| failed(&self.path, error))?;
        reader.read(&snapshot)?;
        Ok(reader.results)
    }
}

struct ResultReader<'a> {
    store: &'a Store,
    schedule: &'a MatchSchedule,
    results: ScheduleResults,
    /// The provenances so far, by their text.
    provenances: BTreeMap<String, Rc<MatchProvenance>>,
}

impl ResultReader<'_> {
    /// Reads all rows, and fails unless all are there with their checksums.
    fn read(&mut self, connection: &Connection) -> Result<(), StoreError> {
        let path = &self.store.path;
        let failed = |error| failed(path, error);
        let order = self.schedule.positions_by_key();
        let (mut order, keys) = (order.as_slice(), &self.schedule.keys);
        let key_of = |(beginning, position): &(u64, u32)| (*beginning, keys[*position as usize]);
        let mut query = connection.prepare("SELECT * FROM faults ORDER BY match, number").map_err(failed)?;
        let mut faults = FaultReader::new(query.query([]).map_err(failed)?).map_err(failed)?;
        let mut query = connection.prepare("SELECT * FROM matches ORDER BY key").map_err(failed)?;
        let mut rows = query.query([]).map_err(failed)?;
        let mut tally = TableTotalsVerifier::new(Table::Matches);
        while let Some(row) = rows.next().map_err(failed)? {
            let (key, found) = checked(row, &mut tally, &mut faults).map_err(failed)?;
            // The next one is near: nearly all stored matches belong to the schedule.
            let wanted = (key.beginning(), key);
            let is_before =
                |next: &(u64, u32)| next.0 < wanted.0 || next.0 == wanted.0 && key_of(next) < wanted;
            while order.first().is_some_and(is_before) {
                order = &order[1..];
            }
            let shared = order.iter().take_while(|next| next.0 == wanted.0 && key_of(next) == wanted).count();
            if shared > 0 {
                self.read_row(row, key, &order[..shared], &found)?;
            }
        }
        faults.end().map_err(failed)?;
        tally.verify(connection).map_err(failed)
    }

    /// Adds a row to the results of all matches with its key.
    fn read_row(
        &mut self,
        row: &Row<'_>,
        key: MatchKey,
        positions: &[(u64, u32)],
        faults: &[SeatFault],
    ) -> Result<(), StoreError> {
        let parsed = self.parse_row(row).map_err(|error| failed(&self.store.path, error));
        let (scores, provenance, details) = parsed?;
        let contribution = ResultForStandings {
            scores: &scores,
            details: details.as_ref(),
            faults,
            provenance: provenance.as_deref(),
        };
        for (_, position) in positions {
            let added = self.results.add(self.schedule, *position as usize, contribution);
            added.map_err(|why| self.store.damaged(format!("the match {key:.12}: {why}")))?;
        }
        Ok(())
    }

    #[expect(clippy::type_complexity, reason = "it is taken apart at once")]
    fn parse_row(
        &mut self,
        row: &Row<'_>,
    ) -> rusqlite::Result<(Vec<f64>, Option<Rc<MatchProvenance>>, Option<Value>)> {
        let details = match self.results.needs_details() {
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

/// The key and the faults of a row of `matches`. Fails unless both have their checksums.
fn checked(
    row: &Row<'_>,
    tally: &mut TableTotalsVerifier,
    faults: &mut FaultReader<'_>,
) -> rusqlite::Result<(MatchKey, Vec<SeatFault>)> {
    checksum::verify(Table::Matches, row)?;
    tally.add(&[row.get_ref(0)?]);
    let key = rows::key(row, 0)?;
    let found = faults.of(key, row.get(FAULTS_CHECKSUM)?)?;
    Ok((key, found))
}

/// Reads faults in the order of the keys of their matches.
struct FaultReader<'a> {
    rows: Rows<'a>,
    /// The next fault, with the key of its match and the checksum of its row.
    next: Option<(MatchKey, SeatFault, i64)>,
}

impl<'a> FaultReader<'a> {
    fn new(rows: Rows<'a>) -> rusqlite::Result<FaultReader<'a>> {
        let mut reader = FaultReader { rows, next: None };
        reader.advance()?;
        Ok(reader)
    }

    fn advance(&mut self) -> rusqlite::Result<Option<(MatchKey, SeatFault, i64)>> {
        let next = match self.rows.next()? {
            Some(row) => {
                let (fault, checksum) = rows::verified_fault(row)?;
                Some((rows::key(row, 0)?, fault, checksum))
            }
            None => None,
        };
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// The faults of the match with this key, which is after those of earlier calls. Fails unless
    /// their checksums have this sum.
    fn of(&mut self, key: MatchKey, sum: i64) -> rusqlite::Result<Vec<SeatFault>> {
        let (mut found, mut left) = (Vec::new(), sum);
        while self.next.as_ref().is_some_and(|(of, ..)| *of <= key) {
            let Some((of, fault, checksum)) = self.advance()? else { break };
            if of != key {
                return Err(DatabaseIntegrityError::Faults { key: of.to_string() }.into());
            }
            left = left.wrapping_sub(checksum);
            found.push(fault);
        }
        match left {
            0 => Ok(found),
            _ => Err(DatabaseIntegrityError::Faults { key: key.to_string() }.into()),
        }
    }

    /// Fails if there are faults of matches that are not there.
    fn end(&self) -> rusqlite::Result<()> {
        match &self.next {
            Some((key, ..)) => Err(DatabaseIntegrityError::Faults { key: key.to_string() }.into()),
            None => Ok(()),
        }
    }
}
