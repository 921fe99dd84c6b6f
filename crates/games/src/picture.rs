//! How a game looks: letters with their meaning, for a terminal, a page or plain text.

use std::fmt;

use serde::Serialize;

/// The current position of a game. The letters alone carry all information. Tones only make it
/// easier to see.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct GamePicture {
    /// The rows of the board from the top. Empty if the game has no board.
    pub board: Vec<Vec<PictureTile>>,
    /// Lines about the position.
    pub caption: Vec<StyledLine>,
    /// One line per seat with its standing. Empty for single-player games.
    pub seats: Vec<StyledLine>,
    /// The meaning of the letters.
    pub legend: Vec<StyledLine>,
}

/// A cell of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PictureTile {
    /// The letter, which readers without colours see.
    pub letter: char,
    /// The meaning, which determines the colour.
    pub tone: PictureTone,
}

/// A line of text, in parts with a tone each.
pub type StyledLine = Vec<StyledSpan>;

/// Text with one tone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StyledSpan {
    /// The text.
    pub text: String,
    /// The tone.
    pub tone: PictureTone,
}

/// What a part of the picture stands for. The renderer chooses the colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PictureTone {
    /// Nothing in particular.
    Plain,
    /// Unimportant, such as an empty cell.
    Dim,
    /// Nothing passes here.
    Wall,
    /// Fatal to enter.
    Danger,
    /// Where all want to go.
    Goal,
    /// Leads elsewhere.
    Portal,
    /// Belongs to this seat, from 0.
    Seat(usize),
    /// Belongs to several seats.
    Shared,
    /// Gone for good.
    Gone,
    /// An amount, from 0 (nothing) to 8 (more than can be shown).
    Level(u8),
    /// A light that is on.
    On,
    /// A light that is off.
    Off,
    /// Marked by someone.
    Mark,
}

impl GamePicture {
    /// The picture as lines of text. Trailing blanks of board rows are removed.
    pub fn lines(&self) -> Vec<String> {
        let row = |tiles: &Vec<PictureTile>| -> String {
            let row: String = tiles.iter().map(|tile| tile.letter).collect();
            row.trim_end().into()
        };
        let words = self.caption.iter().chain(&self.seats).chain(&self.legend);
        let line = |runs: &StyledLine| runs.iter().map(|run| run.text.as_str()).collect();
        self.board.iter().map(row).chain(words.map(line)).collect()
    }

    /// The number of columns of the board.
    pub fn width(&self) -> usize {
        self.board.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The board reduced to one tile for each square of `side` by `side` tiles, for small screens.
    /// Each square shows its most important tile.
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
    /// An empty tile.
    pub const BLANK: PictureTile = PictureTile { letter: ' ', tone: PictureTone::Plain };

    /// A tile with this letter and tone.
    pub fn new(letter: char, tone: PictureTone) -> PictureTile {
        PictureTile { letter, tone }
    }
}

impl StyledSpan {
    /// Text with this tone.
    pub fn new(text: impl Into<String>, tone: PictureTone) -> StyledSpan {
        StyledSpan { text: text.into(), tone }
    }

    /// Text with the plain tone.
    pub fn plain(text: impl Into<String>) -> StyledSpan {
        StyledSpan::new(text, PictureTone::Plain)
    }
}

impl fmt::Display for PictureTone {
    /// The name of the tone, as frames of custom games have it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            PictureTone::Plain => "plain",
            PictureTone::Dim => "dim",
            PictureTone::Wall => "wall",
            PictureTone::Danger => "danger",
            PictureTone::Goal => "goal",
            PictureTone::Portal => "portal",
            PictureTone::Seat(seat) => return write!(f, "seat {seat}"),
            PictureTone::Shared => "shared",
            PictureTone::Gone => "gone",
            PictureTone::Level(level) => return write!(f, "level {level}"),
            PictureTone::On => "on",
            PictureTone::Off => "off",
            PictureTone::Mark => "mark",
        };
        f.write_str(name)
    }
}

impl PictureTone {
    /// The importance of the tone. [`coarse`](GamePicture::coarse) keeps the most important tile.
    fn weight(self) -> u8 {
        match self {
            PictureTone::Plain => 0,
            PictureTone::Dim | PictureTone::Off => 1,
            PictureTone::Gone => 2,
            PictureTone::Wall => 3,
            PictureTone::Danger => 4,
            PictureTone::Portal => 5,
            PictureTone::Goal => 6,
            PictureTone::On | PictureTone::Mark => 7,
            PictureTone::Level(level) => 8 + level,
            PictureTone::Seat(_) => 20,
            PictureTone::Shared => 21,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(letters: &str, tone: impl Fn(char) -> PictureTone) -> Vec<PictureTile> {
        letters.chars().map(|letter| PictureTile::new(letter, tone(letter))).collect()
    }

    #[test]
    fn lines_have_the_board_first_and_no_blanks_at_its_right() {
        let line = |words: &str| vec![StyledSpan::new(words, PictureTone::Goal), StyledSpan::plain("! ")];
        let picture = GamePicture {
            board: vec![row("a b ", |_| PictureTone::Plain)],
            caption: vec![line("caption")],
            seats: vec![line("seat")],
            legend: vec![line("legend")],
        };
        assert_eq!(picture.lines(), ["a b", "caption! ", "seat! ", "legend! "]);
    }

    #[test]
    fn tones_have_the_names_of_the_protocol() {
        use rathaus_protocol::external::LegendTone;
        let names = "plain dim wall danger goal portal shared gone on off mark".split(' ');
        for name in names.chain(["seat 3", "level 8"]) {
            let tone: LegendTone = name.parse().unwrap();
            assert_eq!(PictureTone::from(tone).to_string(), name);
        }
    }

    #[test]
    fn a_coarse_board_keeps_what_says_the_most() {
        let tone = |letter: char| match letter {
            '#' => PictureTone::Wall,
            '1'..='9' => PictureTone::Level(letter as u8 - b'0'),
            _ => PictureTone::Dim,
        };
        let board = ["..#..", ".2..#", "#.7.."].map(|letters| row(letters, tone)).to_vec();
        let coarse = GamePicture { board, ..GamePicture::default() }.coarse(2);
        let letters: Vec<String> =
            coarse.iter().map(|row| row.iter().map(|tile| tile.letter).collect()).collect();
        assert_eq!(letters, ["2##", "#7."]);
    }
}
