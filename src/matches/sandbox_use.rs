//! In what sandbox the bots of a match ran, as results tell it.

use std::fmt;

use rathaus_sandbox::{SandboxPromise, Tier};
use serde::{Deserialize, Serialize};

use crate::submissions::BotSandbox;

/// Whether bots were kept from all that was not theirs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SandboxUse {
    /// By such a sandbox.
    By(SandboxConditions),
    /// Not at all: they were trusted.
    Not(NoSandbox),
}

/// What is said where there is no sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum NoSandbox {
    #[serde(rename = "none")]
    None,
}

/// What a sandbox was made of, and what bots might use in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SandboxConditions {
    pub tier: Tier,
    /// What of its promises was not proven.
    pub unproven: Vec<SandboxPromise>,
    /// What of them no limit of the kernel kept: the host looked now and then, and ended who had
    /// too much.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watched: Vec<SandboxPromise>,
    pub memory_mib: u64,
    /// Processes and threads.
    pub processes: u64,
    /// Whether bots could not run while nobody waited for them.
    pub frozen: bool,
}

impl SandboxUse {
    pub const NOT: SandboxUse = SandboxUse::Not(NoSandbox::None);

    pub fn by(sandbox: Option<&BotSandbox>) -> SandboxUse {
        sandbox.map_or(SandboxUse::NOT, |BotSandbox { sandbox, limits, freezes }| {
            SandboxUse::By(SandboxConditions {
                tier: sandbox.tier(),
                unproven: sandbox.unproven.clone(),
                watched: sandbox.watched_promises(),
                memory_mib: limits.memory >> 20,
                processes: limits.processes,
                frozen: *freezes,
            })
        })
    }
}

impl fmt::Display for SandboxUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SandboxUse::By(SandboxConditions { tier, unproven, watched, frozen, .. }) = self else {
            return f.write_str("no sandbox: submissions were trusted");
        };
        write!(f, "sandbox {tier}")?;
        if *frozen {
            f.write_str(", frozen between questions")?;
        }
        let names = |promises: &[SandboxPromise], between: &str| {
            promises.iter().map(|promise| promise.name()).collect::<Vec<_>>().join(between)
        };
        if !watched.is_empty() {
            write!(f, ", {} watched, not bounded", names(watched, " and "))?;
        }
        if unproven.is_empty() { Ok(()) } else { write!(f, ", unproven: {}", names(unproven, ", ")) }
    }
}
