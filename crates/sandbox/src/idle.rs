//! Sandboxes without a program, in which the same command can run again.

use std::os::fd::AsFd;

use crate::command::ProgramCommand;
use crate::handle::SandboxHandle;
use crate::pipes::{self, HostPipes};
use crate::process::SandboxedProcess;
use crate::start::StartError;

/// A sandbox in which a command has run and left nothing that a next run could notice. To run the
/// command in it again takes a fraction of the time that a new sandbox takes. Dropping it ends the
/// sandbox.
#[derive(Debug)]
pub struct IdleSandbox(Box<SandboxHandle>);

impl IdleSandbox {
    pub(crate) fn new(handle: Box<SandboxHandle>) -> IdleSandbox {
        IdleSandbox(handle)
    }

    /// The command that runs in it.
    pub fn command(&self) -> &ProgramCommand {
        self.0.command()
    }

    /// Makes the sandbox end, without waiting for that. When several are dropped after this, they end
    /// at the same time.
    pub fn begin_end(&self) {
        self.0.begin_end();
    }

    /// Runs the command again, with new pipes to its standard streams.
    ///
    /// # Errors
    ///
    /// Fails if the sandbox has ended meanwhile, or the program cannot be started. A new sandbox
    /// shows which of them it is.
    pub async fn start(self) -> Result<SandboxedProcess, StartError> {
        let IdleSandbox(handle) = self;
        let failed = |source| StartError::new(handle.command(), source);
        let (ours, theirs) = pipes::create().map_err(failed)?;
        handle.start(theirs.each_ref().map(AsFd::as_fd)).await.map_err(failed)?;
        let HostPipes { stdin, stdout, stderr } = ours;
        Ok(SandboxedProcess::in_sandbox(handle, Some(stdin), stdout, stderr))
    }
}
