//! Errors of the database.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

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
    #[error("{database}: is no database of a tournament: {why}", database = .database.display())]
    Foreign { database: PathBuf, why: String },
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

/// Classifies an error of SQLite.
pub(super) fn failed(path: &Path, error: rusqlite::Error) -> StoreError {
    let database = path.to_owned();
    if let rusqlite::Error::FromSqlConversionFailure(_, _, why) = &error {
        return StoreError::Foreign { database, why: why.to_string() };
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => StoreError::DiskFailure { database, error },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { database, error },
        _ => StoreError::Other { database, why: error.to_string() },
    }
}
