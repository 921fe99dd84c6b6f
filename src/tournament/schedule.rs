//! Which matches are to be played: a list of plain values.

use rathaus_games::Seed;

use super::formats::MOST_MATCHES;
use crate::matches::{Board, Fixture, SpecError};

/// Why a tournament has no schedule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// Its matches cannot be played.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// It would be too long.
    #[error("that would be more than {MOST_MATCHES} matches; take fewer `games`, or the format `drawn`")]
    TooMany,
    /// A gauntlet needs somebody who meets all others.
    #[error("the challenger, {0}, does not play, and so there is no gauntlet")]
    NoChallenger(String),
}

/// The boards of a tournament with this seed: those of a longer one begin with those of a shorter
/// one.
pub fn boards(seed: Seed, count: u32) -> Vec<Board> {
    (1..=count).map(|number| Board { number, seed: seed.derive("board", number.into()) }).collect()
}

/// Each of so many entrants alone on each of the boards, entrant by entrant.
pub fn single_player(boards: &[Board], entrants: usize) -> Vec<Fixture> {
    let of = |entrant| {
        boards.iter().map(move |Board { number, seed }| Fixture {
            number: *number,
            round: *number,
            seed: *seed,
            seats: vec![entrant],
            numbers: None,
        })
    };
    (0..entrants).flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_boards_begin_with_the_same_ones() {
        assert_eq!(boards(Seed(1), 50)[..10], boards(Seed(1), 10));
        assert_ne!(boards(Seed(1), 1)[0].seed, boards(Seed(2), 1)[0].seed);
    }
}
