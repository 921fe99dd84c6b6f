//! `rathaus tournament replay`: a match without its bots.

use super::file::{look, unusable};
use super::show::{find, played};
use crate::cli::args::tournament::ReplayArgs;
use crate::cli::exit::Failure;
use crate::cli::replay::show;
use crate::store::Store;
use crate::tournament::replay::Replay;
use crate::tournament::{Completed, Schedule};

/// What stands before the name of an entrant whose best match is meant.
const BEST: &str = "best:";

pub(super) fn replay(args: &ReplayArgs) -> Result<(), Failure> {
    let (store, state) = look(&args.file.file)?;
    let schedule = state.schedule().map_err(Failure::host)?;
    let position = match args.name.strip_prefix(BEST) {
        Some(entrant) => best(&store, &schedule, entrant)?,
        None => find(&schedule, &args.name)?,
    };
    let completed = played(&store, &schedule, position, &args.name)?;
    let recording = store.replay(&completed.key).map_err(unusable)?.ok_or_else(|| {
        Failure::usage(format!(
            "no replay of `{}` is kept\n  remedy: `keep = \"all\"` under [records] keeps all that are played from then on; \
             `rathaus tournament rerun` plays it again with its bots",
            args.name
        ))
    })?;
    let fixture = &schedule.fixtures[position];
    let names = fixture.seats.iter().map(|entrant| schedule.names[*entrant].clone()).collect();
    let completed = Completed { replay: Some(recording), ..completed };
    let Some(replay) = Replay::of(&completed, names) else { return Ok(()) };
    match &args.out {
        Some(path) => std::fs::write(path, replay.to_bytes())
            .map_err(|error| Failure::host(format!("{}: cannot be written: {error}", path.display()))),
        None => show(&replay, &args.film),
    }
}

/// The position in the schedule of an entrant's best match.
fn best(store: &Store, schedule: &Schedule, entrant: &str) -> Result<usize, Failure> {
    let number = schedule.names.iter().position(|name| name == entrant).ok_or_else(|| {
        Failure::usage(format!(
            "nobody is called `{entrant}`\n  remedy: one of {}",
            schedule.names.join(", ")
        ))
    })?;
    let all = store.all().map_err(unusable)?;
    let scored = schedule.fixtures.iter().enumerate().flat_map(|(position, fixture)| {
        let record = all.get(&schedule.keys[position]).map(|stored| &stored.record);
        let seats = fixture.seats.iter().enumerate().filter(|(_, seated)| **seated == number);
        seats.filter_map(move |(seat, _)| Some((*record?.scores.get(seat)?, position)))
    });
    // The one that is kept: of equal ones that with the least key.
    let best = scored.max_by(|(one, at), (other, other_at)| {
        one.total_cmp(other).then_with(|| schedule.keys[*other_at].cmp(&schedule.keys[*at]))
    });
    best.map(|(_, position)| position)
        .ok_or_else(|| Failure::usage(format!("no match of `{entrant}` has been played yet")))
}
