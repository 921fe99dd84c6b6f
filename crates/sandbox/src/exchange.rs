//! Writes the input of a run and reads its output until it ends.

use std::io;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::unix::pipe;

use crate::cpu_time::CpuTimes;
use crate::output::{OutputLimit, RunLimits};
use crate::pipes::drain;
use crate::stderr::StderrLog;

/// Bytes of one read.
const CHUNK: usize = 64 * 1024;

/// How often the bytes on standard error are counted, where they are limited.
const COUNT_EVERY: Duration = Duration::from_millis(20);

/// The streams of a run. Standard error is read in the background.
#[derive(Debug)]
pub(crate) struct RunStreams<'a> {
    pub(crate) stdin: Option<pipe::Sender>,
    pub(crate) stdout: &'a pipe::Receiver,
    pub(crate) stderr: &'a StderrLog,
}

/// The kept part of standard output.
#[derive(Debug)]
pub(crate) struct StdoutBuffer {
    pub(crate) bytes: Vec<u8>,
    limit: OutputLimit,
    /// All bytes that were read, kept or not.
    written: u64,
}

impl StdoutBuffer {
    pub(crate) fn new(limit: OutputLimit) -> StdoutBuffer {
        StdoutBuffer { bytes: Vec::new(), limit, written: 0 }
    }

    /// Reads what is left in the pipe of a program that has ended. Returns whether the program
    /// kept to its limit.
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

    /// Reads until the end of the output. Returns whether the program kept to its limit. Where
    /// standard error counts as well, it does not return true: the end of the program ends it.
    async fn collect(&mut self, stdout: &pipe::Receiver, stderr: &StderrLog) -> bool {
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

    /// Reads once. Returns false at the end of the output. A failed read is an end as well: the
    /// status of the process tells the rest.
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

    /// Drops what is not kept.
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

    fn exceeds(&self, stderr: &StderrLog) -> bool {
        matches!(self.limit, OutputLimit::Both { written, .. } if self.written + stderr.written() > written)
    }
}

/// Writes the input and reads the output until `exit` is ready, and returns what it returned.
/// `None` if the run wrote too much.
pub(crate) async fn exchange<E>(
    streams: RunStreams<'_>,
    input: &[u8],
    output: &mut StdoutBuffer,
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
    // What the program itself wrote is in the pipe when it has ended. Descendants that keep the
    // pipe open are not waited for.
    output.take_rest(stdout).then_some(ended)
}

async fn feed(stdin: Option<pipe::Sender>, input: &[u8]) {
    if let Some(mut stdin) = stdin {
        // A program need not read its input.
        let _ = stdin.write_all(input).await;
    }
}

/// How long the machine delayed a run that timed out. Either the run waited for a processor, or
/// the host did since `host_before`, or the host noticed the end of the time limit late.
pub(crate) fn delay(run: CpuTimes, host_before: CpuTimes, took: Duration, limits: RunLimits) -> Duration {
    let host = CpuTimes::of_this_thread().waited.saturating_sub(host_before.waited);
    run.waited.max(host).max(took.saturating_sub(limits.time))
}
