//! What a sandbox promises.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Something that a program in a sandbox cannot do, or a limit that it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Promise {
    /// It connects to nothing.
    Network,
    /// It reads only what it is given.
    Reading,
    /// It writes only where it may.
    Writing,
    /// It signals no other process.
    Signals,
    /// It does not change the limits of other processes.
    Limits,
    /// It gets no privileges.
    Privileges,
    /// It does not see the variables of the host.
    Environment,
    /// It leaves nothing running.
    Leaving,
    /// The number of its processes is limited.
    Processes,
    /// The size of its files is limited.
    Files,
    /// The size of its scratch folders is limited.
    Scratch,
    /// Its memory is limited.
    Memory,
}

impl Promise {
    /// All promises.
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

    /// Its name in lower case.
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

    /// The promise as the end of a sentence that begins with "a program in it".
    pub fn words(self) -> &'static str {
        match self {
            Promise::Network => "connects to nothing, by no kind of socket",
            Promise::Reading => "reads no files but those of the system, its tools and its own",
            Promise::Writing => "writes nowhere but into its scratch folder and what it was given",
            Promise::Signals => "signals no process but its own",
            Promise::Limits => "changes no limits, priority or processors but its own",
            Promise::Privileges => "gets no privileges: makes no namespaces, mounts nothing, traces nobody",
            Promise::Environment => "sees none of the host's variables",
            Promise::Leaving => "leaves nothing running",
            Promise::Processes => "has a bounded number of processes and threads",
            Promise::Files => "writes files of bounded size",
            Promise::Scratch => "writes a bounded amount of temporary files",
            Promise::Memory => "has bounded memory, all its processes together",
        }
    }

    /// Whether a sandbox that breaks it must not be used. The others protect only the time and
    /// space of the host.
    pub fn is_required(self) -> bool {
        !matches!(self, Promise::Scratch | Promise::Memory)
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
