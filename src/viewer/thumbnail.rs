//! The end of a match as a small picture, which pages draw beside its result.

use rathaus_games::picture::PictureTile;
use rathaus_games::{GamePicture, LiveMatch, Observer};
use serde::Serialize;

use crate::matches::replay::{Replay, ReplayFileError};
use crate::report::harmless;

/// The largest board that is sent tile by tile. Of a larger one, each square of tiles becomes one.
const MOST_TILES: (usize, usize) = (120, 60);

/// The largest drawing of a custom game that is sent, in bytes.
const MOST_SVG: usize = 64 << 10;

/// The approximate number of points of each line.
const POINTS: f64 = 60.0;

/// The end of a match. At most one of the parts is there.
#[derive(Debug, Default, PartialEq, Serialize)]
pub struct Thumbnail {
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<ThumbnailBoard>,
    /// The drawing of a custom game.
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    /// For games without a board: the scores of each seat in the course of the match.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    standing: Vec<Vec<f64>>,
}

#[derive(Debug, PartialEq, Serialize)]
struct ThumbnailBoard {
    /// The letters of each row.
    rows: Vec<String>,
    /// The names of the tones on the board.
    tones: Vec<String>,
    /// For each row, the tones of its tiles: a letter each, where `0` is the first of `tones`, and
    /// the others follow in the order of Unicode.
    tone_rows: Vec<String>,
}

impl Thumbnail {
    /// Replays a match. `None` if the game shows nothing.
    pub fn of(replay: &Replay, may_resume: &dyn Fn() -> bool) -> Result<Option<Thumbnail>, ReplayFileError> {
        let mut observer = EndObserver { names: &replay.names, ..EndObserver::default() };
        replay.play_while(&mut observer, may_resume)?;
        Ok(Some(observer.finish()).filter(|found| *found != Thumbnail::default()))
    }
}

impl ThumbnailBoard {
    fn new(picture: &GamePicture) -> ThumbnailBoard {
        let (columns, rows) = (picture.width(), picture.board.len());
        let side = columns.div_ceil(MOST_TILES.0).max(rows.div_ceil(MOST_TILES.1)).max(1);
        let board = if side > 1 { picture.coarse(side) } else { picture.board.clone() };
        let mut tones = Vec::new();
        let mut tone_letter = |tile: &PictureTile| {
            let found = tones.iter().position(|tone| *tone == tile.tone).unwrap_or_else(|| {
                tones.push(tile.tone);
                tones.len() - 1
            });
            char::from_u32(u32::from('0') + found as u32).unwrap_or('0')
        };
        ThumbnailBoard {
            rows: board.iter().map(|row| row.iter().map(shown).collect()).collect(),
            tone_rows: board.iter().map(|row| row.iter().map(&mut tone_letter).collect()).collect(),
            tones: tones.iter().map(ToString::to_string).collect(),
        }
    }
}

/// The letter of a tile, or a blank instead of one that is invisible.
fn shown(tile: &PictureTile) -> char {
    let letter = tile.letter.to_string();
    if harmless(&letter) == letter { tile.letter } else { ' ' }
}

#[derive(Debug, Default)]
struct EndObserver<'a> {
    names: &'a [String],
    picture: GamePicture,
    svg: Option<String>,
    standing: Vec<Vec<f64>>,
    /// The share of the match, from 0 to 1, at which to take the next scores.
    next: f64,
}

impl EndObserver<'_> {
    fn finish(self) -> Thumbnail {
        if let Some(svg) = self.svg {
            let svg = Some(svg).filter(|svg| svg.len() <= MOST_SVG);
            return Thumbnail { svg, ..Thumbnail::default() };
        }
        if self.picture.width() > 0 {
            return Thumbnail { board: Some(ThumbnailBoard::new(&self.picture)), ..Thumbnail::default() };
        }
        Thumbnail { standing: self.standing, ..Thumbnail::default() }
    }
}

impl Observer for EndObserver<'_> {
    fn step(&mut self, game: &dyn LiveMatch) {
        let progress = game.progress();
        if progress.done >= self.next && !progress.standing.is_empty() {
            self.next = ((progress.done * POINTS).floor() + 1.0) / POINTS;
            self.standing.push(progress.standing);
        }
    }

    fn over(&mut self, game: &dyn LiveMatch) {
        self.picture = game.picture(self.names);
        self.svg = game.frame().and_then(|frame| frame.svg.clone());
        let standing = game.progress().standing;
        if !standing.is_empty() && self.standing.last() != Some(&standing) {
            self.standing.push(standing);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rathaus_games::picture::PictureTone;

    fn picture(columns: usize, rows: usize) -> GamePicture {
        let tile = |x: usize| match x {
            0 => PictureTile::new('A', PictureTone::Seat(11)),
            1 => PictureTile::new('\u{202e}', PictureTone::Wall),
            _ => PictureTile::new('.', PictureTone::Dim),
        };
        GamePicture { board: vec![(0..columns).map(tile).collect(); rows], ..GamePicture::default() }
    }

    #[test]
    fn a_board_has_its_letters_and_tones() {
        let board = ThumbnailBoard::new(&picture(4, 1));
        assert_eq!((board.rows, board.tone_rows), (vec!["A ..".to_owned()], vec!["0122".to_owned()]));
        assert_eq!(board.tones, ["seat 11", "wall", "dim"]);
    }

    #[test]
    fn a_large_board_is_reduced() {
        let board = ThumbnailBoard::new(&picture(500, 130));
        assert_eq!((board.rows.len(), board.rows[0].len()), (26, 100));
    }
}
