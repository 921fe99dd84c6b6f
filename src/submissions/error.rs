//! What can be wrong with a submission before it plays.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::untrusted::harmless;
use crate::untrusted::{UnreadableFile, printable};

/// What kind of problem it is; the command line has an exit code for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SubmissionErrorKind {
    /// A file that is missing, unreadable, or does not say what it should.
    Input,
    /// A compiler or interpreter that is not installed.
    ToolMissing,
    Build,
    /// The host's own trouble, with its cache for instance.
    Host,
}

/// One problem with one submission, and what can be done about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct SubmissionError {
    /// What kind of problem it is.
    pub kind: SubmissionErrorKind,
    /// The file or folder that it is about.
    pub path: PathBuf,
    pub problem: String,
    pub help: Option<String>,
}

impl SubmissionError {
    /// A problem with what the user gave.
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
