//! The sandboxes of bots and builds, and their limits.

use std::path::PathBuf;
use std::time::Duration;

use rathaus_sandbox::{Confinement, OutputLimit, ResourceLimits, Sandbox, TimeAndOutputLimits};

pub(crate) const BUILD_LIMITS: ResourceLimits =
    ResourceLimits { memory: 4 << 30, processes: 512, scratch: 1 << 30 };

/// How bots and builds are confined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotSandboxSettings {
    /// The sandbox of this machine.
    pub sandbox: Sandbox,
    pub limits: ResourceLimits,
    /// The sandbox with a loopback, if bots may use one.
    pub loopback: Option<Sandbox>,
    /// Whether bots are frozen while the host waits for no reply from them.
    pub freezes: bool,
}

impl BotSandboxSettings {
    /// The default limits of a bot: enough for Java with a heap of 1 GiB.
    pub const LIMITS: ResourceLimits = ResourceLimits { memory: 2 << 30, processes: 256, scratch: 64 << 20 };

    /// A sandbox with the default limits, and without freezing.
    pub fn new(sandbox: Sandbox) -> BotSandboxSettings {
        BotSandboxSettings { sandbox, limits: BotSandboxSettings::LIMITS, loopback: None, freezes: false }
    }

    /// The confinement of a bot that needs to read these files and folders.
    pub(super) fn of_bot(&self, readable: Vec<PathBuf>) -> Confinement {
        Confinement {
            limits: self.limits,
            readable,
            freezes_when_idle: self.freezes,
            ..Confinement::new(self.loopback.as_ref().unwrap_or(&self.sandbox))
        }
    }

    pub(super) fn of_build(&self, readable: Vec<PathBuf>, writable: Vec<PathBuf>) -> Confinement {
        Confinement {
            limits: BUILD_LIMITS,
            readable,
            writable,
            changes_modes: true,
            ..Confinement::new(&self.sandbox)
        }
    }
}

/// The limits of a run whose output only people read, such as a build. Of that output 1 MiB
/// is kept.
pub(crate) fn tool_limits(time: Duration) -> TimeAndOutputLimits {
    TimeAndOutputLimits { time, output: OutputLimit::Both { kept: 1 << 20, written: 64 << 20 } }
}
