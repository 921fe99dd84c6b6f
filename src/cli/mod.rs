//! The command line: resolves arguments to a plan, and carries it out.
//!
//! Architecture invariant: only this module prints. Data goes to stdout, everything else to stderr.
#![expect(
    clippy::disallowed_methods,
    reason = "this module reads parameter files and shows how long things take"
)]

mod args;
mod checked_commitments;
mod commands;
mod exit;
mod interrupt;
mod json_pieces;
mod play_context;
mod sandbox;
mod terminal;

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use args::Args;
use exit::CommandError;
use interrupt::InterruptSignal;

/// How long to wait, after the command has ended, for threads that still read something for it.
const LAST_WORK: Duration = Duration::from_secs(2);

/// The most files that a host needs open: a thousand matches at once.
const MOST_FILES: u64 = 1 << 16;

/// Runs the program. Exit codes are listed in `docs/EXIT-CODES.md`.
pub fn main() -> ExitCode {
    let args = Args::parse();
    raise_file_limit();
    terminal::log::start(args.verbose, args.log_format);
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return CommandError::host(error).report(),
    };
    let interrupt = match InterruptSignal::watch() {
        Ok(interrupt) => interrupt,
        Err(error) => return CommandError::host(error).report(),
    };
    let result = runtime.block_on(async {
        tokio::select! {
            result = commands::run(args.command, &interrupt) => result,
            failure = interrupt.forced() => Err(failure),
        }
    });
    // Nobody waits for the matches of processes that still run.
    rathaus_sandbox::kill_all();
    runtime.shutdown_timeout(LAST_WORK);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Raises the limit of open files as far as this process may. The usual one is for programs that do
/// not know more; each program in a sandbox gets its own.
fn raise_file_limit() {
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(MOST_FILES, |most| most.min(MOST_FILES));
    if limit.current.is_some_and(|current| current < wanted) {
        // It is only an improvement.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit });
    }
}
