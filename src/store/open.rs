//! Opens databases, and refuses files that are no database of a tournament.

use std::cmp::Ordering;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use rustix::fs::Access;

use super::error::failed;
use super::lock::WriteLock;
use super::{Store, StoreError, diagnosis, guard, schema};

/// How long SQLite waits for a lock of another process.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

impl Store {
    /// Opens a database for writing, or creates it. Migrates tables of older versions. `owner`
    /// describes this process to other hosts that want to write.
    pub fn open(path: &Path, owner: &str) -> Result<Store, StoreError> {
        let resolved = guard::checked(path)?;
        let lock = WriteLock::take(path, owner)?;
        let flags = guard::FLAGS | OpenFlags::SQLITE_OPEN_CREATE;
        let connection = Connection::open_with_flags(resolved, flags).map_err(|error| failed(path, error))?;
        let mut store =
            Store { path: path.into(), connection, file: None, _lock: Some(lock), budget_used: None };
        store.refuse_foreign()?;
        store.prepare()?;
        Ok(store)
    }

    /// Opens a database for reading, even while a host writes to it. Returns `None` if it
    /// does not exist.
    pub fn open_read_only(path: &Path) -> Result<Option<Store>, StoreError> {
        if path.symlink_metadata().is_err() {
            return Ok(None);
        }
        let resolved = guard::checked(path)?;
        let file = file_at(path);
        let connection = if is_at_rest(path) && !may_be_written(path) {
            open_at_rest(&resolved)
        } else {
            Connection::open_with_flags(resolved, guard::FLAGS)
        };
        let connection = connection.map_err(|error| failed(path, error))?;
        let file = file.filter(|file| file_at(path) == Some(*file));
        let store = Store { path: path.into(), connection, file, _lock: None, budget_used: None };
        store.refuse_foreign()?;
        if store.version()? == 0 {
            return Ok(None);
        }
        // Tables of an older version can be read only after a migration, which needs write access.
        if store.is_old()? {
            drop(store);
            drop(Store::open(path, "a reader that brings the tables up to date")?);
            return Store::open_read_only(path);
        }
        store.run(|connection| connection.pragma_update(None, "query_only", true))?;
        Ok(Some(store))
    }

    /// The description of the host that is writing to the database at this path, if any.
    pub fn host(path: &Path) -> Option<String> {
        WriteLock::holder(path)
    }

    fn refuse_foreign(&self) -> Result<(), StoreError> {
        self.run(|connection| {
            connection.busy_timeout(LOCK_TIMEOUT)?;
            guard::disarm(connection)
        })?;
        self.refuse_other_program()?;
        let version = self.version()?;
        if version <= schema::PRESENT && !self.run(|connection| guard::has_tables_of(connection, version))? {
            return Err(self.foreign("it has other tables, views or triggers than Rathaus makes".into()));
        }
        Ok(())
    }

    fn refuse_other_program(&self) -> Result<(), StoreError> {
        let pragma = |name: &str| {
            self.run(|connection| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0)))
        };
        let (application, version, tables) =
            (pragma("application_id")?, pragma("user_version")?, pragma("schema_version")?);
        let is_new = application == 0 && version == 0 && tables == 0;
        if application != schema::APPLICATION && !is_new {
            return Err(self.foreign(diagnosis::other_program(&self.connection, application)));
        }
        Ok(())
    }

    /// The version of the tables, or 0 if there are none.
    fn version(&self) -> Result<i64, StoreError> {
        self.run(|connection| connection.pragma_query_value(None, "user_version", |row| row.get(0)))
    }

    /// Whether the tables are missing or of an older version. Fails if they are of a newer version.
    fn is_old(&self) -> Result<bool, StoreError> {
        match schema::PRESENT.cmp(&self.version()?) {
            Ordering::Less => {
                let by = diagnosis::last_version(&self.connection);
                Err(StoreError::Newer { database: self.path.clone(), by })
            }
            Ordering::Equal => Ok(false),
            Ordering::Greater => Ok(true),
        }
    }

    fn prepare(&mut self) -> Result<(), StoreError> {
        self.run(|connection| {
            // In WAL mode, readers and the writer do not wait for each other.
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", true)?;
            connection.pragma_update(None, "application_id", schema::APPLICATION)
        })?;
        if self.is_old()? {
            let migrated = schema::migrations().to_latest(&mut self.connection);
            return migrated.map_err(|error| match error {
                rusqlite_migration::Error::RusqliteError { err, .. } => failed(&self.path, err),
                other => StoreError::Other { database: self.path.clone(), why: other.to_string() },
            });
        }
        Ok(())
    }
}

/// The device and the inode of a file.
fn file_at(path: &Path) -> Option<(u64, u64)> {
    std::fs::metadata(path).ok().map(|found| (found.dev(), found.ino()))
}

/// Whether the database file is complete by itself, without the write-ahead log next to it.
fn is_at_rest(path: &Path) -> bool {
    let mut beside = path.as_os_str().to_owned();
    beside.push("-wal");
    std::fs::metadata(beside).map_or(true, |found| found.len() == 0)
}

/// Whether SQLite can create files next to the database. It needs them to read a database that
/// others may be writing.
fn may_be_written(path: &Path) -> bool {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    rustix::fs::access(folder, Access::WRITE_OK).is_ok() && rustix::fs::access(path, Access::WRITE_OK).is_ok()
}

/// Opens a database that nobody can write to, for instance in a read-only archive.
fn open_at_rest(path: &Path) -> rusqlite::Result<Connection> {
    let letters = path.as_os_str().as_encoded_bytes().iter();
    let escaped: String = letters
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' => {
                char::from(*byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect();
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(format!("file:{escaped}?immutable=1"), flags)
}
