//! Errors of the database.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use super::damage::DatabaseIntegrityError;
use super::diagnosis;

/// Why results cannot be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another host is writing to the database.
    #[error("{database}: another host is playing this tournament: {by}\n  help: wait until it has ended, or end it; `tournament status` works meanwhile", database = .database.display())]
    Taken {
        database: PathBuf,
        /// The other host's description of itself.
        by: String,
    },
    /// The disk is full or failing. Trying again later may succeed.
    #[error("{database}: cannot be written: {error}", database = .database.display())]
    DiskFailure { database: PathBuf, error: rusqlite::Error },
    /// Another program holds a lock. Trying again later may succeed.
    #[error("{database}: another program is using the database: {error}\n  help: close it; sqlite3, a viewer or a backup may have it open", database = .database.display())]
    Busy { database: PathBuf, error: rusqlite::Error },
    /// The file is no database of a tournament.
    #[error("{database}: is no database of a tournament: {why}\n  help: the results of {file} are stored at this path; put the right file there, or move this one away to start over", database = .database.display(), file = file_of(.database))]
    Foreign { database: PathBuf, why: String },
    /// Rows are missing or do not have their checksums.
    #[error("{database}: is damaged: {why}\n  help: `rathaus tournament check {file}` lists all damage; with --repair, it makes a new database of all whole rows", database = .database.display(), file = file_of(.database))]
    DamagedRows { database: PathBuf, why: String },
    /// SQLite cannot read the file.
    #[error("{database}: is damaged: {why}\n  help: `rathaus tournament check --repair {file}` makes a new database of all whole rows; if it cannot read the file, \
         try it with the result of `sqlite3 {database} .recover | sqlite3 recovered.db`", database = .database.display(), file = file_of(.database))]
    DamagedFile { database: PathBuf, why: String },
    /// A newer version of Rathaus has written the database.
    #[error("{database}: was written by a newer version of rathaus{by}\n  help: use that version, or a newer one", database = .database.display())]
    Newer {
        database: PathBuf,
        /// The newest version that has played matches in it, in words, after a semicolon.
        by: String,
    },
    /// Any other error.
    #[error("{database}: {why}", database = .database.display())]
    Other {
        /// The database, or a file next to it.
        database: PathBuf,
        why: String,
    },
}

impl StoreError {
    pub(super) fn io(path: &Path, error: &io::Error) -> StoreError {
        StoreError::Other { database: path.into(), why: error.to_string() }
    }

    /// Whether trying again later may succeed.
    pub fn is_transient(&self) -> bool {
        matches!(self, StoreError::DiskFailure { .. } | StoreError::Busy { .. })
    }
}

/// The tournament file of a database.
fn file_of(database: &Path) -> String {
    database.with_extension("toml").display().to_string()
}

/// Classifies an error of SQLite, or of reading a row.
pub(super) fn failed(path: &Path, error: rusqlite::Error) -> StoreError {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error};
    let database = path.to_owned();
    if let Some(damage) = DatabaseIntegrityError::of(&error) {
        return StoreError::DamagedRows { database, why: damage.to_string() };
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => StoreError::DiskFailure { database, error },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { database, error },
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::TooBig) => diagnosis::malformed(path, &error),
        Some(ErrorCode::NotADatabase) => diagnosis::no_database(path),
        _ => match error {
            FromSqlConversionFailure(_, _, why) => StoreError::DamagedRows { database, why: why.to_string() },
            IntegralValueOutOfRange(..) | InvalidColumnType(..) | Utf8Error(..) => {
                StoreError::DamagedRows { database, why: error.to_string() }
            }
            _ => StoreError::Other { database, why: error.to_string() },
        },
    }
}
