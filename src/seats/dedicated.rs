//! A seat whose bot has a process of its own, which lives on between asks.

use std::sync::Arc;
use std::time::Duration;

use rathaus_games::{Ask, AskOutcome, Fault, FaultCause, FaultEvidence, ProcessChoice, ReplyFormat};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::line_dialogue::LineDialogue;
use super::prespawned::PrespawnedProcesses;
use super::{AnsweredAsk, BotNotReady, VoidMatch, overloaded};

/// The seat of a bot with a process of its own.
#[derive(Debug)]
pub struct DedicatedSeat {
    processes: PrespawnedProcesses,
    /// What lets only so many think at the same time that nobody takes time from another, if that
    /// is wanted.
    permits: Option<Arc<Semaphore>>,
    now: Option<LineDialogue>,
    /// The end of what a process that was ended had written to standard error.
    stderr: String,
}

impl DedicatedSeat {
    /// A seat for these processes.
    pub fn new(processes: PrespawnedProcesses) -> DedicatedSeat {
        DedicatedSeat { processes, permits: None, now: None, stderr: String::new() }
    }

    /// At most as many are asked at the same time as there are permits. Who has to wait for that
    /// has the clock begin later.
    pub fn sharing(self, permits: Arc<Semaphore>) -> DedicatedSeat {
        DedicatedSeat { permits: Some(permits), ..self }
    }

    /// Asks, and waits for what becomes of it.
    pub async fn ask(&mut self, ask: Ask) -> Result<AnsweredAsk, VoidMatch> {
        let permits = self.permits.clone();
        // The semaphore is never closed.
        let _permit = match &permits {
            Some(permits) => permits.acquire().await.ok(),
            None => None,
        };
        let answer = match self.line_dialogue(&ask).await {
            Ok(line_dialogue) => self.put(line_dialogue, &ask).await,
            Err(unready) => unready.answer()?,
        };
        if ask.process == ProcessChoice::NewAndMore {
            self.processes.prepare().await;
        }
        Ok(AnsweredAsk { sent: ask.bytes, answer })
    }

    /// The end of what the bot has written to standard error since it was last looked at.
    pub fn stderr(&self) -> String {
        self.now
            .as_ref()
            .map_or_else(|| self.stderr.clone(), |line_dialogue| line_dialogue.bot_process.stderr())
    }

    /// The process for an ask: the one that there is, or a new one.
    async fn line_dialogue(&mut self, ask: &Ask) -> Result<LineDialogue, BotNotReady> {
        let before = self.now.take();
        if ask.process == ProcessChoice::Same {
            return before.ok_or_else(|| {
                let cause = FaultCause::Crashed { how: "its process had ended before".into() };
                let evidence = FaultEvidence {
                    sent: FaultEvidence::excerpt(ask.question()),
                    ..FaultEvidence::default()
                };
                BotNotReady::Bot(Box::new(Fault { cause, evidence }))
            });
        }
        // It has ended with all that it has started, and has written to its file, before the next
        // one can read that.
        drop(before);
        let bot_process = self.processes.next().await?;
        bot_process.settled().await;
        Ok(LineDialogue::begin(bot_process))
    }

    async fn put(&mut self, mut line_dialogue: LineDialogue, ask: &Ask) -> AskOutcome {
        line_dialogue.bot_process.freeze(false);
        let clock = AskClock::begin(ask.limits.time);
        line_dialogue.bot_process.queue(0, &ask.bytes);
        match ask.reply_format {
            ReplyFormat::Lines(lines) => {
                let reached = clock.limit(line_dialogue.lines(lines, ask.limits.bytes)).await;
                self.judge(line_dialogue, ask, lines, reached, &clock)
            }
            ReplyFormat::UntilEnd => {
                let reached = clock.limit(line_dialogue.part()).await;
                self.end(line_dialogue, ask, reached, &clock)
            }
            ReplyFormat::LineAfter(word) => {
                let reached = clock.limit(line_dialogue.last_words(word.as_bytes(), ask.limits.bytes)).await;
                self.end(line_dialogue, ask, reached, &clock)
            }
        }
    }

    /// What became of an ask for lines.
    fn judge(
        &mut self,
        mut line_dialogue: LineDialogue,
        ask: &Ask,
        lines: usize,
        reached: Option<Result<Vec<u8>, FaultCause>>,
        clock: &AskClock,
    ) -> AskOutcome {
        let took = clock.took();
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
        // Only who is merely late is asked again.
        if matches!(cause, FaultCause::Late { .. }) {
            evidence.overloaded = clock.overloaded();
            line_dialogue.owed += lines;
            line_dialogue.bot_process.freeze(true);
            self.now = Some(line_dialogue);
        }
        AskOutcome::Fault(Fault { cause, evidence })
    }

    /// What became of an ask with which the process ends.
    fn end(
        &mut self,
        mut line_dialogue: LineDialogue,
        ask: &Ask,
        reached: Option<Result<(), FaultCause>>,
        clock: &AskClock,
    ) -> AskOutcome {
        let took = clock.took();
        let failed = match reached {
            Some(result) => result.err(),
            None => Some(line_dialogue.bot_process.why_silent(ask.limits.time)),
        };
        let mut evidence = line_dialogue.evidence(ask, took);
        self.stderr = evidence.stderr.clone();
        let said = std::mem::take(&mut line_dialogue.said);
        // Last words are thought about after the start; who is asked to end has lived for that.
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

/// The clock of an ask.
struct AskClock {
    begin: Instant,
    limit: Duration,
    /// For how long anybody had waited for a processor when it began.
    stalled: Option<Duration>,
}

impl AskClock {
    fn begin(limit: Duration) -> AskClock {
        AskClock { begin: Instant::now(), limit, stalled: rathaus_sandbox::cpu_pressure() }
    }

    /// Nothing if it takes longer than the limit.
    async fn limit<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        tokio::time::timeout_at(self.begin + self.limit, work).await.ok()
    }

    fn took(&self) -> Duration {
        self.begin.elapsed()
    }

    /// For how long the machine has kept somebody waiting, where that was much: processes that
    /// could have run, or the host, which looked too late. What a bot with many threads has waited
    /// itself would cost more to know than a question does.
    fn overloaded(&self) -> Option<Duration> {
        let stalled = rathaus_sandbox::cpu_pressure().zip(self.stalled);
        let stalled = stalled.map(|(after, before)| after.saturating_sub(before)).unwrap_or_default();
        overloaded(stalled.max(self.took().saturating_sub(self.limit)), self.limit)
    }
}
