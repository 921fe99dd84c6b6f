//! Reasons not to play a tournament.

use std::path::Path;

use jiff::Timestamp;
use rathaus_games::MatchInputs;
use rathaus_protocol::handshake::HandshakeReply;

use super::load::{LoadedTournamentFile, database};
use crate::cli::args::tournament::ResumePermissionArgs;
use crate::cli::checked_commitments::CheckedCommitments;
use crate::cli::exit::{CommandError, ExitKind};
use crate::tournament::{self, MatchSchedule, StoredTournamentSetup};

/// An error while sources may still be revealed, unless `--early` was given.
pub(super) fn refuse_early(
    file: &LoadedTournamentFile,
    resume: &ResumePermissionArgs,
    now: Timestamp,
) -> Result<(), CommandError> {
    let phases = &file.config.phases;
    match phases.reveals_until.max(phases.commitments_until) {
        Some(until) if now < until && !resume.early => Err(CommandError::usage(format!(
            "{}: hashes and sources are taken until {until}, and it is {now:.0}\n  help: play after that, or with --early",
            file.path.display()
        ))),
        _ => Ok(()),
    }
}

/// An error if the phases contradict the deadlines of the ledger.
pub(super) fn refuse_other_deadlines(
    file: &LoadedTournamentFile,
    commitments: &CheckedCommitments,
) -> Result<(), CommandError> {
    let phases = &file.config.phases;
    let (commitments, reveals) = commitments.deadlines();
    let pairs = [
        ("commitments_until", phases.commitments_until, "deadline", Some(commitments)),
        ("reveals_until", phases.reveals_until, "reveal_deadline", reveals),
    ];
    for (name, here, name_there, there) in pairs {
        if let (Some(here), Some(there)) = (here, there)
            && here != there
        {
            return Err(CommandError::usage(format!(
                "{}: `{name}` is {here}, and the ledger's `{name_there}` is {there}\n  help: say the same in both, or leave `{name}` out",
                file.path.display()
            )));
        }
    }
    Ok(())
}

/// An error if the stored results belong to another tournament.
pub(super) fn refuse_another(
    path: &Path,
    state: &StoredTournamentSetup,
    before: &StoredTournamentSetup,
) -> Result<(), CommandError> {
    let differences = state.differences(before);
    if differences.is_empty() {
        return Ok(());
    }
    let listed: Vec<String> = differences.iter().map(|difference| format!("  - {difference}")).collect();
    Err(CommandError::usage(format!(
        "{}: this is not the tournament whose results are in {}:\n{}\n  help: give the file another name for another tournament, \
         or go on with --replace; results that do not belong to it any more are kept then, and do not count",
        path.display(),
        database(path).display(),
        listed.join("\n")
    )))
}

/// An error if the parameters allow no board. The first board of each group stands for all.
pub(super) fn refuse_boardless(state: &StoredTournamentSetup) -> Result<(), CommandError> {
    let games = state.games().map_err(CommandError::usage)?;
    let boards = tournament::boards(state.seed, games.count() as u32);
    let boards = boards.iter().filter(|_| !games.first().is_multiplayer());
    boards.zip(games.iter()).try_for_each(|(board, rules)| {
        let setup = MatchInputs::single_player(board.seed, Some(&HandshakeReply::Plain));
        rules.begin(setup).map(drop).map_err(CommandError::usage)
    })
}

/// An error if multiplayer games cannot begin, for example because too few entrants are left after
/// failed builds. Its exit code is that of the failures, if there are any.
pub(super) fn refuse_impossible(schedule: &MatchSchedule, failures: &[ExitKind]) -> Result<(), CommandError> {
    let code = failures.iter().min().copied().unwrap_or(ExitKind::Usage);
    match schedule.scheduled_matches.iter().next() {
        None if schedule.rules().is_multiplayer() => {
            Err(CommandError::new(code, "too few play for a match\n  help: name more entrants"))
        }
        Some(scheduled_match) if schedule.rules().is_multiplayer() => {
            schedule.games.iter().try_for_each(|game| {
                let begun = game.begin(scheduled_match.setup()).map(drop);
                begun.map_err(|error| CommandError::new(code, error))
            })
        }
        _ => Ok(()),
    }
}
