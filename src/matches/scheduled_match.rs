//! The matches of a schedule.

use rathaus_games::report::SeededBoard;
use rathaus_games::{MatchInputs, Seed};

/// A match of a schedule, with its entrants by position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScheduledMatch {
    /// The number of the board or of the multiplayer match, from 1.
    pub number: u32,
    /// Matches of one round are comparable: they have the same board or opening.
    pub round: u32,
    pub seed: Seed,
    /// For each seat, the position of its entrant.
    pub seats: Vec<usize>,
    /// The numbers from a seed file, or `None` to draw them from the seed.
    pub numbers: Option<Vec<u64>>,
}

impl ScheduledMatch {
    /// The board, in single-player games.
    pub fn board(&self) -> SeededBoard {
        SeededBoard { number: self.number, seed: self.seed }
    }

    /// The setup of the match, for games without a handshake.
    pub fn setup(&self) -> MatchInputs {
        MatchInputs {
            seed: self.seed,
            handshake_replies: vec![None; self.seats.len()],
            ids: None,
            numbers: self.numbers.clone(),
            options: Vec::new(),
        }
    }

    /// The identity of the submission in each seat. `identities` are those of the entrants.
    pub fn submissions(&self, identities: &[String]) -> Vec<String> {
        self.seats.iter().map(|entrant| identities[*entrant].clone()).collect()
    }
}
