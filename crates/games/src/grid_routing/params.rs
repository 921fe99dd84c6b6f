//! The parameters of the grid-routing battle.

use crate::parameters::parameters;

parameters! {
    /// The parameters of a game. The defaults are those of the published game.
    pub struct GridRoutingParams {
        /// Rounds of a game.
        rounds: u32 = 100 in 1 ..= 100_000,
        /// Turns of a round; 0 for the square of the number of bots.
        turns: u32 = 0 in 0 ..= 10_000,
        /// Vertices on a side of the grid; 0 for four thirds of the square of the number of bots,
        /// rounded down.
        side: u32 = 0 in 0 ..= 2_000,
        /// Searches from each active source when a round is scored; 0 for the number of bots.
        searches: u32 = 0 in 0 ..= 10_000,
        /// Milliseconds that a bot has for a question, including the report before it.
        question_ms: u64 = 1_000 in 1 ..= 600_000,
        /// Milliseconds that a bot has to exit after it gets the scores of a round.
        exit_ms: u64 = 1_000 in 1 ..= 600_000,
        /// Maximum size of an answer in bytes.
        answer_bytes: u64 = 4_096 in 16 ..= 1_000_000,
    }
}

/// The parameters whose default depends on the number of bots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResolvedGridRoutingSize {
    /// Turns per round.
    pub turns: u32,
    /// Vertices per side.
    pub side: u32,
    /// Searches from each active source.
    pub searches: u32,
}

impl GridRoutingParams {
    /// The size of a game with this many bots.
    pub fn size(&self, bots: usize) -> ResolvedGridRoutingSize {
        // There are at most 64 bots.
        let bots = bots as u32;
        let or = |value: u32, usual: u32| if value == 0 { usual } else { value };
        ResolvedGridRoutingSize {
            turns: or(self.turns, bots * bots),
            side: or(self.side, 4 * bots * bots / 3),
            searches: or(self.searches, bots),
        }
    }

    fn contradictions(&self) -> Vec<String> {
        Vec::new()
    }
}
