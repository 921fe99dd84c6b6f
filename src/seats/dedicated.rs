//! A seat whose bot has a process for itself, which stays alive between requests.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use rathaus_games::{
    AskOutcome, AskProcessChoice, Fault, FaultCause, FaultEvidence, ReplyFormat, SeatAsk, SeatTell,
};
use rathaus_sandbox::SandboxedProcess;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::idle::IdleProcesses;
use super::line_dialogue::LineDialogue;
use super::prespawned::CurrentAndNextProcess;
use super::{AnsweredAsk, BotNotReady, VoidMatch, overloaded};

/// How long a bot has after a last message, until it is killed.
const LAST_MESSAGE_GRACE: Duration = Duration::from_millis(100);

/// A seat with a dedicated process.
#[derive(Debug)]
pub struct DedicatedSeat {
    processes: CurrentAndNextProcess,
    /// The lines that begin another match, if one process plays several.
    reset: Option<Vec<u8>>,
    /// The process for the first request, which has come to rest after its start.
    first: Option<LineDialogue>,
    /// Limits how many bots think at the same time, if set, so that they do not compete for CPUs.
    permits: Option<Arc<Semaphore>>,
    now: Option<LineDialogue>,
    /// The fault of a bot that was told something and could not be started for it. It is the
    /// outcome of the next request.
    not_ready: Option<Box<Fault>>,
    /// The end of the stderr of the last process that was killed.
    stderr: String,
    /// What the bot wrote to stderr up to the outcome of the current request.
    new_stderr: String,
}

impl DedicatedSeat {
    pub fn new(processes: CurrentAndNextProcess) -> DedicatedSeat {
        DedicatedSeat {
            processes,
            reset: None,
            first: None,
            permits: None,
            now: None,
            not_ready: None,
            stderr: String::new(),
            new_stderr: String::new(),
        }
    }

    /// At most as many seats ask at the same time as there are permits. The clock of a request
    /// starts once it has its permit.
    pub fn sharing(self, permits: Arc<Semaphore>) -> DedicatedSeat {
        DedicatedSeat { permits: Some(permits), ..self }
    }

    /// Plays other matches with the same process, each begun with these lines, which may be none.
    pub fn playing_again(self, reset: Option<Vec<u8>>) -> DedicatedSeat {
        DedicatedSeat { reset, ..self }
    }

    /// Whether its process may play another match.
    pub(super) fn plays_again(&self) -> bool {
        self.reset.is_some() && self.idle().is_some()
    }

    /// Plays no other match with this process.
    pub(super) fn play_no_more(&mut self) {
        self.reset = None;
    }

    /// The permits that it shares with other seats.
    pub(super) fn permits(&self) -> Option<&Arc<Semaphore>> {
        self.permits.as_ref()
    }

    /// Starts the process for the first request, waits until it has come to rest, and freezes it if
    /// it freezes while no request is in flight. Errors are ignored: they occur again when the
    /// process is needed.
    pub(super) async fn start(&mut self) {
        if self.now.is_none() && self.first.is_none() {
            self.first = self.new_line_dialogue().await.ok();
            if let Some(first) = &self.first {
                first.bot_process.freeze(true);
            }
        }
    }

    /// Sends a request and waits for its outcome.
    pub async fn ask(&mut self, ask: SeatAsk) -> Result<AnsweredAsk, VoidMatch> {
        let permits = self.permits.clone();
        // The semaphore is never closed.
        let _permit = match &permits {
            Some(permits) => permits.acquire().await.ok(),
            None => None,
        };
        let answer = match self.line_dialogue(ask.process, &ask.bytes).await {
            Ok(line_dialogue) => self.put(line_dialogue, &ask).await,
            Err(unready) => unready.answer()?,
        };
        if ask.process == AskProcessChoice::NewAndMore {
            self.processes.prepare().await;
        }
        Ok(AnsweredAsk { sent: ask.bytes, answer, stderr: std::mem::take(&mut self.new_stderr) })
    }

    /// Sends a message that expects no answer.
    pub(super) async fn tell(&mut self, tell: SeatTell) -> Result<(), VoidMatch> {
        match self.line_dialogue(tell.process, &tell.bytes).await {
            Ok(mut line_dialogue) => {
                line_dialogue.tell(&tell.bytes);
                self.now = Some(line_dialogue);
                Ok(())
            }
            Err(BotNotReady::Bot(fault)) => {
                self.not_ready = Some(fault);
                Ok(())
            }
            Err(BotNotReady::Host(void)) => Err(void),
        }
    }

    /// Closes the stdin of its process, and gives it a moment to exit.
    pub(super) async fn part(&mut self) {
        if let Some(line_dialogue) = &mut self.now {
            line_dialogue.bot_process.freeze(false);
            let exit = line_dialogue.bot_process.wait_for_exit();
            // A bot that takes longer is killed, as all are that were told nothing.
            let _ = tokio::time::timeout(LAST_MESSAGE_GRACE, exit).await;
        }
    }

    /// Where its process or its sandbox is kept for another match, if it may be.
    pub(super) fn idle(&self) -> Option<&IdleProcesses> {
        self.processes.idle()
    }

    /// Keeps its process or its sandbox for another match. Returns the process if neither is
    /// possible.
    pub(super) async fn recycle(mut self) -> Option<SandboxedProcess> {
        let mut line_dialogue = self.now.take().or_else(|| self.first.take())?;
        if self.reset.is_some() && line_dialogue.can_play_again().await {
            line_dialogue.bot_process.suspend();
            self.processes.keep_dialogue(line_dialogue);
            return None;
        }
        self.processes.keep_sandbox(line_dialogue.bot_process).await
    }

    /// Makes all of its processes end, without waiting for that.
    pub(super) fn begin_end(&self) {
        for line_dialogue in self.first.iter().chain(&self.now) {
            line_dialogue.bot_process.begin_end();
        }
        self.processes.begin_end();
    }

    /// The end of the bot's stderr since the last read.
    pub fn stderr(&self) -> String {
        self.now
            .as_ref()
            .map_or_else(|| self.stderr.clone(), |line_dialogue| line_dialogue.bot_process.stderr())
    }

    /// The process for a message: the current one, or a new one.
    async fn line_dialogue(
        &mut self,
        process: AskProcessChoice,
        message: &[u8],
    ) -> Result<LineDialogue, BotNotReady> {
        let (before, not_ready) = (self.now.take(), self.not_ready.take());
        if process == AskProcessChoice::Same {
            return before.ok_or_else(|| {
                BotNotReady::Bot(not_ready.unwrap_or_else(|| {
                    let cause = FaultCause::Crashed { how: "its process had ended before".into() };
                    let sent = FaultEvidence::excerpt(message);
                    Box::new(Fault { cause, evidence: FaultEvidence { sent, ..FaultEvidence::default() } })
                }))
            });
        }
        // The old process must be dead with all its children, and its file complete, before the
        // next process can read that file.
        drop(before);
        match self.first.take() {
            Some(first) => Ok(first),
            None => self.new_line_dialogue().await,
        }
    }

    /// Starts a process, and waits until it has come to rest.
    async fn new_line_dialogue(&mut self) -> Result<LineDialogue, BotNotReady> {
        if let Some(reset) = &self.reset
            && let Some(line_dialogue) = self.processes.idle_dialogue()
            && let Some(again) = line_dialogue.again(reset).await
        {
            return Ok(again);
        }
        let bot_process = self.processes.next().await?;
        bot_process.settled().await;
        Ok(LineDialogue::begin(bot_process))
    }

    async fn put(&mut self, mut line_dialogue: LineDialogue, ask: &SeatAsk) -> AskOutcome {
        line_dialogue.bot_process.freeze(false);
        let clock = AskClock::begin(ask.limits.time);
        line_dialogue.bot_process.queue(0, ask.unsent());
        line_dialogue.said.clear();
        let is_one_of_many = matches!(ask.reply_format, ReplyFormat::Lines(_) | ReplyFormat::Until { .. });
        if is_one_of_many && !ask.keeps_early_lines {
            line_dialogue.forget_what_was_said_before();
        }
        let limit = ask.limits.bytes;
        match &ask.reply_format {
            ReplyFormat::Lines(lines) => {
                let reached = clock.limit(line_dialogue.lines(*lines, limit)).await;
                self.judge(line_dialogue, ask, reached, &clock)
            }
            ReplyFormat::Until { end, last } => {
                let reached = clock.limit(line_dialogue.lines_until(end, *last, limit)).await;
                self.judge(line_dialogue, ask, reached, &clock)
            }
            ReplyFormat::UntilEnd => {
                let reached = clock.limit(line_dialogue.part()).await;
                self.end(line_dialogue, ask, reached, &clock)
            }
            ReplyFormat::LineAfter(word) => {
                let reached = clock.limit(line_dialogue.read_closing_line(word.as_bytes(), limit)).await;
                self.end(line_dialogue, ask, reached, &clock)
            }
        }
    }

    /// The outcome of a request that is answered by lines.
    fn judge(
        &mut self,
        mut line_dialogue: LineDialogue,
        ask: &SeatAsk,
        reached: Option<Result<Vec<u8>, FaultCause>>,
        clock: &AskClock,
    ) -> AskOutcome {
        let took = clock.took();
        self.new_stderr = line_dialogue.bot_process.new_stderr();
        let cause = match reached {
            Some(Ok(bytes)) => {
                line_dialogue.bot_process.freeze(true);
                self.now = Some(line_dialogue);
                return AskOutcome::Reply { bytes, took, cpu: None };
            }
            Some(Err(cause)) => cause,
            None => line_dialogue.bot_process.why_late(ask.limits.time),
        };
        let mut evidence = line_dialogue.evidence(ask, took);
        // Only a bot that is merely late gets another request.
        if matches!(cause, FaultCause::Late { .. }) {
            evidence.overloaded = clock.overloaded();
            line_dialogue.owed.push(&ask.reply_format);
            line_dialogue.bot_process.freeze(true);
            self.now = Some(line_dialogue);
        }
        AskOutcome::Fault(Fault { cause, evidence })
    }

    /// The outcome of a request that ends the process.
    fn end(
        &mut self,
        mut line_dialogue: LineDialogue,
        ask: &SeatAsk,
        reached: Option<Result<(), FaultCause>>,
        clock: &AskClock,
    ) -> AskOutcome {
        let took = clock.took();
        self.new_stderr = line_dialogue.bot_process.new_stderr();
        let failed = match reached {
            Some(result) => result.err(),
            None => Some(line_dialogue.bot_process.why_silent(ask.limits.time)),
        };
        let mut evidence = line_dialogue.evidence(ask, took);
        self.stderr = evidence.stderr.clone();
        let said = std::mem::take(&mut line_dialogue.said);
        // For `LineAfter`, only CPU time after the start counts. A process that is asked to end has
        // used all of its CPU time for its game.
        let start = if matches!(ask.reply_format, ReplyFormat::LineAfter(_)) {
            line_dialogue.ran
        } else {
            Duration::ZERO
        };
        let cpu = line_dialogue.bot_process.stop().saturating_sub(start);
        let Some(cause) = failed else { return AskOutcome::Reply { bytes: said, took, cpu: Some(cpu) } };
        evidence.cpu = Some(cpu);
        if matches!(cause, FaultCause::Late { .. }) {
            evidence.overloaded = clock.overloaded();
        }
        AskOutcome::Fault(Fault { cause, evidence })
    }
}

/// The clock of one request.
struct AskClock {
    begin: Instant,
    limit: Duration,
    /// The machine's total CPU pressure when the clock started.
    stalled: Option<Duration>,
}

impl AskClock {
    fn begin(limit: Duration) -> AskClock {
        AskClock { begin: Instant::now(), limit, stalled: rathaus_sandbox::cpu_pressure() }
    }

    /// Runs the work up to the deadline. Returns `None` if it takes longer.
    async fn limit<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        tokio::time::timeout_at(self.begin + self.limit, work).await.ok()
    }

    fn took(&self) -> Duration {
        self.begin.elapsed()
    }

    /// How long the machine kept processes waiting, if that was a large share of the limit: either
    /// runnable processes, or the host, which checked the clock too late. Measuring the waiting
    /// time of every thread of the bot would cost more than a request.
    fn overloaded(&self) -> Option<Duration> {
        let stalled = rathaus_sandbox::cpu_pressure().zip(self.stalled);
        let stalled = stalled.map(|(after, before)| after.saturating_sub(before)).unwrap_or_default();
        overloaded(stalled.max(self.took().saturating_sub(self.limit)), self.limit)
    }
}
