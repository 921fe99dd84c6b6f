//! Where the parts of a picture stand: a heading, the board, and text below.

use rathaus_games::GamePicture;
use rathaus_games::picture::StyledLine;

use super::CaptionedGamePicture;
use super::colours;
use super::stamps::{LETTER, Stamp, Stamps};
use crate::report::palette::RgbColour;

/// The approximate width of a board in pixels, within the limits of `SIDES`.
const WIDTH: usize = 1_000;

/// The smallest and the largest side of a tile in pixels.
const SIDES: (usize, usize) = (4, 24);

/// The space around everything, in pixels.
const MARGIN: usize = 12;

/// The minimum number of letters that fit in a line.
const LETTERS: usize = 48;

/// The maximum number of text lines below a board.
const LINES: usize = 30;

/// A picture as indexes into a palette, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Raster {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<u8>,
}

/// What all frames of an animation have in common.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// The side of a tile in pixels.
    side: usize,
    /// The columns of the widest board, and the rows of the highest.
    columns: usize,
    rows: usize,
    /// The lines of text below the board.
    lines: usize,
}

/// Letters with their colours.
type ColouredText = Vec<(char, RgbColour)>;

impl Layout {
    /// A layout in which each of the frames fits.
    pub(super) fn of<'a>(frames: impl Iterator<Item = &'a CaptionedGamePicture> + Clone) -> Layout {
        let most = |of: fn(&GamePicture) -> usize| frames.clone().map(|frame| of(&frame.picture)).max();
        let columns = most(GamePicture::width).unwrap_or(0);
        let rows = most(|picture| picture.board.len()).unwrap_or(0);
        let side = (WIDTH / columns.max(1)).clamp(SIDES.0, SIDES.1);
        let layout = Layout { side, columns, rows, lines: 0 };
        let lines = frames.clone().map(|frame| layout.text(&frame.picture).len()).max().unwrap_or(0);
        Layout { lines: lines.min(LINES), ..layout }
    }

    fn inner_width(&self) -> usize {
        (self.columns * self.side).max(LETTERS * LETTER.0)
    }

    /// The text below the board, broken into lines that fit the width.
    fn text(&self, picture: &GamePicture) -> Vec<ColouredText> {
        let room = self.inner_width() / LETTER.0;
        let all = picture.caption.iter().chain(&picture.seats).chain(&picture.legend);
        all.flat_map(|line| broken(&coloured(line), room)).collect()
    }

    pub(super) fn draw(
        &self,
        stamps: &mut Stamps,
        CaptionedGamePicture { names, when, picture }: &CaptionedGamePicture,
    ) -> Raster {
        let (line, gap) = (LETTER.1, if self.rows > 0 { MARGIN } else { 0 });
        let width = self.inner_width() + 2 * MARGIN;
        let height = (self.lines + 1) * line + self.rows * self.side + 2 * MARGIN + 2 * gap;
        let ground = stamps.palette.index(colours::GROUND);
        let mut raster = Raster { width, height, pixels: vec![ground; width * height] };
        raster.heading(stamps, names, when);
        let top = MARGIN + line + gap;
        // A board that is narrower than the text stands in the middle.
        let left = MARGIN + (self.inner_width() - self.columns * self.side) / 2;
        for (row, tiles) in picture.board.iter().enumerate() {
            for (column, tile) in tiles.iter().enumerate() {
                let stamp = stamps.tile(*tile, self.side);
                raster.put(left + column * self.side, top + row * self.side, stamp);
            }
        }
        let below = top + picture.board.len() * self.side + gap;
        for (index, text) in self.text(picture).into_iter().take(self.lines).enumerate() {
            raster.write(stamps, MARGIN, below + index * line, &text);
        }
        raster
    }
}

/// A line in parts of at most so many letters, broken after a blank where there is one.
fn broken(mut line: &[(char, RgbColour)], room: usize) -> Vec<ColouredText> {
    let mut parts = Vec::new();
    while line.len() > room {
        let end = line[..room].iter().rposition(|(letter, _)| *letter == ' ').map_or(room, |blank| blank + 1);
        let (part, rest) = line.split_at(end);
        parts.push(part.to_vec());
        line = rest;
    }
    parts.push(line.to_vec());
    parts
}

/// The letters of a line with their colours.
fn coloured(line: &StyledLine) -> ColouredText {
    line.iter().flat_map(|run| run.text.chars().map(|letter| (letter, colours::of_text(run.tone)))).collect()
}

impl Raster {
    /// Names at the left, as far as there is room, and the moment at the right.
    fn heading(&mut self, stamps: &mut Stamps, names: &str, when: &str) {
        let room = (self.width - 2 * MARGIN) / LETTER.0;
        let when: ColouredText = when.chars().map(|letter| (letter, colours::MUTED)).collect();
        let names = crate::report::shortened(names, room.saturating_sub(when.len() + 3).max(1));
        let names: ColouredText = names.chars().map(|letter| (letter, colours::TEXT)).collect();
        self.write(stamps, MARGIN, MARGIN, &names);
        let right = self.width - MARGIN - (when.len() * LETTER.0).min(self.width - 2 * MARGIN);
        self.write(stamps, right, MARGIN, &when);
    }

    fn write(&mut self, stamps: &mut Stamps, left: usize, top: usize, text: &[(char, RgbColour)]) {
        for (index, (letter, colour)) in text.iter().enumerate().filter(|(_, (letter, _))| *letter != ' ') {
            self.put(left + index * LETTER.0, top, stamps.letter(*letter, *colour));
        }
    }

    /// Copies a stamp, as far as it is inside.
    fn put(&mut self, left: usize, top: usize, Stamp { width, pixels }: &Stamp) {
        let shown = (*width).min(self.width.saturating_sub(left));
        for (y, row) in pixels.chunks(*width).enumerate().take(self.height.saturating_sub(top)) {
            let start = (top + y) * self.width + left;
            self.pixels[start..start + shown].copy_from_slice(&row[..shown]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_blanks() {
        let line: ColouredText = "one two three".chars().map(|letter| (letter, colours::TEXT)).collect();
        let text = |parts: Vec<ColouredText>| -> Vec<String> {
            parts.iter().map(|part| part.iter().map(|(letter, _)| *letter).collect()).collect()
        };
        assert_eq!(text(broken(&line, 9)), ["one two ", "three"]);
        assert_eq!(text(broken(&line, 2)), ["on", "e ", "tw", "o ", "th", "re", "e"]);
        assert_eq!(text(broken(&[], 9)), [""]);
    }
}
