//! Looking after sandboxes whose memory or folders the kernel does not bound: whoever has too much is ended.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};

use super::bubblewrap::SCRATCH;
use super::excess::Excess;
use super::{Allowance, unnamed, usage};
use crate::load;

/// How often one looks. A program can fill some hundred megabytes meanwhile.
const EVERY: Duration = Duration::from_millis(25);

/// Who has more files and folders than that has too many.
const MOST_FILES: usize = Allowance::MOST_FILES;

/// A sandbox that is looked after.
#[derive(Debug)]
pub(super) struct Watched {
    /// The first process in it, until the sandbox is ended.
    first: Mutex<Option<First>>,
    /// How much its processes may have in memory together.
    pub(super) memory: Option<u64>,
    /// What it may write to, and how much all that may be.
    pub(super) folders: Vec<PathBuf>,
    pub(super) folder_bytes: u64,
    excess: Mutex<Option<Excess>>,
}

/// Whom to end to end all.
#[derive(Debug, Clone, Copy)]
pub(super) enum First {
    /// The first process of a namespace.
    OfNamespace(Pid),
    /// The leader of a group.
    OfGroup(Pid),
}

impl First {
    fn pid(self) -> Pid {
        let (First::OfNamespace(pid) | First::OfGroup(pid)) = self;
        pid
    }
}

impl Watched {
    /// Looks after a sandbox from now on, until it is ended, or forgotten.
    pub(super) fn begin(
        first: First,
        memory: Option<u64>,
        folders: Vec<PathBuf>,
        folder_bytes: u64,
    ) -> io::Result<Arc<Watched>> {
        let (first, excess) = (Mutex::new(Some(first)), Mutex::default());
        let watched = Arc::new(Watched { first, memory, folders, folder_bytes, excess });
        if watched.memory.is_some() || !watched.folders.is_empty() {
            keep_looking(Arc::downgrade(&watched))?;
        }
        Ok(watched)
    }

    /// Leaves it alone. From then on its process numbers may be given to others.
    pub(super) fn end(&self) {
        *lock(&self.first) = None;
    }

    /// What it had too much of.
    pub(super) fn excess(&self) -> Option<Excess> {
        *lock(&self.excess)
    }

    fn look(&self) {
        let first = lock(&self.first);
        let Some(first) = *first else { return };
        let excess = self.found(first);
        if excess.is_some() || has_lost_its_keeper(first) {
            // Once it has been ended, there is nothing left to be found.
            let mut known = lock(&self.excess);
            *known = known.or(excess);
            let _ = match first {
                First::OfNamespace(pid) => rustix::process::kill_process(pid, Signal::KILL),
                First::OfGroup(pid) => rustix::process::kill_process_group(pid, Signal::KILL),
            };
        }
    }

    fn found(&self, first: First) -> Option<Excess> {
        if let Some(most) = self.memory
            && held(first, most) > most
        {
            return Some(Excess::Memory(most));
        }
        if self.folders.is_empty() {
            return None;
        }
        let mut files = 0;
        let named = self.folders.iter().map(|folder| size(folder, &mut files)).fold(0, u64::saturating_add);
        let processes = load::processes(first.pid());
        let bytes = named.saturating_add(unnamed::held(&processes, &self.folders, self.folder_bytes));
        (bytes > self.folder_bytes || files > MOST_FILES).then_some(Excess::Folders(self.folder_bytes))
    }
}

/// How many bytes of memory a sandbox holds. Its file systems in memory are its own only where it has a namespace.
fn held(first: First, most: u64) -> u64 {
    match first {
        First::OfGroup(pid) => usage::memory(&load::processes(pid), most),
        First::OfNamespace(pid) => {
            let in_folders = usage::in_folders(pid, &SCRATCH);
            usage::memory(&load::processes(pid), most.saturating_sub(in_folders)).saturating_add(in_folders)
        }
    }
}

/// Whether the leader of a group, who is a child of this process, has ended: below it, nobody is to be found any more.
fn has_lost_its_keeper(first: First) -> bool {
    let First::OfGroup(leader) = first else { return false };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    !matches!(rustix::process::waitid(WaitId::Pid(leader), options), Ok(None))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Looks as long as the sandbox is there. Each has a thread of its own, so that one that has much to be looked at keeps nobody from the others.
fn keep_looking(watched: Weak<Watched>) -> io::Result<()> {
    let thread = thread::Builder::new().name("watch".into()).spawn(move || {
        while let Some(watched) = watched.upgrade() {
            watched.look();
            drop(watched);
            thread::sleep(EVERY);
        }
    });
    thread.map(drop)
}

/// What counts for something that could not be looked at: usually it has gone meanwhile. But nobody hides anything in folders that are closed
/// to the host, or deeper than a path is long.
fn unseen(error: &io::Error) -> u64 {
    let is_hidden = matches!(Errno::from_io_error(error), Some(Errno::ACCESS | Errno::NAMETOOLONG));
    if is_hidden { u64::MAX } else { 0 }
}

/// How many bytes a file, or all files below a folder take, and how many there are. Links are not followed.
fn size(path: &Path, files: &mut usize) -> u64 {
    *files += 1;
    let found = match path.symlink_metadata() {
        Ok(found) => found,
        Err(error) => return unseen(&error),
    };
    if !found.is_dir() || *files > MOST_FILES {
        return found.len();
    }
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) => return unseen(&error),
    };
    let mut bytes = 0_u64;
    for entry in entries.flatten() {
        bytes = bytes.saturating_add(size(&entry.path(), files));
        // More may be made as fast as one looks, while all others wait to be looked at.
        if *files > MOST_FILES {
            break;
        }
    }
    bytes
}
