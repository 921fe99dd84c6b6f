//! `rathaus tournament`: plans, plays, stores and shows tournaments.

mod absence;
mod build;
mod check;
mod check_report;
mod cluster;
mod collect;
mod collect_summary;
mod disk;
mod entrants;
mod export;
mod gone_entrants;
mod init;
mod load;
mod named_entrants;
mod named_tools;
mod open;
mod patience;
mod quarantine;
mod refusals;
mod remote;
mod replay;
mod result_verifier;
mod rule;
mod run;
mod show;
mod standings;
mod status;

use crate::cli::InterruptSignal;
use crate::cli::args::tournament::TournamentCommand;
use crate::cli::exit::CommandError;
use crate::tournament::config;
pub(crate) use entrants::submissions_in;
pub(crate) use load::{database, list_visible};

pub(crate) async fn tournament(
    command: TournamentCommand,
    interrupt: &InterruptSignal,
) -> Result<(), CommandError> {
    match command {
        TournamentCommand::Init(args) => init::init(&args),
        TournamentCommand::Run(args) => run::run(&args, interrupt).await,
        TournamentCommand::Status(args) => status::status(&args),
        TournamentCommand::Standings(args) => standings::standings(&args),
        TournamentCommand::Show(args) => show::show(&args),
        TournamentCommand::Export(args) => export::export(&args),
        TournamentCommand::Rerun(args) => show::rerun(&args).await,
        TournamentCommand::Replay(args) => replay::replay(&args).await,
        TournamentCommand::Quarantine(args) => quarantine::quarantine(&args),
        TournamentCommand::Plan(args) => collect::plan(&args).await,
        TournamentCommand::Collect(args) => collect::collect(&args).await,
        TournamentCommand::Check(args) => check::check(&args),
        TournamentCommand::Schema => crate::cli::terminal::print_json(&config::schema()),
    }
}
