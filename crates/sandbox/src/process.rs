//! A running process.

use std::io;
use std::os::fd::OwnedFd;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::process::Pid;
use tokio::net::unix::pipe;

use crate::command::ProgramCommand;
use crate::cpu_time::{self, SchedulerTimes};
use crate::excess::ExceededResourceLimit;
use crate::exit::{ExitStatusAndCpuTime, describe_status};
use crate::handle::SandboxHandle;
use crate::idle::IdleSandbox;
use crate::orphans;
use crate::pipes::{self, HostPipes};
use crate::start::{StartError, make_sandbox};
use crate::stderr::UnreadStderrAndTail;
use crate::unconfined::UnconfinedChild;

/// A running process with pipes to its standard streams. Dropping it kills the process
/// and its descendants.
#[derive(Debug)]
pub struct SandboxedProcess {
    body: ProcessBody,
    /// The process number for log messages, if they are enabled.
    number: Option<i32>,
    is_end_logged: bool,
    /// Stdin, if it is a pipe. Take and drop it to close it.
    pub stdin: Option<pipe::Sender>,
    /// Stdout.
    pub stdout: pipe::Receiver,
    /// Stderr, which is read in the background.
    pub stderr: Arc<UnreadStderrAndTail>,
}

#[derive(Debug)]
enum ProcessBody {
    Unconfined(UnconfinedChild),
    Confined(Box<SandboxHandle>),
}

impl SandboxedProcess {
    /// Starts a program, with a pipe as its stdin if none is given.
    pub(crate) async fn start(
        command: &ProgramCommand,
        stdin: Option<OwnedFd>,
    ) -> Result<SandboxedProcess, StartError> {
        let failed = |source| StartError::new(command, source);
        orphans::adopt();
        if orphans::is_ending() {
            return Err(StartError::of_host(command, io::Error::other("the host is ending")));
        }
        let (HostPipes { stdin: pipe, stdout, stderr }, mut theirs) = pipes::create().map_err(failed)?;
        let stdin = match stdin {
            Some(given) => {
                theirs[0] = given;
                None
            }
            None => Some(pipe),
        };
        let body = match &command.confinement {
            None => ProcessBody::Unconfined(UnconfinedChild::start(command, theirs).await.map_err(failed)?),
            Some(confinement) => {
                ProcessBody::Confined(make_sandbox(command, confinement, Some(&theirs)).await?)
            }
        };
        Ok(SandboxedProcess::new(body, command, stdin, stdout, stderr))
    }

    /// The process that was started in a sandbox with these pipes.
    pub(crate) fn in_sandbox(
        handle: Box<SandboxHandle>,
        stdin: Option<pipe::Sender>,
        stdout: pipe::Receiver,
        stderr: pipe::Receiver,
    ) -> SandboxedProcess {
        let command = handle.command().clone();
        SandboxedProcess::new(ProcessBody::Confined(handle), &command, stdin, stdout, stderr)
    }

    fn new(
        body: ProcessBody,
        command: &ProgramCommand,
        stdin: Option<pipe::Sender>,
        stdout: pipe::Receiver,
        stderr: pipe::Receiver,
    ) -> SandboxedProcess {
        let stderr = UnreadStderrAndTail::follow(stderr);
        let mut process =
            SandboxedProcess { body, number: None, is_end_logged: false, stdin, stdout, stderr };
        process.log_start(command);
        process
    }

    /// Kills the process and its descendants, and keeps the sandbox for another run of the same
    /// command.
    ///
    /// # Errors
    ///
    /// Returns the process, which may be alive, if the next run could notice this one, for example
    /// by a file, a process or a thread that it has made, or if the tier cannot tell.
    pub async fn into_idle(mut self) -> Result<IdleSandbox, SandboxedProcess> {
        let is_reusable = match &mut self.body {
            ProcessBody::Unconfined(_) => false,
            ProcessBody::Confined(handle) => handle.end_run().await,
        };
        match self.body {
            ProcessBody::Confined(handle) if is_reusable => Ok(IdleSandbox::new(handle)),
            body => Err(SandboxedProcess { body, ..self }),
        }
    }

    /// The exit status of the process, if it has exited by itself.
    // This does not reap the process, so its group can still be signalled.
    pub fn exit_status(&self) -> Option<ExitStatus> {
        match &self.body {
            ProcessBody::Unconfined(child) => child.exit_status(),
            ProcessBody::Confined(handle) => handle.program_exit().map(|exit| exit.status),
        }
    }

    /// Waits until the process has exited by itself.
    pub async fn wait(&self) -> ExitStatus {
        match &self.body {
            ProcessBody::Unconfined(child) => child.wait().await,
            ProcessBody::Confined(handle) => handle.wait().await.status,
        }
    }

    /// Waits until the process has exited by itself. Returns `None` after the timeout.
    pub async fn wait_timeout(&self, most: Duration) -> Option<ExitStatus> {
        tokio::time::timeout(most, self.wait()).await.ok()
    }

    /// Makes a sandboxed process and its descendants end, without waiting for that. When several
    /// processes are dropped after this, they end at the same time.
    pub fn begin_end(&self) {
        match &self.body {
            // The kernel ends it at once when it is killed.
            ProcessBody::Unconfined(_) => {}
            ProcessBody::Confined(handle) => handle.begin_end(),
        }
    }

    /// Kills the process and its descendants. If it has exited already, returns that exit.
    pub fn kill(&mut self) -> ExitStatusAndCpuTime {
        let exit = match &mut self.body {
            ProcessBody::Unconfined(child) => child.kill(),
            ProcessBody::Confined(handle) => handle.end(),
        };
        self.log_end(exit);
        exit
    }

    /// Whether the process runs in a sandbox.
    pub fn is_confined(&self) -> bool {
        matches!(self.body, ProcessBody::Confined(_))
    }

    /// Freezes or thaws the process and its descendants. Returns false if that failed; without a
    /// sandbox, it always fails.
    pub fn freeze(&self, is_frozen: bool) -> bool {
        match &self.body {
            ProcessBody::Unconfined(_) => false,
            ProcessBody::Confined(handle) => handle.freeze(is_frozen),
        }
    }

    /// The limit of the sandbox that the process reached, if one is known.
    pub fn excess(&self) -> Option<ExceededResourceLimit> {
        match &self.body {
            ProcessBody::Unconfined(_) => None,
            ProcessBody::Confined(handle) => handle.excess(),
        }
    }

    /// Whether the process has closed its end of stdin.
    pub fn has_closed_stdin(&self) -> bool {
        let Some(stdin) = &self.stdin else { return true };
        let mut polled = [PollFd::new(stdin, PollFlags::empty())];
        let found = rustix::event::poll(&mut polled, Some(&Timespec::default()));
        found.is_ok() && polled[0].revents().contains(PollFlags::ERR)
    }

    /// CPU time of the process, its living descendants, and the children that it has reaped.
    pub fn cpu_time(&self) -> Duration {
        let of_tree = |pid| SchedulerTimes::of_tree(pid).ran + cpu_time::of_reaped_children(pid);
        self.pid().map_or(Duration::ZERO, of_tree)
    }

    /// CPU time of the process and its living descendants, if all of them are idle. `None` while
    /// one of them runs or waits for a CPU or a disk.
    pub fn idle_cpu_time(&self) -> Option<Duration> {
        self.pid().and_then(cpu_time::of_idle_tree)
    }

    /// CPU time of everything that ran in the sandbox, including processes that have ended. The
    /// resolution is a clock tick, usually 10 ms.
    pub fn total_cpu_time(&self) -> Duration {
        match &self.body {
            ProcessBody::Unconfined(child) => cpu_time::of_all(child.pid()),
            ProcessBody::Confined(handle) => handle.total_cpu_time(),
        }
    }

    /// The program's process number, while it is alive.
    pub(crate) fn pid(&self) -> Option<Pid> {
        match &self.body {
            ProcessBody::Unconfined(child) => Some(child.pid()),
            ProcessBody::Confined(handle) => handle.program(),
        }
    }

    /// CPU times of the process and its living descendants.
    pub(crate) fn cpu_times(&self) -> SchedulerTimes {
        self.pid().map_or(SchedulerTimes::default(), SchedulerTimes::of_tree)
    }

    /// CPU times of the living descendants.
    pub(crate) fn cpu_times_of_descendants(&self) -> SchedulerTimes {
        self.pid().map_or(SchedulerTimes::default(), SchedulerTimes::of_descendants)
    }

    fn log_start(&mut self, command: &ProgramCommand) {
        if tracing::enabled!(tracing::Level::DEBUG) {
            self.number = self.pid().map(|pid| pid.as_raw_nonzero().get());
            tracing::debug!(pid = self.number, argv = ?command.argv, folder = %command.folder.display(), "started");
        }
    }

    fn log_end(&mut self, ExitStatusAndCpuTime { status, cpu }: ExitStatusAndCpuTime) {
        if !std::mem::replace(&mut self.is_end_logged, true) {
            let cpu_us = cpu.as_micros() as u64;
            tracing::debug!(pid = self.number, status = describe_status(status), cpu_us, "ended");
        }
    }
}
