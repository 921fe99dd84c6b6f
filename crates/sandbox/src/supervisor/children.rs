//! Waits for the program and kills what it leaves behind.

use std::io;
use std::process::Child;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitOptions};

use crate::exit::{ExitStatusAndCpuTime, has_ended};

/// Kills all processes of the sandbox except this one. Without a namespace, kills the whole process
/// group, including this process.
pub(super) fn kill_others(has_namespaces: bool) {
    let _ = match has_namespaces {
        // For `kill`, group number 1 means all processes that the caller can see.
        true => rustix::process::kill_process_group(Pid::INIT, Signal::KILL),
        false => rustix::process::kill_current_process_group(Signal::KILL),
    };
}

/// Waits until the program has exited, and reaps its orphans.
pub(super) fn wait_for_program(mut program: Child, has_namespaces: bool) -> io::Result<ExitStatusAndCpuTime> {
    let before = cpu_of_children()?;
    let pid = Pid::from_child(&program);
    // This does not reap a child, because it does not tell which child has exited.
    while let Ok(_) | Err(Errno::INTR) =
        rustix::process::waitid(WaitId::All, WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)
        && !has_ended(pid)
    {
        reap_orphans(pid);
    }
    let status = program.wait()?;
    // Without a namespace, this would kill the supervisor as well, so the host does it.
    if has_namespaces {
        kill_others(true);
        reap_all();
    }
    Ok(ExitStatusAndCpuTime { status, cpu: cpu_of_children()?.saturating_sub(before) })
}

/// Reaps children that have exited, except the program.
fn reap_orphans(program: Pid) {
    let children = std::fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
    for child in children.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)) {
        if child != program {
            let _ = rustix::process::waitpid(Some(child), WaitOptions::NOHANG);
        }
    }
}

/// Waits for all children, which have been killed.
fn reap_all() {
    while let Ok(_) | Err(Errno::INTR) = rustix::process::wait(WaitOptions::empty()) {}
}

fn cpu_of_children() -> io::Result<Duration> {
    let used = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let time = |time: nix::sys::time::TimeVal| {
        Duration::new(time.tv_sec().unsigned_abs(), time.tv_usec().unsigned_abs() as u32 * 1_000)
    };
    Ok(time(used.user_time()) + time(used.system_time()))
}
