//! Ends a run without its sandbox, so that the same command can run in it again.

use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{PidfdFlags, Signal};

use super::SandboxHandle;
use crate::command::ProgramCommand;
use crate::cpu_time;

/// How long a killed program may take to exit.
const EXIT_WITHIN: Duration = Duration::from_secs(1);

impl SandboxHandle {
    /// The command that runs in the sandbox.
    pub(crate) fn command(&self) -> &ProgramCommand {
        &self.command
    }

    /// Kills the program and all that it has started. Returns whether the sandbox is as it was
    /// before the run, so that another run cannot notice this one.
    pub(crate) async fn end_run(&mut self) -> bool {
        let confinement = self.command.confinement.as_ref();
        let is_private = confinement
            .is_some_and(|confinement| confinement.writable.is_empty() && !confinement.sandbox.has_loopback);
        // Frozen processes cannot end.
        let is_thawed = !self.command.freezes_when_idle() || self.freeze(false);
        if !self.has_namespaces || !is_private || !is_thawed || self.is_over {
            return false;
        }
        if self.program_exit().is_none() && self.kill_program().is_err() {
            return false;
        }
        let has_ended = tokio::time::timeout(EXIT_WITHIN, self.wait()).await.is_ok();
        if !has_ended || !self.events().is_clean() || self.find_excess().is_some() {
            return false;
        }
        self.earlier_cpu_time = cpu_time::of_all_descendants(self.supervisor);
        true
    }

    /// Kills the program. Its number may belong to another process by now, so it must still be a
    /// child of the supervisor when there is a file descriptor for it.
    fn kill_program(&self) -> Result<(), Errno> {
        let Some(program) = self.program() else { return Ok(()) };
        let file = rustix::process::pidfd_open(program, PidfdFlags::empty())?;
        if self.program() != Some(program) {
            return Ok(());
        }
        match rustix::process::pidfd_send_signal(&file, Signal::KILL) {
            Err(Errno::SRCH) => Ok(()),
            result => result,
        }
    }
}
