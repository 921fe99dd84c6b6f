//! What the host tells a keeper: what to run, and how to confine itself before.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// What a keeper is to run, and what it gives up before it does.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Order {
    /// The program and its arguments.
    pub(super) argv: Vec<OsString>,
    /// The folder to run in.
    pub(super) folder: PathBuf,
    /// All variables that there are.
    pub(super) environment: Vec<(String, OsString)>,
    /// The user, and the group of the same number, to become.
    pub(super) identity: Option<u32>,
    /// What each process may use.
    pub(super) ceilings: Ceilings,
    /// What may be read and run, with all that is below.
    pub(super) readable: Vec<PathBuf>,
    /// What may be written as well.
    pub(super) writable: Vec<PathBuf>,
    /// Whether no other processes are to be seen than those that the keeper has started, so that it can end all of them.
    pub(super) is_alone: bool,
    /// Whether it may change modes, times and owners of files. It could of all files of its user: see `keeper/calls.rs`.
    pub(super) may_change_modes: bool,
}

/// Limits of the kernel's for each process.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Ceilings {
    /// Bytes of private memory, if nothing else keeps it bounded.
    pub(super) data: Option<u64>,
    /// Processes and threads of the user.
    pub(super) processes: Option<u64>,
    /// Bytes of a file.
    pub(super) file: u64,
    /// Open files.
    pub(super) files: u64,
}

/// What the host says to have the program run: this, with the three standard streams.
pub(super) const RUN: &[u8] = b".";

/// What the keeper says when it is confined.
pub(super) const READY: &str = "ready";

/// What it says if there are too many processes already for what it takes itself.
pub(super) const CROWDED: &str = "crowded";

/// What it says when the program has been started.
pub(super) const STARTED: &str = "started";

/// The first word of what it says when it cannot be confined.
pub(super) const UNCONFINED: &str = "unconfined";

/// The first word of what it says when the program cannot be started; the number of the error follows.
pub(super) const UNSTARTED: &str = "unstarted";

/// The first word of what it says when the program has ended; then follow its wait status, and the processor time in microseconds of all
/// that it has started.
pub(super) const ENDED: &str = "ended";
