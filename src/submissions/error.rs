//! Errors of submissions before they play.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::untrusted::harmless;
use crate::untrusted::{UnreadableFile, printable};

/// The kind of a problem. The command line has an exit code for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SubmissionErrorKind {
    /// A file that is missing, unreadable, or invalid.
    Input,
    /// A compiler or interpreter that is not installed.
    ToolMissing,
    Build,
    /// A failure of the host, for example of its cache.
    Host,
}

/// A problem with a submission, and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct SubmissionError {
    pub kind: SubmissionErrorKind,
    /// The file or folder with the problem.
    pub path: PathBuf,
    pub problem: String,
    pub help: Option<String>,
}

impl SubmissionError {
    /// A problem with the user's input.
    pub fn input(path: &Path, problem: impl Into<String>) -> Self {
        Self::of(SubmissionErrorKind::Input, path, problem)
    }

    pub fn of(kind: SubmissionErrorKind, path: &Path, problem: impl Into<String>) -> Self {
        SubmissionError { kind, path: path.into(), problem: problem.into(), help: None }
    }

    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl From<UnreadableFile> for SubmissionError {
    fn from(UnreadableFile { path, why }: UnreadableFile) -> SubmissionError {
        let error = SubmissionError::input(&path, why.to_string());
        match why.help() {
            Some(help) => error.with_help(help),
            None => error,
        }
    }
}

impl fmt::Display for SubmissionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", harmless(&self.path.display().to_string()), printable(self.problem.trim_end()))?;
        match &self.help {
            Some(help) => write!(f, "\n  help: {}", printable(help)),
            None => Ok(()),
        }
    }
}
