//! What a sandbox promises.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that a sandbox promises of what runs in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Promise {
    /// It connects to nothing.
    Network,
    /// It reads nothing but what it is given.
    Reading,
    /// It writes nowhere but where it may.
    Writing,
    /// It signals nobody else.
    Signals,
    /// It changes nobody else's limits.
    Limits,
    /// It gets no privileges.
    Privileges,
    /// It learns nothing of the host's variables.
    Environment,
    /// It leaves nothing running.
    Leaving,
    /// Its processes are bounded in number.
    Processes,
    /// Its files are bounded in size.
    Files,
    /// What it writes for a while is bounded.
    Scratch,
    /// Its memory is bounded.
    Memory,
}

impl Promise {
    /// All of them.
    pub const ALL: [Promise; 12] = [
        Promise::Network,
        Promise::Reading,
        Promise::Writing,
        Promise::Signals,
        Promise::Limits,
        Promise::Privileges,
        Promise::Environment,
        Promise::Leaving,
        Promise::Processes,
        Promise::Files,
        Promise::Scratch,
        Promise::Memory,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Promise::Network => "network",
            Promise::Reading => "reading",
            Promise::Writing => "writing",
            Promise::Signals => "signals",
            Promise::Limits => "limits",
            Promise::Privileges => "privileges",
            Promise::Environment => "environment",
            Promise::Leaving => "leaving",
            Promise::Processes => "processes",
            Promise::Files => "files",
            Promise::Scratch => "scratch",
            Promise::Memory => "memory",
        }
    }

    /// What is promised.
    pub fn words(self) -> &'static str {
        match self {
            Promise::Network => "connects to nothing, by no kind of socket",
            Promise::Reading => "reads no files but the system's, its tools' and its own",
            Promise::Writing => "writes nowhere but into its scratch and what the game allows",
            Promise::Signals => "signals no process but its own",
            Promise::Limits => "changes no limits, priority or processors but its own",
            Promise::Privileges => "gets no privileges: makes no namespaces, mounts nothing, traces nobody",
            Promise::Environment => "sees none of the host's variables",
            Promise::Leaving => "leaves nothing running",
            Promise::Processes => "has a bounded number of processes and threads",
            Promise::Files => "writes files of bounded size",
            Promise::Scratch => "writes a bounded amount for a while",
            Promise::Memory => "has bounded memory, all its processes together",
        }
    }

    /// Whether nothing is run that is not trusted where this does not hold. The others cost the host time or room, and no more.
    pub fn is_needed(self) -> bool {
        !matches!(self, Promise::Scratch | Promise::Memory)
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
