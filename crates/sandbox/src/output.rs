//! Limits and results of a run.

use std::process::ExitStatus;
use std::time::Duration;

use crate::excess::ExceededResourceLimit;

/// Limits of one run. The [confinement](crate::Confinement) limits memory, processes and files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeAndOutputLimits {
    /// Wall-clock time from the start of the program to its end. Setting up the sandbox does not
    /// count.
    pub time: Duration,
    /// How much the program may write to its standard streams.
    pub output: OutputLimit,
}

/// How much a program may write. The last 16 KiB of stderr are always kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputLimit {
    /// The most bytes of stdout. A program that writes more is killed. Stderr is unlimited.
    Stdout(usize),
    /// Stdout beyond a number of bytes is dropped, and the program continues.
    Both {
        /// How many bytes of stdout to keep.
        kept: usize,
        /// The most bytes of stdout and stderr together. A program that writes more is killed.
        written: u64,
    },
}

/// The result of a run.
#[derive(Debug)]
pub struct RunOutput {
    /// How the run ended.
    pub end: RunEnd,
    /// The beginning of stdout: up to the limit, or slightly more if the program exceeded it.
    pub stdout: Vec<u8>,
    /// The last 16 KiB of stderr, without control characters.
    pub stderr: String,
    /// Wall-clock time.
    pub took: Duration,
    /// CPU time, including that of descendants.
    pub cpu: Duration,
    /// The limit of the sandbox that the program reached, if one is known.
    pub excess: Option<ExceededResourceLimit>,
    /// How long the program or the host waited for a CPU, if the run timed out.
    pub waited: Duration,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// The program exited by itself.
    Exited(ExitStatus),
    /// The program was killed at its time limit.
    TimedOut,
    /// The program was killed because it wrote too much.
    TooMuchOutput,
}

impl RunOutput {
    /// Whether the program exited by itself with status 0.
    pub fn succeeded(&self) -> bool {
        matches!(self.end, RunEnd::Exited(status) if status.success())
    }
}
