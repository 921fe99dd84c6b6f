//! What a program used more of than it may.

use std::fmt;

/// Something of which there was no more for a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excess {
    /// So many bytes of memory.
    Memory(u64),
    /// So many processes and threads.
    Processes(u64),
    /// So many bytes in its folders.
    Folders(u64),
    /// So many bytes in a file.
    File(u64),
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = |bytes: &u64| *bytes as f64 / f64::from(1 << 20);
        match self {
            Excess::Memory(bytes) => write!(f, "out of memory: it may use {} MiB", mib(bytes)),
            Excess::Processes(count) => {
                write!(f, "out of processes: it may have {count} at once, threads included")
            }
            Excess::Folders(bytes) => write!(f, "out of space: its folders may hold {} MiB", mib(bytes)),
            Excess::File(bytes) => write!(f, "a file too large: it may write {} MiB", mib(bytes)),
        }
    }
}
