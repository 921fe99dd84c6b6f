//! `rathaus tournament`: games that are planned, stored, resumed and added up.

mod collect;
mod disk;
mod file;
mod init;
mod opening;
mod replay;
mod result_file;
mod run;
mod show;
mod standings;
mod status;

pub(super) use file::{database, inside};
pub(super) use show::play_one;

use super::Interrupt;
use super::args::tournament::TournamentCommand;
use super::exit::Failure;
use crate::tournament::config;

pub(super) async fn tournament(command: TournamentCommand, interrupt: &Interrupt) -> Result<(), Failure> {
    match command {
        TournamentCommand::Init(args) => init::init(&args),
        TournamentCommand::Run(args) => run::run(&args, interrupt).await,
        TournamentCommand::Status(args) => status::status(&args),
        TournamentCommand::Standings(args) => standings::standings(&args),
        TournamentCommand::Show(args) => show::show(&args),
        TournamentCommand::Rerun(args) => show::rerun(&args).await,
        TournamentCommand::Replay(args) => replay::replay(&args).await,
        TournamentCommand::Plan(args) => collect::plan(&args).await,
        TournamentCommand::Collect(args) => collect::collect(&args).await,
        TournamentCommand::Schema => super::print(&format!("{:#}\n", config::schema())),
    }
}
