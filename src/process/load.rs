//! How busy the machine is, as a process feels it.

use std::path::Path;
use std::time::Duration;

use rustix::process::Pid;

/// How long the threads of a process that runs have waited for a processor so far, or nothing where the system does not tell.
pub(super) fn waited_for_processor(pid: Pid) -> Duration {
    let tasks =
        std::fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero())).into_iter().flatten().flatten();
    tasks.filter_map(|task| waited(&task.path())).sum()
}

/// The same of the thread that calls.
pub(super) fn host_waited_for_processor() -> Duration {
    waited(Path::new("/proc/thread-self")).unwrap_or_default()
}

/// How long a thread has waited.
fn waited(task: &Path) -> Option<Duration> {
    // Time on a processor, time spent waiting for one, and number of turns: nanoseconds, by the kernel's documentation.
    let statistics = std::fs::read_to_string(task.join("schedstat")).ok()?;
    Some(Duration::from_nanos(statistics.split_whitespace().nth(1)?.parse().ok()?))
}
