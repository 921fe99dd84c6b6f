//! What the rest of the program asks about tic-tac-toe.

use serde_json::Value;

use super::{NAME, TicTacToeDetails, TicTacToeGame, TicTacToeParams};
use crate::custom::SeatRange;
use crate::{GameDefinition, LiveMatch, MatchInputs, MatchSetupError, ProcessModel, TournamentDefaults};

impl GameDefinition for TicTacToeParams {
    fn name(&self) -> &str {
        NAME
    }

    fn title(&self) -> &str {
        "tic-tac-toe"
    }

    fn seating(&self) -> ProcessModel {
        ProcessModel::PerMatch
    }

    fn seats(&self) -> SeatRange {
        SeatRange { from: 2, to: 2 }
    }

    fn can_score(&self, score: f64) -> bool {
        [0.0, 0.5, 1.0].contains(&score)
    }

    fn details_fit(&self, details: &Value, scores: &[f64]) -> bool {
        let fits = |details: TicTacToeDetails| {
            details.moves.len() <= 9 && details.moves.iter().all(|cell| *cell < 9)
        };
        scores.iter().sum::<f64>() == 1.0 && serde_json::from_value(details.clone()).is_ok_and(fits)
    }

    fn details_bytes(&self, _seats: usize) -> u64 {
        100
    }

    fn tournament(&self) -> TournamentDefaults {
        TournamentDefaults { is_long: false, pairs_meet_twice: true }
    }

    fn begin(&self, setup: MatchInputs) -> Result<Box<dyn LiveMatch>, MatchSetupError> {
        match setup.handshake_replies.len() {
            2 => Ok(Box::new(TicTacToeGame::new(self))),
            seats => Err(MatchSetupError(format!("tic-tac-toe is for 2 bots, and here are {seats}"))),
        }
    }
}
