//! Control groups: limits on what all processes of a sandbox use together.
//!
//! The host can also freeze a whole group. If several sandboxes compete for the CPUs, each group
//! gets the same share, regardless of the number of its processes.
//!
//! In version 2 of the interface, only groups without processes can have limited groups below them.
//! If no other process is in the host's own group, the host makes the groups there, otherwise next
//! to its own. In version 1, which some machines still have, each controller has a separate tree.

mod group;
mod membership;
mod systemd_scope;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::confinement::ResourceLimits;
use crate::sandbox_user;
use group::{LOOK_EVERY, TIMEOUT, is_removed};
pub(crate) use group::{SandboxCgroup, enter};
use membership::CgroupMembership;

/// The prefix of group names. The process number of the host follows it.
const PREFIX: &str = "rathaus-";

/// The controllers that a sandbox needs.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];

/// Where the host may make groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CgroupParents {
    memory: PathBuf,
    processes: PathBuf,
    freezer: PathBuf,
    /// The tree in which groups share the CPUs. Some hosts may not use it; a sandbox works without.
    processor: Option<PathBuf>,
    version: CgroupVersion,
    /// The group that the host left so that groups can be made in it.
    left: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CgroupVersion {
    One,
    Two,
}

impl CgroupParents {
    /// Finds where this host may make groups, and makes one to see whether it can. The error is a
    /// message for people.
    pub(crate) fn find() -> Result<CgroupParents, String> {
        if let Some(found) = found().clone() {
            return Ok(found);
        }
        let own = CgroupMembership::read()
            .map_err(|error| format!("the system does not tell its control groups: {error}"))?;
        let cgroups = match own.in_version_one("memory") {
            Some(memory) => CgroupParents::version_one(&own, memory)?,
            None => CgroupParents::version_two(&own).or_else(CgroupParents::in_systemd_scope)?,
        };
        cgroups.remove_of_hosts(|host| !Path::new(&format!("/proc/{host}")).exists());
        *found() = Some(cgroups.clone());
        match SandboxCgroup::new(&cgroups, ResourceLimits::default()) {
            Ok(_) => Ok(cgroups),
            Err(error) => {
                remove_all();
                Err(format!("none can be made in {}: {error}", cgroups.memory.display()))
            }
        }
    }

    fn version_one(own: &CgroupMembership, memory: PathBuf) -> Result<CgroupParents, String> {
        let of = |kind: &str| own.in_version_one(kind).ok_or_else(|| format!("there are none for {kind}"));
        let (processes, freezer) = (of("pids")?, of("freezer")?);
        let processor = own.in_version_one("cpu").filter(|tree| is_writable(tree));
        Ok(CgroupParents { memory, processes, freezer, processor, version: CgroupVersion::One, left: None })
    }

    fn version_two(own: &CgroupMembership) -> Result<CgroupParents, String> {
        let here = own.in_version_two().ok_or("this system has no control groups")?;
        let has = fs::read_to_string(here.join("cgroup.controllers")).unwrap_or_default();
        if let Some(missing) =
            CONTROLLERS.iter().find(|name| !has.split_whitespace().any(|one| one == **name))
        {
            return Err(format!("{} has none for {missing}", here.display()));
        }
        // Only the root of the whole tree may have both processes and limited groups.
        if enable_controllers(&here).is_ok() {
            return Ok(CgroupParents::in_tree(&here, None));
        }
        match leave(&here) {
            Ok(()) => Ok(CgroupParents::in_tree(&here, Some(here.clone()))),
            // Another process is in this group, such as the shell that started this host.
            Err(error) => match here.parent().filter(|parent| has_controllers(parent)) {
                Some(parent) => Ok(CgroupParents::in_tree(parent, None)),
                None => Err(format!("{} is not handed over to this process alone: {error}", here.display())),
            },
        }
    }

    fn in_tree(folder: &Path, left: Option<PathBuf>) -> CgroupParents {
        let [memory, processes, freezer] = [(); 3].map(|()| folder.to_owned());
        CgroupParents { memory, processes, freezer, processor: None, version: CgroupVersion::Two, left }
    }

    /// Asks the systemd of an ordinary user for a scope and looks there. If that is not possible,
    /// fails with `why`, the error of the first attempt.
    fn in_systemd_scope(why: String) -> Result<CgroupParents, String> {
        if sandbox_user::is_root() || !systemd_scope::request_once() {
            return Err(why);
        }
        let own = CgroupMembership::read().map_err(|error| error.to_string());
        own.and_then(|own| CgroupParents::version_two(&own))
            .map_err(|error| format!("{why}; in a scope of its own: {error}"))
    }

    /// Removes the empty groups of those hosts whose process numbers are wanted. Returns whether
    /// none of their groups is left.
    fn remove_of_hosts(&self, is_wanted: impl Fn(u32) -> bool) -> bool {
        let host_of = |name: &str| name.strip_prefix(PREFIX)?.split('-').next()?.parse::<u32>().ok();
        let mut are_removed = true;
        for parent in self.parents() {
            for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
                if host_of(&entry.file_name().to_string_lossy()).is_some_and(&is_wanted) {
                    are_removed &= is_removed(&entry.path());
                }
            }
        }
        are_removed
    }

    /// A description in which each number of a process is left out, because a scope of systemd and a
    /// group of the host have it in their names.
    pub(crate) fn without_process(&self) -> String {
        format!("{self:?}").replace(&format!("{PREFIX}{}", std::process::id()), PREFIX)
    }

    /// The folders in which groups are made, without duplicates.
    fn parents(&self) -> Vec<&Path> {
        let mut all = vec![self.memory.as_path(), self.processes.as_path(), self.freezer.as_path()];
        all.extend(self.processor.as_deref());
        all.dedup();
        all
    }
}

/// The result of [`CgroupParents::find`] in this process.
fn found() -> MutexGuard<'static, Option<CgroupParents>> {
    static FOUND: Mutex<Option<CgroupParents>> = Mutex::new(None);
    FOUND.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Held while a group is made, so that [`remove_all`] misses none.
fn making() -> MutexGuard<'static, ()> {
    static MAKING: Mutex<()> = Mutex::new(());
    MAKING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all groups of this host. Call it when the host ends and no processes are left in them.
pub(crate) fn remove_all() {
    let _none_is_made = making();
    let Some(cgroups) = found().take() else { return };
    if let Some(left) = &cgroups.left {
        go_back(left);
    }
    // The kernel may count processes for a moment after they were reaped.
    wait_until(TIMEOUT, LOOK_EVERY, || cgroups.remove_of_hosts(|host| host == std::process::id()));
}

/// Moves this process to the group where it is. The kernel waits for that as it does before any
/// move. A move shortly after it does not wait again.
pub(crate) fn wait_before_move() {
    let own = CgroupMembership::read().ok().and_then(|own| own.in_version_two());
    // If this fails, the move itself waits.
    let _ = own.map(|own| fs::write(own.join("cgroup.procs"), "0"));
}

/// Enables the controllers in the groups below this one.
fn enable_controllers(group: &Path) -> io::Result<()> {
    let control = group.join("cgroup.subtree_control");
    fs::write(&control, "+memory +pids")?;
    // In version 2, all groups have the same weight by default.
    let _ = fs::write(control, "+cpu");
    Ok(())
}

fn has_controllers(group: &Path) -> bool {
    let enabled = fs::read_to_string(group.join("cgroup.subtree_control")).unwrap_or_default();
    CONTROLLERS.iter().all(|name| enabled.split_whitespace().any(|one| one == *name))
}

/// Moves this process out of its group so that groups can be limited there. Fails if another
/// process is in the group.
fn leave(here: &Path) -> io::Result<()> {
    let of_host = here.join(format!("{PREFIX}{}-host", std::process::id()));
    let left = fs::create_dir(&of_host)
        .and_then(|()| fs::write(of_host.join("cgroup.procs"), "0"))
        .and_then(|()| enable_controllers(here));
    if left.is_err() {
        go_back(here);
        let _ = fs::remove_dir(&of_host);
    }
    left
}

/// Undoes [`leave`]. A group with processes may have no controllers enabled below it.
fn go_back(here: &Path) {
    for controllers in ["-cpu", "-memory -pids"] {
        let _ = fs::write(here.join("cgroup.subtree_control"), controllers);
    }
    let _ = fs::write(here.join("cgroup.procs"), "0");
}

fn is_writable(tree: &Path) -> bool {
    rustix::fs::access(tree, rustix::fs::Access::WRITE_OK).is_ok()
}

/// Blocks until `is_so` returns true, and calls it in this interval. Returns false
/// after the timeout.
fn wait_until(timeout: Duration, every: Duration, mut is_so: impl FnMut() -> bool) -> bool {
    let begin = Instant::now();
    while !is_so() {
        if begin.elapsed() > timeout {
            return false;
        }
        thread::sleep(every);
    }
    true
}
