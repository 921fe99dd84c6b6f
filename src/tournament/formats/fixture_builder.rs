//! Builds the matches of a format that goes by results, as far as they are known.

use rathaus_games::points::shares;

use super::{FormatSetup, KnownScores};
use crate::tournament::Fixture;

/// Matches in the order of play.
pub(super) struct FixtureBuilder<'a> {
    /// The known results.
    known: KnownScores<'a>,
    /// All matches whose opponents are known, numbered from 1. New results add matches at the end,
    /// and change none.
    pub(super) fixtures: Vec<Fixture>,
}

impl<'a> FixtureBuilder<'a> {
    pub(super) fn new(known: KnownScores<'a>) -> FixtureBuilder<'a> {
        FixtureBuilder { known, fixtures: Vec::new() }
    }

    /// Adds matches that can be played at once. Returns the points of each match by seat, or `None`
    /// if not all of them have been played.
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

/// Numbers the matches, from 1.
pub(super) fn number(fixtures: &mut [Fixture]) {
    for (number, fixture) in (1..).zip(fixtures) {
        fixture.number = number;
    }
}

/// A match on an opening, counted from 1. All matches on an opening have the same seed.
pub(super) fn on_opening(field: FormatSetup, opening: u32, seats: Vec<usize>) -> Fixture {
    let seed = field.seed.derive("opening", opening.into());
    Fixture { number: 0, round: opening, seed, seats, numbers: None }
}

/// The seats after `turns` rotations. With two seats, one rotation swaps them.
pub(super) fn turned(seats: &[usize], turns: usize) -> Vec<usize> {
    let mut seats = seats.to_vec();
    seats.rotate_left(turns);
    seats
}
