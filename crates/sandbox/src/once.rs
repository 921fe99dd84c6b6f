//! A program that is given all of its input at once, and has answered when it has ended.

use std::io;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::unix::pipe;
use tokio::time::Instant;

use super::confine::Excess;
use super::load::Load;
use super::{Process, Program, StartError, drain};

/// How many bytes are read at once.
const CHUNK: usize = 64 * 1024;

/// What a run may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Time, from before the start until the end.
    pub time: Duration,
    /// Bytes on standard output.
    pub bytes: usize,
}

/// What became of a run.
#[derive(Debug)]
pub struct Ran {
    /// How it came to its end.
    pub end: RunEnd,
    /// What it wrote to standard output, a little more than allowed at the most.
    pub stdout: Vec<u8>,
    /// The end of what it wrote to standard error.
    pub stderr: String,
    /// How long it took.
    pub took: Duration,
    /// The processor time that it took, that of its children included.
    pub cpu: Duration,
    /// What it had too much of, as far as its sandbox knows.
    pub excess: Option<Excess>,
    /// How long it, or the host that serves it, waited for a processor. Known of those that did not end in time only.
    pub waited: Duration,
}

/// How a run came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// It ended by itself.
    Exited(ExitStatus),
    /// It did not end in time.
    Late,
    /// It wrote more than allowed.
    Flooded,
}

/// A program that is run again and again, each time as if for the first time: in a sandbox of its own. In one that served an earlier
/// run, its process number, what is counted of its parent and the age of its folders would tell it something of that run.
#[derive(Debug)]
pub struct Runs {
    program: Program,
}

impl Runs {
    /// Of this program.
    pub fn new(program: Program) -> Runs {
        Runs { program }
    }

    /// What is run.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Starts the program, writes its input, and reads until it ends. Nothing that it has started outlives it. What it takes to make
    /// a sandbox, and to start the program in it, does not count.
    pub async fn run_once(&self, input: &[u8], limits: Limits) -> Result<Ran, StartError> {
        let mut process = Process::start(&self.program).await?;
        let (begin, host) = (Instant::now(), Load::of_this_thread());
        let mut stdout = Vec::new();
        let streams = Streams { stdin: process.stdin.take(), stdout: &process.stdout };
        let exchange = exchange(streams, input, limits.bytes, &mut stdout, process.ended());
        let reached = tokio::time::timeout_at(begin + limits.time, exchange).await;
        let took = begin.elapsed();
        // The host may have been kept from looking while the program ended in time: what is there counts.
        let reached = match (reached, process.exited()) {
            (Err(_), Some(status)) => {
                Some(take_rest(&process.stdout, &mut stdout, limits.bytes).then_some(status))
            }
            (reached, _) => reached.ok(),
        };
        let waited = match reached {
            Some(_) => Duration::ZERO,
            None => kept_waiting(process.load(), host, took, limits),
        };
        let log = Arc::clone(&process.stderr);
        let excess = process.excess();
        let cpu = process.cpu();
        let end = match reached {
            Some(Some(status)) => RunEnd::Exited(status),
            Some(None) => RunEnd::Flooded,
            None => RunEnd::Late,
        };
        // Everything that could still write has been ended, so the rest of it is there to be read.
        Ok(Ran { end, stdout, stderr: log.take(usize::MAX), took, cpu, waited, excess })
    }
}

/// For how long a run that was late was kept waiting by the machine: the run itself, or the host that serves it, which has
/// waited for a processor since `then`, or was so late itself that it looked only now.
pub(super) fn kept_waiting(run: Load, then: Load, took: Duration, limits: Limits) -> Duration {
    let host = Load::of_this_thread().waited.saturating_sub(then.waited);
    run.waited.max(host).max(took.saturating_sub(limits.time))
}

/// The host's ends of a run's pipes.
#[derive(Debug)]
pub(super) struct Streams<'a> {
    pub(super) stdin: Option<pipe::Sender>,
    pub(super) stdout: &'a pipe::Receiver,
}

/// Writes and reads until the run has ended, and says how `exit` did. Nothing if it did not keep to its limit.
pub(super) async fn exchange<E>(
    streams: Streams<'_>,
    input: &[u8],
    limit: usize,
    stdout: &mut Vec<u8>,
    exit: impl Future<Output = E>,
) -> Option<E> {
    let Streams { stdin, stdout: pipe } = streams;
    let ended = {
        let feed = async {
            if let Some(mut stdin) = stdin {
                // A program need not read what it is given.
                let _ = stdin.write_all(input).await;
            }
        };
        let collect = collect(pipe, stdout, limit);
        tokio::pin!(feed, collect, exit);
        let (mut fed, mut collected) = (false, false);
        loop {
            tokio::select! {
                biased;
                within = &mut collect, if !collected => match within {
                    true => collected = true,
                    false => return None,
                },
                () = &mut feed, if !fed => fed = true,
                ended = &mut exit => break ended,
            }
        }
    };
    // What the process itself has written is there when it has ended. Children of it that hold its output open are not
    // waited for.
    take_rest(pipe, stdout, limit).then_some(ended)
}

/// Reads to the end of the output. Says whether it kept to its limit.
async fn collect(pipe: &pipe::Receiver, stdout: &mut Vec<u8>, limit: usize) -> bool {
    while pipe.readable().await.is_ok() {
        match read(pipe, stdout) {
            Read::Some if stdout.len() > limit => return false,
            Read::Some | Read::Nothing => {}
            Read::End => return true,
        }
    }
    true
}

/// Reads what is there. Says whether it kept to its limit.
pub(super) fn take_rest(pipe: &pipe::Receiver, stdout: &mut Vec<u8>, limit: usize) -> bool {
    if stdout.len() <= limit {
        drain(pipe, |bytes| {
            stdout.extend_from_slice(bytes);
            stdout.len() <= limit
        });
    }
    stdout.len() <= limit
}

enum Read {
    Some,
    Nothing,
    End,
}

fn read(pipe: &pipe::Receiver, stdout: &mut Vec<u8>) -> Read {
    let begin = stdout.len();
    stdout.resize(begin + CHUNK, 0);
    let result = pipe.try_read(&mut stdout[begin..]);
    stdout.truncate(begin + result.as_ref().copied().unwrap_or(0));
    match result {
        Ok(1..) => Read::Some,
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Read::Nothing,
        Ok(0) | Err(_) => Read::End,
    }
}
