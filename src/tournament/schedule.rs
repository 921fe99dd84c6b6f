//! Schedules of single-player games, as lists of plain values.

use rathaus_games::Seed;

use super::formats::MOST_MATCHES;
use crate::matches::{MatchSpecError, NumberedBoard, ScheduledMatch};

/// Why a tournament has no schedule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// Its matches cannot be played.
    #[error(transparent)]
    Spec(#[from] MatchSpecError),
    /// It would have too many matches.
    #[error("that would be more than {MOST_MATCHES} matches; take fewer `games`, or the format `drawn`")]
    TooMany,
    /// The challenger of the gauntlet does not play.
    #[error("the challenger, {0}, does not play, and so there is no gauntlet")]
    NoChallenger(String),
}

/// The boards of a tournament with this seed. A longer list begins with the same boards as a
/// shorter one.
pub fn boards(seed: Seed, count: u32) -> Vec<NumberedBoard> {
    (1..=count).map(|number| NumberedBoard { number, seed: seed.derive("board", number.into()) }).collect()
}

/// The matches of `entrants` entrants, each alone on each of the boards, entrant by entrant.
pub fn single_player(boards: &[NumberedBoard], entrants: usize) -> Vec<ScheduledMatch> {
    let of = |entrant| {
        boards.iter().map(move |NumberedBoard { number, seed }| ScheduledMatch {
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
