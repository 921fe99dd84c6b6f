//! Evidence that a program reached one of its limits.

use std::fmt;

/// The limit that a program reached. Displays as a sentence for users.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExceededResourceLimit {
    /// The limit of memory, in bytes.
    Memory(u64),
    /// The limit of processes and threads.
    Processes(u64),
    /// The limit of all files in the writable folders together, in bytes.
    Folders(u64),
    /// The limit of the size of one file, in bytes.
    File(u64),
}

impl fmt::Display for ExceededResourceLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = |bytes: &u64| *bytes as f64 / f64::from(1 << 20);
        match self {
            ExceededResourceLimit::Memory(bytes) => write!(f, "out of memory: it may use {} MiB", mib(bytes)),
            ExceededResourceLimit::Processes(count) => {
                write!(f, "out of processes: it may have {count} at once, threads included")
            }
            ExceededResourceLimit::Folders(bytes) => {
                write!(f, "out of space: its folders may hold {} MiB", mib(bytes))
            }
            ExceededResourceLimit::File(bytes) => {
                write!(f, "a file too large: it may write {} MiB", mib(bytes))
            }
        }
    }
}
