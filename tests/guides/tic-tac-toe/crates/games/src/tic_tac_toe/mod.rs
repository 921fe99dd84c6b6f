//! Tic-tac-toe: two seats, nine cells, three in a line win. `docs/TIC-TAC-TOE.md` has the rules.

mod definition;
#[cfg(test)]
mod tests;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::parameters::parameters;
use crate::picture::{PictureTile, PictureTone};
use crate::{
    RejectedAnswer, SeatAsk, AskOutcome, FaultCause, LiveMatch, GamePicture, MatchProgress, MatchOutcome, AskProcessChoice,
    ReplyFormat, ReplyLimits, MatchStep, AskBatch,
};

/// The game's name on the command line and in manifests.
pub const NAME: &str = "tic-tac-toe";

/// The most bytes of a reply.
const REPLY_BYTES: usize = 64;

/// Rows, columns and diagonals.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

parameters! {
    /// The parameters of the rules.
    pub struct TicTacToeParams {
        /// Milliseconds that a bot has for a move.
        move_ms: u64 = 1_000 in 1 ..= 600_000,
    }
}

impl TicTacToeParams {
    fn contradictions(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The details of an [`MatchOutcome`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicTacToeDetails {
    /// The cells in the order in which they were taken, numbered from 0, row by row.
    pub moves: Vec<usize>,
}

/// A match.
#[derive(Debug)]
pub struct TicTacToeGame {
    params: TicTacToeParams,
    moves: Vec<usize>,
}

impl TicTacToeGame {
    /// Starts a match on an empty board.
    pub fn new(params: &TicTacToeParams) -> TicTacToeGame {
        TicTacToeGame { params: params.clone(), moves: Vec::new() }
    }

    fn owner(&self, cell: usize) -> Option<usize> {
        self.moves.iter().position(|taken| *taken == cell).map(|turn| turn % 2)
    }

    fn letter(&self, cell: usize) -> char {
        self.owner(cell).map_or('.', |seat| ['x', 'o'][seat])
    }

    fn winner(&self) -> Option<usize> {
        LINES.iter().find_map(|line| {
            let [first, second, third] = line.map(|cell| self.owner(cell));
            first.filter(|_| first == second && second == third)
        })
    }

    fn ask(&self) -> MatchStep {
        let board: String = (0..9).map(|cell| self.letter(cell)).collect();
        let process = if self.moves.len() < 2 { AskProcessChoice::New } else { AskProcessChoice::Same };
        let limits = ReplyLimits { time: Duration::from_millis(self.params.move_ms), bytes: REPLY_BYTES };
        let bytes = format!("{board}\n").into_bytes();
        let ask = SeatAsk::new(self.moves.len() % 2, process, bytes, ReplyFormat::Lines(1), limits);
        MatchStep::Turn(AskBatch::new(vec![ask]))
    }

    fn over(&self, winner: Option<usize>, ended: &str, ruling: Option<FaultCause>) -> MatchStep {
        let score = |seat| winner.map_or(0.5, |winner| f64::from(u8::from(winner == seat)));
        MatchStep::Over(MatchOutcome {
            scores: vec![score(0), score(1)],
            ended: ended.into(),
            details: serde_json::json!(TicTacToeDetails { moves: self.moves.clone() }),
            answer_faults: ruling.into_iter().map(|cause| RejectedAnswer { ask: 0, cause }).collect(),
            ..MatchOutcome::default()
        })
    }

    /// The free cell in a reply, or what is wrong with the reply.
    fn cell(&self, reply: &[u8]) -> Result<usize, FaultCause> {
        let text = String::from_utf8_lossy(reply);
        let cell = text.trim_ascii().parse().ok().filter(|cell| *cell < 9);
        let cell =
            cell.ok_or_else(|| FaultCause::Malformed { what: "a move is a number from 0 to 8".into() })?;
        match self.owner(cell) {
            None => Ok(cell),
            Some(_) => Err(FaultCause::Illegal { what: format!("cell {cell} is taken") }),
        }
    }
}

impl LiveMatch for TicTacToeGame {
    fn start(&mut self) -> MatchStep {
        self.ask()
    }

    fn resume(&mut self, answers: &[AskOutcome]) -> MatchStep {
        let other = (self.moves.len() + 1) % 2;
        let Some(AskOutcome::Reply { bytes, .. }) = answers.first() else {
            return self.over(Some(other), "a bot failed", None);
        };
        match self.cell(bytes) {
            Err(cause) => return self.over(Some(other), "a move was wrong", Some(cause)),
            Ok(cell) => self.moves.push(cell),
        }
        match self.winner() {
            Some(winner) => self.over(Some(winner), "three in a line", None),
            None if self.moves.len() == 9 => self.over(None, "the board is full", None),
            None => self.ask(),
        }
    }

    fn progress(&self) -> MatchProgress {
        MatchProgress { done: self.moves.len() as f64 / 9.0, ..MatchProgress::default() }
    }

    fn picture(&self, _names: &[String]) -> GamePicture {
        let tone = |cell| self.owner(cell).map_or(PictureTone::Dim, PictureTone::Seat);
        let tile = |cell| PictureTile::new(self.letter(cell), tone(cell));
        let row = |row: usize| (3 * row..3 * row + 3).map(tile).collect();
        GamePicture { board: (0..3).map(row).collect(), ..GamePicture::default() }
    }
}
