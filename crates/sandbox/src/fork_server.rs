//! Fork servers: processes that have a program loaded and fork for each run of it.
//!
//! Runs do not share state: each is a separate process, forked before any code of the program has
//! run. The host sends the ends of three pipes over a socket, so to the host and the program a run
//! looks the same as one without a fork server. The protocol on the socket:
//!
//! 1. The server writes `ready` when it can fork.
//! 2. The host sends one byte with three files attached: the standard streams of a run.
//! 3. The server forks, waits for the child, kills the child's process group, and writes
//!    `STATUS MICROSECONDS LEFT`: the status as `wait` returns it, the CPU time, and 0 if the run
//!    left nothing behind that the next run could notice.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader, Interest};
use tokio::net::UnixStream;
use tokio::net::unix::pipe;
use tokio::time::Instant;

use crate::command::ProgramCommand;
use crate::cpu_time::SchedulerTimes;
use crate::exchange::{RunStreams, StdoutCapture, delay, exchange};
use crate::exit::ExitStatusAndCpuTime;
use crate::handle::send_streams;
use crate::output::{RunEnd, RunOutput, TimeAndOutputLimits};
use crate::pipes::{self, HostPipes};
use crate::process::SandboxedProcess;
use crate::start::StartError;
use crate::stderr::UnreadStderrAndTail;

/// The time limit from the start of the server to `ready`.
const READY_WITHIN: Duration = Duration::from_secs(10);

/// The longest line from the server, in bytes.
const MAX_LINE: u64 = 200;

/// What the server writes when it can fork.
const READY: &str = "ready";

/// A program that is loaded once and forked for each run.
#[derive(Debug)]
pub struct PreloadedForkServer {
    command: ProgramCommand,
    server: Option<ServerProcess>,
    /// Whether a run left something behind that the next run could notice.
    is_spoiled: bool,
}

/// Why the fork server cannot run the program. [`ProgramCommand::run`] can run it without the
/// server.
#[derive(Debug, thiserror::Error)]
pub enum ForkServerError {
    /// The server could not be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The server has exited or does not answer.
    #[error("the prespawned process is gone: {0}")]
    Gone(#[from] io::Error),
    /// The server cannot load this program.
    #[error("the program cannot be prespawned: {0}")]
    Unfit(String),
    /// A run left something behind, such as a process.
    #[error("an earlier run has left processes behind")]
    Spoiled,
}

impl PreloadedForkServer {
    /// A fork server that this command starts. The command runs at the first [`PreloadedForkServer::run`].
    pub fn new(command: ProgramCommand) -> PreloadedForkServer {
        PreloadedForkServer { command, server: None, is_spoiled: false }
    }

    /// Runs the program to its end, like [`ProgramCommand::run`]. The start of the server does not
    /// count toward the time limit.
    pub async fn run(
        &mut self,
        input: &[u8],
        limits: TimeAndOutputLimits,
    ) -> Result<RunOutput, ForkServerError> {
        let mut server = self.take_server().await?;
        let (begin, host) = (Instant::now(), SchedulerTimes::of_this_thread());
        let ForkedRun { stdin, stdout: pipe, stderr } = ForkedRun::begin(&server).await?;
        let mut stdout = StdoutCapture::new(limits.output);
        let streams = RunStreams { stdin: Some(stdin), stdout: &pipe, stderr: &stderr };
        let exchange = exchange(streams, input, &mut stdout, server.report());
        let reached = tokio::time::timeout_at(begin + limits.time, exchange).await;
        let took = begin.elapsed();
        let excess = server.process.excess();
        let (end, cpu, waited) = match reached {
            Ok(Some(report)) => {
                let RunReport { exit, left_something } = report?;
                self.is_spoiled = left_something;
                // Do not blame the excess of one run on the next one.
                self.server = (!left_something && excess.is_none()).then_some(server);
                (RunEnd::Exited(exit.status), exit.cpu, Duration::ZERO)
            }
            // A run that does not end by itself is killed together with its server.
            Ok(None) => (RunEnd::TooMuchOutput, server.kill().ran, Duration::ZERO),
            Err(_) => {
                let times = server.kill();
                stdout.take_rest(&pipe);
                (RunEnd::TimedOut, times.ran, delay(times, host, took, limits))
            }
        };
        let stderr = stderr.take(usize::MAX);
        Ok(RunOutput { end, stdout: stdout.bytes, stderr, took, cpu, excess, waited })
    }

    async fn take_server(&mut self) -> Result<ServerProcess, ForkServerError> {
        match self.server.take() {
            _ if self.is_spoiled => Err(ForkServerError::Spoiled),
            Some(server) => Ok(server),
            None => ServerProcess::start(&self.command).await,
        }
    }
}

/// The server's process.
#[derive(Debug)]
struct ServerProcess {
    process: SandboxedProcess,
    socket: BufReader<UnixStream>,
}

/// The server's report of a run.
#[derive(Debug)]
struct RunReport {
    exit: ExitStatusAndCpuTime,
    left_something: bool,
}

impl ServerProcess {
    async fn start(command: &ProgramCommand) -> Result<ServerProcess, ForkServerError> {
        let (ours, theirs) = net::UnixStream::pair()?;
        ours.set_nonblocking(true)?;
        let process = SandboxedProcess::start(command, Some(OwnedFd::from(theirs))).await?;
        let mut server = ServerProcess { process, socket: BufReader::new(UnixStream::from_std(ours)?) };
        match tokio::time::timeout(READY_WITHIN, server.line()).await {
            Ok(line) => match line? {
                line if line == READY => Ok(server),
                line => Err(ForkServerError::Unfit(line)),
            },
            Err(_) => {
                let why = format!("it was not ready within {} s", READY_WITHIN.as_secs());
                Err(ForkServerError::Unfit(why))
            }
        }
    }

    async fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        (&mut self.socket).take(MAX_LINE).read_line(&mut line).await?;
        match line.strip_suffix('\n') {
            Some(line) => Ok(line.to_owned()),
            None => {
                let stderr = self.process.stderr.take(MAX_LINE as usize);
                Err(io::Error::new(io::ErrorKind::UnexpectedEof, format!("it has ended. {stderr}")))
            }
        }
    }

    async fn report(&mut self) -> io::Result<RunReport> {
        let line = self.line().await?;
        RunReport::parse(&line)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, format!("it said `{line}`")))
    }

    /// Kills the server with its forks, and returns the CPU times of the forks.
    fn kill(mut self) -> SchedulerTimes {
        let times = self.process.cpu_times_of_descendants();
        self.process.kill();
        times
    }
}

impl RunReport {
    fn parse(line: &str) -> Option<RunReport> {
        let fields: Vec<&str> = line.split(' ').collect();
        let [status, cpu, left] = fields.as_slice() else { return None };
        let status = ExitStatus::from_raw(status.parse().ok()?);
        let exit = ExitStatusAndCpuTime { status, cpu: Duration::from_micros(cpu.parse().ok()?) };
        Some(RunReport { exit, left_something: left.parse::<u32>().ok()? > 0 })
    }
}

/// The host's ends of the pipes of a run.
#[derive(Debug)]
struct ForkedRun {
    stdin: pipe::Sender,
    stdout: pipe::Receiver,
    stderr: Arc<UnreadStderrAndTail>,
}

impl ForkedRun {
    async fn begin(server: &ServerProcess) -> io::Result<ForkedRun> {
        let (HostPipes { stdin, stdout, stderr }, theirs) = pipes::create()?;
        let theirs = theirs.each_ref().map(AsFd::as_fd);
        let socket = server.socket.get_ref();
        socket.async_io(Interest::WRITABLE, || send_streams(socket.as_fd(), &theirs)).await?;
        Ok(ForkedRun { stdin, stdout, stderr: UnreadStderrAndTail::follow(stderr) })
    }
}
