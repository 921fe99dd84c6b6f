//! The checksums of rows, which notice flipped bits. They do not prove who wrote a row: anybody can
//! compute them.
//!
//! A checksum is the 64-bit XXH3 of the name of the table, a zero byte, the number of the other
//! columns, and their values in the order of the table. A value is a byte for its type, the number
//! of its bytes, and its bytes. Numbers have 8 bytes, little-endian.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Row, Transaction, params_from_iter};
use xxhash_rust::xxh3::Xxh3;

use super::tables::Table;
use super::totals;

/// Computes the checksum of a row from its values, except that of the column `checksum`.
pub(super) fn of(table: Table, values: &[ValueRef<'_>]) -> i64 {
    let mut hasher = begin(table, values.len());
    values.iter().for_each(|value| add(&mut hasher, *value));
    hasher.digest().cast_signed()
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
    match row.get_ref(others)? {
        ValueRef::Integer(checksum) if checksum == hasher.digest().cast_signed() => Ok(()),
        _ => Err(damaged(table, row)?.into()),
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
    hasher.update(table.name().as_bytes());
    hasher.update(&[0]);
    hasher.update(&(columns as u64).to_le_bytes());
    hasher
}

fn add(hasher: &mut Xxh3, value: ValueRef<'_>) {
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
    hasher.update(&head);
    hasher.update(bytes);
}
