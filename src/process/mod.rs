//! Starting, reading, limiting and ending processes.
//!
//! Architecture invariant: this is the only room that starts a process. Nothing inherits the host's standard streams or
//! environment, and [`Process::end`] (or dropping it) leaves nothing running that it started, short of programs that wipe
//! their environment and leave their session, which is the sandbox's matter.
#![expect(clippy::disallowed_methods, reason = "this room is where processes are started and timed")]

mod load;
mod once;
mod stderr;
mod strays;
mod warm;

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};
use tokio::io::AsyncReadExt;
use tokio::net::unix::pipe;
use wait4::Wait4;

pub use load::stalled;
pub use once::{Limits, Ran, RunEnd, run_once};
pub use stderr::StderrLog;
pub use strays::{adopt_orphans, end_all};
pub use warm::{Warm, WarmError};

/// What to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The program's path and its arguments; at least one.
    pub argv: Vec<OsString>,
    /// The folder to run in.
    pub folder: PathBuf,
    /// Variables besides those that every process gets: `PATH`, `LANG`, `HOME`, `TMPDIR`, `PYTHONHASHSEED`.
    pub environment: Vec<(String, OsString)>,
}

impl Program {
    fn command(&self, tag: &str) -> Command {
        let mut command = Command::new(&self.argv[0]);
        command
            .args(&self.argv[1..])
            .current_dir(&self.folder)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into()))
            .env("LANG", "C.UTF-8")
            // Python orders sets of strings by a hash that differs from process to process unless it is told not to.
            .env("PYTHONHASHSEED", "0")
            .env("HOME", std::env::temp_dir())
            .env("TMPDIR", std::env::temp_dir())
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .env(strays::TAG, tag)
            .process_group(0);
        command
    }
}

/// A program could not be started. Says which.
#[derive(Debug, thiserror::Error)]
#[error("cannot start `{}`: {source}", program.display())]
pub struct StartError {
    /// The program.
    pub program: PathBuf,
    source: io::Error,
    is_ending: bool,
}

impl StartError {
    /// Whether this host cannot start any program at the moment, so that it says nothing of this one: it has no more processes, files or
    /// memory, or is ending.
    pub fn is_of_host(&self) -> bool {
        const NONE_LEFT: [Errno; 4] = [Errno::AGAIN, Errno::MFILE, Errno::NFILE, Errno::NOMEM];
        self.is_ending || Errno::from_io_error(&self.source).is_some_and(|error| NONE_LEFT.contains(&error))
    }
}

/// A running process with pipes to its standard streams. Ended when dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    tag: String,
    ended: Option<Ended>,
    /// Its standard input, if that is a pipe; taken away to close it.
    pub stdin: Option<pipe::Sender>,
    /// Its standard output.
    pub stdout: pipe::Receiver,
    /// What it writes to standard error, read in the background.
    pub stderr: Arc<StderrLog>,
}

impl Process {
    /// Starts a program in a process group of its own. Must be called within a tokio runtime.
    pub fn start(program: &Program) -> Result<Process, StartError> {
        Process::start_with(program, Stdio::piped())
    }

    fn start_with(program: &Program, stdin: Stdio) -> Result<Process, StartError> {
        let failed = |source| StartError { program: (&program.argv[0]).into(), source, is_ending: false };
        adopt_orphans();
        if strays::is_ending() {
            return Err(StartError { is_ending: true, ..failed(io::Error::other("the host is ending")) });
        }
        let tag = strays::new_tag();
        let mut command = program.command(&tag);
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        strays::register(child.id());
        tracing::debug!(pid = child.id(), argv = ?program.argv, folder = %program.folder.display(), "started");
        let pipes = Pipes::of(&mut child);
        match pipes.and_then(Pipes::connect) {
            Ok((stdin, stdout, stderr)) => {
                Ok(Process { child, tag, ended: None, stdin, stdout, stderr: StderrLog::follow(stderr) })
            }
            Err(error) => {
                end_group(&mut child, &tag);
                Err(failed(error))
            }
        }
    }

    /// How the process has ended on its own, if it has. Does not reap it, so that its group can still be signalled.
    pub fn exited(&self) -> Option<String> {
        exit_of(pid_of(&self.child))
    }

    /// Waits until the process has ended on its own, and says how.
    pub async fn ended(&self) -> String {
        once::exit(pid_of(&self.child)).await;
        self.exited().unwrap_or_else(|| "an unknown end".into())
    }

    /// How long it and what it has started have run on a processor so far, as far as they live, or it has waited for them, and the
    /// system tells.
    pub fn ran(&self) -> Duration {
        let pid = pid_of(&self.child);
        load::Load::of(pid).ran + load::of_the_waited_for(pid)
    }

    /// How long it and what it has started have run, or nothing while one of them runs, or waits for a processor or for a disk, as far as
    /// the system tells.
    pub fn at_rest_after(&self) -> Option<Duration> {
        load::at_rest_after(pid_of(&self.child))
    }

    /// Whether nobody is left at the other end of its standard input.
    pub fn has_closed_stdin(&self) -> bool {
        let Some(stdin) = &self.stdin else { return true };
        let mut polled = [PollFd::new(stdin, PollFlags::empty())];
        let found = rustix::event::poll(&mut polled, Some(&Timespec::default()));
        found.is_ok() && polled[0].revents().contains(PollFlags::ERR)
    }

    /// Waits until the process has ended on its own, at most for `patience`.
    pub async fn wait_for_exit(&self, patience: Duration) -> Option<String> {
        tokio::time::timeout(patience, self.ended()).await.ok()
    }

    /// Ends the process and all that it has started.
    pub fn end(&mut self) -> ExitStatus {
        self.reaped().status
    }

    /// The processor time that it took until it was ended, that of its children included as far as they were waited for.
    pub fn cpu(&mut self) -> Duration {
        self.reaped().cpu
    }

    fn reaped(&mut self) -> Ended {
        let Process { child, tag, .. } = self;
        *self.ended.get_or_insert_with(|| end_group(child, tag))
    }
}

/// How a process has ended.
#[derive(Debug, Clone, Copy)]
struct Ended {
    status: ExitStatus,
    cpu: Duration,
}

/// How a process has ended on its own, if it has. Does not reap it, so that its group can still be signalled.
fn exit_of(pid: Pid) -> Option<String> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = rustix::process::waitid(WaitId::Pid(pid), options).ok()??;
    Some(match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (_, Some(signal)) => signal_in_words(signal),
        _ => "an unknown end".into(),
    })
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Reads what is there, as long as `keep` wants more, and asks the system itself: the runtime may not have heard of it yet.
fn drain(pipe: &pipe::Receiver, mut keep: impl FnMut(&[u8]) -> bool) {
    let mut chunk = [0; 8192];
    while let Ok(count @ 1..) = rustix::io::read(pipe, &mut chunk)
        && keep(&chunk[..count])
    {}
}

/// The host's ends of a child's pipes.
struct Pipes(Option<OwnedFd>, OwnedFd, OwnedFd);

impl Pipes {
    fn of(child: &mut Child) -> io::Result<Pipes> {
        match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
            (stdin, Some(stdout), Some(stderr)) => {
                Ok(Pipes(stdin.map(Into::into), stdout.into(), stderr.into()))
            }
            _ => Err(io::Error::other("its pipes are missing")),
        }
    }

    fn connect(self) -> io::Result<(Option<pipe::Sender>, pipe::Receiver, pipe::Receiver)> {
        Ok((
            self.0.map(pipe::Sender::from_owned_fd).transpose()?,
            pipe::Receiver::from_owned_fd(self.1)?,
            pipe::Receiver::from_owned_fd(self.2)?,
        ))
    }
}

/// What a program that ran to its end leaves behind.
#[derive(Debug)]
pub struct Finished {
    /// How it ended; nothing when it was ended for taking too long.
    pub status: Option<ExitStatus>,
    /// The beginning of what it wrote to standard output.
    pub stdout: Vec<u8>,
    /// The end of what it wrote to standard error.
    pub stderr: String,
}

impl Finished {
    /// Whether it ended by itself with status 0.
    pub fn succeeded(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

/// How much of a program's standard output [`run`] keeps.
const KEPT_OUTPUT: u64 = 1 << 20;

/// Runs a program to its end, without input and for at most `limit`.
pub async fn run(program: &Program, limit: Duration) -> Result<Finished, StartError> {
    let mut process = Process::start(program)?;
    process.stdin = None;
    let mut stdout = Vec::new();
    let finished = tokio::time::timeout(limit, async {
        let mut output = (&mut process.stdout).take(KEPT_OUTPUT);
        // A failed read ends the output like its end does; the status tells the rest.
        let _ = output.read_to_end(&mut stdout).await;
        let _ = tokio::io::copy(&mut process.stdout, &mut tokio::io::sink()).await;
        process.stderr.finished().await;
        process.ended().await;
    })
    .await;
    let status = process.end();
    Ok(Finished {
        status: finished.is_ok().then_some(status),
        stdout,
        stderr: process.stderr.take(usize::MAX),
    })
}

fn pid_of(child: &Child) -> Pid {
    Pid::from_child(child)
}

/// Kills the group before its leader is reaped, because the group's number may be given away after that.
fn end_group(child: &mut Child, tag: &str) -> Ended {
    let _ = rustix::process::kill_process_group(pid_of(child), Signal::KILL);
    let _ = child.kill();
    let ended = match child.wait4() {
        Ok(used) => Ended { status: used.status, cpu: used.rusage.utime + used.rusage.stime },
        // Nobody else waits for it, so this does not happen; it would be no success.
        Err(_) => Ended { status: ExitStatus::from_raw(Signal::KILL.as_raw()), cpu: Duration::ZERO },
    };
    tracing::debug!(
        pid = child.id(),
        status = in_words(ended.status),
        cpu_us = ended.cpu.as_micros() as u64,
        "ended"
    );
    strays::deregister(child.id());
    strays::sweep(tag);
    ended
}

/// How an exit status reads in a fault.
pub fn in_words(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (_, Some(signal)) => signal_in_words(signal),
        _ => "an unknown end".into(),
    }
}

fn signal_in_words(number: i32) -> String {
    match Signal::from_named_raw(number) {
        Some(signal) => format!("signal {number} ({signal:?})"),
        None => format!("signal {number}"),
    }
}
