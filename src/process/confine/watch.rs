//! Looking after sandboxes whose memory or folders the kernel does not bound: whoever has too much is ended.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};

use super::Allowance;
use super::excess::Excess;
use crate::process::load;

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

impl Watched {
    /// Looks after a sandbox from now on, until it is ended, or forgotten.
    pub(super) fn begin(
        first: First,
        memory: Option<u64>,
        folders: Vec<PathBuf>,
        folder_bytes: u64,
    ) -> Arc<Watched> {
        let (first, excess) = (Mutex::new(Some(first)), Mutex::default());
        let watched = Arc::new(Watched { first, memory, folders, folder_bytes, excess });
        if watched.memory.is_some() || !watched.folders.is_empty() {
            lock(&ALL).push(Arc::downgrade(&watched));
            start();
        }
        watched
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
            *lock(&self.excess) = excess;
            let _ = match first {
                First::OfNamespace(pid) => rustix::process::kill_process(pid, Signal::KILL),
                First::OfGroup(pid) => rustix::process::kill_process_group(pid, Signal::KILL),
            };
        }
    }

    fn found(&self, first: First) -> Option<Excess> {
        let (First::OfNamespace(pid) | First::OfGroup(pid)) = first;
        if let Some(most) = self.memory
            && memory(&load::processes(pid)) > most
        {
            return Some(Excess::Memory(most));
        }
        let mut files = 0;
        let bytes: u64 =
            self.folders.iter().map(|folder| size(folder, &mut files)).fold(0, u64::saturating_add);
        (bytes > self.folder_bytes || files > MOST_FILES).then_some(Excess::Folders(self.folder_bytes))
    }
}

/// Whether the leader of a group, who is a child of this process, has ended: below it, nobody is to be found any more.
fn has_lost_its_keeper(first: First) -> bool {
    let First::OfGroup(leader) = first else { return false };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    !matches!(rustix::process::waitid(WaitId::Pid(leader), options), Ok(None))
}

/// All that are looked after.
static ALL: Mutex<Vec<Weak<Watched>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn start() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        thread::spawn(|| {
            loop {
                let all: Vec<Arc<Watched>> = {
                    let mut all = lock(&ALL);
                    all.retain(|watched| watched.strong_count() > 0);
                    all.iter().filter_map(Weak::upgrade).collect()
                };
                all.iter().for_each(|watched| watched.look());
                thread::sleep(EVERY);
            }
        });
    });
}

/// How many bytes these processes have in memory: what is each one's own, and the most that one of them shares, with others or with files.
fn memory(processes: &[Pid]) -> u64 {
    let page = rustix::param::page_size() as u64;
    let of = |pid: &Pid| {
        // In pages: the whole size, what of it is in memory, and what of that is shared.
        let text = fs::read_to_string(format!("/proc/{}/statm", pid.as_raw_nonzero())).ok()?;
        let mut fields = text.split(' ').skip(1).map_while(|field| field.parse::<u64>().ok());
        let (resident, shared) = (fields.next()?, fields.next()?);
        Some((resident.saturating_sub(shared), shared))
    };
    let all: Vec<(u64, u64)> = processes.iter().filter_map(of).collect();
    page * (all.iter().map(|(own, _)| own).sum::<u64>()
        + all.iter().map(|(_, shared)| *shared).max().unwrap_or(0))
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
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().map(|entry| size(&entry.path(), files)).fold(0, u64::saturating_add),
        Err(error) => unseen(&error),
    }
}
