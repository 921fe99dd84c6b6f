//! A seat that starts its program for every request.

use std::sync::Arc;

use rathaus_games::{AskOutcome, Fault, FaultCause, FaultEvidence, SeatAsk};
use rathaus_sandbox::{
    OutputLimit, PreloadedForkServer, ProgramCommand, RunEnd, RunOutput, StartError, TimeAndOutputLimits,
};
use tokio::sync::Semaphore;

use super::{AnsweredAsk, BotNotReady, STDERR_SHOWN, VoidMatch, overloaded, refused};

/// A seat with one process per request.
#[derive(Debug)]
pub struct OneShotSeat {
    program: ProgramCommand,
    /// A fork server of the same program. If it fails, the seat starts the program from its file
    /// from then on.
    warm: Option<PreloadedForkServer>,
    starts: ColdWarmStartCounts,
    /// Limits how many programs run at the same time, so that they do not compete for CPUs.
    permits: Arc<Semaphore>,
    repeat: Option<RepeatedAsks>,
    stderr: String,
}

/// Requests that are sent twice, to find programs that answer the same request differently.
#[derive(Debug)]
struct RepeatedAsks {
    every: u64,
    asks: u64,
    findings: RepeatFindings,
}

/// How many times a program was started, by kind of start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct ColdWarmStartCounts {
    /// Starts from the program's file.
    pub cold: u64,
    /// Forks of a warm process.
    pub warm: u64,
}

/// The outcome of sending requests twice.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct RepeatFindings {
    /// How many requests were sent twice.
    pub repeated: u64,
    /// The positions, from 0, of the requests whose second reply differed.
    pub differing: Vec<u64>,
}

impl OneShotSeat {
    /// At most as many programs run at the same time as there are permits.
    pub fn new(program: ProgramCommand, permits: Arc<Semaphore>) -> OneShotSeat {
        let starts = ColdWarmStartCounts::default();
        OneShotSeat { program, warm: None, starts, permits, repeat: None, stderr: String::new() }
    }

    /// Forks the program from a warm process where possible, which saves most of the start time.
    pub fn kept_ready(mut self, warm: PreloadedForkServer) -> OneShotSeat {
        self.warm = Some(warm);
        self
    }

    /// Sends every `every`-th request twice, beginning with the first.
    pub fn repeating(mut self, every: u64) -> OneShotSeat {
        self.repeat = Some(RepeatedAsks { every, asks: 0, findings: RepeatFindings::default() });
        self
    }

    /// How many times the program was started so far.
    pub fn starts(&self) -> ColdWarmStartCounts {
        self.starts
    }

    /// The outcome of sending requests twice, if the seat does that.
    pub fn findings(&self) -> Option<&RepeatFindings> {
        self.repeat.as_ref().map(|repeat| &repeat.findings)
    }

    /// Sends a request and waits for its outcome.
    pub async fn ask(&mut self, ask: SeatAsk) -> Result<AnsweredAsk, VoidMatch> {
        let answer = self.answer(&ask, true).await?;
        if self.repeat.as_mut().is_some_and(RepeatedAsks::is_due) {
            let stderr = self.stderr.clone();
            // A cold start, so that a difference between the two kinds of start shows as well.
            let again = self.answer(&ask, false).await?;
            self.stderr = stderr;
            if let Some(repeat) = &mut self.repeat {
                repeat.compare(&answer, &again);
            }
        }
        Ok(AnsweredAsk { sent: ask.bytes, answer, stderr: self.stderr.clone() })
    }

    /// The end of the program's stderr for the last request.
    pub fn stderr(&self) -> String {
        self.stderr.clone()
    }

    async fn answer(&mut self, ask: &SeatAsk, warm: bool) -> Result<AskOutcome, VoidMatch> {
        // The clock starts when the program may run: waiting for others is not its fault. The
        // semaphore is never closed.
        let permits = Arc::clone(&self.permits);
        let _permit = permits.acquire().await;
        let output = OutputLimit::Stdout(ask.limits.bytes);
        let limits = TimeAndOutputLimits { time: ask.limits.time, output };
        match self.run(&ask.bytes, limits, warm).await {
            Ok(ran) => Ok(self.judge(ask, ran)),
            Err(error) => BotNotReady::starting(&error).answer(),
        }
    }

    async fn run(
        &mut self,
        input: &[u8],
        limits: TimeAndOutputLimits,
        warm: bool,
    ) -> Result<RunOutput, StartError> {
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

    fn judge(&mut self, ask: &SeatAsk, ran: RunOutput) -> AskOutcome {
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
