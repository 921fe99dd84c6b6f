//! Builds the entrants of a tournament.

use std::collections::{BTreeMap, BTreeSet};

use rathaus_games::ConfiguredGame;

use super::absence;
use crate::cli::commands::play::{SubmissionBuildOutcome, prepare_each};
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context::PlayContext;
use crate::cli::terminal::progress::RunProgress;
use crate::report::ExclusionReason;
use crate::submissions::{Bot, BuildContext, Submission, SubmissionError, SubmissionErrorKind};
use crate::tournament::{GameWithBots, RoundRotation, StoredTournamentSetup};

/// The bots of a tournament.
pub(super) struct BuiltEntrants {
    /// The game of each round, with the bots in the order of their names.
    pub(super) games: RoundRotation<GameWithBots>,
    /// The exit codes of the entrants without a bot.
    pub(super) failures: Vec<ExitKind>,
}

/// The bots of an entrant for each of the games, by its name.
type BotsByName = BTreeMap<String, Vec<Bot>>;

/// Builds all submissions, and records in the state which of them do not play, or cannot at the
/// moment.
pub(super) async fn build(
    common: &PlayContext,
    state: &mut StoredTournamentSetup,
    stored: Option<&StoredTournamentSetup>,
    progress: &RunProgress,
) -> Result<BuiltEntrants, CommandError> {
    let games = state.games().map_err(CommandError::usage)?;
    let names = state.entrants.keys().filter(|name| absence::stays(state, stored, name));
    let staying: BTreeSet<String> = names.cloned().collect();
    let say_out = |name: &str, out: &ExclusionReason| {
        if !(staying.contains(name) && matches!(out, ExclusionReason::Unbuildable(_))) {
            progress.say(&format!("{name} does not play: {out}"));
        }
    };
    let prepared = prepare_each(common, progress, &say_out).await?;
    let (mut bots, mut failures) = (BotsByName::new(), Vec::new());
    for (submission, SubmissionBuildOutcome { submission: submitted, bot }) in
        common.submissions.iter().zip(prepared)
    {
        let Some(entrant) = state.entrants.get_mut(&submission.name) else { continue };
        entrant.toolchain = submitted.toolchain;
        let built = match bot {
            Ok(bot) => bots_of_games(&games, submission, bot, common).await?,
            Err(code) => Err((submitted.out, code)),
        };
        match built {
            Ok(of_games) => drop(bots.insert(submission.name.clone(), of_games)),
            Err((out, code)) => {
                out.iter().for_each(|out| absence::exclude(entrant, out, code, &staying, &submission.name));
                failures.push(code);
            }
        }
    }
    Ok(BuiltEntrants { games: with_bots(games, state, &bots), failures })
}

/// Why an entrant has no bot, and the exit code for that.
type MissingBot = (Option<ExclusionReason>, ExitKind);

/// The bots of a submission for each of the games. An error if the host failed.
async fn bots_of_games(
    games: &RoundRotation<ConfiguredGame>,
    submission: &Submission,
    first: Bot,
    common: &PlayContext,
) -> Result<Result<Vec<Bot>, MissingBot>, CommandError> {
    match for_all(games, submission, first, common).await {
        Ok(bots) => Ok(Ok(bots)),
        Err(error) if error.kind == SubmissionErrorKind::Host => Err(CommandError::submissions(&[error])),
        Err(error) => Ok(Err((Some(ExclusionReason::Unbuildable(error.to_string())), error.kind.into()))),
    }
}

/// The bots of a submission for each of the games, of which `first` is the one for the first game.
/// Some builds depend on the parameters of the game.
async fn for_all(
    games: &RoundRotation<ConfiguredGame>,
    submission: &Submission,
    first: Bot,
    common: &PlayContext,
) -> Result<Vec<Bot>, SubmissionError> {
    let mut bots = vec![first];
    for game in games.iter().skip(1) {
        let build = BuildContext { values: game.build_values(), ..common.build.clone() };
        let is_same = build.values == common.build.values;
        bots.push(if is_same { bots[0].clone() } else { submission.build(&build).await? });
    }
    Ok(bots)
}

/// Each game with its bots, by their positions among the entrants that play.
fn with_bots(
    games: RoundRotation<ConfiguredGame>,
    state: &StoredTournamentSetup,
    bots: &BotsByName,
) -> RoundRotation<GameWithBots> {
    let mut index = 0..;
    games.map(|rules| {
        let game = index.next().unwrap_or_default();
        let bot = |(position, (name, _))| Some((position, bots.get(name)?[game].clone()));
        let bots = state.playing().enumerate().filter_map(bot).collect();
        GameWithBots { rules: rules.clone(), bots }
    })
}
