//! What is damaged in a database.

use rusqlite::types::Type;

/// Damage that checksums and totals notice. SQLite notices some other damage by itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum DatabaseIntegrityError {
    #[error("{} in the table `{table}` does not have its checksum", row_of(.key.as_deref()))]
    Row { table: &'static str, key: Option<String> },
    #[error("the match {:.12} does not have the faults that were stored with it", .key)]
    Faults { key: String },
    #[error("the table `{table}` has {found} rows, and {stored} were stored")]
    Rows { table: &'static str, stored: i64, found: i64 },
    #[error("the table `{table}` has other rows than those that were stored")]
    OtherRows { table: &'static str },
    #[error("the rows of the table `{table}` are not in the order of their keys")]
    Unordered { table: &'static str },
    #[error("the match {:.12} is in the table `matches`, but cannot be found there by its key", .key)]
    Lost { key: String },
}

fn row_of(key: Option<&str>) -> String {
    key.map_or_else(|| "a row".into(), |key| format!("the row of the match {key:.12}"))
}

impl DatabaseIntegrityError {
    /// The damage that an error stands for, if any.
    pub(super) fn of(error: &rusqlite::Error) -> Option<&DatabaseIntegrityError> {
        match error {
            rusqlite::Error::FromSqlConversionFailure(_, _, error) => error.downcast_ref(),
            _ => None,
        }
    }
}

/// Reading rows fails with errors of SQLite.
impl From<DatabaseIntegrityError> for rusqlite::Error {
    fn from(damage: DatabaseIntegrityError) -> rusqlite::Error {
        rusqlite::Error::FromSqlConversionFailure(0, Type::Null, Box::new(damage))
    }
}
