//! A board as letters.

use rathaus_protocol::lights_out::BoardCell;

use super::{LightsOutBoard, LightsOutGame};
use crate::GamePicture;
use crate::picture::{Line, PictureTile, Run, Tone};

/// The gap between boards that are side by side.
const GAP: [PictureTile; 3] = [PictureTile::BLANK; 3];

impl LightsOutGame {
    /// The board. After an answer, also its clicks and the lights that they leave on, side by side.
    pub(super) fn drawn(&self) -> GamePicture {
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

    fn picture(&self, legend: Line, row: impl Fn(u32) -> Vec<PictureTile>) -> GamePicture {
        GamePicture {
            board: (0..self.board.rows).map(row).collect(),
            legend: vec![legend],
            ..GamePicture::default()
        }
    }

    fn clicked(&self, y: u32) -> Vec<PictureTile> {
        let is_clicked = |x: u32| self.clicks.contains(&BoardCell { x, y });
        let tile = |x| {
            if is_clicked(x) { PictureTile::new('+', Tone::Mark) } else { PictureTile::new('.', Tone::Dim) }
        };
        (0..self.board.columns).map(tile).collect()
    }
}

fn lights(board: &LightsOutBoard, y: u32) -> Vec<PictureTile> {
    let tile = |x| {
        if board.is_on(BoardCell { x, y }) {
            PictureTile::new('#', Tone::On)
        } else {
            PictureTile::new('.', Tone::Off)
        }
    };
    (0..board.columns).map(tile).collect()
}
