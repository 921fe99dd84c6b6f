//! A seat whose bot has a process of its own, which lives on between asks.

use std::sync::Arc;
use std::time::Duration;

use rathaus_games::{Answer, Ask, Cause, Evidence, Fault, Life, Shape};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::prespawned::PrespawnedProcesses;
use super::talk::Talk;
use super::{Answered, Unready, Void, overloaded};

/// The seat of a bot with a process of its own.
#[derive(Debug)]
pub struct DedicatedSeat {
    processes: PrespawnedProcesses,
    /// What lets only so many think at the same time that nobody takes time from another, if that
    /// is wanted.
    permits: Option<Arc<Semaphore>>,
    now: Option<Talk>,
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
    pub async fn ask(&mut self, ask: Ask) -> Result<Answered, Void> {
        let permits = self.permits.clone();
        // The semaphore is never closed.
        let _permit = match &permits {
            Some(permits) => permits.acquire().await.ok(),
            None => None,
        };
        let answer = match self.talk(&ask).await {
            Ok(talk) => self.put(talk, &ask).await,
            Err(unready) => unready.answer()?,
        };
        if ask.life == Life::NewAndMore {
            self.processes.prepare().await;
        }
        Ok(Answered { sent: ask.bytes, answer })
    }

    /// The end of what the bot has written to standard error since it was last looked at.
    pub fn stderr(&self) -> String {
        self.now.as_ref().map_or_else(|| self.stderr.clone(), |talk| talk.live.stderr())
    }

    /// The process for an ask: the one that there is, or a new one.
    async fn talk(&mut self, ask: &Ask) -> Result<Talk, Unready> {
        let before = self.now.take();
        if ask.life == Life::Same {
            return before.ok_or_else(|| {
                let cause = Cause::Crashed { how: "its process had ended before".into() };
                let evidence = Evidence { sent: Evidence::excerpt(ask.question()), ..Evidence::default() };
                Unready::Bot(Box::new(Fault { cause, evidence }))
            });
        }
        // It has ended with all that it has started, and has written to its file, before the next
        // one can read that.
        drop(before);
        let live = self.processes.next().await?;
        live.settled().await;
        Ok(Talk::begin(live))
    }

    async fn put(&mut self, mut talk: Talk, ask: &Ask) -> Answer {
        talk.live.freeze(false);
        let clock = Clock::begin(ask.budget.time);
        talk.live.queue(0, &ask.bytes);
        match ask.shape {
            Shape::Lines(lines) => {
                let reached = clock.limit(talk.lines(lines, ask.budget.bytes)).await;
                self.judge(talk, ask, lines, reached, &clock)
            }
            Shape::UntilEnd => {
                let reached = clock.limit(talk.part()).await;
                self.end(talk, ask, reached, &clock)
            }
            Shape::LineAfter(word) => {
                let reached = clock.limit(talk.last_words(word.as_bytes(), ask.budget.bytes)).await;
                self.end(talk, ask, reached, &clock)
            }
        }
    }

    /// What became of an ask for lines.
    fn judge(
        &mut self,
        mut talk: Talk,
        ask: &Ask,
        lines: usize,
        reached: Option<Result<Vec<u8>, Cause>>,
        clock: &Clock,
    ) -> Answer {
        let took = clock.took();
        let cause = match reached {
            Some(Ok(bytes)) => {
                talk.live.freeze(true);
                self.now = Some(talk);
                return Answer::Reply { bytes, took, cpu: None };
            }
            Some(Err(cause)) => cause,
            None => talk.live.why_late(ask.budget.time),
        };
        let mut evidence = talk.evidence(ask, took);
        // Only who is merely late is asked again.
        if matches!(cause, Cause::Late { .. }) {
            evidence.overloaded = clock.overloaded();
            talk.owed += lines;
            talk.live.freeze(true);
            self.now = Some(talk);
        }
        Answer::Fault(Fault { cause, evidence })
    }

    /// What became of an ask with which the process ends.
    fn end(
        &mut self,
        mut talk: Talk,
        ask: &Ask,
        reached: Option<Result<(), Cause>>,
        clock: &Clock,
    ) -> Answer {
        let took = clock.took();
        let failed = match reached {
            Some(result) => result.err(),
            None => Some(talk.live.why_silent(ask.budget.time)),
        };
        let mut evidence = talk.evidence(ask, took);
        self.stderr = evidence.stderr.clone();
        let said = std::mem::take(&mut talk.said);
        // Last words are thought about after the start; who is asked to end has lived for that.
        let start = if matches!(ask.shape, Shape::LineAfter(_)) { talk.ran } else { Duration::ZERO };
        let cpu = talk.live.stop().saturating_sub(start);
        let Some(cause) = failed else { return Answer::Reply { bytes: said, took, cpu: Some(cpu) } };
        evidence.cpu = Some(cpu);
        if matches!(cause, Cause::Late { .. }) {
            evidence.overloaded = clock.overloaded();
        }
        Answer::Fault(Fault { cause, evidence })
    }
}

/// The clock of an ask.
struct Clock {
    begin: Instant,
    limit: Duration,
    /// For how long anybody had waited for a processor when it began.
    stalled: Option<Duration>,
}

impl Clock {
    fn begin(limit: Duration) -> Clock {
        Clock { begin: Instant::now(), limit, stalled: rathaus_sandbox::cpu_pressure() }
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
