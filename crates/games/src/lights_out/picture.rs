//! A board as letters.

use rathaus_protocol::lights_out::Cell;

use super::{Board, LightsOut};
use crate::Picture;
use crate::picture::{Line, Run, Tile, Tone};

/// What lies between boards that are side by side.
const GAP: [Tile; 3] = [Tile::BLANK; 3];

impl LightsOut {
    /// The board, and once there is an answer, its clicks and what they leave, side by side.
    pub(super) fn drawn(&self) -> Picture {
        let on = || Run::new("#", Tone::On);
        if !self.is_over {
            let legend = vec![on(), Run::plain(" on")];
            return self.picture(legend, |y| lights(&self.board, y));
        }
        let mut left = self.board.clone();
        self.clicks.iter().for_each(|cell| left.click(*cell));
        let clicked = Run::new("+", Tone::Mark);
        let legend =
            vec![on(), Run::plain(" on, "), clicked, Run::plain(" clicked; on the right, what is left")];
        self.picture(legend, |y| {
            [lights(&self.board, y), GAP.into(), self.clicked(y), GAP.into(), lights(&left, y)].concat()
        })
    }

    fn picture(&self, legend: Line, row: impl Fn(u32) -> Vec<Tile>) -> Picture {
        Picture { board: (0..self.board.rows).map(row).collect(), legend: vec![legend], ..Picture::default() }
    }

    fn clicked(&self, y: u32) -> Vec<Tile> {
        let is_clicked = |x: u32| self.clicks.contains(&Cell { x, y });
        let tile = |x| if is_clicked(x) { Tile::new('+', Tone::Mark) } else { Tile::new('.', Tone::Dim) };
        (0..self.board.columns).map(tile).collect()
    }
}

fn lights(board: &Board, y: u32) -> Vec<Tile> {
    let tile =
        |x| if board.is_on(Cell { x, y }) { Tile::new('#', Tone::On) } else { Tile::new('.', Tone::Off) };
    (0..board.columns).map(tile).collect()
}
