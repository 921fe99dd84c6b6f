//! The parameters of the prisoner's dilemma.

use crate::parameters::parameters;

parameters! {
    /// The parameters of a game. The defaults are those of the published game.
    pub struct DilemmaParams {
        /// Rounds per player.
        rounds_per_player: u32 = 25 in 1 ..= 10_000,
        /// Milliseconds that a program has for a round, from its start to its end.
        time_ms: u64 = 2_000 in 1 ..= 600_000,
        /// What a player gains by taking.
        gain: i64 = 1 in -1_000 ..= 1_000,
        /// What a player loses by being taken from.
        loss: i64 = 2 in -1_000 ..= 1_000,
        /// Maximum size in bytes of a program's output in a round.
        output_bytes: u64 = 4_194_304 in 1 ..= 1_000_000_000,
    }
}

impl DilemmaParams {
    /// The number of rounds in a game with this many players.
    pub fn rounds(&self, players: usize) -> usize {
        self.rounds_per_player as usize * players
    }

    fn contradictions(&self) -> Vec<String> {
        Vec::new()
    }
}
