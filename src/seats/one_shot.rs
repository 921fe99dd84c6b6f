//! A seat whose program is started for every request.

use std::sync::Arc;

use rathaus_games::{Ask, AskOutcome, Fault, FaultCause, FaultEvidence};
use rathaus_sandbox::{Command, ForkServer, Output, OutputLimit, RunEnd, RunLimits, StartError};
use tokio::sync::Semaphore;

use super::{AnsweredAsk, BotNotReady, STDERR_SHOWN, VoidMatch, overloaded, refused};

/// The seat of a program that lives for a single ask.
#[derive(Debug)]
pub struct OneShotSeat {
    program: Command,
    /// The same program, kept ready. What it cannot do (any more) is done without it.
    warm: Option<ForkServer>,
    starts: StartCounts,
    /// What lets only so many run at the same time that nobody takes time from another.
    permits: Arc<Semaphore>,
    repeat: Option<RepeatedAsks>,
    stderr: String,
}

/// Asks that are made twice, to find programs that answer the same question in two ways.
#[derive(Debug)]
struct RepeatedAsks {
    every: u64,
    asks: u64,
    findings: RepeatFindings,
}

/// How often a program was started, and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct StartCounts {
    /// From its file.
    pub cold: u64,
    /// As a fork of a process that was kept ready.
    pub warm: u64,
}

/// What came of asking twice.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct RepeatFindings {
    /// How many asks were made twice.
    pub repeated: u64,
    /// The positions of those, from 0, to which there was another answer the second time.
    pub differing: Vec<u64>,
}

impl OneShotSeat {
    /// A seat for this program. At most as many run at the same time as there are permits.
    pub fn new(program: Command, permits: Arc<Semaphore>) -> OneShotSeat {
        let starts = StartCounts::default();
        OneShotSeat { program, warm: None, starts, permits, repeat: None, stderr: String::new() }
    }

    /// Runs the program in a way that saves most of the cost of starting it, as far as that is
    /// possible.
    pub fn kept_ready(mut self, warm: ForkServer) -> OneShotSeat {
        self.warm = Some(warm);
        self
    }

    /// Makes one ask in so many twice.
    pub fn repeating(mut self, every: u64) -> OneShotSeat {
        self.repeat = Some(RepeatedAsks { every, asks: 0, findings: RepeatFindings::default() });
        self
    }

    /// How often the program was started so far.
    pub fn starts(&self) -> StartCounts {
        self.starts
    }

    /// What came of asking twice, if that was done.
    pub fn findings(&self) -> Option<&RepeatFindings> {
        self.repeat.as_ref().map(|repeat| &repeat.findings)
    }

    /// Asks, and waits for what becomes of it.
    pub async fn ask(&mut self, ask: Ask) -> Result<AnsweredAsk, VoidMatch> {
        let answer = self.answer(&ask, true).await?;
        if self.repeat.as_mut().is_some_and(RepeatedAsks::is_due) {
            let stderr = self.stderr.clone();
            // From its file, so that a difference between the two ways to start it would show as
            // well.
            let again = self.answer(&ask, false).await?;
            self.stderr = stderr;
            if let Some(repeat) = &mut self.repeat {
                repeat.compare(&answer, &again);
            }
        }
        Ok(AnsweredAsk { sent: ask.bytes, answer })
    }

    /// The end of what the program has written to standard error for the last ask.
    pub fn stderr(&self) -> String {
        self.stderr.clone()
    }

    async fn answer(&mut self, ask: &Ask, warm: bool) -> Result<AskOutcome, VoidMatch> {
        // The clock begins when the program may run: to wait for others is not its fault. The
        // semaphore is never closed.
        let permits = Arc::clone(&self.permits);
        let _permit = permits.acquire().await;
        let output = OutputLimit::Stdout(ask.limits.bytes);
        let limits = RunLimits { time: ask.limits.time, output };
        match self.run(&ask.bytes, limits, warm).await {
            Ok(ran) => Ok(self.judge(ask, ran)),
            Err(error) => BotNotReady::starting(&error).answer(),
        }
    }

    async fn run(&mut self, input: &[u8], limits: RunLimits, warm: bool) -> Result<Output, StartError> {
        if let Some(kept) = self.warm.as_mut().filter(|_| warm) {
            match kept.run(input, limits).await {
                Ok(ran) => {
                    self.starts.warm += 1;
                    return Ok(ran);
                }
                Err(why) => {
                    tracing::info!(program = ?self.program.argv, %why, "started from its file for each request from now on");
                    self.warm = None;
                }
            }
        }
        self.starts.cold += 1;
        self.program.run(input, limits).await
    }

    fn judge(&mut self, ask: &Ask, ran: Output) -> AskOutcome {
        let folder = format!("{}/", self.program.folder.display());
        let stderr = ran.stderr.replace(&folder, "");
        self.stderr = stderr.chars().skip(stderr.chars().count().saturating_sub(STDERR_SHOWN)).collect();
        let cause = match ran.end {
            RunEnd::Exited(status) if status.success() => {
                return AskOutcome::Reply { bytes: ran.stdout, took: ran.took, cpu: Some(ran.cpu) };
            }
            RunEnd::Exited(status) => FaultCause::Crashed { how: rathaus_sandbox::describe_status(status) },
            RunEnd::TimedOut => FaultCause::Late { limit: ask.limits.time },
            RunEnd::TooMuchOutput => FaultCause::Flooded { limit: ask.limits.bytes },
        };
        let evidence = FaultEvidence {
            sent: FaultEvidence::excerpt(ask.question()),
            said: FaultEvidence::excerpt(&ran.stdout),
            took: ran.took,
            cpu: Some(ran.cpu),
            overloaded: overloaded(ran.waited, ask.limits.time),
            sandbox: refused::said(self.program.confinement.is_some(), ran.excess, &self.stderr),
            stderr: self.stderr.clone(),
        };
        AskOutcome::Fault(Fault { cause, evidence })
    }
}

impl RepeatedAsks {
    fn is_due(&mut self) -> bool {
        self.asks += 1;
        (self.asks - 1).is_multiple_of(self.every)
    }

    fn compare(&mut self, first: &AskOutcome, second: &AskOutcome) {
        let same = match (first, second) {
            (AskOutcome::Reply { bytes: first, .. }, AskOutcome::Reply { bytes: second, .. }) => {
                first == second
            }
            (AskOutcome::Fault(first), AskOutcome::Fault(second)) => first.cause == second.cause,
            _ => false,
        };
        self.findings.repeated += 1;
        if !same {
            self.findings.differing.push(self.asks - 1);
        }
    }
}
