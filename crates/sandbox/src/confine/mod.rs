//! Keeping programs from all that is not theirs.
//!
//! Between the host and a confined program stands a [keeper](keeper): this binary again, inside of the sandbox. It gives up all that the program
//! must not have, for good, and then starts it. `docs/SECURITY.md` says what holds where.

mod bubblewrap;
mod cgroup;
mod excess;
mod heard;
mod identity;
mod keeper;
mod kept;
mod order;
mod proof;
mod scope;
mod setting;
mod tier;
mod unnamed;
mod usage;
mod visible;
mod watch;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use rustix::io::Errno;
use serde::{Deserialize, Serialize};

pub use cgroup::Cgroups;
pub(super) use cgroup::remove_all as remove_groups;
pub use excess::Excess;
pub(super) use kept::{End, Kept, hand_over};
pub use proof::{Promise, Proof};
pub use tier::{Refusal, Tier};
pub use visible::{installation, is_of_system, listed_program};

/// Does the work of this binary in a sandbox, if this process was started for that. To be called first of all.
pub fn serve_inside() -> Option<ExitCode> {
    keeper::serve().or_else(proof::serve)
}

/// What a program and all that it starts may use together, as far as the sandbox can count that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowance {
    /// Bytes of memory.
    pub memory: u64,
    /// Processes and threads.
    pub processes: u64,
    /// Bytes in each folder for what is written for a while, and in each file that may be written.
    pub scratch: u64,
}

impl Allowance {
    /// Of a bot: enough for Java with a heap of a gigabyte.
    pub const BOT: Allowance = Allowance { memory: 2 << 30, processes: 256, scratch: 64 << 20 };
    /// Of a build.
    pub const BUILD: Allowance = Allowance { memory: 4 << 30, processes: 512, scratch: 1 << 30 };

    /// How many files and folders there may be in all that may be written.
    pub const MOST_FILES: usize = 20_000;
}

/// Where programs run that are not trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    /// This binary, which is its own keeper.
    keeper: PathBuf,
    /// What makes namespaces, if they are part of it.
    bubblewrap: Option<PathBuf>,
    /// Where groups are made, if they are part of it.
    cgroups: Option<Cgroups>,
    /// What a bot may use.
    pub allowance: Allowance,
    /// Whether bots are kept from running while nobody waits for them.
    pub freezes: bool,
    /// What of its promises was not proven.
    pub unproven: Vec<Promise>,
}

impl Sandbox {
    /// What it is made of.
    pub fn tier(&self) -> Tier {
        match (&self.bubblewrap, &self.cgroups) {
            (Some(_), Some(_)) => Tier::Full,
            (Some(_), None) => Tier::Namespaces,
            (None, _) => Tier::Launcher,
        }
    }

    /// The promises that only the host's watching keeps: it looks now and then, and ends whoever has too much by then.
    pub fn watched(&self) -> Vec<Promise> {
        match self.tier() {
            Tier::Full => Vec::new(),
            Tier::Namespaces => vec![Promise::Memory],
            Tier::Launcher => vec![Promise::Scratch, Promise::Memory],
        }
    }

    /// Whether programs in it see no processes but their own.
    fn is_alone(&self) -> bool {
        self.bubblewrap.is_some()
    }

    /// The confinement of a bot that needs to see these files and folders.
    pub fn of_bot(&self, readable: Vec<PathBuf>) -> Confinement {
        Confinement {
            sandbox: self.clone(),
            allowance: self.allowance,
            readable,
            writable: Vec::new(),
            makes_programs: false,
        }
    }

    /// The confinement of a build that needs to see these, and to write those.
    pub fn of_build(&self, readable: Vec<PathBuf>, writable: Vec<PathBuf>) -> Confinement {
        Confinement {
            sandbox: self.clone(),
            allowance: Allowance::BUILD,
            readable,
            writable,
            makes_programs: true,
        }
    }
}

/// What a program may see and use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confinement {
    /// Where it runs.
    pub sandbox: Sandbox,
    /// How much it may use.
    pub allowance: Allowance,
    /// Files and folders that it may read and run, besides the system's.
    pub readable: Vec<PathBuf>,
    /// Those that it may write, besides its scratch.
    pub writable: Vec<PathBuf>,
    /// Whether it makes files that are to be run, for which it has to change their modes even where those of others cannot be kept from it.
    pub makes_programs: bool,
}

/// Whether nothing could be started for all the processes that there are. That may pass: where there is nothing but a launcher and the host is no root,
/// the kernel counts the processes of all bots and of their host against the bound of each.
pub(super) fn is_crowded(error: &io::Error) -> bool {
    Errno::from_io_error(error) == Some(Errno::AGAIN)
}
