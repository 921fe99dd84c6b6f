//! Reads the results of a schedule in one pass, in the order of their keys.

use std::collections::HashMap;
use std::rc::Rc;

use rathaus_games::SeatFault;
use rusqlite::{Connection, Row, Rows};
use serde_json::Value;

use super::error::failed;
use super::rows::{self, FAULT};
use super::{Store, StoreError, guard};
use crate::tournament::{
    HistoryChoice, MatchKey, MatchProvenance, MatchSchedule, ResultContribution, ScheduleResults,
};

/// How many different provenances are remembered. Few differ in a tournament.
const MOST_PROVENANCES: usize = 4_096;

/// The columns that [`ResultReader::read_row`] reads.
const QUERY: &str = "SELECT key, scores, provenance, details, measured FROM matches ORDER BY key";

impl Store {
    /// The results of a schedule's matches.
    pub fn results(
        &self,
        schedule: &MatchSchedule,
        history: HistoryChoice,
    ) -> Result<ScheduleResults, StoreError> {
        let results = ScheduleResults::new(schedule, history);
        if self.run(|connection| guard::is_too_large(connection, results.keeps_details()))? {
            return Err(self.foreign("it has more results than a tournament can have".into()));
        }
        let mut reader = ResultReader { store: self, schedule, results, provenances: HashMap::new() };
        reader.read(&self.connection)?;
        Ok(reader.results)
    }
}

struct ResultReader<'a> {
    store: &'a Store,
    schedule: &'a MatchSchedule,
    results: ScheduleResults,
    /// The provenances so far, by their text.
    provenances: HashMap<String, Rc<MatchProvenance>>,
}

impl ResultReader<'_> {
    fn read(&mut self, connection: &Connection) -> Result<(), StoreError> {
        let failed = |error| failed(&self.store.path, error);
        let order = self.schedule.positions_by_key();
        let (mut order, keys) = (order.as_slice(), &self.schedule.keys);
        let key_of = |position: &u32| keys[*position as usize];
        let fault_query = format!("SELECT {FAULT}, match FROM faults ORDER BY match, number");
        let mut fault_query = connection.prepare(&fault_query).map_err(failed)?;
        let mut faults = FaultReader::new(fault_query.query([]).map_err(failed)?).map_err(failed)?;
        let mut query = connection.prepare(QUERY).map_err(failed)?;
        let mut rows = query.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(|error| self.failed(error))? {
            let key = rows::key(row, 0).map_err(|error| self.failed(error))?;
            // The next one is near: nearly all stored matches belong to the schedule.
            while order.first().is_some_and(|position| key_of(position) < key) {
                order = &order[1..];
            }
            let shared = order.iter().take_while(|position| key_of(position) == key).count();
            let faults = faults.of(key).map_err(|error| self.failed(error))?;
            if shared > 0 {
                self.read_row(row, key, &order[..shared], &faults)?;
            }
        }
        Ok(())
    }

    /// Adds a row to the results of all matches with its key.
    fn read_row(
        &mut self,
        row: &Row<'_>,
        key: MatchKey,
        positions: &[u32],
        faults: &[SeatFault],
    ) -> Result<(), StoreError> {
        let (scores, provenance, details) = self.parse_row(row).map_err(|error| self.failed(error))?;
        let contribution = ResultContribution {
            scores: &scores,
            details: details.as_ref(),
            faults,
            provenance: provenance.as_deref(),
        };
        for position in positions {
            let added = self.results.add(self.schedule, *position as usize, contribution);
            added.map_err(|why| self.store.foreign(format!("the match {key:.12}: {why}")))?;
        }
        Ok(())
    }

    #[expect(clippy::type_complexity, reason = "it is taken apart at once")]
    fn parse_row(
        &mut self,
        row: &Row<'_>,
    ) -> rusqlite::Result<(Vec<f64>, Option<Rc<MatchProvenance>>, Option<Value>)> {
        let details = match self.results.needs_details() {
            true => Some(rows::details(row, 3, 4)?),
            false => None,
        };
        Ok((rows::json(row, 1)?, self.provenance(row)?, details))
    }

    fn provenance(&mut self, row: &Row<'_>) -> rusqlite::Result<Option<Rc<MatchProvenance>>> {
        let Some(text) = row.get_ref(2)?.as_str_or_null()? else { return Ok(None) };
        if let Some(known) = self.provenances.get(text) {
            return Ok(Some(Rc::clone(known)));
        }
        if self.provenances.len() >= MOST_PROVENANCES {
            self.provenances.clear();
        }
        let parsed: Rc<MatchProvenance> = Rc::new(rows::json(row, 2)?);
        self.provenances.insert(text.to_owned(), Rc::clone(&parsed));
        Ok(Some(parsed))
    }

    fn failed(&self, error: rusqlite::Error) -> StoreError {
        failed(&self.store.path, error)
    }
}

/// Reads faults in the order of the keys of their matches.
struct FaultReader<'a> {
    rows: Rows<'a>,
    next: Option<(MatchKey, SeatFault)>,
}

impl<'a> FaultReader<'a> {
    fn new(rows: Rows<'a>) -> rusqlite::Result<FaultReader<'a>> {
        let mut reader = FaultReader { rows, next: None };
        reader.advance()?;
        Ok(reader)
    }

    fn advance(&mut self) -> rusqlite::Result<Option<(MatchKey, SeatFault)>> {
        let row = self.rows.next()?;
        let next = row.map(|row| -> rusqlite::Result<_> {
            Ok((rows::key(row, rows::FAULT_COLUMNS)?, rows::fault(row)?))
        });
        Ok(std::mem::replace(&mut self.next, next.transpose()?))
    }

    /// The faults of the match with this key, which is not before those of earlier calls.
    fn of(&mut self, key: MatchKey) -> rusqlite::Result<Vec<SeatFault>> {
        let mut found = Vec::new();
        while self.next.as_ref().is_some_and(|(next, _)| *next <= key) {
            found.extend(self.advance()?.filter(|(of, _)| *of == key).map(|(_, fault)| fault));
        }
        Ok(found)
    }
}
