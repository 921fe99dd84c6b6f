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
    NoRoom { database: PathBuf, error: rusqlite::Error },
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
    pub fn may_pass(&self) -> bool {
        matches!(self, StoreError::NoRoom { .. })
    }
}

/// Classifies an error of SQLite.
pub(super) fn failed(path: &Path, error: rusqlite::Error) -> StoreError {
    let database = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => StoreError::NoRoom { database, error },
        _ => StoreError::Other { database, why: error.to_string() },
    }
}
