//! The totals of tables, which notice missing rows. Each row has its checksum, but damage of
//! SQLite's pages could hide it.
//!
//! For each table, `totals` has the number of its rows, and the sum of the checksums of what
//! identifies them. The sum is computed modulo 2^62, so that SQLite can add without overflow.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params, params_from_iter};

use super::checksum;
use super::damage::DatabaseIntegrityError;
use super::tables::Table;

/// The bits of a sum.
const MASK: i64 = (1 << 62) - 1;

/// The number and the sum of some rows of a table, and whether they came in the order of their
/// primary keys. In another order, some could not be found by their keys.
#[derive(Debug)]
pub(super) struct TableTotalsVerifier {
    table: Table,
    rows: i64,
    sum: i64,
    is_ordered: bool,
    /// The first primary key and the last one, so that comparing bytes compares keys.
    first: Vec<u8>,
    last: Vec<u8>,
    next: Vec<u8>,
    buffer: Vec<u8>,
}

impl TableTotalsVerifier {
    pub(super) fn new(table: Table) -> TableTotalsVerifier {
        let (first, last, next, buffer) = Default::default();
        TableTotalsVerifier { table, rows: 0, sum: 0, is_ordered: true, first, last, next, buffer }
    }

    /// Counts a row, by the columns of [`Table::identity`].
    pub(super) fn add(&mut self, identity: &[ValueRef<'_>]) {
        self.next.clear();
        identity[..self.table.key().len()].iter().for_each(|value| extend(&mut self.next, *value));
        if self.rows == 0 {
            self.first.clone_from(&self.next);
        }
        self.is_ordered &= self.rows == 0 || self.last < self.next;
        std::mem::swap(&mut self.last, &mut self.next);
        self.rows += 1;
        let number = checksum::of_short(self.table, identity, &mut self.buffer) & MASK;
        self.sum = (self.sum + number) & MASK;
    }

    /// Counts the rows of another part of the same table, which comes after this one.
    pub(super) fn followed_by(self, other: TableTotalsVerifier) -> TableTotalsVerifier {
        if self.rows == 0 || other.rows == 0 {
            return if self.rows == 0 { other } else { self };
        }
        TableTotalsVerifier {
            rows: self.rows + other.rows,
            sum: (self.sum + other.sum) & MASK,
            is_ordered: self.is_ordered && other.is_ordered && self.last < other.first,
            last: other.last,
            ..self
        }
    }

    /// Counts a row that begins with the columns of [`Table::identity`].
    fn add_row(&mut self, row: &Row<'_>) -> rusqlite::Result<()> {
        let columns = row.as_ref().column_count();
        let identity: Vec<_> = (0..columns).map(|column| row.get_ref(column)).collect::<Result<_, _>>()?;
        self.add(&identity);
        Ok(())
    }

    /// Fails unless these are all rows of the table, in the order of their keys. Must see the same
    /// state of the database as the query that has returned the rows.
    pub(super) fn verify(self, connection: &Connection) -> rusqlite::Result<()> {
        let TableTotalsVerifier { table, rows, sum, is_ordered, .. } = self;
        let query = "SELECT row_count, key_sum FROM totals WHERE name = ?1";
        let of_row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let stored = connection.prepare_cached(query)?.query_row([table.name()], of_row).optional()?;
        match stored.unwrap_or((0, 0)) {
            (stored, _) if stored != rows => {
                Err(DatabaseIntegrityError::Rows { table: table.name(), stored, found: rows }.into())
            }
            (_, stored) if stored != sum => {
                Err(DatabaseIntegrityError::OtherRows { table: table.name() }.into())
            }
            _ if !is_ordered => Err(DatabaseIntegrityError::Unordered { table: table.name() }.into()),
            _ => Ok(()),
        }
    }
}

/// Reads the columns of [`Table::identity`] of all rows, and fails unless all rows are there.
pub(super) fn verified(
    connection: &Connection,
    table: Table,
    each: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    scan(connection, table, each)?.verify(connection)
}

/// Counts all rows of a table. Reads the columns of [`Table::identity`].
fn scan(
    connection: &Connection,
    table: Table,
    mut each: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<TableTotalsVerifier> {
    let query = format!("SELECT {} FROM {} ORDER BY {}", table.identity(), table.name(), table.order());
    let mut query = connection.prepare(&query)?;
    let mut rows = query.query([])?;
    let mut tally = TableTotalsVerifier::new(table);
    while let Some(row) = rows.next()? {
        tally.add_row(row)?;
        each(row)?;
    }
    Ok(tally)
}

/// Counts a row that was inserted.
pub(super) fn add(
    transaction: &Transaction<'_>,
    table: Table,
    identity: &[ValueRef<'_>],
) -> rusqlite::Result<()> {
    change(transaction, table, 1, number(table, identity))
}

/// Deletes the rows for which this condition holds. Returns their number.
pub(super) fn delete(
    transaction: &Transaction<'_>,
    table: Table,
    condition: &str,
    values: &[&str],
) -> rusqlite::Result<usize> {
    let query = format!("DELETE FROM {} WHERE {condition} RETURNING {}", table.name(), table.identity());
    let mut deleted = TableTotalsVerifier::new(table);
    let mut query = transaction.prepare_cached(&query)?;
    let mut rows = query.query(params_from_iter(values))?;
    while let Some(row) = rows.next()? {
        deleted.add_row(row)?;
    }
    if table.is_counted() && deleted.rows > 0 {
        change(transaction, table, -deleted.rows, (MASK + 1 - deleted.sum) & MASK)?;
    }
    Ok(usize::try_from(deleted.rows).unwrap_or_default())
}

/// Stores the totals of the tables of the version that got checksums, as they are now.
pub(super) fn recount(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM totals", [])?;
    for table in Table::SEALED.iter().copied().filter(|table| table.is_counted()) {
        let TableTotalsVerifier { rows, sum, .. } = scan(transaction, table, |_| Ok(()))?;
        let query = "INSERT INTO totals VALUES (?1, ?2, ?3)";
        transaction.execute(query, params![table.name(), rows, sum])?;
    }
    Ok(())
}

/// Changes the total of a table. A missing total stays missing, so that readers notice it.
fn change(transaction: &Transaction<'_>, table: Table, rows: i64, sum: i64) -> rusqlite::Result<()> {
    let query = "UPDATE totals SET row_count = row_count + ?2, key_sum = (key_sum + ?3) & ?4 WHERE name = ?1";
    transaction.prepare_cached(query)?.execute(params![table.name(), rows, sum, MASK]).map(drop)
}

/// Appends a value of a primary key, so that comparing bytes compares values. Texts have no zeros.
fn extend(bytes: &mut Vec<u8>, value: ValueRef<'_>) {
    match value {
        ValueRef::Text(text) => {
            bytes.extend_from_slice(text);
            bytes.push(0);
        }
        ValueRef::Integer(number) => bytes.extend((number ^ i64::MIN).to_be_bytes()),
        // No primary key has other types.
        ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => {}
    }
}

fn number(table: Table, identity: &[ValueRef<'_>]) -> i64 {
    checksum::of(table, identity) & MASK
}
