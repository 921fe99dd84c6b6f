//! Starting, reading, limiting and ending processes.
//!
//! Architecture invariant: this is the only crate that starts a process. Nothing inherits the host's standard streams or
//! environment, and [`Process::end`] (or dropping it) leaves nothing running that it started, short of programs that wipe
//! their environment and leave their session, which is the sandbox's matter.
#![expect(clippy::disallowed_methods, reason = "this crate is where processes are started and timed")]

mod confine;
mod load;
mod once;
mod passing;
mod path;
mod plain;
mod run;
mod stderr;
mod strays;
mod warm;

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::{Pid, Signal};
use tokio::net::unix::pipe;
use tokio::time::Instant;

pub use confine::{
    Allowance, Confinement, Excess, Promise, Proof, Refusal, Sandbox, Tier, installation, is_of_system,
    listed_program, serve_inside,
};
pub use load::stalled;
pub use once::{Limits, Ran, RunEnd, Runs};
pub use passing::{Passing, own_folder};
pub use path::{folders, in_path, is_program};
pub use run::{Finished, run};
pub use stderr::StderrLog;
pub use strays::{adopt_orphans, end_all};
pub use warm::{Warm, WarmError};

use confine::{End, Kept, is_crowded};
use load::Load;
use plain::Plain;

/// For how long a start is tried again that failed for all the processes that there were, and how soon.
const PATIENCE_IN_A_CROWD: Duration = Duration::from_secs(10);
const UNTIL_NEXT_ATTEMPT: Duration = Duration::from_millis(50);

/// What to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The program's path and its arguments; at least one.
    pub argv: Vec<OsString>,
    /// The folder to run in.
    pub folder: PathBuf,
    /// Variables besides those that every process gets: `PATH`, `LANG`, `HOME`, `TMPDIR`, `PYTHONHASHSEED`.
    pub environment: Vec<(String, OsString)>,
    /// What keeps it from all that is not its own; nothing if it is trusted.
    pub confinement: Option<Confinement>,
}

impl Program {
    /// Whether it is kept from running while nobody waits for it.
    pub fn freezes(&self) -> bool {
        self.confinement.as_ref().is_some_and(|confinement| confinement.sandbox.freezes)
    }

    /// Whether the sandbox that it is to run in can be made. Nothing is run.
    pub async fn can_be_confined(&self) -> Result<(), StartError> {
        let Some(confinement) = &self.confinement else { return Ok(()) };
        let begin = Instant::now();
        loop {
            match Kept::new(self, confinement).await {
                Ok(_) => return Ok(()),
                Err(source) if is_crowded(&source) && begin.elapsed() < PATIENCE_IN_A_CROWD => {
                    tokio::time::sleep(UNTIL_NEXT_ATTEMPT).await;
                }
                Err(source) => return Err(StartError::new(self, source)),
            }
        }
    }

    /// All variables that it gets, with this as the folder for what it writes for a while.
    fn variables(&self, home: &Path) -> Vec<(String, OsString)> {
        let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
        let given: [(&str, OsString); 5] = [
            ("PATH", path),
            ("LANG", "C.UTF-8".into()),
            // Python orders sets of strings by a hash that differs from process to process unless it is told not to.
            ("PYTHONHASHSEED", "0".into()),
            ("HOME", home.into()),
            ("TMPDIR", home.into()),
        ];
        let given = given.into_iter().map(|(name, value)| (name.to_owned(), value));
        given.chain(self.environment.iter().cloned()).collect()
    }
}

/// A program could not be started. Says which.
#[derive(Debug, thiserror::Error)]
#[error("cannot start `{}`: {source}", program.display())]
pub struct StartError {
    /// The program.
    pub program: PathBuf,
    source: io::Error,
    is_of_host: bool,
}

impl StartError {
    /// Of a program, unless the host itself has no more processes, files or memory.
    fn new(program: &Program, source: io::Error) -> StartError {
        const NONE_LEFT: [Errno; 4] = [Errno::AGAIN, Errno::MFILE, Errno::NFILE, Errno::NOMEM];
        let is_of_host = Errno::from_io_error(&source).is_some_and(|error| NONE_LEFT.contains(&error));
        StartError { program: (&program.argv[0]).into(), source, is_of_host }
    }

    /// Whether this host cannot start any program at the moment, so that it says nothing of this one: it has no more processes, files or
    /// memory, cannot make a sandbox, or is ending.
    pub fn is_of_host(&self) -> bool {
        self.is_of_host
    }
}

/// A running process with pipes to its standard streams. Ended when dropped.
#[derive(Debug)]
pub struct Process {
    body: Body,
    /// What it is called in the log, if that is written.
    number: Option<i32>,
    /// Whether the log says how it ended.
    is_told: bool,
    /// Its standard input, if that is a pipe; taken away to close it.
    pub stdin: Option<pipe::Sender>,
    /// Its standard output.
    pub stdout: pipe::Receiver,
    /// What it writes to standard error, read in the background.
    pub stderr: Arc<StderrLog>,
}

#[derive(Debug)]
enum Body {
    Plain(Plain),
    Confined(Box<Kept>),
}

impl Process {
    /// Starts a program, and all that it takes to confine it. Must be called within a tokio runtime.
    pub async fn start(program: &Program) -> Result<Process, StartError> {
        Process::start_with(program, None).await
    }

    /// The same with a standard input that is no pipe.
    async fn start_with(program: &Program, stdin: Option<OwnedFd>) -> Result<Process, StartError> {
        let failed = |source| StartError::new(program, source);
        adopt_orphans();
        if strays::is_ending() {
            return Err(StartError { is_of_host: true, ..failed(io::Error::other("the host is ending")) });
        }
        let (Ours { stdin: pipe, stdout, stderr }, mut theirs) = streams().map_err(failed)?;
        let stdin = match stdin {
            Some(given) => {
                theirs[0] = given;
                None
            }
            None => Some(pipe),
        };
        let body = match &program.confinement {
            None => Body::Plain(Plain::start(program, theirs).map_err(failed)?),
            Some(confinement) => Body::Confined(Process::confined(program, confinement, &theirs).await?),
        };
        let stderr = StderrLog::follow(stderr);
        let mut process = Process { body, number: None, is_told: false, stdin, stdout, stderr };
        if tracing::enabled!(tracing::Level::DEBUG) {
            process.number = process.pid().map(|pid| pid.as_raw_nonzero().get());
            tracing::debug!(pid = process.number, argv = ?program.argv, folder = %program.folder.display(), "started");
        }
        Ok(process)
    }

    /// Runs a program in a new sandbox. What fails for all the processes that there are is tried again for a while.
    async fn confined(
        program: &Program,
        confinement: &Confinement,
        streams: &[OwnedFd; 3],
    ) -> Result<Box<Kept>, StartError> {
        let begin = Instant::now();
        loop {
            let error = match Process::run_confined(program, confinement, streams).await {
                Ok(kept) => return Ok(kept),
                Err(error) => error,
            };
            if !is_crowded(&error.source) || begin.elapsed() > PATIENCE_IN_A_CROWD {
                return Err(error);
            }
            tokio::time::sleep(UNTIL_NEXT_ATTEMPT).await;
        }
    }

    async fn run_confined(
        program: &Program,
        confinement: &Confinement,
        streams: &[OwnedFd; 3],
    ) -> Result<Box<Kept>, StartError> {
        let of_host = |source| StartError { is_of_host: true, ..StartError::new(program, source) };
        let kept = Box::new(Kept::new(program, confinement).await.map_err(of_host)?);
        let run = kept.run(streams.each_ref().map(AsFd::as_fd)).await;
        run.map_err(|source| StartError::new(program, source))?;
        Ok(kept)
    }

    /// How the process has ended on its own, if it has. Does not reap it, so that its group can still be signalled.
    pub fn exited(&self) -> Option<ExitStatus> {
        match &self.body {
            Body::Plain(plain) => plain.exited(),
            Body::Confined(kept) => kept.end_of_program().map(|end| end.status),
        }
    }

    /// Waits until the process has ended on its own, and says how.
    pub async fn ended(&self) -> ExitStatus {
        match &self.body {
            Body::Plain(plain) => plain.ended().await,
            Body::Confined(kept) => kept.ended().await.status,
        }
    }

    /// Whether it is kept from all that is not its own.
    pub fn is_confined(&self) -> bool {
        matches!(self.body, Body::Confined(_))
    }

    /// Keeps it and what it has started from running, or lets them. Says whether that was possible; nobody else can be kept from it.
    pub fn freeze(&self, is_frozen: bool) -> bool {
        match &self.body {
            Body::Plain(_) => false,
            Body::Confined(kept) => kept.freeze(is_frozen),
        }
    }

    /// What it had too much of, as far as the sandbox knows.
    pub fn excess(&self) -> Option<Excess> {
        match &self.body {
            Body::Plain(_) => None,
            Body::Confined(kept) => kept.excess(),
        }
    }

    /// Its number, while it lives.
    fn pid(&self) -> Option<Pid> {
        match &self.body {
            Body::Plain(plain) => Some(plain.pid()),
            Body::Confined(kept) => kept.program(),
        }
    }

    /// How long it and what it has started have run on a processor so far, as far as they live, or it has waited for them, and the
    /// system tells.
    pub fn ran(&self) -> Duration {
        self.pid().map_or(Duration::ZERO, |pid| Load::of(pid).ran + load::of_the_waited_for(pid))
    }

    /// How long it and what it has started have run, or nothing while one of them runs, or waits for a processor or for a disk, as far as
    /// the system tells.
    pub fn at_rest_after(&self) -> Option<Duration> {
        self.pid().and_then(load::at_rest_after)
    }

    /// How long it and all that it has started have run, those who have ended included, wherever they are.
    pub fn used(&self) -> Duration {
        match &self.body {
            Body::Plain(plain) => load::used_by_all(plain.pid()),
            Body::Confined(kept) => kept.used(),
        }
    }

    /// Whether nobody is left at the other end of its standard input.
    pub fn has_closed_stdin(&self) -> bool {
        let Some(stdin) = &self.stdin else { return true };
        let mut polled = [PollFd::new(stdin, PollFlags::empty())];
        let found = rustix::event::poll(&mut polled, Some(&Timespec::default()));
        found.is_ok() && polled[0].revents().contains(PollFlags::ERR)
    }

    /// Waits until the process has ended on its own, at most for `patience`.
    pub async fn wait_for_exit(&self, patience: Duration) -> Option<ExitStatus> {
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
        let ended = match &mut self.body {
            Body::Plain(plain) => plain.end(),
            Body::Confined(kept) => Ended::of(kept.end()),
        };
        self.tell(ended);
        ended
    }

    /// Writes to the log how it has ended, once.
    fn tell(&mut self, Ended { status, cpu }: Ended) {
        if !std::mem::replace(&mut self.is_told, true) {
            let cpu_us = cpu.as_micros() as u64;
            tracing::debug!(pid = self.number, status = in_words(status), cpu_us, "ended");
        }
    }

    /// How it, and what it has started, fares on this machine, as far as they live.
    fn load(&self) -> Load {
        self.pid().map_or(Load::default(), Load::of)
    }

    /// The same of what it has started, without itself.
    fn load_of_children(&self) -> Load {
        self.pid().map_or(Load::default(), Load::of_children)
    }
}

/// How a process has ended.
#[derive(Debug, Clone, Copy)]
struct Ended {
    status: ExitStatus,
    cpu: Duration,
}

impl Ended {
    fn of(end: End) -> Ended {
        Ended { status: end.status, cpu: end.cpu }
    }
}

/// Reads what is there, as long as `keep` wants more, and asks the system itself: the runtime may not have heard of it yet.
fn drain(pipe: &pipe::Receiver, mut keep: impl FnMut(&[u8]) -> bool) {
    let mut chunk = [0; 8192];
    while let Ok(count @ 1..) = rustix::io::read(pipe, &mut chunk)
        && keep(&chunk[..count])
    {}
}

/// The host's ends of a process's pipes.
struct Ours {
    stdin: pipe::Sender,
    stdout: pipe::Receiver,
    stderr: pipe::Receiver,
}

/// The standard streams of a process: the host's ends, and its own.
fn streams() -> io::Result<(Ours, [OwnedFd; 3])> {
    let ((its_stdin, stdin), (stdout, its_stdout), (stderr, its_stderr)) =
        (io::pipe()?, io::pipe()?, io::pipe()?);
    let ours = Ours {
        stdin: pipe::Sender::from_owned_fd(stdin.into())?,
        stdout: pipe::Receiver::from_owned_fd(stdout.into())?,
        stderr: pipe::Receiver::from_owned_fd(stderr.into())?,
    };
    Ok((ours, [its_stdin.into(), its_stdout.into(), its_stderr.into()]))
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
