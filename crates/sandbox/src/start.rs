//! Errors of starting a program, and retries of those that may pass.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::time::Duration;

use rustix::io::Errno;
use tokio::time::Instant;

use crate::command::ProgramCommand;
use crate::confinement::Confinement;
use crate::handle::SandboxHandle;

/// For how long and how often to retry a start that failed for a reason that passes soon.
const RETRY_FOR: Duration = Duration::from_secs(10);
const RETRY_EVERY: Duration = Duration::from_millis(50);

/// Why a program could not be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start `{}`: {source}", program.display())]
pub struct StartError {
    /// The path of the program.
    pub program: PathBuf,
    source: io::Error,
    is_host_failure: bool,
}

impl StartError {
    /// Blames the program, unless the host itself has run out of a resource.
    pub(crate) fn new(command: &ProgramCommand, source: io::Error) -> StartError {
        let is_host_failure = is_exhaustion(&source);
        StartError { program: (&command.argv[0]).into(), source, is_host_failure }
    }

    /// Blames the host, which can start no program.
    pub(crate) fn of_host(command: &ProgramCommand, source: io::Error) -> StartError {
        StartError { is_host_failure: true, ..StartError::new(command, source) }
    }

    /// Whether the host has no more processes, files or memory, which may pass.
    pub fn is_exhaustion(&self) -> bool {
        is_exhaustion(&self.source)
    }

    /// Whether the host is to blame and not the program: it has no more processes, files or memory,
    /// cannot make a sandbox, or is ending.
    pub fn is_host_failure(&self) -> bool {
        self.is_host_failure
    }
}

/// What to do if the host has no more processes, open files or memory.
pub const EXHAUSTION_HELP: &str =
    "raise the limits of this shell: ulimit -n 1024 for open files, ulimit -u for processes; or free memory";

/// Whether the cause of an error is that the host has no more processes, open files or memory.
pub fn is_exhaustion(error: &io::Error) -> bool {
    const EXHAUSTIONS: [Errno; 4] = [Errno::AGAIN, Errno::MFILE, Errno::NFILE, Errno::NOMEM];
    Errno::from_io_error(error).is_some_and(|error| EXHAUSTIONS.contains(&error))
}

/// Makes a sandbox, and starts the program in it if `streams` are given. Retries while the user has
/// too many processes, or the program is still open for writing.
pub(crate) async fn make_sandbox(
    command: &ProgramCommand,
    confinement: &Confinement,
    streams: Option<&[OwnedFd; 3]>,
) -> Result<Box<SandboxHandle>, StartError> {
    let begin = Instant::now();
    loop {
        match try_sandbox(command, confinement, streams).await {
            Err(error) if passes_soon(&error.source) && begin.elapsed() < RETRY_FOR => {
                tokio::time::sleep(RETRY_EVERY).await;
            }
            result => return result,
        }
    }
}

/// Starts a program without a sandbox. Retries for the same reasons.
pub(crate) async fn retrying<T>(mut start: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let begin = Instant::now();
    loop {
        match start() {
            Err(error) if passes_soon(&error) && begin.elapsed() < RETRY_FOR => {
                tokio::time::sleep(RETRY_EVERY).await;
            }
            result => return result,
        }
    }
}

async fn try_sandbox(
    command: &ProgramCommand,
    confinement: &Confinement,
    streams: Option<&[OwnedFd; 3]>,
) -> Result<Box<SandboxHandle>, StartError> {
    let handle = SandboxHandle::new(command, confinement).await;
    let handle = Box::new(handle.map_err(|source| StartError::of_host(command, source))?);
    if let Some(streams) = streams {
        let started = handle.start(streams.each_ref().map(AsFd::as_fd)).await;
        started.map_err(|source| StartError::new(command, source))?;
    }
    Ok(handle)
}

/// Whether a start failed for a reason that passes soon. A program that was just written may still
/// be open for writing in another process: one that was forked meanwhile, and has not yet started
/// its own program (see `man 2 open`, `O_CLOEXEC`).
fn passes_soon(error: &io::Error) -> bool {
    is_crowded(error) || Errno::from_io_error(error) == Some(Errno::TXTBSY)
}

/// Whether there were too many processes to start one more. That may pass: in the launcher tier of
/// an ordinary user, the kernel counts all processes of the user against the limit of each sandbox.
pub(crate) fn is_crowded(error: &io::Error) -> bool {
    Errno::from_io_error(error) == Some(Errno::AGAIN)
}
