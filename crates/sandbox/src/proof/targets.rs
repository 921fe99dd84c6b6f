//! What the host prepares for a prober to attack.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::promise::SandboxPromise;

/// The argument that makes the binary a prober.
pub(super) const ARGUMENT: &str = "rathaus-probe";

/// What a prober does.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum ProbeTask {
    /// Tries everything that does not end the prober, and prints the findings.
    TryAll(Box<ProbeTargets>),
    /// Writes a file of this many bytes.
    WriteFile(u64),
    /// Writes files of this many bytes together.
    FillScratch(u64),
    /// Has several processes use this many bytes of memory together, for a moment.
    UseMemory(u64),
    /// Uses this many bytes of memory, for a moment.
    UseMemoryAlone(u64),
    /// Leaves the session and stays.
    Linger,
    /// Stays until the input ends, and so no longer than the host.
    Stay,
}

/// What a prober tries to reach, and the limits that it tries to exceed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct ProbeTargets {
    /// The prober's own binary, as it sees it.
    pub(super) binary: PathBuf,
    /// A file that anybody could read.
    pub(super) secret: PathBuf,
    /// Files of the host's user.
    pub(super) host_files: Vec<PathBuf>,
    /// A folder that anybody could write to.
    pub(super) open_folder: PathBuf,
    /// A socket that anybody could connect to.
    pub(super) socket: PathBuf,
    /// The same with an abstract name.
    pub(super) abstract_socket: String,
    /// TCP and UDP ports of this machine at which the host listens.
    pub(super) tcp_port: u16,
    pub(super) udp_port: u16,
    /// Processes outside of the prober's sandbox.
    pub(super) strangers: Vec<i32>,
    /// The largest file, in bytes.
    pub(super) file_bytes: u64,
    /// The largest number of processes.
    pub(super) processes: u64,
}

/// What shows that a promise is broken: sentences that begin with "a test".
pub(super) type ProbeFindings = BTreeMap<SandboxPromise, Vec<String>>;
