//! The control group of one sandbox.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::process::Pid;

use super::{CgroupParents, CgroupVersion, PREFIX, making, wait_until};
use crate::confinement::ResourceLimits;
use crate::orphans;

/// How long a group may take to freeze, and to be empty after its processes have ended.
pub(super) const TIMEOUT: Duration = Duration::from_secs(1);

/// How often to check for that.
pub(super) const LOOK_EVERY: Duration = Duration::from_micros(200);

/// How many processes the supervisor adds to a group: its two threads.
const OF_SUPERVISOR: u64 = 2;

#[derive(Debug)]
pub(crate) struct SandboxCgroup {
    memory: PathBuf,
    processes: PathBuf,
    freezer: PathBuf,
    processor: Option<PathBuf>,
    version: CgroupVersion,
}

impl SandboxCgroup {
    /// Makes a group with these limits.
    pub(crate) fn new(within: &CgroupParents, limits: ResourceLimits) -> io::Result<SandboxCgroup> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let _making = making();
        if orphans::is_ending() {
            return Err(io::Error::other("the host is ending"));
        }
        let name = format!("{PREFIX}{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let group = SandboxCgroup {
            memory: within.memory.join(&name),
            processes: within.processes.join(&name),
            freezer: within.freezer.join(&name),
            processor: within.processor.as_ref().map(|tree| tree.join(&name)),
            version: within.version,
        };
        group.folders().into_iter().try_for_each(fs::create_dir)?;
        let processes = limits.processes + OF_SUPERVISOR;
        fs::write(group.processes.join("pids.max"), processes.to_string())?;
        let memory = limits.memory.to_string();
        match group.version {
            CgroupVersion::One => {
                fs::write(group.memory.join("memory.limit_in_bytes"), &memory)?;
                // Not every kernel counts swap.
                let _ = fs::write(group.memory.join("memory.memsw.limit_in_bytes"), &memory);
            }
            CgroupVersion::Two => {
                fs::write(group.memory.join("memory.max"), &memory)?;
                let _ = fs::write(group.memory.join("memory.swap.max"), "0");
            }
        }
        Ok(group)
    }

    /// The files through which the supervisor [enters](enter) the group by itself. Empty if the host
    /// has to [add](SandboxCgroup::adding) it.
    ///
    /// Only version 1 has files that move a single thread. The kernel moves a thread that asks for it
    /// at once. Before it moves a whole process, it waits until no processor can be starting a thread
    /// of that process, which takes 10 to 15 ms.
    pub(crate) fn entrances(&self) -> io::Result<Vec<File>> {
        match self.version {
            CgroupVersion::One => {
                let open = |folder: &Path| File::options().write(true).open(folder.join("tasks"));
                self.folders().into_iter().map(open).collect()
            }
            CgroupVersion::Two => Ok(Vec::new()),
        }
    }

    /// Whether the supervisor enters the group by itself.
    pub(crate) fn is_entered_by_supervisor(&self) -> bool {
        self.version == CgroupVersion::One
    }

    /// Moves a process into the group. The processes that it starts later belong to the group too.
    /// The kernel may wait for 10 to 15 ms, so the returned function is for a thread that may block.
    pub(crate) fn adding(&self, pid: Pid) -> impl FnOnce() -> io::Result<()> + Send + 'static {
        let pid = pid.as_raw_nonzero().to_string();
        let files: Vec<PathBuf> =
            self.folders().into_iter().map(|folder| folder.join("cgroup.procs")).collect();
        move || files.iter().try_for_each(|file| fs::write(file, &pid))
    }

    /// How many of its processes the kernel killed for lack of memory.
    pub(crate) fn killed_for_memory(&self) -> u64 {
        let file = match self.version {
            CgroupVersion::One => "memory.oom_control",
            CgroupVersion::Two => "memory.events",
        };
        count(&self.memory.join(file), "oom_kill")
    }

    /// How many times the kernel refused to start a process because there were too many.
    pub(crate) fn refused_processes(&self) -> u64 {
        count(&self.processes.join("pids.events"), "max")
    }

    /// Freezes or thaws all processes of the group.
    pub(crate) fn freeze(&self, frozen: bool) -> io::Result<()> {
        let (file, word) = match (self.version, frozen) {
            (CgroupVersion::One, true) => ("freezer.state", "FROZEN"),
            (CgroupVersion::One, false) => ("freezer.state", "THAWED"),
            (CgroupVersion::Two, true) => ("cgroup.freeze", "1"),
            (CgroupVersion::Two, false) => ("cgroup.freeze", "0"),
        };
        fs::write(self.freezer.join(file), word)?;
        if frozen {
            wait_until(TIMEOUT, LOOK_EVERY, || self.is_frozen());
        }
        Ok(())
    }

    fn is_frozen(&self) -> bool {
        match self.version {
            CgroupVersion::One => fs::read_to_string(self.freezer.join("freezer.state"))
                .is_ok_and(|state| state.trim() == "FROZEN"),
            CgroupVersion::Two => count(&self.freezer.join("cgroup.events"), "frozen") == 1,
        }
    }

    /// The folders of the group in all trees, without duplicates.
    fn folders(&self) -> Vec<&Path> {
        match self.version {
            CgroupVersion::One => [&self.memory, &self.processes, &self.freezer]
                .into_iter()
                .chain(&self.processor)
                .map(PathBuf::as_path)
                .collect(),
            CgroupVersion::Two => vec![&self.memory],
        }
    }
}

/// Moves this process into a control group through its [entrances](SandboxCgroup::entrances). It
/// must have a single thread.
pub(crate) fn enter(entrances: Vec<OwnedFd>) -> io::Result<()> {
    // `0` stands for the thread that writes it.
    entrances.into_iter().try_for_each(|entrance| File::from(entrance).write_all(b"0"))
}

/// The processes of the group must have exited.
impl Drop for SandboxCgroup {
    fn drop(&mut self) {
        for folder in self.folders() {
            // The kernel may count processes for a moment after they ended.
            wait_until(TIMEOUT, LOOK_EVERY, || is_removed(folder));
        }
    }
}

/// Removes a group if it is empty. Returns whether it does not exist any more.
pub(super) fn is_removed(folder: &Path) -> bool {
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

#[cfg(test)]
mod tests {
    use std::process::{Child, Command, Stdio};
    use std::thread;

    use super::*;

    fn burner(group: &SandboxCgroup) -> Child {
        let mut command = Command::new("sh");
        let child =
            command.args(["-c", "read line; while :; do :; done"]).stdin(Stdio::piped()).spawn().unwrap();
        group.adding(Pid::from_child(&child))().unwrap();
        child
    }

    /// Kills these children and returns the CPU time that they used, in ticks.
    fn used(children: &mut [Child]) -> u64 {
        let of = |child: &Child| {
            let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
            // After the name in parentheses, the CPU time in user mode is the twelfth field.
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
    fn one_process_gets_as_much_time_as_many_in_another_group() {
        let Ok(groups) = CgroupParents::find() else { return };
        if groups.processor.is_none() && !shares_processor(&groups) {
            return;
        }
        let [crowd, alone] =
            [(); 2].map(|()| SandboxCgroup::new(&groups, ResourceLimits::default()).unwrap());
        let mut many: Vec<Child> = (0..48).map(|_| burner(&crowd)).collect();
        let mut one = [burner(&alone)];
        for child in many.iter_mut().chain(&mut one) {
            drop(child.stdin.take());
        }
        thread::sleep(Duration::from_secs(1));
        let (one, many) = (used(&mut one), used(&mut many));
        // With equal shares per group, one process gets about as much time as the many processes on
        // another CPU. With equal shares per process, it would get a 48th.
        assert!(one * 8 > many, "one process had {one} ticks, many had {many}");
    }

    /// Whether groups of version 2 share the CPUs.
    fn shares_processor(groups: &CgroupParents) -> bool {
        let kinds = fs::read_to_string(groups.memory.join("cgroup.subtree_control")).unwrap_or_default();
        kinds.split_whitespace().any(|kind| kind == "cpu")
    }
}
