//! CPU time: how long processes ran, and how long they waited for a CPU.

use std::fs::{self, File};
use std::iter::Sum;
use std::ops::Add;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::Pid;

use crate::process_tree::{directory, processes, threads_of_descendants, threads_of_tree};

/// How many generations of descendants are counted.
const GENERATIONS: usize = 8;

/// Scheduler times of one or several threads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SchedulerTimes {
    /// Time on a CPU.
    pub(crate) ran: Duration,
    /// Time in which threads were ready to run and had no CPU.
    pub(crate) waited: Duration,
}

impl SchedulerTimes {
    /// The times of all living threads of a process and its descendants.
    pub(crate) fn of_tree(pid: Pid) -> SchedulerTimes {
        SchedulerTimes::of_threads(&threads_of_tree(&directory(pid), GENERATIONS))
    }

    /// The times of all living threads of the descendants of a process.
    pub(crate) fn of_descendants(pid: Pid) -> SchedulerTimes {
        SchedulerTimes::of_threads(&threads_of_descendants(&directory(pid), GENERATIONS))
    }

    pub(crate) fn of_this_thread() -> SchedulerTimes {
        SchedulerTimes::read(Path::new("/proc/thread-self")).unwrap_or_default()
    }

    fn of_threads(threads: &[PathBuf]) -> SchedulerTimes {
        threads.iter().filter_map(|thread| SchedulerTimes::read(thread)).sum()
    }

    fn read(thread: &Path) -> Option<SchedulerTimes> {
        // By the kernel's documentation: time on a CPU and time waiting for one, both in
        // nanoseconds, and the number of time slices.
        let statistics = fs::read_to_string(thread.join("schedstat")).ok()?;
        let mut times = statistics.split_whitespace().map(|time| time.parse().map(Duration::from_nanos).ok());
        Some(SchedulerTimes { ran: times.next()??, waited: times.next()?? })
    }
}

impl Add for SchedulerTimes {
    type Output = SchedulerTimes;

    fn add(self, other: SchedulerTimes) -> SchedulerTimes {
        SchedulerTimes { ran: self.ran + other.ran, waited: self.waited + other.waited }
    }
}

impl Sum for SchedulerTimes {
    fn sum<I: Iterator<Item = SchedulerTimes>>(times: I) -> SchedulerTimes {
        times.fold(SchedulerTimes::default(), Add::add)
    }
}

/// The total time since boot in which any task of this machine waited for a CPU. `None` if the
/// kernel has no pressure stall information.
pub fn cpu_pressure() -> Option<Duration> {
    // Callers ask often, so keep the file open.
    static PRESSURE: OnceLock<Option<File>> = OnceLock::new();
    let file = PRESSURE.get_or_init(|| File::open("/proc/pressure/cpu").ok()).as_ref()?;
    // By the kernel's documentation, the first line is
    // `some avg10=... avg60=... avg300=... total=MICROSECONDS`.
    let mut bytes = [0; 256];
    let count = file.read_at(&mut bytes, 0).ok()?;
    let some = std::str::from_utf8(&bytes[..count]).ok()?.lines().find(|line| line.starts_with("some "))?;
    Some(Duration::from_micros(some.rsplit_once("total=")?.1.parse().ok()?))
}

/// The CPU time of a process and its living descendants, or `None` if a thread of theirs runs, is
/// ready to run or waits for a disk.
pub(crate) fn of_idle_tree(pid: Pid) -> Option<Duration> {
    let threads = threads_of_tree(&directory(pid), GENERATIONS);
    let is_busy = |thread: &PathBuf| state(thread).is_some_and(|state| "RD".contains(state));
    (!threads.iter().any(is_busy)).then(|| SchedulerTimes::of_threads(&threads).ran)
}

/// The CPU time of the descendants of a process, including those that were reaped.
pub(crate) fn of_all_descendants(pid: Pid) -> Duration {
    let with_children = |pid: &Pid| ticks(*pid, OWN_TIMES) + ticks(*pid, CHILDREN_TIMES);
    let of_living = processes(pid)[1..].iter().map(with_children).sum::<u64>();
    from_ticks(ticks(pid, CHILDREN_TIMES) + of_living)
}

/// The CPU time of a process and its descendants, including threads and processes that have ended.
pub(crate) fn of_all(pid: Pid) -> Duration {
    of_all_descendants(pid) + from_ticks(ticks(pid, OWN_TIMES))
}

/// The CPU time of the reaped children of a process.
pub(crate) fn of_reaped_children(pid: Pid) -> Duration {
    from_ticks(ticks(pid, CHILDREN_TIMES))
}

/// The fields of `/proc/PID/stat` with the user time of a process and of its reaped children,
/// numbered from 1. The system time is the next field in both cases.
const OWN_TIMES: usize = 14;
const CHILDREN_TIMES: usize = 16;

/// The sum of this field and the next one.
fn ticks(pid: Pid, field: usize) -> u64 {
    let ticks = |field: &String| field.parse::<u64>().unwrap_or_default();
    let found = stat_fields(&directory(pid)).unwrap_or_default();
    found.iter().skip(field - STATE).take(2).map(ticks).sum()
}

fn from_ticks(ticks: u64) -> Duration {
    Duration::from_secs(ticks) / rustix::param::clock_ticks_per_second().max(1) as u32
}

fn state(thread: &Path) -> Option<char> {
    stat_fields(thread)?.first()?.chars().next()
}

/// The number of the first field that [`stat_fields`] returns.
const STATE: usize = 3;

/// The fields of `PID (NAME) STATE ...`, from the state on. The name may contain anything.
fn stat_fields(of: &Path) -> Option<Vec<String>> {
    let line = fs::read_to_string(of.join("stat")).ok()?;
    Some(line.rsplit_once(") ")?.1.split_whitespace().map(str::to_owned).collect())
}
