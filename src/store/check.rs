//! Checks all rows of a database, and finds all damage.

use rusqlite::{Connection, ErrorCode, Row};
use serde::Serialize;

use super::damage::DatabaseIntegrityError;
use super::error::failed;
use super::rows::{self, FAULTS_CHECKSUM, values};
use super::tables::Table;
use super::totals::TableTotalsVerifier;
use super::{Store, StoreError, checksum};

/// The most problems that SQLite lists.
const MOST_OF_SQLITE: u32 = 1_000;

/// Damage of a database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DatabaseProblem {
    /// The table, if it is known.
    pub table: Option<&'static str>,
    /// The key of the match, if the problem is about one.
    pub key: Option<String>,
    pub problem: String,
}

impl Store {
    /// Reads the whole database, and reports all damage. Fails only if it cannot be read at all.
    pub fn check(&self, found: &mut dyn FnMut(DatabaseProblem)) -> Result<(), StoreError> {
        let checked = self.connection.unchecked_transaction().and_then(|snapshot| {
            let structure = check_structure(&snapshot, found);
            note(None, structure, found)?;
            let references = check_references(&snapshot, found);
            note(None, references, found)?;
            Table::ALL.into_iter().try_for_each(|table| {
                let checked = check_rows(&snapshot, table, found);
                note(Some(table), checked, found)
            })
        });
        checked.map_err(|error| failed(&self.path, error))
    }
}

/// Reports an error if it is one of damage.
fn note(
    table: Option<Table>,
    checked: rusqlite::Result<()>,
    found: &mut dyn FnMut(DatabaseProblem),
) -> rusqlite::Result<()> {
    match checked {
        Err(error) if is_damage(&error) => {
            let problem =
                DatabaseIntegrityError::of(&error).map_or_else(|| error.to_string(), ToString::to_string);
            found(DatabaseProblem { table: table.map(Table::name), key: None, problem });
            Ok(())
        }
        other => other,
    }
}

/// Whether an error says that a database is damaged, and not that it cannot be read now.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    let codes = [ErrorCode::DatabaseCorrupt, ErrorCode::TooBig];
    error.sqlite_error_code().is_none_or(|code| codes.contains(&code))
}

fn check_structure(connection: &Connection, found: &mut dyn FnMut(DatabaseProblem)) -> rusqlite::Result<()> {
    let mut query = connection.prepare(&format!("PRAGMA integrity_check({MOST_OF_SQLITE})"))?;
    for line in query.query_map([], |row| row.get::<_, String>(0))? {
        match line?.as_str() {
            "ok" => {}
            line => found(DatabaseProblem { table: None, key: None, problem: format!("SQLite: {line}") }),
        }
    }
    Ok(())
}

fn check_references(connection: &Connection, found: &mut dyn FnMut(DatabaseProblem)) -> rusqlite::Result<()> {
    for table in [Table::Faults, Table::Replays, Table::Kept] {
        let name = table.name();
        let query = format!("SELECT count(*) FROM {name} WHERE match NOT IN (SELECT key FROM matches)");
        let orphans: i64 = connection.query_row(&query, [], |row| row.get(0))?;
        if orphans > 0 {
            let problem = format!("{orphans} rows belong to matches that are not there");
            found(DatabaseProblem { table: Some(name), key: None, problem });
        }
    }
    Ok(())
}

fn check_rows(
    connection: &Connection,
    table: Table,
    found: &mut dyn FnMut(DatabaseProblem),
) -> rusqlite::Result<()> {
    let query = format!("SELECT * FROM {} ORDER BY {}", table.name(), table.order());
    let mut query = connection.prepare(&query)?;
    let mut rows = query.query([])?;
    let mut tally = TableTotalsVerifier::new(table);
    while let Some(row) = rows.next()? {
        tally.add(&table.identity_of(&values(row)?));
        if let Err(error) = check_row(connection, table, row) {
            let Some(damage) = DatabaseIntegrityError::of(&error) else { return Err(error) };
            let key = table.match_key(&values(row)?);
            found(DatabaseProblem { table: Some(table.name()), key, problem: damage.to_string() });
        }
    }
    if table.is_counted() { tally.verify(connection) } else { Ok(()) }
}

/// Fails unless a row has its checksum, and a match has its faults.
fn check_row(connection: &Connection, table: Table, row: &Row<'_>) -> rusqlite::Result<()> {
    checksum::verify(table, row)?;
    if table == Table::Matches {
        let key: String = row.get(0)?;
        if rows::faults_checksum(connection, &key)? != row.get::<_, i64>(FAULTS_CHECKSUM)? {
            return Err(DatabaseIntegrityError::Faults { key }.into());
        }
    }
    Ok(())
}
