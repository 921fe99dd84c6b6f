//! A program that is kept ready to run: a process that has done once what every start of it would do again, and forks for
//! each run.
//!
//! Nothing of one run is there in another, because each is a process of its own, forked before anything of the program has
//! run. The host hands over the ends of three pipes, so that a run looks to it, and to the program, like any other.
//! `adapters/README.md` tells what the process that forks has to do.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream as Pair;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader, Interest};
use tokio::net::UnixStream;
use tokio::net::unix::pipe;
use tokio::time::Instant;

use super::confine::hand_over;
use super::load::Load;
use super::once::{Limits, Ran, RunEnd, Streams, exchange, kept_waiting, take_rest};
use super::{Ours, Process, Program, StartError, StderrLog, streams};

/// How long it may take until the process that forks is ready.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many bytes a line of it may have.
const MAX_LINE: u64 = 200;

/// What it says when it is ready.
const READY: &str = "ready";

/// A program that is kept ready to run.
#[derive(Debug)]
pub struct Warm {
    program: Program,
    server: Option<Server>,
    /// Set when a run has left something behind that the next one could meet.
    spoiled: bool,
}

/// A program cannot be run in this way (any more). It can be started as any other.
#[derive(Debug, thiserror::Error)]
pub enum WarmError {
    /// The process that forks cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The process that forks has ended, or is not to be reached.
    #[error("the process that was kept ready is gone: {0}")]
    Gone(#[from] io::Error),
    /// The process that forks said that it cannot do that.
    #[error("the program cannot be kept ready: {0}")]
    Unfit(String),
    /// A run has left processes behind.
    #[error("an earlier run has left processes behind")]
    Spoiled,
}

impl Warm {
    /// Keeps ready what this program, which forks, was made to run.
    pub fn new(program: Program) -> Warm {
        Warm { program, server: None, spoiled: false }
    }

    /// Runs the program once, like [`super::Runs::run_once`]. What it takes to make it ready does not count.
    pub async fn run_once(&mut self, input: &[u8], limits: Limits) -> Result<Ran, WarmError> {
        let mut server = match self.server.take() {
            _ if self.spoiled => return Err(WarmError::Spoiled),
            Some(server) => server,
            None => Server::start(&self.program).await?,
        };
        let (begin, host) = (Instant::now(), Load::of_this_thread());
        let Run { stdin, stdout, stderr } = Run::begin(&server).await?;
        let mut output = Vec::new();
        let streams = Streams { stdin: Some(stdin), stdout: &stdout };
        let exchange = exchange(streams, input, limits.bytes, &mut output, server.report());
        let reached = tokio::time::timeout_at(begin + limits.time, exchange).await;
        let took = begin.elapsed();
        let mut ran = Ran {
            end: RunEnd::Late,
            stdout: output,
            stderr: String::new(),
            took,
            cpu: Duration::ZERO,
            waited: Duration::ZERO,
            excess: server.process.excess(),
        };
        match reached {
            Ok(Some(report)) => {
                let report = report?;
                (ran.end, ran.cpu) = (RunEnd::Exited(report.status), report.cpu);
                self.spoiled = !report.tidy;
                // What was counted of one run must not be held against the next one.
                self.server = (report.tidy && ran.excess.is_none()).then_some(server);
            }
            // Whoever does not end by itself is ended with the process from which it was forked.
            Ok(None) => (ran.end, ran.cpu) = (RunEnd::Flooded, server.end().ran),
            Err(_) => {
                let load = server.end();
                take_rest(&stdout, &mut ran.stdout, limits.bytes);
                (ran.cpu, ran.waited) = (load.ran, kept_waiting(load, host, took, limits));
            }
        }
        ran.stderr = stderr.take(usize::MAX);
        Ok(ran)
    }
}

/// The process that forks.
#[derive(Debug)]
struct Server {
    process: Process,
    socket: BufReader<UnixStream>,
}

/// What it says of a run.
#[derive(Debug)]
struct Report {
    status: ExitStatus,
    cpu: Duration,
    /// Whether nothing that the run has started is left.
    tidy: bool,
}

impl Server {
    async fn start(program: &Program) -> Result<Server, WarmError> {
        let (ours, theirs) = Pair::pair()?;
        ours.set_nonblocking(true)?;
        let process = Process::start_with(program, Some(OwnedFd::from(theirs))).await?;
        let mut server = Server { process, socket: BufReader::new(UnixStream::from_std(ours)?) };
        match tokio::time::timeout(PATIENCE, server.line()).await {
            Ok(line) => match line? {
                line if line == READY => Ok(server),
                line => Err(WarmError::Unfit(line)),
            },
            Err(_) => Err(WarmError::Unfit(format!("it was not ready within {} s", PATIENCE.as_secs()))),
        }
    }

    async fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        (&mut self.socket).take(MAX_LINE).read_line(&mut line).await?;
        match line.strip_suffix('\n') {
            Some(line) => Ok(line.to_owned()),
            None => {
                let said = self.process.stderr.take(MAX_LINE as usize);
                Err(io::Error::new(io::ErrorKind::UnexpectedEof, format!("it has ended. {said}")))
            }
        }
    }

    /// Waits for what becomes of the run.
    async fn report(&mut self) -> io::Result<Report> {
        let line = self.line().await?;
        Report::read(&line)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, format!("it said `{line}`")))
    }

    /// Ends it and what it has forked, and tells of the latter.
    fn end(mut self) -> Load {
        let load = self.process.load_of_children();
        self.process.end();
        load
    }
}

impl Report {
    /// Reads `STATUS MICROSECONDS LEFT`: the status as the system gives it, the processor time, and how many processes are left.
    fn read(line: &str) -> Option<Report> {
        let fields: Vec<&str> = line.split(' ').collect();
        let [status, cpu, left] = fields.as_slice() else { return None };
        Some(Report {
            status: ExitStatus::from_raw(status.parse().ok()?),
            cpu: Duration::from_micros(cpu.parse().ok()?),
            tidy: left.parse::<u32>().ok()? == 0,
        })
    }
}

/// The host's ends of the pipes of a run.
#[derive(Debug)]
struct Run {
    stdin: pipe::Sender,
    stdout: pipe::Receiver,
    stderr: Arc<StderrLog>,
}

impl Run {
    /// Makes pipes and has the server fork.
    async fn begin(server: &Server) -> io::Result<Run> {
        let (Ours { stdin, stdout, stderr }, theirs) = streams()?;
        let theirs = theirs.each_ref().map(AsFd::as_fd);
        let socket = server.socket.get_ref();
        socket.async_io(Interest::WRITABLE, || hand_over(socket.as_fd(), &theirs)).await?;
        Ok(Run { stdin, stdout, stderr: StderrLog::follow(stderr) })
    }
}
