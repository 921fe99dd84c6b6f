//! A running bot process, with the bytes to write to it and those read from it.

mod between_matches;
mod stdout_end;

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rathaus_games::{Fault, FaultCause, FaultEvidence};
use rathaus_protocol::handshake::{HandshakeError, HandshakeReply};
use rathaus_protocol::match_numbers;
use rathaus_sandbox::{ProgramCommand, SandboxedProcess, describe_status};
use tokio::time::Instant;

use super::multiplexed::BotProcessStart;
use super::reply_buffer::ReplyLineSplitter;
use super::{BotNotReady, STDERR_SHOWN, refused};
pub(super) use stdout_end::StdoutEndReason;

/// The read buffer, in bytes.
const CHUNK: usize = 64 * 1024;

/// The longest handshake reply, in bytes.
const MAX_HANDSHAKE_REPLY: usize = 4_096;

/// How long a process that closed its stdout may take to exit before it counts as alive.
const EXIT_GRACE: Duration = Duration::from_millis(250);

/// How much CPU time a bot and its child processes may use before its first clock starts. Java and
/// Mono take half a second.
const START_CPU: Duration = Duration::from_secs(2);

/// How long a bot may take to use that CPU time on a busy machine.
const START_WALL: Duration = Duration::from_secs(10);

/// A process that has not wanted to run for this long is at rest.
const REST: Duration = Duration::from_millis(5);

/// How often to look at a process that has just started.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// How long a process may take to exit after its stdin was closed.
const END_GRACE: Duration = Duration::from_millis(300);

#[derive(Debug)]
pub(super) struct BotProcess {
    process: SandboxedProcess,
    /// Whether each line starts with the number of its match.
    match_numbers: bool,
    outgoing: Vec<u8>,
    /// How many bytes of `outgoing` have been written.
    written: usize,
    pub(super) reply_buffer: ReplyLineSplitter,
    chunk: Box<[u8]>,
    /// Whether the process is frozen while no request is in flight.
    freezes: bool,
    /// The path of the submission's copy, with a trailing slash. It is removed from stderr, because
    /// it means nothing to the author.
    folder: String,
    /// A remark of the host about the bot, returned with the next read of stderr.
    remark: Mutex<String>,
    /// The CPU time of the matches before, if it plays several.
    earlier_cpu_time: Duration,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum NonblockingReadOutcome {
    /// Bytes were read.
    Some,
    /// No bytes at the moment.
    Nothing,
    /// End of output.
    End,
}

impl BotProcess {
    /// The process of a bot that was started.
    pub(super) fn new(process: SandboxedProcess, program: &ProgramCommand) -> BotProcess {
        BotProcess {
            process,
            match_numbers: false,
            outgoing: Vec::new(),
            written: 0,
            reply_buffer: ReplyLineSplitter::default(),
            chunk: vec![0; CHUNK].into(),
            freezes: program.freezes_when_idle(),
            folder: format!("{}/", program.folder.display()),
            remark: Mutex::default(),
            earlier_cpu_time: Duration::ZERO,
        }
    }

    /// Starts the bot and does the handshake, if its game has one.
    pub(super) async fn start(
        start: &BotProcessStart,
    ) -> Result<(BotProcess, Option<HandshakeReply>), BotNotReady> {
        let process = start.program.spawn().await.map_err(|error| BotNotReady::starting(&error))?;
        let mut bot_process = BotProcess::new(process, &start.program);
        let Some(handshake) = &start.handshake else { return Ok((bot_process, None)) };
        let sent = handshake.encode();
        let begin = Instant::now();
        match bot_process.shake_hands(&sent, begin + start.handshake_time).await {
            Ok(handshake_reply) => {
                tracing::debug!(%handshake_reply, after_us = begin.elapsed().as_micros() as u64, "handshake");
                // What it wrote while it started belongs to no turn.
                bot_process.process.stderr.take_new();
                bot_process.match_numbers = matches!(handshake_reply, HandshakeReply::Turns { .. });
                Ok((bot_process, Some(handshake_reply)))
            }
            Err(why) => {
                let said = FaultEvidence::excerpt(bot_process.reply_buffer.unused());
                let evidence = bot_process.evidence(&sent, said, begin.elapsed());
                Err(BotNotReady::Bot(Box::new(Fault { cause: FaultCause::Unbuildable { why }, evidence })))
            }
        }
    }

    async fn shake_hands(&mut self, handshake: &[u8], deadline: Instant) -> Result<HandshakeReply, String> {
        self.outgoing.extend_from_slice(handshake);
        let line = tokio::time::timeout_at(deadline, self.first_line())
            .await
            .map_err(|_| "it did not answer the handshake in time".to_owned())??;
        match HandshakeReply::decode(line.strip_suffix(b"\n").unwrap_or(&line)) {
            Ok(HandshakeReply::Refuse { reason }) => Err(format!("it refuses to play: {reason}")),
            Ok(handshake_reply) => Ok(handshake_reply),
            Err(error @ HandshakeError::Version { .. }) => Err(error.to_string()),
            Err(HandshakeError::Malformed(error)) => {
                Err(format!("its answer to the handshake is malformed: {error}"))
            }
        }
    }

    async fn first_line(&mut self) -> Result<Vec<u8>, String> {
        loop {
            self.write();
            match self.read() {
                NonblockingReadOutcome::Some => {}
                NonblockingReadOutcome::Nothing => self.ready().await,
                NonblockingReadOutcome::End => return Err(self.why_closed().await.during_greeting()),
            }
            if let Some(line) = self.reply_buffer.take_lines(1) {
                return Ok(line.to_vec());
            }
            if self.reply_buffer.unused().len() > MAX_HANDSHAKE_REPLY {
                return Err(format!("it wrote more than {MAX_HANDSHAKE_REPLY} bytes without a line end"));
            }
        }
    }

    /// Queues the lines of a request for writing.
    pub(super) fn queue(&mut self, match_number: u32, bytes: &[u8]) {
        if self.match_numbers {
            match_numbers::prefix(match_number, bytes, &mut self.outgoing);
        } else {
            self.outgoing.extend_from_slice(bytes);
        }
    }

    /// The length of the match number at the front of a reply. Fails unless it names this match.
    pub(super) fn prefix_of(&self, match_number: u32, answer: &[u8]) -> Result<usize, FaultCause> {
        if !self.match_numbers {
            return Ok(0);
        }
        let malformed = |what: String| FaultCause::Malformed { what };
        match match_numbers::split(answer).map_err(|error| malformed(error.to_string()))? {
            (found, rest) if found == match_number => Ok(answer.len() - rest.len()),
            (found, _) => {
                Err(malformed(format!("expected an answer for board {match_number}, found one for {found}")))
            }
        }
    }

    /// How many bytes wait to be written.
    pub(super) fn unwritten(&self) -> usize {
        self.outgoing.len() - self.written
    }

    /// Closes stdin. What was not written is dropped.
    pub(super) fn close_stdin(&mut self) {
        self.process.stdin = None;
    }

    /// Returns when the process can be read from or written to.
    pub(super) async fn ready(&self) {
        let writable = async {
            match &self.process.stdin {
                Some(stdin) if self.written < self.outgoing.len() => stdin.writable().await,
                _ => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.process.stdout.readable() => {}
            _ = writable => {}
        }
    }

    /// Writes what the pipe accepts now. If the bot has closed its stdin, drops the rest.
    pub(super) fn write(&mut self) {
        while let Some(stdin) = &self.process.stdin
            && self.written < self.outgoing.len()
        {
            match stdin.try_write(&self.outgoing[self.written..]) {
                Ok(count) => self.written += count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // What the bot wrote earlier can still be read. If that is not enough,
                // reading finds out.
                Err(_) => self.process.stdin = None,
            }
        }
        self.outgoing.clear();
        self.written = 0;
    }

    /// Like `write`, and closes stdin once all bytes are written.
    pub(super) fn write_and_close(&mut self) {
        self.write();
        if self.outgoing.is_empty() {
            self.process.stdin = None;
        }
    }

    /// Reads what is available, up to `CHUNK` bytes.
    pub(super) fn read(&mut self) -> NonblockingReadOutcome {
        match self.process.stdout.try_read(&mut self.chunk) {
            Ok(0) => NonblockingReadOutcome::End,
            Ok(count) => {
                self.reply_buffer.push(&self.chunk[..count]);
                NonblockingReadOutcome::Some
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => NonblockingReadOutcome::Nothing,
            Err(_) => NonblockingReadOutcome::End,
        }
    }

    /// Why stdout ended. Waits up to `EXIT_GRACE` for an exit status.
    pub(super) async fn why_closed(&self) -> StdoutEndReason {
        match self.process.wait_timeout(EXIT_GRACE).await {
            Some(status) => StdoutEndReason::Exited(describe_status(status)),
            None => StdoutEndReason::Alive,
        }
    }

    /// The fault of a bot that missed its deadline after its stdin was closed.
    pub(super) fn why_silent(&self, limit: Duration) -> FaultCause {
        self.process
            .exit_status()
            .map_or(FaultCause::Late { limit }, |status| FaultCause::Crashed { how: describe_status(status) })
    }

    pub(super) fn why_late(&self, limit: Duration) -> FaultCause {
        match self.process.exit_status() {
            Some(status) => FaultCause::Crashed { how: describe_status(status) },
            None if self.process.has_closed_stdin() => FaultCause::Closed { what: "its stdin".into() },
            None => FaultCause::Late { limit },
        }
    }

    /// The end of stderr since the last read, after the remark of the host.
    pub(super) fn stderr(&self) -> String {
        let remark = std::mem::take(&mut *self.remark.lock().unwrap_or_else(PoisonError::into_inner));
        remark + &self.process.stderr.take(STDERR_SHOWN).replace(&self.folder, "")
    }

    /// What the bot wrote to stderr since the last call, or since its handshake.
    pub(super) fn new_stderr(&self) -> String {
        let new = self.process.stderr.take_new();
        if new.is_empty() { new } else { new.replace(&self.folder, "") }
    }

    /// Whether the bot is known to have written to stderr since then.
    pub(super) fn has_new_stderr(&self) -> bool {
        self.process.stderr.has_new()
    }

    pub(super) fn evidence(&self, sent: &[u8], said: String, took: Duration) -> FaultEvidence {
        let stderr = self.stderr();
        let sandbox = refused::said(self.process.is_confined(), self.process.excess(), &stderr);
        FaultEvidence {
            sent: FaultEvidence::excerpt(sent),
            said,
            took,
            sandbox,
            stderr,
            ..FaultEvidence::default()
        }
    }

    /// Closes stdin once all bytes are written, and discards output until the process exits.
    /// Returns a description of its exit status.
    pub(super) async fn wait_for_exit(&mut self) -> String {
        loop {
            self.write_and_close();
            if self.read() == NonblockingReadOutcome::End {
                return describe_status(self.process.wait().await);
            }
            self.reply_buffer.forget();
            tokio::select! {
                status = self.process.wait() => return describe_status(status),
                () = self.ready() => {}
            }
        }
    }

    /// Freezes or thaws the process, if it freezes while no request is in flight.
    pub(super) fn freeze(&self, is_frozen: bool) {
        if self.freezes && !self.process.freeze(is_frozen) {
            tracing::warn!(is_frozen, "a bot could not be frozen");
        }
    }

    /// The CPU time of the process, its living descendants, and the children that it has reaped.
    pub(super) fn ran(&self) -> Duration {
        self.process.cpu_time()
    }

    /// Returns when the bot has come to rest after its start, or when it has used up its CPU time
    /// or wall time for that. Its clock starts then.
    pub(super) async fn settled(&self) {
        let begin = Instant::now();
        let (mut before, mut idle_since) = (None, begin);
        while begin.elapsed() < START_WALL {
            // On a busy machine, a process may wait long for a CPU without having run.
            let ran = self.process.idle_cpu_time();
            let is_resting = ran.is_some() && ran == before;
            if is_resting && idle_since.elapsed() >= REST || self.process.exit_status().is_some() {
                return;
            }
            let has_just_come_to_rest = ran.is_some() && before.is_none();
            let used = self.total_cpu_time();
            if used >= START_CPU && !is_resting && !has_just_come_to_rest {
                return self.remark_on_start(used);
            }
            if !is_resting {
                (before, idle_since) = (ran, Instant::now());
            }
            // Most programs start in a few milliseconds. To look at many threads takes long.
            tokio::time::sleep((begin.elapsed() / 10).clamp(LOOK_EVERY, REST)).await;
        }
        self.remark_on_start(self.total_cpu_time());
    }

    /// The CPU time of this match so far.
    fn total_cpu_time(&self) -> Duration {
        self.process.total_cpu_time().saturating_sub(self.earlier_cpu_time)
    }

    /// Remarks that the bot was still computing when its first clock started.
    fn remark_on_start(&self, used: Duration) {
        let used_seconds = used.as_secs_f64();
        tracing::warn!(
            folder = self.folder,
            used_seconds,
            "a bot was still computing when its first clock began"
        );
        *self.remark.lock().unwrap_or_else(PoisonError::into_inner) = format!(
            "rathaus: this bot was still computing after {used_seconds:.1} s of processor time, before its first request; \
             its clock began then\n"
        );
    }

    /// Kills the bot and returns the CPU time that it used.
    pub(super) fn stop(mut self) -> Duration {
        self.process.kill().cpu
    }

    /// Makes the bot end, without waiting for that.
    pub(super) fn begin_end(&self) {
        self.process.begin_end();
    }

    /// Closes the bot's stdin, and kills the bot if it does not exit.
    pub(super) async fn end(mut self) {
        self.process.stdin = None;
        self.process.wait_timeout(END_GRACE).await;
        self.process.kill();
    }
}
