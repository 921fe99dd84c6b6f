//! Makes a new database of all rows of a damaged one that are whole.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, Transaction};

use super::check::is_damage;
use super::rows::{self, FAULTS_CHECKSUM, values};
use super::tables::Table;
use super::totals::{self, TableTotalsVerifier};
use super::{Store, StoreError, checksum};

/// The most damaged databases that are kept beside each other.
const MOST_KEPT: usize = 1_000;

/// What a repair has done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairedDatabase {
    /// The damaged database.
    pub kept_as: PathBuf,
    /// The number of matches in the new database.
    pub matches: usize,
}

/// Moves a damaged database out of the way, and puts a new one in its place, with all rows that are
/// whole. `unfit` are the keys of matches to leave out. `owner` describes this process.
pub fn repair(path: &Path, owner: &str, unfit: &BTreeSet<String>) -> Result<RepairedDatabase, StoreError> {
    let damaged = Store::open(path, owner)?;
    let (new_path, kept_as) = (with_suffix(path, ".new"), free_name(path)?);
    let _ = std::fs::remove_file(&new_path);
    let mut new = Store::open(&new_path, owner)?;
    new.run(|connection| connection.pragma_update(None, "foreign_keys", false))?;
    // What cannot be read is left out, so the errors that remain are those of the new database.
    new.write(|transaction| copy_all(&damaged.connection, transaction, unfit))?;
    let matches = new.keys()?.len();
    drop(new);
    let Store { connection, _lock, .. } = damaged;
    drop(connection);
    replace(path, &new_path, &kept_as).map_err(|error| StoreError::io(path, &error))?;
    Ok(RepairedDatabase { kept_as, matches })
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// A name for the damaged database that is not taken.
fn free_name(path: &Path) -> Result<PathBuf, StoreError> {
    let names = (1..=MOST_KEPT).map(|number| with_suffix(path, &format!(".damaged-{number}")));
    let free = names.into_iter().find(|name| name.symlink_metadata().is_err());
    free.ok_or_else(|| StoreError::io(path, &io::Error::other("too many damaged databases are beside it")))
}

/// Also moves the write-ahead log, in case that SQLite could not write it into the database.
fn replace(path: &Path, new: &Path, kept_as: &Path) -> io::Result<()> {
    for suffix in ["-wal", "-shm"] {
        let beside = with_suffix(path, suffix);
        if beside.symlink_metadata().is_ok() {
            std::fs::rename(beside, with_suffix(kept_as, suffix))?;
        }
    }
    std::fs::rename(path, kept_as)?;
    std::fs::rename(new, path)
}

fn copy_all(from: &Connection, to: &Transaction<'_>, unfit: &BTreeSet<String>) -> rusqlite::Result<()> {
    let mut is_tournament_whole = true;
    for table in Table::ALL {
        let is_whole = copy(from, to, table)?;
        is_tournament_whole &= is_whole || !matches!(table, Table::Tournament | Table::Entrants);
    }
    // Without one of its entrants, this would be another tournament.
    if !is_tournament_whole {
        totals::delete(to, Table::Tournament, "TRUE", &[])?;
        totals::delete(to, Table::Entrants, "TRUE", &[])?;
    }
    for key in unfit.iter().chain(&without_their_faults(to)?) {
        totals::delete(to, Table::Matches, "key = ?1", &[key])?;
    }
    for table in [Table::Faults, Table::Replays, Table::Kept, Table::Times] {
        totals::delete(to, table, "match NOT IN (SELECT key FROM matches)", &[])?;
    }
    // `kept` says why a replay is kept, so a row without its replay says nothing.
    let lost = "why <> 'cut' AND match NOT IN (SELECT match FROM replays)";
    totals::delete(to, Table::Kept, lost, &[]).map(drop)
}

/// Copies the whole rows of a table. Returns whether these are all of its rows.
fn copy(from: &Connection, to: &Transaction<'_>, table: Table) -> rusqlite::Result<bool> {
    let (forwards, backwards) =
        (format!("ORDER BY {}", table.order()), format!("ORDER BY {} DESC", table.key()[0]));
    let mut is_whole = true;
    // If a page in between cannot be read, the rows behind it are read from the end.
    for order in [forwards, backwards] {
        is_whole = copy_in_order(from, to, table, &order)? && is_whole;
        if is_whole {
            return Ok(true);
        }
    }
    Ok(false)
}

fn copy_in_order(
    from: &Connection,
    to: &Transaction<'_>,
    table: Table,
    order: &str,
) -> rusqlite::Result<bool> {
    let query = format!("SELECT * FROM {} {order}", table.name());
    let Some(mut query) = readable(from.prepare(&query))? else { return Ok(false) };
    let Some(mut rows) = readable(query.query([]))? else { return Ok(false) };
    let (mut tally, mut is_whole) = (TableTotalsVerifier::new(table), true);
    loop {
        match readable(rows.next())? {
            Some(Some(row)) => match readable(checksum::verify(table, row))? {
                Some(()) => {
                    let values = values(row)?;
                    tally.add(&table.identity_of(&values));
                    checksum::insert(to, table, &values)?;
                }
                None => is_whole = false,
            },
            Some(None) => break,
            None => return Ok(false),
        }
    }
    Ok(is_whole && (!table.is_counted() || readable(tally.verify(from))?.is_some()))
}

/// `None` if something cannot be read because of damage.
fn readable<T>(read: rusqlite::Result<T>) -> rusqlite::Result<Option<T>> {
    match read {
        Ok(value) => Ok(Some(value)),
        Err(error) if is_damage(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The matches that have lost faults.
fn without_their_faults(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut found = Vec::new();
    rows::for_each(connection, Table::Matches, |row| {
        let key: String = row.get(0)?;
        if rows::faults_checksum(connection, &key)? != row.get::<_, i64>(FAULTS_CHECKSUM)? {
            found.push(key);
        }
        Ok(())
    })?;
    Ok(found)
}
