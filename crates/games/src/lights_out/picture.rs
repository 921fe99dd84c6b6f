//! A board as letters.

use rathaus_protocol::lights_out::BoardCell;

use super::{LightsOutBoard, LightsOutMatch};
use crate::GamePicture;
use crate::picture::{PictureTile, PictureTone, StyledLine, StyledSpan};

/// The gap between boards that are side by side.
const GAP: [PictureTile; 3] = [PictureTile::BLANK; 3];

impl LightsOutMatch {
    /// The board. After an answer, also its clicks and the lights that they leave on, side by side.
    pub(super) fn drawn(&self) -> GamePicture {
        let on = || StyledSpan::new("#", PictureTone::On);
        if !self.is_over {
            let legend = vec![on(), StyledSpan::plain(" on")];
            return self.picture(legend, |y| lights(&self.board, y));
        }
        let mut left = self.board.clone();
        self.clicks.iter().for_each(|cell| left.click(*cell));
        let clicked = StyledSpan::new("+", PictureTone::Mark);
        let legend = vec![
            on(),
            StyledSpan::plain(" on, "),
            clicked,
            StyledSpan::plain(" clicked; on the right, what is left"),
        ];
        self.picture(legend, |y| {
            [lights(&self.board, y), GAP.into(), self.clicked(y), GAP.into(), lights(&left, y)].concat()
        })
    }

    fn picture(&self, legend: StyledLine, row: impl Fn(u32) -> Vec<PictureTile>) -> GamePicture {
        GamePicture {
            board: (0..self.board.rows).map(row).collect(),
            legend: vec![legend],
            ..GamePicture::default()
        }
    }

    fn clicked(&self, y: u32) -> Vec<PictureTile> {
        let is_clicked = |x: u32| self.clicks.contains(&BoardCell { x, y });
        let tile = |x| {
            if is_clicked(x) {
                PictureTile::new('+', PictureTone::Mark)
            } else {
                PictureTile::new('.', PictureTone::Dim)
            }
        };
        (0..self.board.columns).map(tile).collect()
    }
}

fn lights(board: &LightsOutBoard, y: u32) -> Vec<PictureTile> {
    let tile = |x| {
        if board.is_on(BoardCell { x, y }) {
            PictureTile::new('#', PictureTone::On)
        } else {
            PictureTile::new('.', PictureTone::Off)
        }
    };
    (0..board.columns).map(tile).collect()
}
