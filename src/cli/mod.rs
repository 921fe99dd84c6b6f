//! Arguments become a resolved plan, and a plan becomes a command's work.
//!
//! Architecture invariant: this is the only room that prints. Data goes to standard output, all else to standard error.
#![expect(
    clippy::disallowed_methods,
    reason = "this room reads parameter files and shows how long things take"
)]

mod args;
mod bound;
mod check;
mod check_game;
mod commit;
mod compare;
mod doctor;
mod exit;
mod held;
mod interrupt;
mod log;
mod match_run;
mod new;
mod plan;
mod play;
mod progress;
mod replay;
mod sandbox;
mod seed_file;
mod serve;
mod tournament;
mod trial;
mod verify;
mod watch;

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use rustix::fs::OFlags;

use crate::report::harmless_text;
use args::tournament::MatchCommand;
use args::{Args, Command};
use exit::Failure;
use interrupt::Interrupt;

/// How long threads that still read something for the command are waited for when it has ended.
const LAST_WORK: Duration = Duration::from_secs(2);

/// Runs the program. Exit codes are listed in `docs/EXIT-CODES.md`.
pub fn main() -> ExitCode {
    let args = Args::parse();
    log::start(args.verbose, args.log_format);
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return Failure::host(error).report(),
    };
    let interrupt = match Interrupt::watch() {
        Ok(interrupt) => interrupt,
        Err(error) => return Failure::host(error).report(),
    };
    let result = runtime.block_on(async {
        tokio::select! {
            result = run(args.command, &interrupt) => result,
            failure = interrupt.forced() => Err(failure),
        }
    });
    // Whatever is still running belongs to a match that nobody waits for any more.
    rathaus_sandbox::kill_all();
    runtime.shutdown_timeout(LAST_WORK);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

async fn run(command: Command, interrupt: &Interrupt) -> Result<(), Failure> {
    match command {
        Command::Play(args) => play::play(*args).await,
        Command::Compare(args) => compare::compare(&args).await,
        Command::New(args) => new::new(&args),
        Command::Check(args) => check::check(args).await,
        Command::CheckGame(args) => check_game::check_game(&args).await,
        Command::Commit(args) => commit::commit(&args),
        Command::Replay(args) => replay::replay(&args).await,
        Command::Tournament(command) => tournament::tournament(command, interrupt).await,
        Command::Match(MatchCommand::Run(args)) => match_run::match_run(&args).await,
        Command::Serve(args) => serve::serve(&args, interrupt).await,
        Command::SeedFile(args) => seed_file::seed_file(&args),
        Command::Verify(args) => verify::verify(&args),
        Command::Doctor(args) => doctor::doctor(args).await,
    }
}

/// Writes data to standard output. A reader that has seen enough and gone away, such as `head`, is no failure.
fn print(data: &str) -> Result<(), Failure> {
    match std::io::stdout().write_all(data.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::host(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a text for people to standard output. Whatever strangers wrote in it moves no cursor and turns no line.
fn print_text(text: &str) -> Result<(), Failure> {
    print(&harmless_text(text))
}

/// Says something that is no data. Where nobody listens any more, that is no reason to stop.
fn talk(words: &str) {
    let _ = writeln!(held::Stderr, "{}", harmless_text(words));
}

/// Writes a file, over another one if there is one: but not through a link that somebody has put there.
fn write_over(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let careful = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).custom_flags(careful);
    options.open(path)?.write_all(bytes)
}

/// Writes a file that was not there before: what is there may be dear to somebody.
fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}
