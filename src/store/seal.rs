//! Computes the checksums and totals of a database that has none.

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, Transaction};

use super::tables::Table;
use super::{checksum, totals};

/// The name of the function that SQLite calls for the checksum of a row.
const FUNCTION: &str = "row_checksum";

/// Gives all rows their checksums.
pub(super) fn seal(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DIRECTONLY;
    for &table in Table::SEALED {
        transaction.create_scalar_function(FUNCTION, -1, flags, move |context: &Context<'_>| {
            let values: Vec<ValueRef<'_>> = (0..context.len()).map(|index| context.get_raw(index)).collect();
            Ok(checksum::of(table, &values))
        })?;
        if table == Table::Matches {
            note_faults(transaction)?;
        }
        let columns = columns(transaction, table)?.join(", ");
        let query = format!("UPDATE {} SET checksum = {FUNCTION}({columns})", table.name());
        transaction.execute(&query, [])?;
        transaction.remove_function(FUNCTION, -1)?;
    }
    totals::recount(transaction)
}

/// The columns of a table, except `checksum`.
fn columns(connection: &Connection, table: Table) -> rusqlite::Result<Vec<String>> {
    let query = connection.prepare(&format!("SELECT * FROM {}", table.name()))?;
    let names = query.column_names().into_iter().filter(|name| *name != "checksum");
    Ok(names.map(str::to_owned).collect())
}

/// Stores with each match the sum of the checksums of its faults.
fn note_faults(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut query = transaction.prepare("SELECT match, checksum FROM faults ORDER BY match")?;
    let of_row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let mut rows = query.query_map([], of_row)?.peekable();
    while let Some(first) = rows.next() {
        let (key, mut sum): (String, i64) = first?;
        while let Some(Ok((_, checksum))) = rows.next_if(|next| next.as_ref().is_ok_and(|(of, _)| *of == key))
        {
            sum = sum.wrapping_add(checksum);
        }
        let query = "UPDATE matches SET faults_checksum = ?2 WHERE key = ?1";
        transaction.prepare_cached(query)?.execute((&key, sum))?;
    }
    Ok(())
}
