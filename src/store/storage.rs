//! The files that bots keep from match to match.

use std::collections::BTreeMap;

use rusqlite::Transaction;

use super::tables::Table;
use super::{Store, StoreError, checksum, rows, totals};
use crate::matches::KeptFiles;

/// The index of the column `files` of `storage`.
const FILES: usize = 1;

impl Store {
    /// What all entrants have kept, by their names.
    pub fn kept_files(&self) -> Result<BTreeMap<String, KeptFiles>, StoreError> {
        self.read(|connection| {
            let mut kept = BTreeMap::new();
            rows::for_each(connection, Table::Storage, |row| {
                let text: String = row.get(FILES)?;
                let files = KeptFiles::decode(&text).map_err(|error| rows::broken(row, FILES, &error))?;
                kept.insert(row.get(0)?, files);
                Ok(())
            })?;
            Ok(kept)
        })
    }
}

/// Replaces what an entrant has kept.
pub(super) fn put(transaction: &Transaction<'_>, entrant: &str, files: &KeptFiles) -> rusqlite::Result<()> {
    totals::delete(transaction, Table::Storage, "entrant = ?1", &[entrant])?;
    let files = files.encode();
    let values = [entrant.into(), files.as_str().into()];
    checksum::insert(transaction, Table::Storage, &values).map(drop)
}
