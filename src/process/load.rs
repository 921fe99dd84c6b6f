//! How busy the machine is, as a process feels it.

use std::time::Duration;

use rustix::process::Pid;

/// How long the threads of a process that runs have waited for a processor so far, or nothing where the system does not tell.
pub(super) fn waited_for_processor(pid: Pid) -> Duration {
    let tasks =
        std::fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero())).into_iter().flatten().flatten();
    let waited = tasks.filter_map(|task| {
        // Time on a processor, time spent waiting for one, and number of turns: nanoseconds, by the kernel's documentation.
        let statistics = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        statistics.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    Duration::from_nanos(waited.sum())
}
