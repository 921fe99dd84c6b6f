//! How a process ended.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};

/// How a process ended, and the CPU time that it used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExitStatusAndCpuTime {
    /// The exit code or the signal.
    pub status: ExitStatus,
    /// CPU time of the process and of its descendants that were reaped.
    pub cpu: Duration,
}

impl ExitStatusAndCpuTime {
    /// The exit of a process that the host killed.
    pub(crate) fn killed(cpu: Duration) -> ExitStatusAndCpuTime {
        ExitStatusAndCpuTime { status: ExitStatus::from_raw(Signal::KILL.as_raw()), cpu }
    }
}

/// Whether a child of this process has exited. Does not reap it.
pub(crate) fn has_ended(child: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    !matches!(rustix::process::waitid(WaitId::Pid(child), options), Ok(None))
}

/// The exit status in words, such as `exit status 1`. Signals have their number and name.
pub fn describe_status(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (_, Some(signal)) => describe_signal(signal),
        _ => "an unknown end".into(),
    }
}

fn describe_signal(number: i32) -> String {
    match Signal::from_named_raw(number) {
        Some(signal) => format!("signal {number} ({signal:?})"),
        None => format!("signal {number}"),
    }
}
