//! `rathaus tournament replay`: replays a match without its bots.

use rathaus_games::words;

use super::load::{open_read_only, schedule, unusable};
use super::show::{find, played};
use crate::cli::args::tournament::ShowReplayArgs;
use crate::cli::commands::replay::{ReplayOrigin, show};
use crate::cli::exit::CommandError;
use crate::cli::terminal::message;
use crate::store::Store;
use crate::tournament::replay::Replay;
use crate::tournament::{MatchSchedule, PlayedMatch, RoundHistoryChoice};

/// The prefix that asks for the best match of an entrant.
const BEST: &str = "best:";

/// The help for users who miss a replay.
const MORE: &str = "`keep = \"all\"` under [records] keeps all of those that are played from then on";

pub(super) async fn replay(args: &ShowReplayArgs) -> Result<(), CommandError> {
    let (store, state) = open_read_only(&args.file.file)?;
    let schedule = schedule(&store, &state)?;
    let position = match args.name.strip_prefix(BEST) {
        Some(entrant) => best_kept(&store, &schedule, entrant)?,
        None => find(&schedule, &args.name)?,
    };
    let played = played(&store, &schedule, position, &args.name)?;
    let recording = store.replay(&played.key).map_err(unusable)?;
    let names = schedule.names_of(position).cloned().collect();
    let Some(replay) = Replay::of(PlayedMatch { recording, ..played }, names) else {
        // Fails if replays are missing because of damage.
        store.replay_keys().map_err(unusable)?;
        return Err(CommandError::usage(format!(
            "no replay of `{}` is kept\n  help: {MORE}; `rathaus tournament rerun` plays it again with its bots",
            args.name
        )));
    };
    match &args.out {
        Some(path) => std::fs::write(path, replay.to_bytes())
            .map_err(|error| CommandError::host(format!("{}: cannot be written: {error}", path.display()))),
        None => {
            let origin = ReplayOrigin::Stored { tournament: &args.file.file, key: &replay.played.key };
            show(origin, &replay, &args.transcript).await
        }
    }
}

/// The position of an entrant's best match whose replay is kept. Prints a note if the entrant has a
/// better match without one.
fn best_kept(store: &Store, schedule: &MatchSchedule, entrant: &str) -> Result<usize, CommandError> {
    let number = schedule.entrant(entrant).ok_or_else(|| {
        let names = schedule.names.join(", ");
        CommandError::usage(format!("nobody is called `{entrant}`\n  help: one of {names}"))
    })?;
    let results = store.results(schedule, RoundHistoryChoice::Omit).map_err(unusable)?;
    let kept = store.replay_keys().map_err(unusable)?;
    let scored = |position: usize| {
        let seats = schedule.scheduled_matches.seats(position).iter().zip(results.scores(position)?);
        seats
            .filter(|(entrant, _)| **entrant as usize == number)
            .map(|(_, score)| *score)
            .max_by(f64::total_cmp)
    };
    let best = |of: &dyn Fn(&usize) -> bool| {
        let all = (0..schedule.keys.len()).filter(of);
        let scored = all.filter_map(|position| Some((scored(position)?, position)));
        // Among equal matches, the one with the smallest key is kept.
        scored.max_by(|(one, at), (other, other_at)| {
            one.total_cmp(other).then_with(|| schedule.keys[*other_at].cmp(&schedule.keys[*at]))
        })
    };
    let found = best(&|position| kept.contains(&schedule.key(*position)));
    let (score, position) = found.ok_or_else(|| {
        CommandError::usage(format!("no replay of a match of `{entrant}` is kept\n  help: {MORE}"))
    })?;
    if let Some((better, at)) = best(&|_| true).filter(|(better, _)| *better > score) {
        let number = schedule.scheduled_matches.number(at);
        message(&format!(
            "number {number} was better, with {}, but no replay of it is kept",
            words::number(better)
        ));
    }
    Ok(position)
}
