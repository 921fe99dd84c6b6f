//! Adaptive tournaments: matches go to those entrants about which something is still to be decided.
//!
//! All entrants have the same rounds. In each, tables are drawn by lot among all of them, so that
//! an entrant's outcomes estimate how it does against the whole field, and only those tables play
//! that have an undecided entrant. In single-player games, each undecided entrant plays the board
//! of the round.
//!
//! Decisions are made only after certain rounds, from stored results alone, so that a tournament
//! can be resumed, planned and played elsewhere. They are right together with a probability of
//! 95 %, however often one looks.

mod decisions;
mod memberships;
mod target;
#[cfg(test)]
mod tests;

use super::schedule_builder::{ScheduleBuilder, average_shares, on_opening, turned};
use super::{FormatSetup, FormatStanding, SeatResultLookup, TournamentFormatState};
use crate::tournament::ScheduledMatch;
use decisions::FieldDecisions;
pub use target::DecisionTarget;

/// The least number of rounds between two decisions. Fewer could decide hardly anything.
const LEAST_PART: u32 = 8;

/// The rounds so far, divided by this, follow before the next decision. Small parts waste few
/// matches, large ones keep many processors busy.
const PART_DIVISOR: u32 = 16;

/// What an adaptive tournament has decided so far.
#[derive(Debug, Clone, PartialEq)]
pub struct AdaptiveStatus {
    pub target: DecisionTarget,
    /// The number of rounds so far.
    pub rounds: u32,
    /// The entrants about which something is still to be decided.
    pub undecided: Vec<usize>,
    /// About how many more rounds it takes to decide the rest, if that can be foreseen.
    pub missing_rounds: Option<u64>,
    /// For each entrant, which others are proven worse.
    pub is_better: Vec<Vec<bool>>,
    /// The outcomes of each entrant in its own rounds: those before it was decided.
    pub outcomes: Vec<Vec<f64>>,
}

/// The largest number of matches.
pub(super) fn most(FormatSetup { rounds, seats, entrants, .. }: FormatSetup) -> Option<u64> {
    let tables = entrants.checked_div(seats).unwrap_or(0) as u64;
    tables.checked_mul(seats as u64)?.checked_mul(rounds.into())
}

/// The standings, and the matches that are known, of a multiplayer game.
pub(super) fn multiplayer(field: FormatSetup, known: SeatResultLookup<'_>) -> TournamentFormatState {
    if field.seats == 0 {
        return TournamentFormatState::known(Default::default());
    }
    // An outcome is a share of beaten opponents.
    let decisions = FieldDecisions::new(field.decide, field.entrants, Some(1.0));
    let seats = field.seats;
    play(field, decisions, known, |rounds, decisions, matches| {
        let tables: Vec<(u32, RoundTable)> = rounds
            .flat_map(|round| tables(field, round, decisions).into_iter().map(move |table| (round, table)))
            .collect();
        let turns = tables.iter().flat_map(|(round, table)| {
            (0..seats).map(|turn| on_opening(field, *round, turned(&table.entrants, turn)))
        });
        let results = matches.play(turns)?;
        let outcomes = tables.iter().zip(results.chunks(seats)).flat_map(|((round, table), turns)| {
            let shares = table.entrants.iter().zip(average_shares(turns));
            let counted = shares.filter(|(entrant, _)| table.counted.contains(entrant));
            counted.map(|(entrant, share)| (*round, *entrant, share)).collect::<Vec<_>>()
        });
        Some(outcomes.collect())
    })
}

/// The standings, and the matches that are known, of a single-player game. `largest` is the size of
/// the largest possible difference between two results of a board, if it is known.
pub fn single_player(
    field: FormatSetup,
    largest: Option<f64>,
    known: SeatResultLookup<'_>,
) -> TournamentFormatState {
    let decisions = FieldDecisions::new(field.decide, field.entrants, largest);
    play(field, decisions, known, |rounds, decisions, matches| {
        // One process plays many boards of an entrant, so these follow each other.
        let of = |entrant: usize| {
            rounds.clone().map(move |number| ScheduledMatch {
                number,
                round: number,
                seed: field.seed.derive("board", number.into()),
                seats: vec![entrant],
                numbers: None,
            })
        };
        let boards: Vec<ScheduledMatch> = decisions.undecided().into_iter().flat_map(of).collect();
        let results = matches.worth_of(boards.iter().cloned())?;
        let outcome = |(board, worth): (&ScheduledMatch, Vec<f64>)| (board.round, board.seats[0], worth[0]);
        Some(boards.iter().zip(results).map(outcome).collect())
    })
}

/// The outcomes of entrants in rounds: the round, the entrant, and what it achieved.
type RoundOutcomes = Vec<(u32, usize, f64)>;

/// Plays parts of the rounds until all is decided. `play_part` adds the matches of a part, and
/// returns their outcomes if all of them have been played.
fn play(
    field: FormatSetup,
    mut decisions: FieldDecisions,
    known: SeatResultLookup<'_>,
    play_part: impl Fn(
        std::ops::RangeInclusive<u32>,
        &FieldDecisions,
        &mut ScheduleBuilder<'_>,
    ) -> Option<RoundOutcomes>,
) -> TournamentFormatState {
    let mut matches = ScheduleBuilder::new(known);
    // Only whole turns between groups of boards, so that no group weighs more than another.
    let most = field.rounds - field.rounds % field.groups;
    let mut played = 0;
    let continues = loop {
        if decisions.undecided().is_empty() || played >= most {
            break false;
        }
        let part = LEAST_PART.max(played / PART_DIVISOR).next_multiple_of(field.groups).min(most - played);
        let rounds = played + 1..=played + part;
        let Some(outcomes) = play_part(rounds.clone(), &decisions, &mut matches) else { break true };
        let mut by_round = vec![vec![None; field.entrants]; part as usize];
        for (round, entrant, outcome) in outcomes {
            by_round[(round - played - 1) as usize][entrant] = Some(outcome);
        }
        by_round.iter().for_each(|outcomes| decisions.push(outcomes));
        decisions.decide();
        played += part;
    };
    let place = |entrant: usize| {
        let ((mean, rounds), (better, worse)) = (decisions.mean(entrant), decisions.proven(entrant));
        FormatStanding::Adaptive { mean, rounds, better, worse }
    };
    TournamentFormatState {
        scheduled_matches: matches.scheduled_matches,
        continues,
        places: (0..field.entrants).map(place).collect(),
        encounters: Vec::new(),
        adaptive: Some(decisions.status()),
    }
}

/// Entrants that meet in all rotations of their seats.
#[derive(Debug, Clone, PartialEq)]
struct RoundTable {
    entrants: Vec<usize>,
    /// The entrants whose outcome counts.
    counted: Vec<usize>,
}

/// The tables of a round, drawn by lot. The opponents of each undecided entrant are drawn evenly
/// among all others, decided or not.
///
/// Many undecided entrants meet each other, so that a match tells something about all of them. As
/// soon as it takes no more tables, all meet the same opponents, so that differences between them
/// do not depend on the lot.
fn tables(field: FormatSetup, round: u32, decisions: &FieldDecisions) -> Vec<RoundTable> {
    let mut lot: Vec<usize> = (0..field.entrants).collect();
    field.seed.derive("opening", round.into()).stream("tables").shuffle(&mut lot);
    let undecided = decisions.undecided();
    if undecided.len() > field.entrants / field.seats {
        let table = |entrants: &[usize]| RoundTable {
            entrants: entrants.to_vec(),
            counted: entrants.iter().copied().filter(|entrant| decisions.is_undecided(*entrant)).collect(),
        };
        let tables = lot.chunks_exact(field.seats).map(table);
        return tables.filter(|table| !table.counted.is_empty()).collect();
    }
    let mut tables: Vec<RoundTable> = Vec::new();
    for entrant in undecided {
        let opponents = lot.iter().copied().filter(|other| *other != entrant).take(field.seats - 1);
        let entrants: Vec<usize> = std::iter::once(entrant).chain(opponents).collect();
        // Two undecided entrants may have drawn each other.
        let is_same = |table: &&mut RoundTable| entrants.iter().all(|one| table.entrants.contains(one));
        match tables.iter_mut().find(is_same) {
            Some(table) => table.counted.push(entrant),
            None => tables.push(RoundTable { entrants, counted: vec![entrant] }),
        }
    }
    tables
}
