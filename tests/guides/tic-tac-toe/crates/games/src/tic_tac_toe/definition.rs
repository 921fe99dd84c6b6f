//! What the rest of the program asks tic-tac-toe.

use super::{NAME, Params, TicTacToe};
use crate::custom::SeatRange;
use crate::{CannotBegin, Game, GameDefinition, Seating, Setup, TournamentDefaults};

impl GameDefinition for Params {
    fn name(&self) -> &str {
        NAME
    }

    fn title(&self) -> &str {
        "tic-tac-toe"
    }

    fn seating(&self) -> Seating {
        Seating::PerMatch
    }

    fn seats(&self) -> SeatRange {
        SeatRange { from: 2, to: 2 }
    }

    fn details_bytes(&self, _seats: usize) -> u64 {
        100
    }

    fn tournament(&self) -> TournamentDefaults {
        TournamentDefaults { is_long: false, pairs_meet_twice: true }
    }

    fn begin(&self, setup: Setup) -> Result<Box<dyn Game>, CannotBegin> {
        match setup.hellos.len() {
            2 => Ok(Box::new(TicTacToe::new(self))),
            seats => Err(CannotBegin(format!("tic-tac-toe is for 2 bots, and here are {seats}"))),
        }
    }
}
