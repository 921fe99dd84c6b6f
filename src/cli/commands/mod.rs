//! The commands of `rathaus`, one module each.

pub(crate) mod check;
pub(crate) mod check_game;
pub(crate) mod commit;
pub(crate) mod compare;
pub(crate) mod doctor;
pub(crate) mod examples;
pub(crate) mod games;
pub(crate) mod import;
pub(crate) mod match_run;
pub(crate) mod new;
pub(crate) mod play;
mod playable_games;
pub(crate) mod replay;
pub(crate) mod seed_file;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod tournament;
pub(crate) mod verify;
pub(crate) mod worker;

use crate::cli::args::CliCommand;
use crate::cli::args::tournament::MatchCommand;
use crate::cli::exit::CommandError;
use crate::cli::interrupt::InterruptSignal;

pub(crate) async fn run(command: CliCommand, interrupt: &InterruptSignal) -> Result<(), CommandError> {
    match command {
        CliCommand::Play(args) => play::play(*args).await,
        CliCommand::Compare(args) => compare::compare(&args).await,
        CliCommand::New(args) => new::new(&args),
        CliCommand::Import(args) => import::import(&args),
        CliCommand::Check(args) => check::check(args).await,
        CliCommand::CheckGame(args) => check_game::check_game(&args).await,
        CliCommand::Commit(args) => commit::commit(&args),
        CliCommand::Replay(args) => replay::replay(&args).await,
        CliCommand::Tournament(command) => tournament::tournament(command, interrupt).await,
        CliCommand::Match(MatchCommand::Run(args)) => match_run::match_run(&args).await,
        CliCommand::Serve(args) => serve::serve(&args, interrupt).await,
        CliCommand::SeedFile(args) => seed_file::seed_file(&args),
        CliCommand::Worker(args) => worker::worker(&args, interrupt).await,
        CliCommand::Verify(args) => verify::verify(&args),
        CliCommand::Games(args) => games::games(&args),
        CliCommand::Examples(args) => examples::examples(&args),
        CliCommand::Doctor(args) => doctor::doctor(args).await,
        CliCommand::Completions(args) => shell::completions(&args),
        CliCommand::Man(args) => shell::man(&args),
    }
}
