//! Why a database cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why results cannot be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another host writes to it.
    #[error("{database}: another host is playing this tournament: {by}\n  help: wait until it has ended, or end it; `tournament status` works meanwhile", database = .database.display())]
    Taken {
        database: PathBuf,
        /// Who it is, in the other's words.
        by: String,
    },
    /// There is no room, or the disk has failed. It may be better later.
    #[error("{database}: cannot be written: {error}", database = .database.display())]
    NoRoom { database: PathBuf, error: rusqlite::Error },
    /// The file is something else.
    #[error("{database}: is no database of a tournament: {why}", database = .database.display())]
    Foreign { database: PathBuf, why: String },
    /// Whatever else there can be.
    #[error("{database}: {why}", database = .database.display())]
    Other {
        /// The database, or the file beside it.
        database: PathBuf,
        why: String,
    },
}

impl StoreError {
    pub(super) fn io(path: &Path, error: &io::Error) -> StoreError {
        StoreError::Other { database: path.into(), why: error.to_string() }
    }

    /// Whether it may be better later.
    pub fn may_pass(&self) -> bool {
        matches!(self, StoreError::NoRoom { .. })
    }
}

/// What an error of SQLite means for this database.
pub(super) fn failed(path: &Path, error: rusqlite::Error) -> StoreError {
    let database = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => StoreError::NoRoom { database, error },
        _ => StoreError::Other { database, why: error.to_string() },
    }
}
