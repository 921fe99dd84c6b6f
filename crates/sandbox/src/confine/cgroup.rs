//! Control groups: what a sandbox uses is counted and bounded together, and can be frozen; and where several want the processor, each sandbox
//! has one share of it, however many processes it has started.
//!
//! In version 2 of the interface, groups are made in a group that has no processes itself: in the host's own, if it can be the host's alone, else
//! beside it. In version 1, which some machines still have, each kind of bound has a tree of its own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::{Allowance, identity, scope};

/// How the names of groups begin; the process number of their host follows.
const PREFIX: &str = "rathaus-";

/// How long a group may take to freeze, and to be empty after all in it have ended.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often one looks again.
const UNTIL_NEXT_LOOK: Duration = Duration::from_micros(200);

/// Processes of the sandbox itself: the two threads of its keeper.
const OF_THE_KEEPER: u64 = 2;

/// What must be bounded, by the names of version 2.
const KINDS: [&str; 2] = ["memory", "pids"];

/// Where a host may make groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cgroups {
    memory: PathBuf,
    processes: PathBuf,
    freezer: PathBuf,
    /// Where shares of the processor can be given, which not every host may do: a sandbox is none the less one without.
    processor: Option<PathBuf>,
    version: Version,
    /// Where the host has gone from, to have groups made there.
    left: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

impl Cgroups {
    /// Those of this host, or why it has none.
    pub fn find() -> Result<Cgroups, String> {
        if let Some(found) = lock().clone() {
            return Ok(found);
        }
        let own =
            Own::read().map_err(|error| format!("the system does not tell its control groups: {error}"))?;
        let found = match own.of_one("memory") {
            Some(memory) => Cgroups::of_one(&own, memory)?,
            None => Cgroups::of_two(&own).or_else(Cgroups::in_a_scope)?,
        };
        found.sweep(|host| !Path::new(&format!("/proc/{host}")).exists());
        *lock() = Some(found.clone());
        match Group::new(&found, Allowance::BOT) {
            Ok(_) => Ok(found),
            Err(error) => {
                remove_all();
                Err(format!("none can be made in {}: {error}", found.memory.display()))
            }
        }
    }

    fn of_one(own: &Own, memory: PathBuf) -> Result<Cgroups, String> {
        let of = |kind: &str| own.of_one(kind).ok_or_else(|| format!("there are none for {kind}"));
        let (processes, freezer) = (of("pids")?, of("freezer")?);
        let processor = own.of_one("cpu").filter(|tree| is_writable(tree));
        Ok(Cgroups { memory, processes, freezer, processor, version: Version::One, left: None })
    }

    fn of_two(own: &Own) -> Result<Cgroups, String> {
        let here = own.of_two().ok_or("this system has no control groups")?;
        let of = |place: &Path, left: Option<PathBuf>| {
            let [memory, processes, freezer] = [(); 3].map(|()| place.to_owned());
            Cgroups { memory, processes, freezer, processor: None, version: Version::Two, left }
        };
        let has = fs::read_to_string(here.join("cgroup.controllers")).unwrap_or_default();
        if let Some(kind) = KINDS.iter().find(|kind| !has.split_whitespace().any(|one| one == **kind)) {
            return Err(format!("{} has none for {kind}", here.display()));
        }
        // The root of the whole tree is the only group that may have both processes and bounded groups.
        if bound_below(&here).is_ok() {
            return Ok(of(&here, None));
        }
        match leave(&here) {
            Ok(()) => Ok(of(&here, Some(here.clone()))),
            // Somebody else is here as well, such as the shell that has started this host.
            Err(error) => match here.parent().filter(|parent| bounds_below(parent)) {
                Some(parent) => Ok(of(parent, None)),
                None => Err(format!("{} is not handed over to this process alone: {error}", here.display())),
            },
        }
    }

    /// Those below a scope that an ordinary user's systemd gives, or why there are none without it.
    fn in_a_scope(why: String) -> Result<Cgroups, String> {
        if identity::is_root() || !scope::ask() {
            return Err(why);
        }
        let own = Own::read().map_err(|error| format!("{why}; in a scope of its own: {error}"))?;
        Cgroups::of_two(&own).map_err(|error| format!("{why}; in a scope of its own: {error}"))
    }

    /// Removes the groups of those hosts, as far as they are empty. Says whether none is left.
    fn sweep(&self, is_of: impl Fn(u32) -> bool) -> bool {
        let mut is_clean = true;
        for parent in self.parents() {
            for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let host =
                    name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
                if host.is_some_and(&is_of) {
                    is_clean &= is_gone(&entry.path());
                }
            }
        }
        is_clean
    }

    /// The groups in which groups are made, each once.
    fn parents(&self) -> Vec<&Path> {
        let mut all = vec![self.memory.as_path(), self.processes.as_path(), self.freezer.as_path()];
        all.extend(self.processor.as_deref());
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
pub(crate) fn remove_all() {
    let Some(found) = lock().take() else { return };
    if let Some(left) = &found.left {
        go_back(left);
    }
    // A process that has ended, and was waited for, may still be counted for a moment.
    wait_until(|| found.sweep(|host| host == std::process::id()));
}

/// Has memory and processes bounded in the groups that are made in this one, and the processor shared by them where that can be.
fn bound_below(group: &Path) -> io::Result<()> {
    let control = group.join("cgroup.subtree_control");
    fs::write(&control, "+memory +pids")?;
    // In version 2 each group then has the same weight by itself.
    let _ = fs::write(control, "+cpu");
    Ok(())
}

/// Whether they are.
fn bounds_below(group: &Path) -> bool {
    let kinds = fs::read_to_string(group.join("cgroup.subtree_control")).unwrap_or_default();
    KINDS.iter().all(|kind| kinds.split_whitespace().any(|one| one == *kind))
}

/// Moves this process out of its group, which must have been its alone, so that groups can be bounded there.
fn leave(here: &Path) -> io::Result<()> {
    let of_host = here.join(format!("{PREFIX}{}-host", std::process::id()));
    let left = fs::create_dir(&of_host)
        .and_then(|()| fs::write(of_host.join("cgroup.procs"), "0"))
        .and_then(|()| bound_below(here));
    if left.is_err() {
        go_back(here);
        let _ = fs::remove_dir(&of_host);
    }
    left
}

/// The way back, for which nothing may be bounded any more.
fn go_back(here: &Path) {
    for kinds in ["-cpu", "-memory -pids"] {
        let _ = fs::write(here.join("cgroup.subtree_control"), kinds);
    }
    let _ = fs::write(here.join("cgroup.procs"), "0");
}

/// Whether groups can be made there.
fn is_writable(tree: &Path) -> bool {
    rustix::fs::access(tree, rustix::fs::Access::WRITE_OK).is_ok()
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
    processor: Option<PathBuf>,
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
            processor: within.processor.as_ref().map(|tree| tree.join(&name)),
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
            Version::One => [&self.memory, &self.processes, &self.freezer]
                .into_iter()
                .chain(&self.processor)
                .map(PathBuf::as_path)
                .collect(),
            Version::Two => vec![&self.memory],
        }
    }
}

/// All that was in it has ended.
impl Drop for Group {
    fn drop(&mut self) {
        for folder in self.folders() {
            // Those that have just ended may still be counted for a moment.
            wait_until(|| is_gone(folder));
        }
    }
}

/// Removes a group, if it is empty. Says whether it is there no more.
fn is_gone(folder: &Path) -> bool {
    match fs::remove_dir(folder) {
        Err(error) => error.kind() == io::ErrorKind::NotFound,
        Ok(()) => true,
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

#[cfg(test)]
mod tests {
    use std::process::{Child, Command, Stdio};

    use super::*;

    fn burner(group: &Group) -> Child {
        let mut command = Command::new("sh");
        let child =
            command.args(["-c", "read line; while :; do :; done"]).stdin(Stdio::piped()).spawn().unwrap();
        group.enter(Pid::from_child(&child)).unwrap();
        child
    }

    /// Ticks of the processor that they have had, before they are killed.
    fn used(children: &mut [Child]) -> u64 {
        let of = |child: &Child| {
            let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
            // Behind the name in parentheses, the processor time in user mode is the twelfth field.
            let fields = stat.rsplit_once(')').unwrap().1;
            fields.split_whitespace().nth(11).unwrap().parse::<u64>().unwrap()
        };
        let used = children.iter().map(of).sum();
        for child in children {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        used
    }

    #[test]
    fn one_process_gets_as_much_as_another_sandboxs_many() {
        let Ok(groups) = Cgroups::find() else { return };
        if groups.processor.is_none() && !shares_processor(&groups) {
            return;
        }
        let [crowd, alone] = [(); 2].map(|()| Group::new(&groups, Allowance::BOT).unwrap());
        let mut many: Vec<Child> = (0..48).map(|_| burner(&crowd)).collect();
        let mut one = [burner(&alone)];
        for child in many.iter_mut().chain(&mut one) {
            drop(child.stdin.take());
        }
        thread::sleep(Duration::from_secs(1));
        let (one, many) = (used(&mut one), used(&mut many));
        // Alone on a processor or sharing it, one has at least about the part of the many on the other; by processes it would be a 48th.
        assert!(one * 8 > many, "the one had {one} ticks, the many had {many}");
    }

    /// In version 2, what is shared in the groups made there can be read.
    fn shares_processor(groups: &Cgroups) -> bool {
        let kinds = fs::read_to_string(groups.memory.join("cgroup.subtree_control")).unwrap_or_default();
        kinds.split_whitespace().any(|kind| kind == "cpu")
    }
}
