//! Errors in ledgers.

use std::fmt;
use std::path::PathBuf;

/// A problem in a ledger, and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LedgerProblem {
    /// The line, counted from 1. `None` if the problem concerns the whole file.
    pub line: Option<usize>,
    /// What is wrong, and what was expected.
    pub problem: String,
    pub help: String,
}

/// All problems of a ledger.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct LedgerErrors {
    pub path: PathBuf,
    /// The problems, sorted by line.
    pub problems: Vec<LedgerProblem>,
}

impl fmt::Display for LedgerErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, LedgerProblem { line, problem, help }) in self.problems.iter().enumerate() {
            let next = if index > 0 { "\nerror: " } else { "" };
            let line = line.map(|line| format!(":{line}")).unwrap_or_default();
            write!(f, "{next}{}{line}: {}\n  help: {help}", self.path.display(), problem.trim_end())?;
        }
        Ok(())
    }
}
