//! Matches as rows, and rows as matches.

use std::time::Duration;

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Put;
use crate::game::{Evidence, Fault};
use crate::referee::SeatFault;
use crate::tournament::{Completed, Record};

/// A value as JSON. All that is stored are names, numbers and texts, which can always be written so.
pub(super) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is stored can always be written as JSON")
}

pub(super) fn put(connection: &mut Connection, completed: &Completed) -> rusqlite::Result<Put> {
    let transaction = connection.transaction()?;
    let Completed { key, spec, record, provenance } = completed;
    let mut details = record.details.clone();
    // A spec that was played has rules.
    let measured = spec.rules().map_or(Value::Null, |rules| rules.take_measured(&mut details));
    let inserted = transaction.execute(
        "INSERT INTO matches (key, spec, scores, ended, details, measured, took_us, provenance)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING",
        params![
            key,
            text(spec),
            text(&record.scores),
            record.ended,
            text(&details),
            text(&measured),
            micros(record.took),
            provenance.as_ref().map(text)
        ],
    )?;
    if inserted == 0 {
        return Ok(Put::Known);
    }
    for (number, fault) in (1..).zip(&record.faults) {
        put_fault(&transaction, key, number, fault)?;
    }
    transaction.commit()?;
    Ok(Put::New)
}

fn put_fault(
    transaction: &Transaction<'_>,
    key: &str,
    number: i64,
    fault: &SeatFault,
) -> rusqlite::Result<()> {
    let SeatFault { seat, turn, fault: Fault { cause, evidence } } = fault;
    let Evidence { sent, said, took, cpu, overloaded, stderr } = evidence;
    transaction.execute(
        "INSERT INTO faults VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
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
            overloaded.map(micros)
        ],
    )?;
    Ok(())
}

pub(super) fn get(connection: &Connection, key: &str) -> rusqlite::Result<Option<Completed>> {
    let query =
        "SELECT spec, scores, ended, details, measured, took_us, provenance, key FROM matches WHERE key = ?1";
    let stored = connection.prepare_cached(query)?.query_row([key], of_row).optional()?;
    stored
        .map(|stored| {
            let record = Record { faults: faults(connection, key)?, ..stored.record };
            Ok(Completed { record, ..stored })
        })
        .transpose()
}

fn of_row(row: &Row<'_>) -> rusqlite::Result<Completed> {
    let mut details: Value = json(row, 3)?;
    if let (Some(details), Value::Object(measured)) = (details.as_object_mut(), json(row, 4)?) {
        details.extend(measured);
    }
    let record = Record {
        scores: json(row, 1)?,
        ended: row.get(2)?,
        details,
        faults: Vec::new(),
        took: duration(row.get(5)?),
    };
    let provenance = row.get_ref(6)?.as_str_or_null()?.is_some().then(|| json(row, 6)).transpose()?;
    Ok(Completed { key: row.get(7)?, spec: json(row, 0)?, record, provenance })
}

fn faults(connection: &Connection, key: &str) -> rusqlite::Result<Vec<SeatFault>> {
    let query = "SELECT seat, turn, cause, sent, said, stderr, took_us, cpu_us, overloaded_us FROM faults
                 WHERE match = ?1 ORDER BY number";
    let of_row = |row: &Row<'_>| {
        let evidence = Evidence {
            sent: row.get(3)?,
            said: row.get(4)?,
            stderr: row.get(5)?,
            took: duration(row.get(6)?),
            cpu: row.get::<_, Option<i64>>(7)?.map(duration),
            overloaded: row.get::<_, Option<i64>>(8)?.map(duration),
        };
        let (seat, turn) = (row.get::<_, i64>(0)? as usize, row.get::<_, i64>(1)? as usize);
        Ok(SeatFault { seat, turn, fault: Fault { cause: json(row, 2)?, evidence } })
    };
    connection.prepare_cached(query)?.query_map([key], of_row)?.collect()
}

fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error)))
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

fn duration(micros: i64) -> Duration {
    Duration::from_micros(u64::try_from(micros).unwrap_or_default())
}
