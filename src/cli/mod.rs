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
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;
use tokio::sync::Notify;

use args::tournament::MatchCommand;
use args::{Args, Command};
use exit::Failure;

/// Runs the program. Exit codes are listed in `docs/EXIT-CODES.md`.
pub fn main() -> ExitCode {
    let args = Args::parse();
    log::start(args.verbose, args.log_format);
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return Failure::host(error).report(),
    };
    let interrupt = Interrupt::default();
    let result = runtime.block_on(async {
        tokio::select! {
            result = run(args.command, &interrupt) => result,
            failure = interruption(&interrupt) => Err(failure),
        }
    });
    // Whatever is still running belongs to a match that nobody waits for any more.
    crate::process::end_all();
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

/// Says something that is no data. Where nobody listens any more, that is no reason to stop.
fn talk(words: &str) {
    let _ = writeln!(held::Stderr, "{words}");
}

/// Writes a file that was not there before: what is there may be dear to somebody.
fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}

/// By which a command that can end by itself learns that the user wants it to.
#[derive(Debug, Default)]
struct Interrupt {
    is_awaited: AtomicBool,
    asked: Notify,
}

impl Interrupt {
    /// From here on, the first Ctrl-C asks the command to end by itself.
    fn take_over(&self) {
        self.is_awaited.store(true, Ordering::Relaxed);
    }

    /// Returns when the user has asked for it.
    async fn asked(&self) {
        self.asked.notified().await;
    }

    /// Asks the command to end, if it does so by itself and has not been asked before.
    fn ask(&self) -> bool {
        let is_awaited = self.is_awaited.swap(false, Ordering::Relaxed);
        if is_awaited {
            self.asked.notify_one();
        }
        is_awaited
    }
}

/// Returns when the user or the system wants the program to end, and it does not do so by itself.
async fn interruption(interrupt: &Interrupt) -> Failure {
    use tokio::signal::unix::{SignalKind, signal};
    let wait = async |kind, may_ask: bool| match signal(kind) {
        Ok(mut signal) => loop {
            signal.recv().await;
            if !may_ask || !interrupt.ask() {
                break;
            }
        },
        Err(_) => std::future::pending().await,
    };
    tokio::select! {
        () = wait(SignalKind::interrupt(), true) => {}
        () = wait(SignalKind::terminate(), false) => {}
        () = wait(SignalKind::hangup(), false) => {}
    }
    Failure::interrupted()
}
