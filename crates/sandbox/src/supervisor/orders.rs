//! What the host tells a supervisor: how to confine itself, and what to run then.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Sent once, as JSON after its length in four bytes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SupervisorOrders {
    /// The program and its arguments.
    pub(crate) argv: Vec<OsString>,
    /// The working folder.
    pub(crate) folder: PathBuf,
    /// All variables of the program.
    pub(crate) environment: Vec<(String, OsString)>,
    /// The number of the user and the group to become.
    pub(crate) user: Option<u32>,
    /// Limits of each process.
    pub(crate) limits: ProcessLimits,
    /// What may be read and run, with everything below it.
    pub(crate) readable: Vec<PathBuf>,
    /// What may be read, run and written.
    pub(crate) writable: Vec<PathBuf>,
    /// Whether there is a process namespace. If so, the supervisor sees only its own descendants
    /// and can kill all of them.
    pub(crate) has_namespaces: bool,
    /// Whether modes, times and owners of files may be changed: of all files of the user.
    pub(crate) may_change_modes: bool,
}

/// Limits that the kernel applies to each process.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct ProcessLimits {
    /// Bytes of private memory. `None` if a control group limits memory.
    pub(crate) data: Option<u64>,
    /// Processes and threads of the user. `None` if a control group limits them.
    pub(crate) processes: Option<u64>,
    /// Bytes of a file.
    pub(crate) file: u64,
    /// Open files.
    pub(crate) open_files: u64,
}

/// The message to start the program, with the three standard streams attached.
pub(crate) const START: &[u8] = b".";
