//! The commands of `rathaus`, one module each.

pub(crate) mod check;
pub(crate) mod check_game;
pub(crate) mod commit;
pub(crate) mod compare;
pub(crate) mod doctor;
pub(crate) mod examples;
pub(crate) mod games;
pub(crate) mod match_run;
pub(crate) mod new;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod seed_file;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod tournament;
pub(crate) mod verify;

use crate::cli::args::Command;
use crate::cli::args::tournament::MatchCommand;
use crate::cli::exit::CommandError;
use crate::cli::interrupt::Interrupt;

pub(crate) async fn run(command: Command, interrupt: &Interrupt) -> Result<(), CommandError> {
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
        Command::Games(args) => games::games(&args),
        Command::Examples(args) => examples::examples(&args),
        Command::Doctor(args) => doctor::doctor(args).await,
        Command::Completions(args) => shell::completions(&args),
        Command::Man(args) => shell::man(&args),
    }
}
