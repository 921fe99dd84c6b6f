//! Several connections that see the same state of a database, so that threads can share the
//! reading of a large table.

use rusqlite::Transaction;

use super::error::failed;
use super::{Store, StoreError};

/// A busy host may write at the wrong moment this often before one thread reads alone.
const ATTEMPTS: usize = 20;

/// A transaction of a store, and other connections in transactions of their own.
pub(super) struct SameState<'a> {
    pub(super) transaction: Transaction<'a>,
    pub(super) others: Vec<Store>,
}

impl Store {
    /// Begins to read one state of the database, also while a host writes to it.
    pub(super) fn snapshot(&self) -> Result<Transaction<'_>, StoreError> {
        self.connection.unchecked_transaction().map_err(|error| failed(&self.path, error))
    }

    /// Begins to read with so many other connections. `None` if they cannot be opened, or if others
    /// write all the time.
    pub(super) fn in_same_state(&self, others: usize) -> Option<SameState<'_>> {
        let open = || {
            let store = Store::open_read_only(&self.path).ok()??;
            (store.file.is_some() && store.file == self.file).then_some(store)
        };
        let others: Vec<Store> = (0..others).map(|_| open()).collect::<Option<_>>()?;
        let transaction = (0..ATTEMPTS).find_map(|_| self.begin_with(&others).ok().flatten())?;
        Some(SameState { transaction, others })
    }

    /// Begins transactions on all connections. `None` if others wrote meanwhile.
    fn begin_with(&self, others: &[Store]) -> Result<Option<Transaction<'_>>, StoreError> {
        let versions = || others.iter().map(Store::changes).collect::<Result<Vec<i64>, _>>();
        let before = versions()?;
        let transaction = self.snapshot()?;
        // A transaction sees the state at its first reading.
        self.changes()?;
        others.iter().try_for_each(|other| other.run(|connection| connection.execute_batch("BEGIN")))?;
        if versions()? == before {
            return Ok(Some(transaction));
        }
        others.iter().try_for_each(|other| other.run(|connection| connection.execute_batch("ROLLBACK")))?;
        Ok(None)
    }
}
