//! Control groups: what a sandbox uses is counted and bounded together, and can be frozen.
//!
//! Version 2 of the interface wants the host in a part of the tree that has been handed over to it, with no process where
//! the bounds are set. In version 1, which some machines still have, each kind of bound has a tree of its own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::Allowance;

/// How the names of groups begin; the process number of their host follows.
const PREFIX: &str = "rathaus-";

/// How long a group may take to freeze, and to be empty after all in it have ended.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often one looks again.
const UNTIL_NEXT_LOOK: Duration = Duration::from_micros(200);

/// Processes of the sandbox itself: the two threads of its keeper.
const OF_THE_KEEPER: u64 = 2;

/// Where a host may make groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cgroups {
    memory: PathBuf,
    processes: PathBuf,
    freezer: PathBuf,
    version: Version,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

impl Cgroups {
    /// Those of this host, or why it has none.
    pub fn find() -> Result<Cgroups, String> {
        let own =
            Own::read().map_err(|error| format!("the system does not tell its control groups: {error}"))?;
        let found = match own.of_one("memory") {
            Some(memory) => Cgroups::of_one(&own, memory)?,
            None => Cgroups::of_two(&own)?,
        };
        found.sweep(|host| !Path::new(&format!("/proc/{host}")).exists());
        let tried = Group::new(&found, Allowance::BOT).map_err(|error| format!("cannot be made: {error}"))?;
        drop(tried);
        *lock() = Some(found.clone());
        Ok(found)
    }

    fn of_one(own: &Own, memory: PathBuf) -> Result<Cgroups, String> {
        let of = |kind: &str| own.of_one(kind).ok_or_else(|| format!("there are none for {kind}"));
        Ok(Cgroups { memory, processes: of("pids")?, freezer: of("freezer")?, version: Version::One })
    }

    /// Moves this process into a group beside those that it will make.
    fn of_two(own: &Own) -> Result<Cgroups, String> {
        let here = own.of_two().ok_or("this system has no control groups")?;
        let handed_over =
            |error: io::Error| format!("{} is not handed over to this user: {error}", here.display());
        let has = fs::read_to_string(here.join("cgroup.controllers")).map_err(handed_over)?;
        for kind in ["memory", "pids"] {
            if !has.split_whitespace().any(|one| one == kind) {
                return Err(format!("{} has none for {kind}", here.display()));
            }
        }
        let of_host = here.join(format!("{PREFIX}{}-host", std::process::id()));
        let moved = fs::create_dir(&of_host)
            .and_then(|()| fs::write(of_host.join("cgroup.procs"), "0"))
            .and_then(|()| fs::write(here.join("cgroup.subtree_control"), "+memory +pids"));
        if let Err(error) = moved {
            let _ = fs::write(here.join("cgroup.procs"), "0");
            let _ = fs::remove_dir(&of_host);
            return Err(handed_over(error));
        }
        let all = || here.clone();
        Ok(Cgroups { memory: all(), processes: all(), freezer: all(), version: Version::Two })
    }

    /// Removes the groups of those hosts, as far as they are empty.
    fn sweep(&self, is_of: impl Fn(u32) -> bool) {
        for parent in self.parents() {
            for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let host =
                    name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
                if host.is_some_and(&is_of) {
                    let _ = fs::remove_dir(entry.path());
                }
            }
        }
    }

    /// The groups in which groups are made, each once.
    fn parents(&self) -> Vec<&Path> {
        let mut all = vec![self.memory.as_path(), self.processes.as_path(), self.freezer.as_path()];
        all.dedup();
        all
    }
}

/// What this host has found.
static FOUND: Mutex<Option<Cgroups>> = Mutex::new(None);

fn lock() -> MutexGuard<'static, Option<Cgroups>> {
    FOUND.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the groups of this host, which is ending, and in which nothing runs any more.
pub(in crate::process) fn remove_all() {
    let Some(found) = lock().take() else { return };
    if found.version == Version::Two {
        // The way back, for which nothing may be bounded any more.
        let _ = fs::write(found.memory.join("cgroup.subtree_control"), "-memory -pids");
        let _ = fs::write(found.memory.join("cgroup.procs"), "0");
    }
    found.sweep(|host| host == std::process::id());
}

/// The groups of this process.
struct Own {
    mounts: String,
    groups: String,
}

impl Own {
    fn read() -> io::Result<Own> {
        Ok(Own {
            mounts: fs::read_to_string("/proc/self/mountinfo")?,
            groups: fs::read_to_string("/proc/self/cgroup")?,
        })
    }

    /// In the tree of version 1 for this kind of bound.
    fn of_one(&self, kind: &str) -> Option<PathBuf> {
        let has = |list: &str| list.split(',').any(|one| one == kind);
        // Lines `NUMBER:KINDS:PATH`.
        let group = self.groups.lines().find_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            has(fields.next()?).then(|| fields.next()).flatten()
        })?;
        self.mounted("cgroup", has, group)
    }

    /// In the tree of version 2.
    fn of_two(&self) -> Option<PathBuf> {
        let group = self.groups.lines().find_map(|line| line.strip_prefix("0::"))?;
        self.mounted("cgroup2", |_| true, group)
    }

    /// Where a group is to be found. A mount's line has its root and its place as fourth and fifth field, and after a dash its kind, its
    /// source and its options.
    fn mounted(&self, kind: &str, fits: impl Fn(&str) -> bool, group: &str) -> Option<PathBuf> {
        self.mounts.lines().find_map(|line| {
            let (place, what) = line.split_once(" - ")?;
            let what: Vec<&str> = what.split(' ').collect();
            if what.first() != Some(&kind) || !fits(what.last()?) {
                return None;
            }
            let place: Vec<&str> = place.split(' ').collect();
            let below = Path::new(group).strip_prefix(place.get(3)?).ok()?;
            let found = Path::new(place.get(4)?).join(below);
            found.is_dir().then_some(found)
        })
    }
}

/// The group of a sandbox.
#[derive(Debug)]
pub(super) struct Group {
    memory: PathBuf,
    processes: PathBuf,
    freezer: PathBuf,
    version: Version,
}

impl Group {
    /// A new one with these bounds.
    pub(super) fn new(within: &Cgroups, allowance: Allowance) -> io::Result<Group> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("{PREFIX}{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let group = Group {
            memory: within.memory.join(&name),
            processes: within.processes.join(&name),
            freezer: within.freezer.join(&name),
            version: within.version,
        };
        group.folders().into_iter().try_for_each(fs::create_dir)?;
        let processes = allowance.processes + OF_THE_KEEPER;
        fs::write(group.processes.join("pids.max"), processes.to_string())?;
        let memory = allowance.memory.to_string();
        match group.version {
            Version::One => {
                fs::write(group.memory.join("memory.limit_in_bytes"), &memory)?;
                // Not every kernel counts what is swapped out.
                let _ = fs::write(group.memory.join("memory.memsw.limit_in_bytes"), &memory);
            }
            Version::Two => {
                fs::write(group.memory.join("memory.max"), &memory)?;
                let _ = fs::write(group.memory.join("memory.swap.max"), "0");
            }
        }
        Ok(group)
    }

    /// Puts a process into it, and so all that it will start.
    pub(super) fn enter(&self, pid: Pid) -> io::Result<()> {
        let pid = pid.as_raw_nonzero().to_string();
        self.folders().into_iter().try_for_each(|folder| fs::write(folder.join("cgroup.procs"), &pid))
    }

    /// How often a process in it was killed because there was no memory left.
    pub(super) fn killed_for_memory(&self) -> u64 {
        let file = match self.version {
            Version::One => "memory.oom_control",
            Version::Two => "memory.events",
        };
        count(&self.memory.join(file), "oom_kill")
    }

    /// How often nothing could be started in it because there were too many.
    pub(super) fn refused_processes(&self) -> u64 {
        count(&self.processes.join("pids.events"), "max")
    }

    /// Keeps all in it from running, or lets them.
    pub(super) fn freeze(&self, frozen: bool) -> io::Result<()> {
        let (file, word) = match (self.version, frozen) {
            (Version::One, true) => ("freezer.state", "FROZEN"),
            (Version::One, false) => ("freezer.state", "THAWED"),
            (Version::Two, true) => ("cgroup.freeze", "1"),
            (Version::Two, false) => ("cgroup.freeze", "0"),
        };
        fs::write(self.freezer.join(file), word)?;
        if frozen {
            wait_until(|| self.is_frozen());
        }
        Ok(())
    }

    fn is_frozen(&self) -> bool {
        match self.version {
            Version::One => fs::read_to_string(self.freezer.join("freezer.state"))
                .is_ok_and(|state| state.trim() == "FROZEN"),
            Version::Two => count(&self.freezer.join("cgroup.events"), "frozen") == 1,
        }
    }

    /// Its folders, each once.
    fn folders(&self) -> Vec<&Path> {
        match self.version {
            Version::One => vec![&self.memory, &self.processes, &self.freezer],
            Version::Two => vec![&self.memory],
        }
    }
}

/// All that was in it has ended.
impl Drop for Group {
    fn drop(&mut self) {
        for folder in self.folders() {
            // Those that have just ended may still be counted for a moment.
            wait_until(|| match fs::remove_dir(folder) {
                Err(error) => error.kind() == io::ErrorKind::NotFound,
                Ok(()) => true,
            });
        }
    }
}

/// The number in the line `NAME NUMBER` of a file.
fn count(file: &Path, name: &str) -> u64 {
    let text = fs::read_to_string(file).unwrap_or_default();
    let of_line =
        |line: &str| line.split_once(' ').filter(|(found, _)| *found == name)?.1.trim().parse().ok();
    text.lines().find_map(of_line).unwrap_or_default()
}

fn wait_until(is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() && begin.elapsed() < PATIENCE {
        thread::sleep(UNTIL_NEXT_LOOK);
    }
}
