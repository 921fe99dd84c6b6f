//! The write lock: only one host at a time writes to a database.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, OFlags, flock};
use rustix::io::Errno;

use super::StoreError;
use crate::untrusted::harmless;
use crate::untrusted::{self, SymlinkPolicy};

/// The longest description of an owner, in bytes.
const MAX_WORDS: u64 = 1_024;

/// How often to try: the owner may be about to release the lock, or a reader may hold it for a
/// moment to see whether there is an owner.
const TRIES: usize = 10;

/// The pause between two attempts.
const PAUSE: Duration = Duration::from_millis(30);

/// The right to write, until it is dropped or the process ends in any way. The operating system
/// holds the lock; the existence of the file means nothing.
#[derive(Debug)]
pub(super) struct WriteLock {
    path: PathBuf,
    _file: File,
}

impl WriteLock {
    /// Takes the lock of this database. `owner` describes the process that takes it, for others.
    pub(super) fn take(database: &Path, owner: &str) -> Result<WriteLock, StoreError> {
        let path = beside(database);
        let mut by = String::new();
        for attempt in 0..TRIES {
            if attempt > 0 {
                std::thread::sleep(PAUSE);
            }
            let mut file = open(&path).map_err(|error| StoreError::io(&path, &error))?;
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Err(Errno::WOULDBLOCK) => by = words(&mut file),
                Err(error) => return Err(StoreError::io(&path, &error.into())),
                Ok(()) if is_at(&file, &path) => {
                    // If the disk is full, the file names no owner, but the lock holds.
                    let _ = name(&mut file, owner);
                    return Ok(WriteLock { path, _file: file });
                }
                // The previous owner removed the file after it was opened here. Try again.
                Ok(()) => {}
            }
        }
        Err(StoreError::Taken { database: database.into(), by })
    }

    /// The description of the process that holds the lock of this database, if any.
    pub(super) fn holder(database: &Path) -> Option<String> {
        let mut file = untrusted::open_file(&beside(database), SymlinkPolicy::Refuse, u64::MAX).ok()?;
        match flock(&file, FlockOperation::NonBlockingLockShared) {
            Err(Errno::WOULDBLOCK) => Some(words(&mut file)),
            _ => None,
        }
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        // Remove the file while it is locked, so that no other process can have locked this path.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The lock file, next to the database. It is a separate file because SQLite locks
/// the database itself.
fn beside(database: &Path) -> PathBuf {
    let mut name = database.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    database.with_file_name(name)
}

/// Opens or creates the lock file. It is truncated and written later, so it must not be a link
/// to another file.
fn open(path: &Path) -> io::Result<File> {
    let careful = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).custom_flags(careful);
    let file = options.open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("is not a regular file")),
    }
}

fn is_at(file: &File, path: &Path) -> bool {
    let identity = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(held), Ok(there)) => identity(held) == identity(there),
        _ => false,
    }
}

/// The owner's description. It is empty if the file cannot be read.
fn words(file: &mut File) -> String {
    let mut words = Vec::new();
    let _ = file.take(MAX_WORDS).read_to_end(&mut words);
    harmless(String::from_utf8_lossy(&words).trim())
}

fn name(file: &mut File, owner: &str) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{owner}")?;
    file.flush()
}
