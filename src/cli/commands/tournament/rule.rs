//! Rules on matches that could not be played, so that a tournament goes on without them.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use rathaus_games::words::counted;

use super::load::unusable;
use super::open::OpenTournament;
use super::patience::patiently;
use super::run::RunEnding;
use crate::cli::exit::CommandError;
use crate::cli::terminal::message;
use crate::report::harmless;
use crate::tournament::config::{AbsentEntrantPolicy, VoidMatchPolicy};
use crate::tournament::{MatchKey, MatchRuling, RulingReason};

/// The most rulings that are listed, one per line.
const MOST_LISTED: usize = 20;

/// Rules on what kept a run from going on, as `[rulings]` says. Returns how the run has ended now.
pub(super) async fn settle(opened: &mut OpenTournament, ended: RunEnding) -> Result<RunEnding, CommandError> {
    let (rulings, ended) = match ended {
        RunEnding::Void(void) if is_drawn(opened) => (draws(opened, &void), RunEnding::Ruled),
        RunEnding::Complete => of_absent(opened)?,
        ended => return Ok(ended),
    };
    if !rulings.is_empty() {
        store(opened, rulings).await?;
    }
    Ok(ended)
}

fn is_drawn(opened: &OpenTournament) -> bool {
    opened.has_rulings() && opened.rulings.void == VoidMatchPolicy::Draw
}

/// Rulings by the positions of their matches.
type RulingsByPosition = Vec<(usize, MatchRuling)>;

fn draws(opened: &OpenTournament, void: &BTreeMap<usize, String>) -> RulingsByPosition {
    let (now, tries) = (Timestamp::now(), opened.rulings.tries);
    let draw = |(position, why): (&usize, &String)| {
        let seats = opened.schedule.scheduled_matches.seats(*position).len();
        (*position, MatchRuling::draw(seats, tries, why, now))
    };
    void.iter().map(draw).collect()
}

/// The rulings on the missing matches of absent entrants, and how the run has ended then.
fn of_absent(opened: &OpenTournament) -> Result<(RulingsByPosition, RunEnding), CommandError> {
    let missing = opened.missing()?;
    let unplayable: Vec<usize> =
        missing.into_iter().filter(|position| !opened.is_playable(*position)).collect();
    let (lost, waiting): (Vec<usize>, Vec<usize>) =
        unplayable.into_iter().partition(|position| is_lost(opened, *position));
    let ended = match (lost.is_empty(), waiting.is_empty()) {
        (false, _) => RunEnding::Ruled,
        (true, true) => RunEnding::Complete,
        (true, false) => RunEnding::Waiting(waiting),
    };
    let now = Timestamp::now();
    let forfeit = |position: usize| {
        let seats = opened.schedule.scheduled_matches.seats(position).len();
        (position, MatchRuling::forfeit(seats, opened.absent(position), now))
    };
    Ok((lost.into_iter().map(forfeit).collect(), ended))
}

/// Whether the absent entrants of a match lose it.
fn is_lost(opened: &OpenTournament, position: usize) -> bool {
    let loses = |cause| opened.rulings.of_absence(cause) == AbsentEntrantPolicy::Loses;
    opened.has_rulings() && opened.absent(position).iter().all(|seat| loses(seat.absence.cause))
}

/// Stores rulings in one transaction, and says what they are.
async fn store(opened: &mut OpenTournament, rulings: RulingsByPosition) -> Result<(), CommandError> {
    for (position, ruling) in rulings.iter().take(MOST_LISTED) {
        message(&format!("warning: {}", in_words(opened, *position, ruling)));
    }
    if let Some(more @ 1..) = rulings.len().checked_sub(MOST_LISTED) {
        message(&format!("warning: and {} more are ruled", counted(more, "match")));
    }
    let specs: Vec<_> =
        rulings.into_iter().map(|(position, ruling)| (opened.schedule.spec(position), ruling)).collect();
    patiently(|| opened.store.put_rulings(&specs), message).await?;
    opened.refresh_schedule().map(drop)
}

fn in_words(opened: &OpenTournament, position: usize, ruling: &MatchRuling) -> String {
    let number = opened.schedule.scheduled_matches.number(position);
    let names: Vec<String> = opened.schedule.names_of(position).map(|name| harmless(name)).collect();
    let lost: Vec<&str> = ruling.absent().iter().map(|absent| names[absent.seat].as_str()).collect();
    let game = format!("game {number} of {} is ruled, not played", names.join(" and "));
    match &ruling.reason {
        RulingReason::Forfeit { .. } => {
            let verb = if lost.len() == 1 { "loses" } else { "lose" };
            format!("{game}: {} {verb}", lost.join(" and "))
        }
        RulingReason::Void { .. } => format!("{game}: a draw, because {}", ruling.reason),
    }
}

/// Withdraws the rulings on matches that can be played now.
pub(super) fn withdraw(opened: &mut OpenTournament) -> Result<(), CommandError> {
    let absent: BTreeSet<&str> = opened
        .state
        .entrants
        .values()
        .filter(|entrant| entrant.absent.is_some())
        .map(|entrant| entrant.identity.as_str())
        .collect();
    let stored = opened.store.stored_rulings().map_err(unusable)?;
    let is_due = |seats: &[String], ruling: &MatchRuling| {
        ruling.absent().iter().all(|lost| !absent.contains(seats[lost.seat].as_str()))
    };
    let due: Vec<MatchKey> = stored
        .iter()
        .filter(|(_, spec, ruling)| is_due(&spec.submissions, ruling))
        .map(|(key, ..)| *key)
        .collect();
    opened.store.withdraw_rulings(&due).map_err(unusable)?;
    message(&match due.len() {
        0 => "no ruling can be withdrawn: what it rules on can still not be played".into(),
        count => format!("{} withdrawn: these matches are played", counted(count, "ruling")),
    });
    opened.refresh_schedule().map(drop)
}
