//! Processes that a bot has left behind: forked, moved out of its process group, their parent gone.
//!
//! The host is the subreaper of all that descends from it, so such processes become its children. They are told from
//! others by a variable in their environment that names the process they came from.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use rustix::process::{Pid, Signal, WaitOptions};

/// The variable that names the process from which another descends.
pub(super) const TAG: &str = "RATHAUS_PROCESS";

/// How often the host looks again for strays; each look finds at least one that could fork meanwhile.
const LOOKS: usize = 200;

/// Set when the host is ending, from when on nothing is started any more.
static ENDING: AtomicBool = AtomicBool::new(false);

/// The processes that the host has started itself and has not ended yet.
static OWN: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn own() -> MutexGuard<'static, BTreeSet<u32>> {
    OWN.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn register(pid: u32) {
    own().insert(pid);
}

pub(super) fn deregister(pid: u32) {
    own().remove(&pid);
}

/// Makes this process the one to which orphaned descendants are given.
pub fn adopt_orphans() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Where this is not possible, what a bot leaves outside of its group goes to init and cannot be found.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    });
}

/// A tag that no other process has.
pub(super) fn new_tag() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{}-{number}", rustix::process::getpid().as_raw_nonzero())
}

/// Ends all orphans that descend from the process with this tag.
pub(super) fn sweep(tag: &str) {
    let tagged = format!("{TAG}={tag}");
    end_while_found(|pid| environment_holds(pid, &tagged));
}

/// Whether the host is ending.
pub(super) fn is_ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// Ends every process that descends from this one, and lets no other be started. For when the host itself ends, in a
/// program that starts no processes in any other way.
pub fn end_all() {
    ENDING.store(true, Ordering::SeqCst);
    for pid in own().iter().filter_map(|pid| Pid::from_raw(*pid as i32)) {
        let _ = rustix::process::kill_process_group(pid, Signal::KILL);
    }
    own().clear();
    end_while_found(|_| true);
    super::confine::remove_groups();
}

fn end_while_found(belongs: impl Fn(u32) -> bool) {
    for _ in 0..LOOKS {
        let strays: Vec<u32> = {
            let own = own();
            children().into_iter().filter(|pid| !own.contains(pid) && belongs(*pid)).collect()
        };
        if strays.is_empty() {
            return;
        }
        for pid in strays.into_iter().filter_map(|pid| Pid::from_raw(pid as i32)) {
            let _ = rustix::process::kill_process(pid, Signal::KILL);
            let _ = rustix::process::waitpid(Some(pid), WaitOptions::empty());
        }
    }
}

/// The children of this process, whichever thread they belong to.
fn children() -> Vec<u32> {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return Vec::new() };
    threads
        .filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("children")).ok())
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>())
        .collect()
}

fn environment_holds(pid: u32, variable: &str) -> bool {
    std::fs::read(format!("/proc/{pid}/environ")).is_ok_and(|environment| {
        environment.split(|byte| *byte == 0).any(|entry| entry == variable.as_bytes())
    })
}
