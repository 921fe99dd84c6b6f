//! The orders of the host to a supervisor: how to confine itself, and what to run then.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// What the host orders a supervisor to start, and with which rights. It is sent once, as JSON
/// after its length in four bytes. The files through which the supervisor enters its control group
/// are attached to the length.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SupervisorOrders {
    /// The program and its arguments.
    pub(crate) argv: Vec<OsString>,
    /// The working folder.
    pub(crate) folder: PathBuf,
    /// All environment variables of the program.
    pub(crate) environment: Vec<(String, OsString)>,
    /// The user to become, and the group with the same number.
    pub(crate) user: Option<u32>,
    /// The limits of each process.
    pub(crate) limits: ProcessLimits,
    /// Paths that the program may read and execute, with everything below them.
    pub(crate) readable: Vec<PathBuf>,
    /// Paths that the program may read, execute and write, with everything below them.
    pub(crate) writable: Vec<PathBuf>,
    /// Whether there is a process namespace. In one, the supervisor sees only its own descendants
    /// and can kill all of them.
    pub(crate) has_namespaces: bool,
    /// Whether the program may change modes, times and owners of files: of all files of the user.
    pub(crate) may_change_modes: bool,
    /// Whether the program may use sockets of the internet protocols.
    pub(crate) has_loopback: bool,
}

/// Limits that the kernel applies to each process.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct ProcessLimits {
    /// The most bytes of private memory. `None` if a control group limits memory.
    pub(crate) data: Option<u64>,
    /// The most processes and threads of the user. `None` if a control group limits them.
    pub(crate) processes: Option<u64>,
    /// The most bytes of a file.
    pub(crate) file: u64,
    /// The most open files.
    pub(crate) open_files: u64,
}

/// The most files that are attached to a message.
pub(crate) const MAX_FILES: usize = 4;

/// The message that starts the program. The three standard streams are attached to it.
pub(crate) const START: &[u8] = b".";
