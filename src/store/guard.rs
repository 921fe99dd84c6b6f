//! Guards against hostile databases. Rathaus opens a database only if it is a regular file with
//! exactly its own tables.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::{StoreError, schema};
use crate::untrusted::{self, SymlinkPolicy};

/// The largest database, in bytes.
const MAX_BYTES: u64 = 64 << 30;

/// The largest size in bytes of all results together, which are read into memory.
const MAX_RESULTS: i64 = 1 << 30;

/// The end of a journal that names a super-journal. SQLite deletes that file when it has rolled
/// back the journal (sqlite.org/fileformat2.html).
const SUPER_JOURNAL: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// For all databases except immutable ones.
pub(super) const FLAGS: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE
    .union(OpenFlags::SQLITE_OPEN_NO_MUTEX)
    .union(OpenFlags::SQLITE_OPEN_NOFOLLOW);

/// The path for SQLite to open. The database itself may not be a link. Links in the path of its
/// folder are resolved, because the user chose that path.
pub(super) fn checked(path: &Path) -> Result<PathBuf, StoreError> {
    let foreign = |why: String| StoreError::Foreign { database: path.into(), why };
    if path.symlink_metadata().is_ok() {
        untrusted::check_regular(path, SymlinkPolicy::Refuse, MAX_BYTES)
            .map_err(|error| foreign(format!("it {}", error.why)))?;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().map_err(|error| StoreError::io(path, &error))?;
    let resolved = folder.join(path.file_name().unwrap_or_default());
    match names_super_journal(&resolved) {
        true => Err(foreign("the journal beside it names another file, which would be deleted".into())),
        false => Ok(resolved),
    }
}

/// Whether the journal next to a database would make SQLite delete another file. Rathaus writes
/// no such journals.
fn names_super_journal(database: &Path) -> bool {
    let mut journal = database.as_os_str().to_owned();
    journal.push("-journal");
    let mut end = [0; SUPER_JOURNAL.len()];
    let mut read = |mut file: File| -> std::io::Result<bool> {
        file.seek(SeekFrom::End(-(SUPER_JOURNAL.len() as i64)))?;
        file.read_exact(&mut end)?;
        Ok(end == SUPER_JOURNAL)
    };
    // A file that cannot be opened or is shorter is no such journal.
    untrusted::open_file(Path::new(&journal), SymlinkPolicy::Refuse, MAX_BYTES)
        .is_ok_and(|file| read(file).unwrap_or_default())
}

/// Limits a database to holding rows: no triggers or views, and no schema that runs functions.
pub(super) fn disarm(connection: &Connection) -> rusqlite::Result<()> {
    for (setting, value) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    ] {
        connection.set_db_config(setting, value)?;
    }
    // Corrupt pages are detected before use, and a file that is truncated while it is read causes
    // no bus error.
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "mmap_size", 0)
}

/// Whether a database has exactly the tables of this version, and no other view, trigger or index.
pub(super) fn has_tables_of(connection: &Connection, version: i64) -> rusqlite::Result<bool> {
    let mut expected = Connection::open_in_memory()?;
    let version = usize::try_from(version).unwrap_or_default();
    schema::migrations()
        .to_version(&mut expected, version)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    Ok(tables(connection)? == tables(&expected)?)
}

/// All tables, indexes, views and triggers, except those that SQLite makes by itself.
fn tables(connection: &Connection) -> rusqlite::Result<BTreeSet<(String, String, String)>> {
    let query = "SELECT type, name, sql FROM sqlite_schema
                 WHERE sql IS NOT NULL AND name NOT IN ('sqlite_stat1', 'sqlite_stat4')";
    let of_row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    connection.prepare(query)?.query_map([], of_row)?.collect()
}

/// Whether all faults, and all details if these are kept, are too large to read into memory. SQLite
/// reads only the headers of the rows for this.
pub(super) fn is_too_large(connection: &Connection, with_details: bool) -> rusqlite::Result<bool> {
    let sum = |query: &str| connection.query_row(query, [], |row| row.get::<_, f64>(0));
    let details = "SELECT total(octet_length(details) + octet_length(measured)) FROM matches";
    let faults = "SELECT total(octet_length(cause) + octet_length(sent) + octet_length(said)
                  + octet_length(stderr)) FROM faults";
    let details = if with_details { sum(details)? } else { 0.0 };
    Ok(details + sum(faults)? > MAX_RESULTS as f64)
}
