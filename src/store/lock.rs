//! One host at a time writes to a database.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, OFlags, flock};
use rustix::io::Errno;

use super::StoreError;
use crate::untrusted::harmless;
use crate::untrusted::{self, LinkPolicy};

/// The most bytes that a holder writes into it.
const MAX_WORDS: u64 = 1_024;

/// How often it is tried: the owner may just be going, or somebody may just be looking whether
/// there is one.
const TRIES: usize = 10;

/// How long to wait between two tries.
const PAUSE: Duration = Duration::from_millis(30);

/// The right to write, until it is dropped or the process ends, however it does: the system holds
/// the lock, not the file's existence.
#[derive(Debug)]
pub(super) struct WriteLock {
    path: PathBuf,
    _file: File,
}

impl WriteLock {
    /// Takes the lock of the database at this path. `owner` says in words who takes it.
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
                    // Where the disk is full, nobody is named; the lock holds.
                    let _ = name(&mut file, owner);
                    return Ok(WriteLock { path, _file: file });
                }
                // Whoever held it before has removed it after it was opened here.
                Ok(()) => {}
            }
        }
        Err(StoreError::Taken { database: database.into(), by })
    }

    /// Who holds the lock of the database at this path, in the holder's words.
    pub(super) fn holder(database: &Path) -> Option<String> {
        let mut file = untrusted::open_file(&beside(database), LinkPolicy::Refuse, u64::MAX).ok()?;
        match flock(&file, FlockOperation::NonBlockingLockShared) {
            Err(Errno::WOULDBLOCK) => Some(words(&mut file)),
            _ => None,
        }
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        // It is removed while it is held, so that nobody can hold it at this path then.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The file that is locked: beside the database, and not itself, since SQLite has locks of its own
/// on that.
fn beside(database: &Path) -> PathBuf {
    let mut name = database.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    database.with_file_name(name)
}

/// Opens it, or makes it. It is emptied and written to: so it must not be a link to some other
/// file.
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

/// What its holder has written into it. What cannot be read names nobody.
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
