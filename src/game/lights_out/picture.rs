//! A board as letters.

use rathaus_protocol::lights_out::Cell;

use super::{Board, LightsOut};

impl LightsOut {
    /// The board, and once there is an answer, its clicks and what they leave, side by side.
    pub(super) fn drawn(&self) -> Vec<String> {
        let lights = |board: &Board, y| -> String {
            (0..board.columns).map(|x| if board.is_on(Cell { x, y }) { '#' } else { '.' }).collect()
        };
        if !self.is_over {
            return (0..self.board.rows).map(|y| lights(&self.board, y)).chain(["# on".into()]).collect();
        }
        let mut left = self.board.clone();
        self.clicks.iter().for_each(|cell| left.click(*cell));
        let clicked = |y| -> String {
            let is_clicked = |x: u32| self.clicks.contains(&Cell { x, y });
            (0..self.board.columns).map(|x| if is_clicked(x) { '+' } else { '.' }).collect()
        };
        let row = |y| format!("{}   {}   {}", lights(&self.board, y), clicked(y), lights(&left, y));
        (0..self.board.rows).map(row).chain(["# on, + clicked; on the right, what is left".into()]).collect()
    }
}
