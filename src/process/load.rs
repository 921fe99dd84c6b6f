//! How busy the machine is, as a process feels it.

use std::fs;
use std::iter::Sum;
use std::ops::Add;
use std::path::{Path, PathBuf};
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
        of_family(&directory(&pid.as_raw_nonzero().to_string()), GENERATIONS)
    }

    /// Of what a process has started, without itself.
    pub(super) fn of_children(pid: Pid) -> Load {
        of_descendants(&directory(&pid.as_raw_nonzero().to_string()), GENERATIONS)
    }

    /// Of the thread that calls.
    pub(super) fn of_this_thread() -> Load {
        of_thread(Path::new("/proc/thread-self")).unwrap_or_default()
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

/// For how long anybody on this machine has waited for a processor since it was started, or nothing where the system does not tell.
pub fn stalled() -> Option<Duration> {
    // A line `some avg10=... avg60=... avg300=... total=MICROSECONDS`, by the kernel's documentation.
    let pressure = fs::read_to_string("/proc/pressure/cpu").ok()?;
    let some = pressure.lines().find(|line| line.starts_with("some "))?;
    Some(Duration::from_micros(some.rsplit_once("total=")?.1.parse().ok()?))
}

fn directory(pid: &str) -> PathBuf {
    Path::new("/proc").join(pid)
}

fn threads(process: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(process.join("task")).into_iter().flatten().flatten().map(|task| task.path())
}

fn of_family(process: &Path, generations: usize) -> Load {
    let own: Load = threads(process).filter_map(|thread| of_thread(&thread)).sum();
    own + of_descendants(process, generations)
}

fn of_descendants(process: &Path, generations: usize) -> Load {
    if generations == 0 {
        return Load::default();
    }
    let children = threads(process).filter_map(|thread| fs::read_to_string(thread.join("children")).ok());
    let of_list = |list: String| -> Load {
        list.split_whitespace().map(|child| of_family(&directory(child), generations - 1)).sum()
    };
    children.map(of_list).sum()
}

fn of_thread(thread: &Path) -> Option<Load> {
    // Time on a processor, time spent waiting for one, and number of turns: nanoseconds, by the kernel's documentation.
    let statistics = fs::read_to_string(thread.join("schedstat")).ok()?;
    let mut times = statistics.split_whitespace().map(|time| time.parse().map(Duration::from_nanos).ok());
    Some(Load { ran: times.next()??, waited: times.next()?? })
}
