//! The sandbox of a match's bots, as recorded in results.

use std::fmt;

use rathaus_sandbox::{SandboxPromise, SandboxTier};
use serde::{Deserialize, Serialize};

use crate::submissions::BotSandboxSettings;

/// Whether the bots of a match ran in a sandbox, and in which.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RecordedSandbox {
    /// The bots ran in a sandbox.
    By(SandboxConditions),
    /// The bots were trusted and ran without a sandbox.
    Not(NoSandboxMarker),
}

/// The value without a sandbox: the string `none`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum NoSandboxMarker {
    #[serde(rename = "none")]
    None,
}

/// The conditions in a sandbox: its tier and the limits of bots.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SandboxConditions {
    pub tier: SandboxTier,
    /// The promises of the sandbox that its tests did not prove.
    pub unproven: Vec<SandboxPromise>,
    /// The promises that no kernel limit enforces: the host polls, and kills bots that
    /// exceed a limit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watched: Vec<SandboxPromise>,
    pub memory_mib: u64,
    /// The limit of processes and threads.
    pub processes: u64,
    /// Whether bots were frozen while no request was in flight.
    pub frozen: bool,
    /// Whether processes of a bot could reach each other over a loopback.
    #[serde(default, skip_serializing_if = "is_false")]
    pub loopback: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl RecordedSandbox {
    pub const NOT: RecordedSandbox = RecordedSandbox::Not(NoSandboxMarker::None);

    pub fn by(sandbox: Option<&BotSandboxSettings>) -> RecordedSandbox {
        sandbox.map_or(RecordedSandbox::NOT, |BotSandboxSettings { sandbox, limits, loopback, freezes }| {
            let sandbox = loopback.as_ref().unwrap_or(sandbox);
            RecordedSandbox::By(SandboxConditions {
                tier: sandbox.tier(),
                unproven: sandbox.unproven.clone(),
                watched: sandbox.watched_promises(),
                memory_mib: limits.memory >> 20,
                processes: limits.processes,
                frozen: *freezes,
                loopback: loopback.is_some(),
            })
        })
    }
}

impl fmt::Display for RecordedSandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordedSandbox::By(SandboxConditions { tier, unproven, watched, frozen, loopback, .. }) = self
        else {
            return f.write_str("no sandbox: submissions were trusted");
        };
        write!(f, "sandbox {tier}")?;
        if *frozen {
            f.write_str(", frozen between questions")?;
        }
        if *loopback {
            f.write_str(", with a loopback")?;
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
