//! The tasks and targets that the host gives to a prober.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::promise::SandboxPromise;

/// The argument that makes the binary a prober.
pub(super) const ARGUMENT: &str = "rathaus-probe";

/// The task of a prober.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum ProberTask {
    /// Tries everything that does not end the prober, and prints the findings.
    TryAll(Box<ProbeTargets>),
    /// Writes a file of this many bytes.
    WriteFile(u64),
    /// Writes several files of this many bytes in total.
    FillScratch(u64),
    /// Makes several processes use this many bytes of memory together, for a moment.
    UseMemory(u64),
    /// Uses this many bytes of memory, for a moment.
    UseMemoryAlone(u64),
    /// Leaves the session and keeps running.
    Linger,
    /// Runs until its stdin ends, so it never outlives the host.
    Stay,
}

/// What a prober tries to reach, and the limits that it tries to exceed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct ProbeTargets {
    /// The path of the prober's own binary, as the prober sees it.
    pub(super) binary: PathBuf,
    /// A file that everyone may read.
    pub(super) secret: PathBuf,
    /// Files of the host's user.
    pub(super) host_files: Vec<PathBuf>,
    /// A folder that everyone may write to.
    pub(super) open_folder: PathBuf,
    /// A socket that everyone may connect to.
    pub(super) socket: PathBuf,
    /// The name of an abstract socket that everyone may connect to.
    pub(super) abstract_socket: String,
    /// TCP and UDP ports of this machine on which the host listens.
    pub(super) tcp_port: u16,
    pub(super) udp_port: u16,
    /// Processes outside of the prober's sandbox.
    pub(super) strangers: Vec<i32>,
    /// The limit of the size of one file, in bytes.
    pub(super) file_bytes: u64,
    /// The limit of processes and threads.
    pub(super) processes: u64,
}

/// The evidence that promises are broken: for each, predicates of a sentence that begins
/// with "a test".
pub(super) type EvidenceByBrokenPromise = BTreeMap<SandboxPromise, Vec<String>>;
