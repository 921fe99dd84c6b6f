//! How busy the machine is, as a process feels it.

use std::fs::{self, File};
use std::iter::Sum;
use std::ops::Add;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::Pid;

/// How deep one looks for the children of children. A process can make a chain of any length.
const GENERATIONS: usize = 8;

/// What became of a thread's, or of several threads', wish to run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Load {
    /// Time on a processor.
    pub(super) ran: Duration,
    /// Time spent waiting for one.
    pub(super) waited: Duration,
}

impl Load {
    /// Of a process and of all that it has started, as far as they live and the system tells.
    pub(super) fn of(pid: Pid) -> Load {
        Load::of_threads(&family(&directory(pid), GENERATIONS))
    }

    /// Of what a process has started, without itself.
    pub(super) fn of_children(pid: Pid) -> Load {
        Load::of_threads(&descendants(&directory(pid), GENERATIONS))
    }

    /// Of the thread that calls.
    pub(super) fn of_this_thread() -> Load {
        of_thread(Path::new("/proc/thread-self")).unwrap_or_default()
    }

    fn of_threads(threads: &[PathBuf]) -> Load {
        threads.iter().filter_map(|thread| of_thread(thread)).sum()
    }
}

impl Add for Load {
    type Output = Load;

    fn add(self, other: Load) -> Load {
        Load { ran: self.ran + other.ran, waited: self.waited + other.waited }
    }
}

impl Sum for Load {
    fn sum<I: Iterator<Item = Load>>(loads: I) -> Load {
        loads.fold(Load::default(), Add::add)
    }
}

/// The first child of a process that has a single thread which starts any, while there is one.
pub(super) fn first_child(pid: Pid) -> Option<Pid> {
    let number = pid.as_raw_nonzero();
    let children = fs::read_to_string(format!("/proc/{number}/task/{number}/children")).ok()?;
    Pid::from_raw(children.split_whitespace().next()?.parse().ok()?)
}

/// A process and all that it has started, as far as they live.
pub(super) fn processes(pid: Pid) -> Vec<Pid> {
    let mut found = vec![pid];
    let mut next = 0;
    while let Some(pid) = found.get(next) {
        let process = directory(*pid);
        let lists = threads(&process).filter_map(|thread| fs::read_to_string(thread.join("children")).ok());
        let children: Vec<Pid> = lists.flat_map(|list| numbers(&list)).filter_map(Pid::from_raw).collect();
        found.extend(children);
        next += 1;
    }
    found
}

/// How many threads a process has, and all that it has started, as far as they live.
pub(super) fn threads_of_all(pid: Pid) -> usize {
    processes(pid).into_iter().map(|pid| threads(&directory(pid)).count()).sum()
}

fn numbers(list: &str) -> Vec<i32> {
    list.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

/// How long all that a process has started has run, as far as it lives.
pub(super) fn of_all(pid: Pid) -> Duration {
    Load::of_children(pid).ran
}

/// For how long anybody on this machine has waited for a processor since it was started, or nothing where the system does not tell.
pub fn stalled() -> Option<Duration> {
    // Asked for with every question, and so opened only once.
    static PRESSURE: OnceLock<Option<File>> = OnceLock::new();
    let file = PRESSURE.get_or_init(|| File::open("/proc/pressure/cpu").ok()).as_ref()?;
    // Lines `some avg10=... avg60=... avg300=... total=MICROSECONDS`, by the kernel's documentation, the one for some first.
    let mut bytes = [0; 256];
    let count = file.read_at(&mut bytes, 0).ok()?;
    let some = std::str::from_utf8(&bytes[..count]).ok()?.lines().find(|line| line.starts_with("some "))?;
    Some(Duration::from_micros(some.rsplit_once("total=")?.1.parse().ok()?))
}

/// How long a process and what it has started have run, as long as none of their threads runs, could run, or waits for a disk.
pub(super) fn at_rest_after(pid: Pid) -> Option<Duration> {
    let threads = family(&directory(pid), GENERATIONS);
    let is_busy = |thread: &PathBuf| state(thread).is_some_and(|state| "RD".contains(state));
    (!threads.iter().any(is_busy)).then(|| Load::of_threads(&threads).ran)
}

/// How long all that a process has started has run, those who have ended and been waited for included, without itself.
pub(super) fn used_by_children(pid: Pid) -> Duration {
    let (own, of_others) =
        (ticks(pid, CHILDREN_TIMES), |pid: &Pid| ticks(*pid, OWN_TIMES) + ticks(*pid, CHILDREN_TIMES));
    let used = own + processes(pid)[1..].iter().map(of_others).sum::<u64>();
    of_ticks(used)
}

/// The same with itself, and with its threads that have ended.
pub(super) fn used_by_all(pid: Pid) -> Duration {
    used_by_children(pid) + of_ticks(ticks(pid, OWN_TIMES))
}

fn directory(pid: Pid) -> PathBuf {
    Path::new("/proc").join(pid.as_raw_nonzero().to_string())
}

fn threads(process: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(process.join("task")).into_iter().flatten().flatten().map(|task| task.path())
}

/// The threads of a process and of all that it has started.
fn family(process: &Path, generations: usize) -> Vec<PathBuf> {
    threads(process).chain(descendants(process, generations)).collect()
}

/// The threads of all that a process has started.
fn descendants(process: &Path, generations: usize) -> Vec<PathBuf> {
    if generations == 0 {
        return Vec::new();
    }
    let lists = threads(process).filter_map(|thread| fs::read_to_string(thread.join("children")).ok());
    let of_list = |list: String| -> Vec<PathBuf> {
        let children = list.split_whitespace().map(|child| Path::new("/proc").join(child));
        children.flat_map(|child| family(&child, generations - 1)).collect()
    };
    lists.flat_map(of_list).collect()
}

fn state(thread: &Path) -> Option<char> {
    statistics(thread)?.first()?.chars().next()
}

/// Time on a processor of what a process has started and waited for, which is counted in ticks of the clock.
pub(super) fn of_the_waited_for(pid: Pid) -> Duration {
    of_ticks(ticks(pid, CHILDREN_TIMES))
}

/// The numbers of the fields with the user time of a process and of its children; the system time comes after each.
const OWN_TIMES: usize = 14;
const CHILDREN_TIMES: usize = 16;

/// The sum of the two fields from this number on.
fn ticks(pid: Pid, field: usize) -> u64 {
    let ticks = |field: &String| field.parse::<u64>().unwrap_or_default();
    let found = statistics(&directory(pid)).unwrap_or_default();
    found.iter().skip(field - STATE).take(2).map(ticks).sum()
}

fn of_ticks(ticks: u64) -> Duration {
    Duration::from_secs(ticks) / rustix::param::clock_ticks_per_second().max(1) as u32
}

/// The number of the first field of what [`statistics`] returns.
const STATE: usize = 3;

/// The fields of `PID (NAME) STATE ...` from the state on, by the kernel's documentation; the name may contain anything.
fn statistics(of: &Path) -> Option<Vec<String>> {
    let line = fs::read_to_string(of.join("stat")).ok()?;
    Some(line.rsplit_once(") ")?.1.split_whitespace().map(str::to_owned).collect())
}

fn of_thread(thread: &Path) -> Option<Load> {
    // Time on a processor, time spent waiting for one, and number of turns: nanoseconds, by the kernel's documentation.
    let statistics = fs::read_to_string(thread.join("schedstat")).ok()?;
    let mut times = statistics.split_whitespace().map(|time| time.parse().map(Duration::from_nanos).ok());
    Some(Load { ran: times.next()??, waited: times.next()?? })
}
