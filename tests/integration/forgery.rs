//! Changes databases as somebody does who computes their checksums again.
#![expect(clippy::disallowed_methods, reason = "the tests change databases")]

use std::path::Path;

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};
use xxhash_rust::xxh3::xxh3_64;

/// Runs statements, then corrects all checksums and totals.
pub fn forge(database: &Path, statements: &str) {
    let connection = Connection::open(database).unwrap();
    connection.execute_batch(&format!("PRAGMA foreign_keys = ON; {statements}")).unwrap();
    let tables = strings(
        &connection,
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('totals', 'sqlite_stat1')
         ORDER BY name = 'matches'",
    );
    for table in &tables {
        let columns = strings(&connection, &format!("SELECT name FROM pragma_table_info('{table}')"));
        correct(&connection, table, &columns[..columns.len() - 1]);
    }
}

fn strings(connection: &Connection, query: &str) -> Vec<String> {
    connection.prepare(query).unwrap().query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

fn correct(connection: &Connection, table: &str, columns: &[String]) {
    let name = table.to_owned();
    let flags = FunctionFlags::SQLITE_UTF8;
    let function = move |context: &Context<'_>| {
        let values: Vec<ValueRef<'_>> = (0..context.len()).map(|index| context.get_raw(index)).collect();
        Ok(checksum(&name, &values))
    };
    connection.create_scalar_function("row_checksum", -1, flags, function).unwrap();
    if table == "matches" {
        connection.execute("UPDATE matches SET faults_checksum = 0", []).unwrap();
        for (key, checksum) in faults(connection) {
            let sum = "SELECT faults_checksum FROM matches WHERE key = ?1";
            let sum: i64 = connection.query_row(sum, [&key], |row| row.get(0)).unwrap();
            let update = "UPDATE matches SET faults_checksum = ?2 WHERE key = ?1";
            connection.execute(update, params![key, sum.wrapping_add(checksum)]).unwrap();
        }
    }
    let all = columns.join(", ");
    connection.execute(&format!("UPDATE {table} SET checksum = row_checksum({all})"), []).unwrap();
    let key = strings(
        connection,
        &format!("SELECT name FROM pragma_table_info('{table}') WHERE pk > 0 ORDER BY pk"),
    );
    let sizes = if table == "replays" { ", length(answers), length(clocks_us), length(stderr)" } else { "" };
    let mask = (1_i64 << 62) - 1;
    let query = format!("SELECT row_checksum({}{sizes}) & {mask} FROM {table}", key.join(", "));
    let numbers: Vec<i64> = connection
        .prepare(&query)
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let sum = numbers.iter().fold(0, |sum, number| (sum + number) & mask);
    let update = "UPDATE totals SET row_count = ?2, key_sum = ?3 WHERE name = ?1";
    connection.execute(update, params![table, numbers.len() as i64, sum]).unwrap();
}

/// The match of each fault, and the checksum of its row.
fn faults(connection: &Connection) -> Vec<(String, i64)> {
    let mut query = connection.prepare("SELECT match, checksum FROM faults").unwrap();
    query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
}

/// As the comment at the top of `src/store/checksum.rs` says.
fn checksum(table: &str, values: &[ValueRef<'_>]) -> i64 {
    let mut bytes = [table.as_bytes(), &[0], &(values.len() as u64).to_le_bytes()].concat();
    for value in values {
        let (kind, value) = match *value {
            ValueRef::Null => (0, Vec::new()),
            ValueRef::Integer(value) => (1, value.to_le_bytes().to_vec()),
            ValueRef::Real(value) => (2, value.to_le_bytes().to_vec()),
            ValueRef::Text(value) => (3, value.to_vec()),
            ValueRef::Blob(value) => (4, value.to_vec()),
        };
        bytes.push(kind);
        bytes.extend((value.len() as u64).to_le_bytes());
        bytes.extend(value);
    }
    xxh3_64(&bytes).cast_signed()
}
