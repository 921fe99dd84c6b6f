//! The matches of a format that goes by results, as far as they are known.

use rathaus_games::points::shares;

use super::{FormatSetup, KnownScores};
use crate::tournament::Fixture;

/// Matches, those first that are played first.
pub(super) struct FixtureBuilder<'a> {
    /// What is known of the results.
    known: KnownScores<'a>,
    /// All whose opponents are known, numbered from 1. Results that come in add to them at the end,
    /// and change none.
    pub(super) fixtures: Vec<Fixture>,
}

impl<'a> FixtureBuilder<'a> {
    pub(super) fn new(known: KnownScores<'a>) -> FixtureBuilder<'a> {
        FixtureBuilder { known, fixtures: Vec::new() }
    }

    /// Adds these matches, which can be played at once. Gives what the seats of each got, or
    /// nothing if not all of them have been played.
    pub(super) fn play(&mut self, matches: impl IntoIterator<Item = Fixture>) -> Option<Vec<Vec<f64>>> {
        let first = self.fixtures.len();
        self.fixtures.extend(matches);
        number(&mut self.fixtures);
        self.fixtures[first..]
            .iter()
            .map(|fixture| Some(shares(&(self.known.0)(fixture)?, |one, other| other.total_cmp(one))))
            .collect()
    }
}

/// Gives matches their numbers, from 1 on.
pub(super) fn number(fixtures: &mut [Fixture]) {
    for (number, fixture) in (1..).zip(fixtures) {
        fixture.number = number;
    }
}

/// A match on an opening, by its number from 1, of which all matches have the same seed.
pub(super) fn on_opening(field: FormatSetup, opening: u32, seats: Vec<usize>) -> Fixture {
    let seed = field.seed.derive("opening", opening.into());
    Fixture { number: 0, round: opening, seed, seats, numbers: None }
}

/// The same seats after so many turns: of two, they are swapped after one.
pub(super) fn turned(seats: &[usize], turns: usize) -> Vec<usize> {
    let mut seats = seats.to_vec();
    seats.rotate_left(turns);
    seats
}
