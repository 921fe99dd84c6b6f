//! How a game looks: letters with what they mean, for a terminal, a page, or plain text.

use serde::Serialize;

/// A game as it stands. What it says is said by its letters alone; tones make it easier to see.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct GamePicture {
    /// The board from its top, if the game has one.
    pub board: Vec<Vec<PictureTile>>,
    /// What there is to say of it.
    pub caption: Vec<Line>,
    /// How each seat is doing, if the game has several.
    pub seats: Vec<Line>,
    /// What the letters mean.
    pub legend: Vec<Line>,
}

/// A place of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PictureTile {
    /// What it is, for every eye.
    pub letter: char,
    /// What it is, for those who see colours.
    pub tone: Tone,
}

/// A line of words, of which some have a tone.
pub type Line = Vec<Run>;

/// Words of one tone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Run {
    /// The words.
    pub text: String,
    /// Their tone.
    pub tone: Tone,
}

/// What something means. Which colour that has is up to whoever draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Nothing in particular.
    Plain,
    /// Not worth a look: an empty place.
    Dim,
    /// Nothing gets through here.
    Wall,
    /// Whoever comes here is lost.
    Danger,
    /// Where all want to go.
    Goal,
    /// It leads elsewhere.
    Portal,
    /// It belongs to this seat.
    Seat(usize),
    /// It belongs to several.
    Shared,
    /// It is gone for good.
    Gone,
    /// How much there is: from nothing, 0, to more than can be shown, 8.
    Level(u8),
    /// A light that is on.
    On,
    /// A light that is off.
    Off,
    /// Somebody has put a mark here.
    Mark,
}

impl GamePicture {
    /// The picture as lines of letters. Blanks at the right of a board are left out.
    pub fn lines(&self) -> Vec<String> {
        let row = |tiles: &Vec<PictureTile>| -> String {
            let row: String = tiles.iter().map(|tile| tile.letter).collect();
            row.trim_end().into()
        };
        let words = self.caption.iter().chain(&self.seats).chain(&self.legend);
        let line = |runs: &Line| runs.iter().map(|run| run.text.as_str()).collect();
        self.board.iter().map(row).chain(words.map(line)).collect()
    }

    /// The columns of the board.
    pub fn width(&self) -> usize {
        self.board.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The board with a tile for each square of so many, for where there is not the room: the one
    /// that says the most.
    pub fn coarse(&self, side: usize) -> Vec<Vec<PictureTile>> {
        let square = |rows: &[Vec<PictureTile>], column: usize| {
            let tiles = rows.iter().flat_map(|row| row.iter().skip(column).take(side));
            tiles.copied().max_by_key(|tile| tile.tone.weight()).unwrap_or(PictureTile::BLANK)
        };
        let across = self.width().div_ceil(side);
        let rows = self.board.chunks(side);
        rows.map(|rows| (0..across).map(|index| square(rows, index * side)).collect()).collect()
    }
}

impl PictureTile {
    /// Nothing.
    pub const BLANK: PictureTile = PictureTile { letter: ' ', tone: Tone::Plain };

    /// A tile with this letter.
    pub fn new(letter: char, tone: Tone) -> PictureTile {
        PictureTile { letter, tone }
    }
}

impl Run {
    /// Words of this tone.
    pub fn new(text: impl Into<String>, tone: Tone) -> Run {
        Run { text: text.into(), tone }
    }

    /// Words of no tone in particular.
    pub fn plain(text: impl Into<String>) -> Run {
        Run::new(text, Tone::Plain)
    }
}

impl Tone {
    /// How much is lost by not showing it.
    fn weight(self) -> u8 {
        match self {
            Tone::Plain => 0,
            Tone::Dim | Tone::Off => 1,
            Tone::Gone => 2,
            Tone::Wall => 3,
            Tone::Danger => 4,
            Tone::Portal => 5,
            Tone::Goal => 6,
            Tone::On | Tone::Mark => 7,
            Tone::Level(level) => 8 + level,
            Tone::Seat(_) => 20,
            Tone::Shared => 21,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(letters: &str, tone: impl Fn(char) -> Tone) -> Vec<PictureTile> {
        letters.chars().map(|letter| PictureTile::new(letter, tone(letter))).collect()
    }

    #[test]
    fn lines_have_the_board_first_and_no_blanks_at_its_right() {
        let line = |words: &str| vec![Run::new(words, Tone::Goal), Run::plain("! ")];
        let picture = GamePicture {
            board: vec![row("a b ", |_| Tone::Plain)],
            caption: vec![line("caption")],
            seats: vec![line("seat")],
            legend: vec![line("legend")],
        };
        assert_eq!(picture.lines(), ["a b", "caption! ", "seat! ", "legend! "]);
    }

    #[test]
    fn a_coarse_board_keeps_what_says_the_most() {
        let tone = |letter: char| match letter {
            '#' => Tone::Wall,
            '1'..='9' => Tone::Level(letter as u8 - b'0'),
            _ => Tone::Dim,
        };
        let board = ["..#..", ".2..#", "#.7.."].map(|letters| row(letters, tone)).to_vec();
        let coarse = GamePicture { board, ..GamePicture::default() }.coarse(2);
        let letters: Vec<String> =
            coarse.iter().map(|row| row.iter().map(|tile| tile.letter).collect()).collect();
        assert_eq!(letters, ["2##", "#7."]);
    }
}
