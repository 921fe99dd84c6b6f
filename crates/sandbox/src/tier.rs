//! The kinds of sandbox.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A kind of sandbox. Each one adds to the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum SandboxTier {
    /// Each process gives up its own rights: Landlock restricts files, seccomp restricts system
    /// calls, and the kernel limits each process.
    Launcher,
    /// In addition, bubblewrap puts the program in namespaces for processes, network and files.
    Namespaces,
    /// In addition, a control group limits all processes of a program together.
    Full,
}

impl SandboxTier {
    /// All tiers, from the strongest to the weakest.
    pub const ALL: [SandboxTier; 3] = [SandboxTier::Full, SandboxTier::Namespaces, SandboxTier::Launcher];

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            SandboxTier::Launcher => "launcher",
            SandboxTier::Namespaces => "namespaces",
            SandboxTier::Full => "full",
        }
    }
}

impl fmt::Display for SandboxTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SandboxTier {
    type Err = String;

    fn from_str(name: &str) -> Result<SandboxTier, String> {
        let found = SandboxTier::ALL.into_iter().find(|tier| tier.name() == name);
        found.ok_or_else(|| "expected full, namespaces or launcher".into())
    }
}

/// Why this machine does not offer a sandbox.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}\n  help: {help}")]
pub struct SandboxUnavailable {
    /// What is missing or broken.
    pub why: String,
    /// What the user can do.
    pub help: String,
    /// Whether the host lacks something that no sandbox can do without, such as open files or a
    /// folder for temporary files. Then nothing is known about the sandbox.
    pub is_host_failure: bool,
}

impl SandboxUnavailable {
    pub(crate) fn new(why: impl Into<String>, help: impl Into<String>) -> SandboxUnavailable {
        SandboxUnavailable { why: why.into(), help: help.into(), is_host_failure: false }
    }

    /// The sandbox could not be tested.
    pub(crate) fn of_host(why: impl Into<String>, help: impl Into<String>) -> SandboxUnavailable {
        SandboxUnavailable { is_host_failure: true, ..SandboxUnavailable::new(why, help) }
    }
}
