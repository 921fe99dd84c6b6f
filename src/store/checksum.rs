//! The checksums of rows, which notice flipped bits. They do not prove who wrote a row: anybody can
//! compute them.
//!
//! A checksum is the 64-bit XXH3 of the name of the table, a zero byte, the number of the other
//! columns, and their values in the order of the table. A value is a byte for its type, the number
//! of its bytes, and its bytes. Numbers have 8 bytes, little-endian.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Row, Transaction, params_from_iter};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::tables::Table;
use super::totals;

/// Longer values are not copied.
const MOST_COPIED: usize = 1 << 16;

/// Computes the checksum of a row from its values, except that of the column `checksum`.
pub(super) fn of(table: Table, values: &[ValueRef<'_>]) -> i64 {
    let mut hasher = begin(table, values.len());
    values.iter().for_each(|value| add(&mut hasher, *value));
    hasher.digest().cast_signed()
}

/// The same for short values, by way of a buffer.
pub(super) fn of_short(table: Table, values: &[ValueRef<'_>], buffer: &mut Vec<u8>) -> i64 {
    buffer.clear();
    head(table, values.len(), |bytes| buffer.extend_from_slice(bytes));
    values.iter().for_each(|value| each_part(*value, |bytes| buffer.extend_from_slice(bytes)));
    xxh3_64(buffer).cast_signed()
}

/// Inserts a row with its checksum, unless there is one with its primary key already. Returns
/// whether it was inserted. `values` are all columns except `checksum`, in the order of the table.
pub(super) fn insert(
    transaction: &Transaction<'_>,
    table: Table,
    values: &[ValueRef<'_>],
) -> rusqlite::Result<bool> {
    let marks = ", ?".repeat(values.len());
    let query = format!("INSERT INTO {} VALUES (?{marks}) ON CONFLICT DO NOTHING", table.name());
    let checksum = ValueRef::Integer(of(table, values));
    let all = values.iter().copied().chain([checksum]).map(ToSqlOutput::Borrowed);
    let is_new = transaction.prepare_cached(&query)?.execute(params_from_iter(all))? > 0;
    if is_new && table.is_counted() {
        totals::add(transaction, table, &table.identity_of(values))?;
    }
    Ok(is_new)
}

/// Fails unless a row has its checksum. The row must have all columns, in the order of the table,
/// as those of `SELECT *`. Does not parse anything, and does not allocate.
pub(super) fn verify(table: Table, row: &Row<'_>) -> rusqlite::Result<()> {
    let others = row.as_ref().column_count() - 1;
    let mut hasher = begin(table, others);
    for column in 0..others {
        add(&mut hasher, row.get_ref(column)?);
    }
    compare(table, row, hasher.digest())
}

/// Fails unless the last column of a row is this checksum.
fn compare(table: Table, row: &Row<'_>, found: u64) -> rusqlite::Result<()> {
    match row.get_ref(row.as_ref().column_count() - 1)? {
        ValueRef::Integer(checksum) if checksum == found.cast_signed() => Ok(()),
        _ => Err(damaged(table, row)?.into()),
    }
}

/// Verifies many rows of a table. Copies each row into one buffer, whose checksum is computed at
/// once, which is faster for rows of few bytes.
#[derive(Debug)]
pub(super) struct RowVerifier {
    table: Table,
    buffer: Vec<u8>,
}

impl RowVerifier {
    pub(super) fn new(table: Table) -> RowVerifier {
        RowVerifier { table, buffer: Vec::new() }
    }

    /// As [`verify`].
    pub(super) fn verify(&mut self, row: &Row<'_>) -> rusqlite::Result<()> {
        let others = row.as_ref().column_count() - 1;
        self.buffer.clear();
        head(self.table, others, |bytes| self.buffer.extend_from_slice(bytes));
        for column in 0..others {
            let value = row.get_ref(column)?;
            if value.as_bytes().is_ok_and(|bytes| bytes.len() > MOST_COPIED) {
                return verify(self.table, row);
            }
            each_part(value, |bytes| self.buffer.extend_from_slice(bytes));
        }
        compare(self.table, row, xxh3_64(&self.buffer))
    }
}

/// The damage of a row that does not have its checksum.
fn damaged(table: Table, row: &Row<'_>) -> rusqlite::Result<super::damage::DatabaseIntegrityError> {
    let key: Vec<ValueRef<'_>> =
        (0..table.key().len()).map(|column| row.get_ref(column)).collect::<Result<_, _>>()?;
    Ok(table.damaged_row(&key))
}

fn begin(table: Table, columns: usize) -> Xxh3 {
    let mut hasher = Xxh3::new();
    head(table, columns, |bytes| hasher.update(bytes));
    hasher
}

fn add(hasher: &mut Xxh3, value: ValueRef<'_>) {
    each_part(value, |bytes| hasher.update(bytes));
}

/// The parts before the values of a row.
fn head(table: Table, columns: usize, mut each: impl FnMut(&[u8])) {
    each(table.name().as_bytes());
    each(&[0]);
    each(&(columns as u64).to_le_bytes());
}

/// The parts of a value.
fn each_part(value: ValueRef<'_>, mut each: impl FnMut(&[u8])) {
    let number;
    let (kind, bytes): (u8, &[u8]) = match value {
        ValueRef::Null => (0, &[]),
        ValueRef::Integer(value) => {
            number = value.to_le_bytes();
            (1, &number)
        }
        ValueRef::Real(value) => {
            // SQLite does not keep the sign of zero.
            number = (value + 0.0).to_le_bytes();
            (2, &number)
        }
        ValueRef::Text(text) => (3, text),
        ValueRef::Blob(blob) => (4, blob),
    };
    let mut head = [kind; 9];
    head[1..].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    each(&head);
    each(bytes);
}
