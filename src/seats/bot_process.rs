//! A bot process that is running, with what is on its way to it and from it.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rathaus_games::{Fault, FaultCause, FaultEvidence};
use rathaus_protocol::handshake::{HandshakeError, HandshakeReply};
use rathaus_protocol::match_numbers;
use rathaus_sandbox::{Process, describe_status};
use tokio::time::Instant;

use super::reply_buffer::ReplyBuffer;
use super::session::SessionStart;
use super::{BotNotReady, STDERR_SHOWN, refused};

/// How many bytes are read at once.
const CHUNK: usize = 64 * 1024;

/// How long the answer to the greeting may be.
const MAX_HELLO: usize = 4_096;

/// How long a process that has closed its output may take to end before it counts as alive.
const EXIT_GRACE: Duration = Duration::from_millis(250);

/// How much processor time a bot may use before its first clock begins, with all that it has
/// started. Java and Mono take half a second.
const START_CPU: Duration = Duration::from_secs(2);

/// How long that may take on a busy machine.
const START_WALL: Duration = Duration::from_secs(10);

/// A process that has not wanted to run for so long has come to rest.
const REST: Duration = Duration::from_millis(5);

/// How long a process may take to end after its input was closed.
const END_GRACE: Duration = Duration::from_millis(300);

#[derive(Debug)]
pub(super) struct BotProcess {
    process: Process,
    /// Whether lines carry the number of their lane.
    match_numbers: bool,
    outgoing: Vec<u8>,
    /// How much of `outgoing` has been written.
    written: usize,
    pub(super) reply_buffer: ReplyBuffer,
    chunk: Box<[u8]>,
    /// Whether it is kept from running while nobody waits for it.
    freezes: bool,
    /// Where the submission's copy lies, with a slash: a place that means nothing to its author.
    folder: String,
    /// What the host has to say of the bot, until somebody looks at its standard error.
    remark: Mutex<String>,
}

/// What came of an attempt to read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ReadOutcome {
    /// Something was read.
    Some,
    /// There is nothing at the moment.
    Nothing,
    /// There will be nothing any more.
    End,
}

impl BotProcess {
    /// Starts the bot and greets it.
    pub(super) async fn start(
        start: &SessionStart,
    ) -> Result<(BotProcess, Option<HandshakeReply>), BotNotReady> {
        let process = start.program.spawn().await.map_err(|error| BotNotReady::starting(&error))?;
        let mut bot_process = BotProcess {
            process,
            match_numbers: false,
            outgoing: Vec::new(),
            written: 0,
            reply_buffer: ReplyBuffer::default(),
            chunk: vec![0; CHUNK].into(),
            freezes: start.program.freezes_when_idle(),
            folder: format!("{}/", start.program.folder.display()),
            remark: Mutex::default(),
        };
        let Some(handshake) = &start.handshake else { return Ok((bot_process, None)) };
        let sent = handshake.encode();
        let begin = Instant::now();
        match bot_process.shake_hands(&sent, begin + start.handshake_time).await {
            Ok(handshake_reply) => {
                tracing::debug!(%handshake_reply, after_us = begin.elapsed().as_micros() as u64, "greeted");
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
            .map_err(|_| "it did not answer the greeting in time".to_owned())??;
        match HandshakeReply::decode(line.strip_suffix(b"\n").unwrap_or(&line)) {
            Ok(HandshakeReply::Refuse { reason }) => Err(format!("it refuses to play: {reason}")),
            Ok(handshake_reply) => Ok(handshake_reply),
            Err(error @ HandshakeError::Version { .. }) => Err(error.to_string()),
            Err(HandshakeError::Malformed(error)) => {
                Err(format!("its answer to the greeting is malformed: {error}"))
            }
        }
    }

    async fn first_line(&mut self) -> Result<Vec<u8>, String> {
        loop {
            self.write();
            match self.read() {
                ReadOutcome::Some => {}
                ReadOutcome::Nothing => self.ready().await,
                ReadOutcome::End => return Err(self.why_closed().await.during_greeting()),
            }
            if let Some(line) = self.reply_buffer.take_lines(1) {
                return Ok(line.to_vec());
            }
            if self.reply_buffer.unused().len() > MAX_HELLO {
                return Err(format!("it wrote more than {MAX_HELLO} bytes without a line end"));
            }
        }
    }

    /// Queues the lines of an ask for writing.
    pub(super) fn queue(&mut self, match_number: u32, bytes: &[u8]) {
        if self.match_numbers {
            match_numbers::prefix(match_number, bytes, &mut self.outgoing);
        } else {
            self.outgoing.extend_from_slice(bytes);
        }
    }

    /// How many bytes at the front of an answer name its lane, which must be this one.
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

    /// Returns when something can be read or written.
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

    /// Writes what can be written now. A bot that has closed its input gets no more.
    pub(super) fn write(&mut self) {
        while let Some(stdin) = &self.process.stdin
            && self.written < self.outgoing.len()
        {
            match stdin.try_write(&self.outgoing[self.written..]) {
                Ok(count) => self.written += count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // What it has said before may still be read; if that is not enough, reading will
                // tell.
                Err(_) => self.process.stdin = None,
            }
        }
        self.outgoing.clear();
        self.written = 0;
    }

    /// The same, and closes the bot's input once all has been written.
    pub(super) fn write_and_close(&mut self) {
        self.write();
        if self.outgoing.is_empty() {
            self.process.stdin = None;
        }
    }

    /// Reads what is there, up to a bounded amount.
    pub(super) fn read(&mut self) -> ReadOutcome {
        match self.process.stdout.try_read(&mut self.chunk) {
            Ok(0) => ReadOutcome::End,
            Ok(count) => {
                self.reply_buffer.push(&self.chunk[..count]);
                ReadOutcome::Some
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => ReadOutcome::Nothing,
            Err(_) => ReadOutcome::End,
        }
    }

    /// Why nothing more comes from the bot.
    pub(super) async fn why_closed(&self) -> CloseReason {
        match self.process.wait_timeout(EXIT_GRACE).await {
            Some(status) => CloseReason::Exited(describe_status(status)),
            None => CloseReason::Alive,
        }
    }

    /// Why the deadline passed of a bot to which everything has been said.
    pub(super) fn why_silent(&self, limit: Duration) -> FaultCause {
        self.process
            .exit_status()
            .map_or(FaultCause::Late { limit }, |status| FaultCause::Crashed { how: describe_status(status) })
    }

    pub(super) fn why_late(&self, limit: Duration) -> FaultCause {
        match self.process.exit_status() {
            Some(status) => FaultCause::Crashed { how: describe_status(status) },
            None if self.process.has_closed_stdin() => {
                FaultCause::Closed { what: "its standard input".into() }
            }
            None => FaultCause::Late { limit },
        }
    }

    /// The end of what the bot has written to standard error since it was last looked at, after
    /// what the host has to say of it.
    pub(super) fn stderr(&self) -> String {
        let remark = std::mem::take(&mut *self.remark.lock().unwrap_or_else(PoisonError::into_inner));
        remark + &self.process.stderr.take(STDERR_SHOWN).replace(&self.folder, "")
    }

    /// What there is to prove a fault.
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

    /// Closes the bot's input once all has been written, and reads and forgets what it says until
    /// it has ended. Says how.
    pub(super) async fn see_off(&mut self) -> String {
        loop {
            self.write_and_close();
            if self.read() == ReadOutcome::End {
                return describe_status(self.process.wait().await);
            }
            self.reply_buffer.forget();
            tokio::select! {
                status = self.process.wait() => return describe_status(status),
                () = self.ready() => {}
            }
        }
    }

    /// Keeps the bot from running, or lets it run, if bots are kept from it while nobody waits for
    /// them.
    pub(super) fn freeze(&self, is_frozen: bool) {
        if self.freezes && !self.process.freeze(is_frozen) {
            tracing::warn!(is_frozen, "a bot could not be frozen");
        }
    }

    /// The processor time that the bot has taken so far.
    pub(super) fn ran(&self) -> Duration {
        self.process.cpu_time()
    }

    /// Returns when the bot has come to rest after its start, or when it has used all that it may
    /// before its first question. From then on its clock runs.
    pub(super) async fn settled(&self) {
        let deadline = Instant::now() + START_WALL;
        let mut before = None;
        while Instant::now() < deadline {
            // On a busy machine it may wait for its turn for long, without having run.
            let ran = self.process.idle_cpu_time();
            if ran.is_some() && ran == before || self.process.exit_status().is_some() {
                return;
            }
            let has_just_come_to_rest = ran.is_some() && before.is_none();
            let used = self.process.total_cpu_time();
            if used >= START_CPU && !has_just_come_to_rest {
                return self.remark_on_start(used);
            }
            before = ran;
            tokio::time::sleep(REST).await;
        }
        self.remark_on_start(self.process.total_cpu_time());
    }

    /// Tells of a bot that was still computing when its first clock began.
    fn remark_on_start(&self, used: Duration) {
        let used_seconds = used.as_secs_f64();
        tracing::warn!(
            folder = self.folder,
            used_seconds,
            "a bot was still computing when its first clock began"
        );
        *self.remark.lock().unwrap_or_else(PoisonError::into_inner) = format!(
            "rathaus: this bot was still computing after {used_seconds:.1} s of processor time, before its first question; \
             its clock began then\n"
        );
    }

    /// Ends the bot, and tells what processor time it took.
    pub(super) fn stop(mut self) -> Duration {
        self.process.kill().cpu
    }

    /// Ends the bot by closing its input, and by force if that does not help.
    pub(super) async fn end(mut self) {
        self.process.stdin = None;
        self.process.wait_timeout(END_GRACE).await;
        self.process.kill();
    }
}

/// Why a bot's output came to its end.
#[derive(Debug)]
pub(super) enum CloseReason {
    /// It has ended, in this way.
    Exited(String),
    /// It lives on.
    Alive,
}

impl CloseReason {
    /// The fault, when an answer was expected.
    pub(super) fn cause(self) -> FaultCause {
        match self {
            CloseReason::Exited(how) => FaultCause::Crashed { how },
            CloseReason::Alive => FaultCause::Closed { what: "its standard output".into() },
        }
    }

    fn during_greeting(self) -> String {
        match self {
            CloseReason::Exited(how) => format!("it ended before it answered the greeting ({how})"),
            CloseReason::Alive => "it closed its standard output before it answered the greeting".into(),
        }
    }
}
