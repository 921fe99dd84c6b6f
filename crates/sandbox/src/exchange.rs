//! Writes the input of a run and reads its output until it ends.

use std::io;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::unix::pipe;

use crate::cpu_time::SchedulerTimes;
use crate::output::{OutputLimit, TimeAndOutputLimits};
use crate::pipes::drain;
use crate::stderr::UnreadStderrAndTail;

/// The size of the read buffer, in bytes.
const CHUNK: usize = 64 * 1024;

/// How often to check the number of bytes on stderr, if it is limited.
const COUNT_EVERY: Duration = Duration::from_millis(20);

/// The streams of a run. Stderr is read in the background.
#[derive(Debug)]
pub(crate) struct RunStreams<'a> {
    pub(crate) stdin: Option<pipe::Sender>,
    pub(crate) stdout: &'a pipe::Receiver,
    pub(crate) stderr: &'a UnreadStderrAndTail,
}

/// The part of stdout that is kept.
#[derive(Debug)]
pub(crate) struct StdoutCapture {
    pub(crate) bytes: Vec<u8>,
    limit: OutputLimit,
    /// The number of bytes that were read, kept or not.
    written: u64,
}

impl StdoutCapture {
    pub(crate) fn new(limit: OutputLimit) -> StdoutCapture {
        StdoutCapture { bytes: Vec::new(), limit, written: 0 }
    }

    /// Reads the rest of the pipe of a program that has ended. Returns whether the program stayed
    /// within its limit.
    pub(crate) fn take_rest(&mut self, pipe: &pipe::Receiver) -> bool {
        if self.is_within() {
            drain(pipe, |bytes| {
                self.bytes.extend_from_slice(bytes);
                self.cut();
                self.is_within() && !self.is_full()
            });
        }
        self.is_within()
    }

    /// Reads until the end of the output. Returns whether the program stayed within its limit. If
    /// stderr counts as well, it never returns true: the run then ends when the program exits.
    async fn collect(&mut self, stdout: &pipe::Receiver, stderr: &UnreadStderrAndTail) -> bool {
        let mut is_open = true;
        let counts_stderr = matches!(self.limit, OutputLimit::Both { .. });
        loop {
            tokio::select! {
                biased;
                ready = stdout.readable(), if is_open => is_open = ready.is_ok() && self.read(stdout),
                () = async { tokio::time::sleep(COUNT_EVERY).await }, if counts_stderr => {}
                else => return true,
            }
            if !self.is_within() || self.exceeds(stderr) {
                return false;
            }
        }
    }

    /// Reads once. Returns false at the end of the output. A failed read counts as the end, because
    /// the exit status tells the rest.
    fn read(&mut self, pipe: &pipe::Receiver) -> bool {
        let begin = self.bytes.len();
        self.bytes.resize(begin + CHUNK, 0);
        let result = pipe.try_read(&mut self.bytes[begin..]);
        let count = result.as_ref().copied().unwrap_or(0);
        self.bytes.truncate(begin + count);
        self.written += count as u64;
        self.cut();
        match result {
            Ok(count) => count > 0,
            Err(error) => error.kind() == io::ErrorKind::WouldBlock,
        }
    }

    /// Drops the bytes beyond those that are kept.
    fn cut(&mut self) {
        if let OutputLimit::Both { kept, .. } = self.limit {
            self.bytes.truncate(kept);
        }
    }

    fn is_within(&self) -> bool {
        match self.limit {
            OutputLimit::Stdout(most) => self.bytes.len() <= most,
            OutputLimit::Both { .. } => true,
        }
    }

    fn is_full(&self) -> bool {
        matches!(self.limit, OutputLimit::Both { kept, .. } if self.bytes.len() >= kept)
    }

    fn exceeds(&self, stderr: &UnreadStderrAndTail) -> bool {
        matches!(self.limit, OutputLimit::Both { written, .. } if self.written + stderr.written() > written)
    }
}

/// Writes the input and reads the output until `exit` completes, and returns its value. Returns
/// `None` if the program wrote too much.
pub(crate) async fn exchange<E>(
    streams: RunStreams<'_>,
    input: &[u8],
    output: &mut StdoutCapture,
    exit: impl Future<Output = E>,
) -> Option<E> {
    let RunStreams { stdin, stdout, stderr } = streams;
    let ended = {
        let (feed, collect) = (feed(stdin, input), output.collect(stdout, stderr));
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
    // When the program has ended, everything that it wrote itself is in the pipe. Do not wait for
    // descendants that keep the pipe open.
    output.take_rest(stdout).then_some(ended)
}

async fn feed(stdin: Option<pipe::Sender>, input: &[u8]) {
    if let Some(mut stdin) = stdin {
        // A program need not read its input.
        let _ = stdin.write_all(input).await;
    }
}

/// How long the machine delayed a run that timed out: the time that the run waited for a CPU, or
/// that the host waited since `host_before`, or by which the host noticed the timeout too late.
pub(crate) fn delay(
    run: SchedulerTimes,
    host_before: SchedulerTimes,
    took: Duration,
    limits: TimeAndOutputLimits,
) -> Duration {
    let host = SchedulerTimes::of_this_thread().waited.saturating_sub(host_before.waited);
    run.waited.max(host).max(took.saturating_sub(limits.time))
}
