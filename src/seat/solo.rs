//! A seat whose bot has a process of its own, which lives on between asks.

use std::time::Duration;

use tokio::time::Instant;

use super::Answered;
use super::live::{Live, Read};
use super::session::Start;
use crate::game::{Answer, Ask, Cause, Evidence, Fault, Shape};
use crate::process::{self, Program};

/// How long a bot may take to come to rest after its start before its first clock begins nonetheless.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often one reads at the most to be rid of what was said before an ask. A bot that says more floods, or is answered by what it
/// says itself.
const READS_BEFORE_ASK: usize = 16;

/// A bot that was late is not to be blamed alone if somebody had to wait for a processor for this share of its time.
const OVERLOADED: f64 = 0.1;

/// The seat of a bot with a process of its own.
#[derive(Debug)]
pub struct Solo {
    start: Start,
    now: Option<Talk>,
    /// Started before it is needed.
    next: Option<Live>,
}

/// A process, and how far the talk with it has come.
#[derive(Debug)]
struct Talk {
    live: Live,
    /// How many lines it still owes to asks whose time is over. Each ask is answered by lines of its own, in their order, so
    /// that what comes late is never taken for the answer to a later one.
    owed: usize,
}

impl Solo {
    /// A seat for this program.
    pub fn new(program: Program) -> Solo {
        let start = Start { program, greeting: None, patience: Duration::ZERO };
        Solo { start, now: None, next: None }
    }

    /// Asks, and waits for what becomes of it.
    pub async fn ask(&mut self, ask: Ask) -> Answered {
        let answer = match self.talk(&ask).await {
            Ok(talk) => self.put(talk, &ask).await,
            Err(fault) => Answer::Fault(*fault),
        };
        Answered { sent: ask.bytes, answer }
    }

    /// The end of what the bot has written to standard error since it was last looked at.
    pub fn stderr(&self) -> String {
        self.now.as_ref().map(|talk| talk.live.stderr()).unwrap_or_default()
    }

    /// The process for an ask: the one that there is, or a new one.
    async fn talk(&mut self, ask: &Ask) -> Result<Talk, Box<Fault>> {
        if !ask.fresh {
            let gone = || Cause::Crashed { how: "its process had ended before".into() };
            return self.now.take().ok_or_else(|| {
                let evidence = Evidence { sent: Evidence::excerpt(&ask.bytes), ..Evidence::default() };
                Box::new(Fault { cause: gone(), evidence })
            });
        }
        // Whatever is left of the one before ends before the new one starts.
        self.now = None;
        let live = match self.next.take() {
            Some(live) => live,
            None => Live::start(&self.start).await?.0,
        };
        live.settled(PATIENCE).await;
        Ok(Talk { live, owed: 0 })
    }

    async fn put(&mut self, mut talk: Talk, ask: &Ask) -> Answer {
        let (begin, stalled) = (Instant::now(), process::stalled());
        let deadline = begin + ask.budget.time;
        talk.live.queue(0, &ask.bytes);
        match ask.shape {
            Shape::Lines(lines) => {
                let reached = tokio::time::timeout_at(deadline, talk.lines(lines, ask.budget.bytes)).await;
                self.judge(talk, ask, lines, reached.ok(), begin, stalled)
            }
            Shape::UntilEnd => {
                let how = tokio::time::timeout_at(deadline, talk.live.see_off()).await.ok();
                self.part(talk, ask, how, begin, stalled).await
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
        begin: Instant,
        stalled: Option<Duration>,
    ) -> Answer {
        let took = begin.elapsed();
        let cause = match reached {
            Some(Ok(bytes)) => {
                self.now = Some(talk);
                return Answer::Reply { bytes, took, cpu: None };
            }
            Some(Err(cause)) => cause,
            None => talk.live.why_late(ask.budget.time),
        };
        let mut evidence = talk.evidence(ask, took);
        // Only who is merely late is asked again.
        if matches!(cause, Cause::Late { .. }) {
            evidence.overloaded = overloaded(stalled, ask.budget.time, took);
            talk.owed += lines;
            self.now = Some(talk);
        }
        Answer::Fault(Fault { cause, evidence })
    }

    /// What became of an ask to end, after which the bot is started again for what may come.
    async fn part(
        &mut self,
        talk: Talk,
        ask: &Ask,
        how: Option<String>,
        begin: Instant,
        stalled: Option<Duration>,
    ) -> Answer {
        let took = begin.elapsed();
        let mut evidence = talk.evidence(ask, took);
        let cpu = talk.live.stop();
        evidence.cpu = Some(cpu);
        // A failure to start shows when the process is asked.
        self.next = Live::start(&self.start).await.ok().map(|(live, _)| live);
        let cause = match how.as_deref() {
            Some("exit status 0") => return Answer::Reply { bytes: Vec::new(), took, cpu: Some(cpu) },
            Some(how) => Cause::Crashed { how: how.into() },
            None => {
                evidence.overloaded = overloaded(stalled, ask.budget.time, took);
                Cause::Late { limit: ask.budget.time }
            }
        };
        Answer::Fault(Fault { cause, evidence })
    }
}

impl Talk {
    /// Writes what there is to be written and reads until there are so many lines, after those that are owed.
    async fn lines(&mut self, count: usize, limit: usize) -> Result<Vec<u8>, Cause> {
        self.forget_what_was_said_before();
        loop {
            self.live.write();
            while self.owed > 0 && self.live.incoming.take_lines(1).is_some() {
                self.owed -= 1;
            }
            if self.owed == 0
                && let Some(lines) = self.live.incoming.take_lines(count)
            {
                return if lines.len() > limit { Err(Cause::Flooded { limit }) } else { Ok(lines.to_vec()) };
            }
            if self.live.incoming.unused().len() > limit {
                return Err(Cause::Flooded { limit });
            }
            match self.live.read() {
                Read::Some => {}
                Read::Nothing => self.live.ready().await,
                Read::End => return Err(self.live.why_closed().await.cause()),
            }
        }
    }

    /// Whole lines that are there before the question has gone out answer none, unless they are owed.
    fn forget_what_was_said_before(&mut self) {
        for _ in 0..READS_BEFORE_ASK {
            if self.live.read() != Read::Some {
                break;
            }
            while self.live.incoming.take_lines(1).is_some() {
                self.owed = self.owed.saturating_sub(1);
            }
        }
    }

    fn evidence(&self, ask: &Ask, took: Duration) -> Evidence {
        let said = Evidence::excerpt(self.live.incoming.unused());
        self.live.evidence(&ask.bytes, said, took)
    }
}

/// For how long the machine has kept somebody waiting, where that was much: processes that could have run, or the host, which
/// looked too late.
fn overloaded(before: Option<Duration>, limit: Duration, took: Duration) -> Option<Duration> {
    let stalled = process::stalled().zip(before).map(|(after, before)| after.saturating_sub(before));
    let waited = stalled.unwrap_or_default().max(took.saturating_sub(limit));
    Some(waited).filter(|waited| *waited >= limit.mul_f64(OVERLOADED))
}
