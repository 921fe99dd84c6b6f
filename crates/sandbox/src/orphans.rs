//! Orphans: processes that outlive the program that forked them, outside of its process group.
//!
//! The host is the subreaper of its descendants, so orphans become its children. A variable in
//! their environment names the program that they descend from.

use std::collections::BTreeSet;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use rustix::process::{Pid, Signal, WaitOptions};

use crate::sandbox_user;
use crate::temp_dir::{TempDir, pid_namespace};

/// The environment variable that names the program from which a process descends.
pub(crate) const TAG: &str = "RATHAUS_PROCESS";

/// The most searches for orphans. An orphan can fork while the others are killed.
const MAX_SEARCHES: usize = 200;

/// Set when the host ends. No process is started after that.
static ENDING: AtomicBool = AtomicBool::new(false);

/// The children that the host started itself and has not reaped.
static CHILDREN: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn registered() -> MutexGuard<'static, BTreeSet<u32>> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn register(pid: u32) {
    registered().insert(pid);
}

pub(crate) fn deregister(pid: u32) {
    registered().remove(&pid);
}

/// Makes this process the parent of its orphaned descendants.
pub(crate) fn adopt() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // If the system refuses, orphans go to init, and the host cannot find them.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    });
}

/// A tag that no other program has: the namespace and the number of this process, and a number.
pub(crate) fn new_tag() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{}-{}-{number}", pid_namespace(), std::process::id())
}

/// Whether a tag is of a host in this namespace that is not there any more.
fn is_of_dead_host(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let is_here = parts.next() == Some(pid_namespace().to_string().as_str());
    let host = parts.next().and_then(|host| host.parse::<u32>().ok());
    is_here && host.is_some_and(|host| !Path::new(&format!("/proc/{host}")).exists())
}

/// Removes what hosts left that were killed: their processes without a sandbox, and their
/// [temporary folders](TempDir) in the system's folder for these and in `folders`. Processes in
/// sandboxes end with their host. Call it once, before the first sandbox.
pub fn clean_up_after_dead_hosts(folders: &[PathBuf]) {
    let own = rustix::process::geteuid().as_raw();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else {
            continue;
        };
        let is_own = entry.metadata().is_ok_and(|found| found.uid() == own);
        if is_own && tag_of(pid).is_some_and(|tag| is_of_dead_host(&tag)) {
            tracing::info!(pid, "ended: its host was killed");
            let _ = Pid::from_raw(pid).map(|pid| rustix::process::kill_process(pid, Signal::KILL));
        }
    }
    for folder in folders.iter().chain([&std::env::temp_dir()]) {
        TempDir::remove_abandoned(folder, sandbox_user::is_own);
    }
}

/// Kills all orphans of the program with this tag.
pub(crate) fn kill_tagged(tag: &str) {
    kill_orphans(|pid| tag_of(pid as i32).is_some_and(|found| found == tag));
}

/// Whether [`kill_all`] was called.
pub fn is_ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// Kills every descendant of this process and prevents new ones from starting. Call it when the
/// host ends, and only in a program that starts all its processes through this crate.
pub fn kill_all() {
    ENDING.store(true, Ordering::SeqCst);
    for pid in registered().iter().filter_map(|pid| Pid::from_raw(*pid as i32)) {
        let _ = rustix::process::kill_process_group(pid, Signal::KILL);
    }
    registered().clear();
    kill_orphans(|_| true);
    crate::cgroups::remove_all();
}

fn kill_orphans(is_wanted: impl Fn(u32) -> bool) {
    for _ in 0..MAX_SEARCHES {
        let orphans: Vec<u32> = {
            let registered = registered();
            let is_orphan = |pid: &u32| !registered.contains(pid) && is_wanted(*pid);
            children().into_iter().filter(is_orphan).collect()
        };
        if orphans.is_empty() {
            return;
        }
        for pid in orphans.into_iter().filter_map(|pid| Pid::from_raw(pid as i32)) {
            let _ = rustix::process::kill_process(pid, Signal::KILL);
            let _ = rustix::process::waitpid(Some(pid), WaitOptions::empty());
        }
    }
}

/// The children of all threads of this process.
fn children() -> Vec<u32> {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return Vec::new() };
    threads
        .filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("children")).ok())
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>())
        .collect()
}

/// The tag of a process, if a host started it or its ancestors.
fn tag_of(pid: i32) -> Option<String> {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).ok()?;
    let mut entries =
        environment.split(|byte| *byte == 0).filter_map(|entry| std::str::from_utf8(entry).ok());
    entries.find_map(|entry| Some(entry.strip_prefix(TAG)?.strip_prefix('=')?.to_owned()))
}
