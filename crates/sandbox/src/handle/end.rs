//! Freezing and ending a sandbox.

use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use rustix::net::Shutdown;
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions};

use super::SandboxHandle;
use super::socket::block_until;
use crate::cpu_time::SchedulerTimes;
use crate::exit::ExitStatusAndCpuTime;
use crate::orphans;
use crate::process_tree::processes;

/// How long a sandbox may take to end by itself before it is killed from outside.
const END_WITHIN: Duration = Duration::from_secs(2);

impl SandboxHandle {
    /// Freezes or thaws all processes of the sandbox. Returns false if that failed.
    pub(crate) fn freeze(&self, is_frozen: bool) -> bool {
        match &self.group {
            Some(group) => group.freeze(is_frozen).is_ok(),
            None => self.signal_all(if is_frozen { Signal::STOP } else { Signal::CONT }),
        }
    }

    /// Sends a signal to all processes except the supervisor, until no new ones appear.
    fn signal_all(&self, signal: Signal) -> bool {
        let mut before = 0;
        loop {
            let processes = processes(self.supervisor);
            let started = &processes[1..];
            // Some may have ended meanwhile. Signal all of them, even if one refuses.
            let refused = started.iter().filter(|pid| {
                matches!(rustix::process::kill_process(**pid, signal), Err(error) if error != Errno::SRCH)
            });
            if refused.count() > 0 {
                return false;
            }
            if started.len() == before {
                return true;
            }
            before = started.len();
        }
    }

    /// Makes the supervisor kill everything in the sandbox, without waiting for that.
    pub(crate) fn begin_end(&self) {
        if let Some(group) = &self.group {
            // Frozen processes cannot end.
            let _ = group.freeze(false);
        }
        let _ = rustix::net::shutdown(&self.socket, Shutdown::Write);
    }

    /// Ends the sandbox and everything in it, and returns the exit of the program.
    pub(crate) fn end(&mut self) -> ExitStatusAndCpuTime {
        let known = self.program_exit();
        if self.is_over {
            return known.unwrap_or(ExitStatusAndCpuTime::killed(Duration::ZERO));
        }
        if let Some(watchdog) = &self.watchdog {
            watchdog.stop();
        }
        self.excess = self.find_excess();
        if let Some(group) = &self.group {
            // Frozen processes cannot end.
            let _ = group.freeze(false);
        }
        self.is_over = true;
        let killed = || ExitStatusAndCpuTime::killed(SchedulerTimes::of_descendants(self.supervisor).ran);
        let exit = known.or_else(|| self.request_end()).unwrap_or_else(killed);
        self.kill_all();
        exit
    }

    /// Kills and reaps what is left, and removes the control group.
    fn kill_all(&mut self) {
        if self.has_namespaces {
            self.leave();
        }
        let group = Pid::from_child(&self.child);
        let _ = rustix::process::kill_process_group(group, Signal::KILL);
        let _ = self.child.wait();
        // Orphans of the group that the host has adopted.
        while rustix::process::waitpgid(group, WaitOptions::empty()).is_ok() {}
        orphans::deregister(self.child.id());
        self.group = None;
    }

    /// Makes the supervisor kill the program and report its exit. Without a namespace, this is not
    /// possible: the supervisor would kill itself together with the program.
    fn request_end(&self) -> Option<ExitStatusAndCpuTime> {
        if !self.has_namespaces {
            return None;
        }
        let _ = rustix::net::shutdown(&self.socket, Shutdown::Write);
        let deadline = Instant::now() + END_WITHIN;
        loop {
            if let Some(exit) = self.program_exit() {
                return Some(exit);
            }
            if !block_until(PollFd::new(&self.socket, PollFlags::IN), deadline) {
                return None;
            }
        }
    }

    /// Waits for the sandbox to end by itself. If it does not, kills its first process, and the
    /// kernel kills the others.
    fn leave(&self) {
        let _ = rustix::net::shutdown(&self.socket, Shutdown::Write);
        if !self.wait_for_child() {
            let _ = rustix::process::kill_process(self.supervisor, Signal::KILL);
            self.wait_for_child();
        }
    }

    fn wait_for_child(&self) -> bool {
        let Ok(child) = rustix::process::pidfd_open(Pid::from_child(&self.child), PidfdFlags::empty()) else {
            return false;
        };
        block_until(PollFd::new(&child, PollFlags::IN), Instant::now() + END_WITHIN)
    }
}

impl Drop for SandboxHandle {
    fn drop(&mut self) {
        self.end();
    }
}
