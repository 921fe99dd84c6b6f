//! The matches of a format that goes by results, as far as they are known.

use super::{Field, Known};
use crate::tournament::Fixture;

/// Matches, those first that are played first.
pub(super) struct Matches<'a> {
    /// What is known of the results.
    known: Known<'a>,
    /// All whose opponents are known, numbered from 1. Results that come in add to them at the end, and change none.
    pub(super) fixtures: Vec<Fixture>,
}

impl<'a> Matches<'a> {
    pub(super) fn new(known: Known<'a>) -> Matches<'a> {
        Matches { known, fixtures: Vec::new() }
    }

    /// Adds these matches, which can be played at once. Gives what the seats of each got, or nothing if not all of them have been played.
    pub(super) fn play(&mut self, matches: impl IntoIterator<Item = Fixture>) -> Option<Vec<Vec<f64>>> {
        let first = self.fixtures.len();
        self.fixtures.extend(matches);
        for (number, fixture) in (1..).zip(&mut self.fixtures).skip(first) {
            fixture.number = number;
        }
        self.fixtures[first..].iter().map(|fixture| Some(points(&(self.known.0)(fixture)?))).collect()
    }
}

/// A match on an opening, by its number from 1, of which all matches have the same seed.
pub(super) fn on_opening(field: Field, opening: u32, seats: Vec<usize>) -> Fixture {
    let seed = field.seed.derive("opening", opening.into());
    Fixture { number: 0, round: opening, seed, seats, numbers: None }
}

/// The points of each seat by what their scores are worth: the share of the others that did worse, where those who did as well count half.
fn points(worth: &[f64]) -> Vec<f64> {
    let others = worth.len().saturating_sub(1).max(1) as f64;
    let against = |own: f64, other: f64| match own.total_cmp(&other) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    // Each does as well as itself, which counts for nothing.
    worth
        .iter()
        .map(|own| (worth.iter().map(|other| against(*own, *other)).sum::<f64>() - 0.5) / others)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_the_share_of_the_others_that_did_worse() {
        assert_eq!(points(&[3.0, 1.0]), [1.0, 0.0]);
        assert_eq!(points(&[-2.0, -2.0]), [0.5, 0.5]);
        assert_eq!(points(&[5.0, 1.0, 5.0]), [0.75, 0.0, 0.75]);
        assert_eq!(points(&[1.0]), [0.0]);
    }
}
