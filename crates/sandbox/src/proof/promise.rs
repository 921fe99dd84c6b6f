//! What a sandbox promises.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Something that a program in a sandbox cannot do, or a limit that it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SandboxPromise {
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

impl SandboxPromise {
    /// All promises.
    pub const ALL: [SandboxPromise; 12] = [
        SandboxPromise::Network,
        SandboxPromise::Reading,
        SandboxPromise::Writing,
        SandboxPromise::Signals,
        SandboxPromise::Limits,
        SandboxPromise::Privileges,
        SandboxPromise::Environment,
        SandboxPromise::Leaving,
        SandboxPromise::Processes,
        SandboxPromise::Files,
        SandboxPromise::Scratch,
        SandboxPromise::Memory,
    ];

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            SandboxPromise::Network => "network",
            SandboxPromise::Reading => "reading",
            SandboxPromise::Writing => "writing",
            SandboxPromise::Signals => "signals",
            SandboxPromise::Limits => "limits",
            SandboxPromise::Privileges => "privileges",
            SandboxPromise::Environment => "environment",
            SandboxPromise::Leaving => "leaving",
            SandboxPromise::Processes => "processes",
            SandboxPromise::Files => "files",
            SandboxPromise::Scratch => "scratch",
            SandboxPromise::Memory => "memory",
        }
    }

    /// The promise as the end of a sentence that begins with "a program in it".
    pub fn words(self) -> &'static str {
        match self {
            SandboxPromise::Network => "connects to nothing, by no kind of socket",
            SandboxPromise::Reading => "reads no files but those of the system, its tools and its own",
            SandboxPromise::Writing => "writes nowhere but into its scratch folder and what it was given",
            SandboxPromise::Signals => "signals no process but its own",
            SandboxPromise::Limits => "changes no limits, priority or processors but its own",
            SandboxPromise::Privileges => {
                "gets no privileges: makes no namespaces, mounts nothing, traces nobody"
            }
            SandboxPromise::Environment => "sees none of the host's variables",
            SandboxPromise::Leaving => "leaves nothing running",
            SandboxPromise::Processes => "has a bounded number of processes and threads",
            SandboxPromise::Files => "writes files of bounded size",
            SandboxPromise::Scratch => "writes a bounded amount of temporary files",
            SandboxPromise::Memory => "has bounded memory, all its processes together",
        }
    }

    /// Whether a sandbox that breaks this promise must not be used. The others protect only the
    /// time and space of the host.
    pub fn is_required(self) -> bool {
        !matches!(self, SandboxPromise::Scratch | SandboxPromise::Memory)
    }
}

impl fmt::Display for SandboxPromise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
