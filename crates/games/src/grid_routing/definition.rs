//! What the rest of the program asks the grid-routing battle.

use serde_json::Value;

use super::{Details, GridRouting, NAME, Params, letter};
use crate::custom::SeatRange;
use crate::{CannotBegin, Game, GameDefinition, Seating, Setup, TournamentDefaults};

/// The file that a bot may write to, and finds again in the next round.
const PRIVATE_FILE: &str = "data.txt";

impl GameDefinition for Params {
    fn name(&self) -> &str {
        NAME
    }

    fn seating(&self) -> Seating {
        Seating::PerRound { file: PRIVATE_FILE }
    }

    fn seats(&self) -> SeatRange {
        SeatRange { from: 1, to: usize::MAX }
    }

    fn uses_all_processors(&self) -> bool {
        true
    }

    fn can_have_details(&self, details: &Value, seats: usize) -> bool {
        let of_all = |details: Details| details.rounds.iter().all(|round| round.gains.len() == seats);
        serde_json::from_value(details.clone()).is_ok_and(of_all)
    }

    fn details_bytes(&self, seats: usize) -> u64 {
        let (turns, seats) = (u64::from(self.measures(seats).turns), seats as u64);
        // Each breaks and activates a vertex in every turn.
        u64::from(self.rounds) * (60 + 6 * seats + 20 * turns * seats)
    }

    fn tournament(&self) -> TournamentDefaults {
        TournamentDefaults { is_long: true, pairs_meet_twice: false }
    }

    fn watch_speed(&self) -> u32 {
        8
    }

    fn seat_mark(&self, seat: usize) -> Option<char> {
        Some(letter(seat))
    }

    fn begin(&self, setup: Setup) -> Result<Box<dyn Game>, CannotBegin> {
        let game = GridRouting::new(self, setup.hellos.len(), setup.seed);
        Ok(Box::new(game.map_err(|error| CannotBegin(error.to_string()))?))
    }
}
