//! Limits and results of a run.

use std::process::ExitStatus;
use std::time::Duration;

use crate::excess::ExceededLimit;

/// Limits of one run. Memory, processes and files are limited by the
/// [confinement](crate::Confinement).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunLimits {
    /// Wall-clock time from the start of the program to its end. Setting up the sandbox does not
    /// count.
    pub time: Duration,
    /// What the program may write to its standard streams.
    pub output: OutputLimit,
}

/// How much a program may write. The last 16 KiB of standard error are always kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputLimit {
    /// Bytes of standard output. A program that writes more is killed. Standard error is unlimited.
    Stdout(usize),
    /// Standard output beyond a bound is dropped, not punished.
    Both {
        /// Bytes of standard output that are kept.
        kept: usize,
        /// Bytes of standard output and standard error together. A program that writes more is
        /// killed.
        written: u64,
    },
}

/// What a run returned.
#[derive(Debug)]
pub struct Output {
    /// How it ended.
    pub end: RunEnd,
    /// The beginning of standard output: up to the limit, or slightly more if it was exceeded.
    pub stdout: Vec<u8>,
    /// The last 16 KiB of standard error, without control characters.
    pub stderr: String,
    /// Wall-clock time.
    pub took: Duration,
    /// Processor time, including that of descendants.
    pub cpu: Duration,
    /// The limit of the sandbox that the program reached, if one is known.
    pub excess: Option<ExceededLimit>,
    /// Of a run that timed out: how long the program, or the host, waited for a processor.
    pub waited: Duration,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// The program ended by itself.
    Exited(ExitStatus),
    /// The program reached its time limit and was killed.
    TimedOut,
    /// The program wrote too much and was killed.
    TooMuchOutput,
}

impl Output {
    /// Whether the program ended by itself with status 0.
    pub fn succeeded(&self) -> bool {
        matches!(self.end, RunEnd::Exited(status) if status.success())
    }
}
