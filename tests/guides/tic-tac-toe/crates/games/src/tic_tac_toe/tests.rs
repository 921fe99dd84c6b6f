//! The rules, played without processes.

use super::*;
use crate::testing::{play, reply};

fn outcome(moves: &[&str]) -> MatchOutcome {
    let mut moves = moves.iter();
    play(&mut TicTacToeGame::new(&TicTacToeParams::default()), |_, _| {
        reply(format!("{}\n", moves.next().unwrap()))
    })
}

#[test]
fn three_in_a_line_win() {
    assert_eq!(outcome(&["0", "3", "1", "4", "2"]).scores, [1.0, 0.0]);
    assert_eq!(outcome(&["0", "1", "2", "4", "3", "5", "7", "6", "8"]).scores, [0.5, 0.5]);
}

#[test]
fn a_wrong_move_loses() {
    let taken = outcome(&["0", "0"]);
    assert_eq!((taken.scores, taken.answer_faults.len()), (vec![1.0, 0.0], 1));
    assert_eq!(outcome(&["nine"]).scores, [0.0, 1.0]);
}
