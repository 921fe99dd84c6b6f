//! Matches by the positions of their entrants.

use rathaus_games::report::Board;
use rathaus_games::{MatchSetup, Seed};

/// One of the matches of a schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixture {
    /// The number of the board, or of the game that is played together, from 1.
    pub number: u32,
    /// Matches of one round can be compared: they have the same board or opening.
    pub round: u32,
    pub seed: Seed,
    /// The positions of the entrants in its seats.
    pub seats: Vec<usize>,
    /// The numbers of a seed file, unless they are drawn from the seed.
    pub numbers: Option<Vec<u64>>,
}

impl Fixture {
    /// On which board it is, in games that every bot plays alone.
    pub fn board(&self) -> Board {
        Board { number: self.number, seed: self.seed }
    }

    /// What the match begins with, if its bots are not greeted.
    pub fn setup(&self) -> MatchSetup {
        MatchSetup {
            seed: self.seed,
            handshake_replies: vec![None; self.seats.len()],
            ids: None,
            numbers: self.numbers.clone(),
        }
    }

    /// The submissions in its seats, where `identities` are those of the entrants.
    pub fn submissions(&self, identities: &[String]) -> Vec<String> {
        self.seats.iter().map(|entrant| identities[*entrant].clone()).collect()
    }
}
