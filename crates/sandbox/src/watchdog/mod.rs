//! Watches sandboxes whose memory or folders the kernel does not limit, and kills those that
//! use too much.

mod folder_size;
mod memory;
mod unnamed_files;

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal};

use crate::builder::bubblewrap::SCRATCH;
use crate::confinement::ResourceLimits;
use crate::excess::ExceededResourceLimit;
use crate::exit::has_ended;
use crate::process_tree::processes;

/// How often to check a sandbox. A program can allocate some hundred megabytes between two checks.
const CHECK_EVERY: Duration = Duration::from_millis(25);

/// Measures memory and folders of one sandbox repeatedly, and kills it when it exceeds a limit.
#[derive(Debug)]
pub(crate) struct MemoryAndFolderWatchdog {
    /// What to kill. `None` once the sandbox has ended.
    target: Mutex<Option<SandboxKillTarget>>,
    limits: MemoryAndFolderLimits,
    excess: Mutex<Option<ExceededResourceLimit>>,
}

/// Limits that all processes of a sandbox share.
#[derive(Debug)]
pub(crate) struct MemoryAndFolderLimits {
    /// The most bytes of memory. `None` if the kernel limits memory.
    pub(crate) memory: Option<u64>,
    /// The writable folders that the kernel does not limit, and how many bytes they
    /// may hold together.
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) folder_bytes: u64,
}

/// The process to kill in order to end a sandbox.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SandboxKillTarget {
    /// The first process of a namespace.
    Namespace(Pid),
    /// The leader of a process group.
    Group(Pid),
}

impl SandboxKillTarget {
    fn pid(self) -> Pid {
        let (SandboxKillTarget::Namespace(pid) | SandboxKillTarget::Group(pid)) = self;
        pid
    }

    fn kill(self) {
        let _ = match self {
            SandboxKillTarget::Namespace(pid) => rustix::process::kill_process(pid, Signal::KILL),
            SandboxKillTarget::Group(pid) => rustix::process::kill_process_group(pid, Signal::KILL),
        };
    }

    /// The bytes of memory in use, counted up to `most`. Only a namespace has scratch
    /// folders in memory.
    fn memory(self, most: u64) -> u64 {
        match self {
            SandboxKillTarget::Group(pid) => memory::of_processes(&processes(pid), most),
            SandboxKillTarget::Namespace(pid) => {
                let in_folders = memory::in_folders(pid, &SCRATCH);
                let left = most.saturating_sub(in_folders);
                memory::of_processes(&processes(pid), left).saturating_add(in_folders)
            }
        }
    }

    /// Whether the supervisor of a process group, a child of this process, has exited. Its
    /// descendants cannot be found any more then.
    fn has_lost_supervisor(self) -> bool {
        let SandboxKillTarget::Group(leader) = self else { return false };
        has_ended(leader)
    }
}

impl MemoryAndFolderWatchdog {
    /// Starts checking the sandbox, until it ends or the watchdog is dropped.
    pub(crate) fn start(
        target: SandboxKillTarget,
        limits: MemoryAndFolderLimits,
    ) -> io::Result<Arc<MemoryAndFolderWatchdog>> {
        let is_needed = limits.memory.is_some() || !limits.folders.is_empty();
        let (target, excess) = (Mutex::new(Some(target)), Mutex::default());
        let watchdog = Arc::new(MemoryAndFolderWatchdog { target, limits, excess });
        if is_needed {
            start_thread(Arc::downgrade(&watchdog))?;
        }
        Ok(watchdog)
    }

    /// Stops checking. After that, the system may reuse the process numbers of the sandbox.
    pub(crate) fn stop(&self) {
        *lock(&self.target) = None;
    }

    /// The limit that the sandbox exceeded, if any.
    pub(crate) fn excess(&self) -> Option<ExceededResourceLimit> {
        *lock(&self.excess)
    }

    fn check(&self) {
        let target = lock(&self.target);
        let Some(target) = *target else { return };
        let excess = self.find_excess(target);
        if excess.is_some() || target.has_lost_supervisor() {
            // The first result counts, because a check after the kill finds nothing.
            let mut known = lock(&self.excess);
            *known = known.or(excess);
            target.kill();
        }
    }

    fn find_excess(&self, target: SandboxKillTarget) -> Option<ExceededResourceLimit> {
        let MemoryAndFolderLimits { memory, folders, folder_bytes } = &self.limits;
        if let Some(most) = *memory
            && target.memory(most) > most
        {
            return Some(ExceededResourceLimit::Memory(most));
        }
        if folders.is_empty() {
            return None;
        }
        let mut files = 0;
        let sizes = folders.iter().map(|folder| folder_size::of(folder, &mut files));
        let named = sizes.fold(0, u64::saturating_add);
        let unnamed = unnamed_files::size(&processes(target.pid()), folders, *folder_bytes);
        let is_exceeded = named.saturating_add(unnamed) > *folder_bytes || files > ResourceLimits::MAX_FILES;
        is_exceeded.then_some(ExceededResourceLimit::Folders(*folder_bytes))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the thread of one watchdog. Each has its own, so that a sandbox that takes long to check
/// does not delay the others.
fn start_thread(watchdog: Weak<MemoryAndFolderWatchdog>) -> io::Result<()> {
    let thread = thread::Builder::new().name("watchdog".into()).spawn(move || {
        while let Some(watchdog) = watchdog.upgrade() {
            watchdog.check();
            drop(watchdog);
            thread::sleep(CHECK_EVERY);
        }
    });
    thread.map(drop)
}
