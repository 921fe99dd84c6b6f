#![doc = include_str!("../README.md")]
#![expect(clippy::disallowed_methods, reason = "this crate starts processes and measures them")]

mod builder;
mod cgroups;
mod command;
mod confinement;
mod cpu_time;
mod excess;
mod exchange;
mod executables;
mod exit;
mod fork_server;
mod handle;
mod idle;
mod orphans;
mod output;
mod pipes;
mod process;
mod process_tree;
mod proof;
mod sandbox;
mod sandbox_user;
mod start;
mod stderr;
mod supervisor;
mod temp_dir;
mod tier;
mod unconfined;
mod visible;
mod watchdog;

use std::process::ExitCode;

pub use command::ProgramCommand;
pub use confinement::{Confinement, ResourceLimits};
pub use cpu_time::cpu_pressure;
pub use excess::ExceededResourceLimit;
pub use executables::{find_in_path, is_executable, path_folders};
pub use exit::{ExitStatusAndCpuTime, describe_status};
pub use fork_server::{ForkServerError, PreloadedForkServer};
pub use idle::IdleSandbox;
pub use orphans::{clean_up_after_dead_hosts, is_ending, kill_all};
pub use output::{OutputLimit, RunEnd, RunOutput, TimeAndOutputLimits};
pub use process::SandboxedProcess;
pub use proof::{SandboxPromise, SandboxProof, SandboxProofCache};
pub use sandbox::Sandbox;
pub use start::{EXHAUSTION_HELP, StartError, is_exhaustion};
pub use stderr::UnreadStderrAndTail;
pub use temp_dir::{TempDir, create_private_folder, process_numbers_id};
pub use tier::{SandboxTier, SandboxUnavailable};
pub use visible::{installation_of, installation_of_named, is_system_path};

/// Serves inside of a sandbox if this process was started for that, and returns its exit code.
///
/// A program that uses this crate must call this first in `main`, before it starts a thread,
/// because its own binary is started again as the supervisor of each sandbox:
///
/// ```no_run
/// # use std::process::ExitCode;
/// fn main() -> ExitCode {
///     rathaus_sandbox::serve_inside().unwrap_or_else(|| {
///         // The program itself.
///         ExitCode::SUCCESS
///     })
/// }
/// ```
pub fn serve_inside() -> Option<ExitCode> {
    supervisor::serve().or_else(proof::serve)
}
