//! Builds the matches of a format that goes by results, as far as they are known.

use std::ops::Range;

use rathaus_games::points::shares;

use super::{FormatSetup, SeatResultLookup};
use crate::tournament::ScheduledMatch;
use crate::tournament::scheduled_matches::ScheduledMatchColumns;

/// Matches in the order of play.
pub(super) struct ScheduleBuilder<'a> {
    /// The known results.
    known: SeatResultLookup<'a>,
    /// All matches whose opponents are known, numbered from 1. New results add matches at the end,
    /// and change none.
    pub(super) scheduled_matches: ScheduledMatchColumns,
}

impl<'a> ScheduleBuilder<'a> {
    pub(super) fn new(known: SeatResultLookup<'a>) -> ScheduleBuilder<'a> {
        ScheduleBuilder { known, scheduled_matches: ScheduledMatchColumns::default() }
    }

    /// Adds matches that can be played at once. Returns the points of each match by seat, or `None`
    /// if not all of them have been played or ruled.
    pub(super) fn play(
        &mut self,
        matches: impl IntoIterator<Item = ScheduledMatch>,
    ) -> Option<Vec<Vec<f64>>> {
        let first = self.scheduled_matches.len() as u32 + 1;
        let numbered = (first..).zip(matches);
        let all = self.add(numbered.map(|(number, numbered)| ScheduledMatch { number, ..numbered }));
        all.map(|position| self.points(position)).collect()
    }

    /// The points of the match at this position by seat, if it has been played or ruled.
    fn points(&self, position: usize) -> Option<Vec<f64>> {
        let scheduled_match = self.scheduled_matches.get(position);
        match (self.known.worth)(&scheduled_match) {
            Some(worth) => Some(shares(&worth, |one, other| other.total_cmp(one))),
            None => (self.known.ruled)(&scheduled_match),
        }
    }

    /// The entrants that got no point by the ruling on the match at this position.
    pub(super) fn ruled_losers(&self, position: usize) -> Vec<usize> {
        let scheduled_match = self.scheduled_matches.get(position);
        if (self.known.worth)(&scheduled_match).is_some() {
            return Vec::new();
        }
        let points = (self.known.ruled)(&scheduled_match).unwrap_or_default();
        let losers = scheduled_match.seats.iter().zip(points).filter(|(_, points)| *points == 0.0);
        losers.map(|(entrant, _)| *entrant).collect()
    }

    /// Adds matches that can be played at once, with their numbers. Returns what the score of each
    /// seat is worth, match by match, or `None` if not all of them have been played.
    pub(super) fn worth_of(
        &mut self,
        matches: impl IntoIterator<Item = ScheduledMatch>,
    ) -> Option<Vec<Vec<f64>>> {
        let all = self.add(matches);
        all.map(|position| (self.known.worth)(&self.scheduled_matches.get(position))).collect()
    }

    /// Adds matches, and returns their positions.
    fn add(&mut self, matches: impl IntoIterator<Item = ScheduledMatch>) -> Range<usize> {
        let first = self.scheduled_matches.len();
        matches.into_iter().for_each(|scheduled_match| self.scheduled_matches.push(&scheduled_match));
        first..self.scheduled_matches.len()
    }
}

/// A match on an opening, counted from 1. All matches on an opening have the same seed.
pub(super) fn on_opening(field: FormatSetup, opening: u32, seats: Vec<usize>) -> ScheduledMatch {
    let seed = field.seed.derive("opening", opening.into());
    ScheduledMatch { number: 0, round: opening, seed, seats, numbers: None }
}

/// The seats after `turns` rotations. With two seats, one rotation swaps them.
pub(super) fn turned(seats: &[usize], turns: usize) -> Vec<usize> {
    let mut seats = seats.to_vec();
    seats.rotate_left(turns);
    seats
}

/// The average points of each entrant at a table. `turns` has the points by seat for each match,
/// and each match rotates the seats by one.
pub(super) fn average_shares(turns: &[Vec<f64>]) -> Vec<f64> {
    let seats = turns.len();
    // Match `turn` starts its seats with the entrant of index `turn`.
    let of = |one: usize| {
        (0..seats).map(|turn| turns[turn][(one + seats - turn) % seats]).sum::<f64>() / seats as f64
    };
    (0..seats).map(of).collect()
}
