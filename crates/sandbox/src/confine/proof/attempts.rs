//! What the host has ready for a prober to try itself on.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::promise::Promise;

/// The argument by which this binary is made a prober.
pub(crate) const WORD: &str = "rathaus-probe";

/// What a prober is to do.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Task {
    /// Everything that does not end the prober.
    TryAll(Box<Attempts>),
    /// Write a file of so many bytes.
    WriteFile(u64),
    /// Write files of so many bytes together.
    FillScratch(u64),
    /// Have processes that use so many bytes together, for a moment.
    UseMemory(u64),
    /// Use so many bytes for a moment.
    UseAlone(u64),
    /// Leave the parent, and stay.
    Linger,
    /// Stay until the input ends, and so no longer than the host, however that ends.
    Stay,
}

/// What is tried.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Attempts {
    /// The prober's own binary, as it sees it.
    pub(super) own: PathBuf,
    /// A file that anybody could read.
    pub(super) secret: PathBuf,
    /// Files of the host's user, where no bot has anything to look for.
    pub(super) canaries: Vec<PathBuf>,
    /// A folder that anybody could write to.
    pub(super) open_folder: PathBuf,
    /// A socket that anybody could connect to.
    pub(super) socket: PathBuf,
    /// The same by an abstract name.
    pub(super) abstract_socket: String,
    /// Ports of this machine at which the host listens, for connections and for messages.
    pub(super) port: u16,
    pub(super) message_port: u16,
    /// Processes that are not the prober's.
    pub(super) strangers: Vec<i32>,
    /// How many bytes a file may have.
    pub(super) file_bytes: u64,
    /// How many processes there may be.
    pub(super) processes: u64,
}

/// What came of it: of each promise, what shows that it does not hold.
pub(super) type Findings = BTreeMap<Promise, Vec<String>>;
