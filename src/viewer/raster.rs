//! Draws pictures of games as pixels: one as PNG, or a match as an animated GIF.

use std::io;

use font8x8::{BASIC_FONTS, UnicodeFonts};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use rathaus_games::GamePicture;
use rathaus_games::picture::{PictureTone, StyledLine};

use crate::report::palette::{self, RgbColour};

/// The colours. A pixel is an index into this palette.
const PALETTE: [RgbColour; 32] = [
    palette::GROUND,
    [0x1d, 0x23, 0x29],  // Text.
    [0x5b, 0x65, 0x70],  // Dim text.
    [0x4b, 0x53, 0x5c],  // A wall.
    palette::VERMILLION, // Danger.
    palette::BLUE,       // A portal.
    [0xd5, 0xec, 0xe4],  // The goal.
    palette::WHITE,      // Text on dark.
    palette::ORANGE,     // From here: the 8 seats.
    palette::SKY,
    palette::GREEN,
    palette::YELLOW,
    palette::BLUE,
    palette::VERMILLION,
    palette::PURPLE,
    [0x99, 0x99, 0x99],
    [0xef, 0xdd, 0xa8], // From here: levels 1 to 8.
    [0xe3, 0xc8, 0x77],
    [0xd3, 0xb1, 0x52],
    [0xc0, 0x99, 0x33],
    [0xab, 0x82, 0x1c],
    [0x95, 0x6c, 0x0b],
    [0x7a, 0x52, 0x00],
    [0x54, 0x38, 0x00],
    palette::YELLOW,    // A light that is on.
    [0x9a, 0xa4, 0xae], // A light that is off.
    [0x2a, 0x30, 0x36], // Gone.
    [0x00, 0x00, 0x00],
    [0x00, 0x00, 0x00],
    [0x00, 0x00, 0x00],
    [0x00, 0x00, 0x00],
    [0x00, 0x00, 0x00], // Transparent: unchanged since the last frame.
];

const GROUND: u8 = 0;
const WORDS: u8 = 1;
const FAINT: u8 = 2;
const ON_DARK: u8 = 7;
const SEATS: u8 = 8;
const LEVELS: u8 = 16;
const UNCHANGED: u8 = 31;

/// Width and height of a glyph in pixels.
const GLYPH: usize = 8;

/// The approximate width of a picture in pixels, within the limits of `SIDES`.
const WIDTH: usize = 1_000;

/// The smallest and the largest side of a tile in pixels.
const SIDES: (usize, usize) = (4, 24);

/// Width and height of a letter of text in pixels. A line of text is a quarter higher.
const LETTER: usize = 2 * GLYPH;

/// The minimum number of letters that fit in a line.
const LETTERS: usize = 48;

/// The maximum number of text lines below a board.
const LINES: usize = 30;

/// How long a GIF shows a frame, and its last frame, in milliseconds.
const PAUSES: (u16, u16) = (80, 3_000);

/// A picture as pixels, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Raster {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// The colours of the background and of the letter for a tone.
fn colours(tone: PictureTone) -> (u8, u8) {
    match tone {
        PictureTone::Plain => (GROUND, WORDS),
        PictureTone::Dim => (GROUND, FAINT),
        PictureTone::Wall => (3, ON_DARK),
        PictureTone::Danger | PictureTone::Mark => (GROUND, 4),
        PictureTone::Portal => (GROUND, 5),
        PictureTone::Goal => (6, FAINT),
        PictureTone::Seat(seat) => (SEATS + (seat % 8) as u8, WORDS),
        PictureTone::Shared => (FAINT, ON_DARK),
        PictureTone::Gone => (26, ON_DARK),
        PictureTone::Level(0) => (GROUND, FAINT),
        PictureTone::Level(level) => (LEVELS + level.min(8) - 1, if level < 4 { WORDS } else { ON_DARK }),
        PictureTone::On => (24, WORDS),
        PictureTone::Off => (25, WORDS),
    }
}

/// The side of a tile and the width of the raster, in pixels.
fn sizes(picture: &GamePicture) -> (usize, usize) {
    let columns = picture.width();
    let side = (WIDTH / columns.max(1)).clamp(SIDES.0, SIDES.1);
    (side, (columns * side).max(LETTERS * LETTER))
}

/// Draws a picture with a heading, and reserves space for `lines` lines of text below the board.
fn draw(heading: &str, picture: &GamePicture, lines: usize) -> Raster {
    let (side, width) = sizes(picture);
    let line = LETTER * 5 / 4;
    let height = (lines + 1) * line + picture.board.len() * side + line / 2;
    let mut raster = Raster { width, height, pixels: vec![GROUND; width * height] };
    raster.write(0, line / 8, heading.chars().map(|letter| (letter, WORDS)));
    for (row, tiles) in picture.board.iter().enumerate() {
        for (column, tile) in tiles.iter().enumerate() {
            let (back, letter) = colours(tile.tone);
            raster.tile(column * side, line + row * side, side, back, tile.letter, letter);
        }
    }
    let below = line + picture.board.len() * side + line / 2;
    for (index, letters) in words(picture).into_iter().take(lines).enumerate() {
        raster.write(0, below + index * line, letters.into_iter());
    }
    raster
}

/// The text below the board, broken into lines that fit the width.
fn words(picture: &GamePicture) -> Vec<Vec<(char, u8)>> {
    let room = sizes(picture).1 / LETTER;
    let all = picture.caption.iter().chain(&picture.seats).chain(&picture.legend);
    all.flat_map(|line| coloured(line).chunks(room).map(<[_]>::to_vec).collect::<Vec<_>>()).collect()
}

/// The letters of a line with their colours.
fn coloured(line: &StyledLine) -> Vec<(char, u8)> {
    let letters = line.iter().flat_map(|run| {
        let (back, letter) = colours(run.tone);
        // In text, the letters themselves have the colour of the seat. On tiles it is
        // the background.
        let shown = if matches!(run.tone, PictureTone::Seat(_)) { back } else { letter };
        run.text.chars().map(move |letter| (letter, if shown == ON_DARK { WORDS } else { shown }))
    });
    letters.collect()
}

fn lines_of(picture: &GamePicture) -> usize {
    words(picture).len().min(LINES)
}

impl Raster {
    fn fill(&mut self, left: usize, top: usize, side: usize, colour: u8) {
        for y in top..(top + side).min(self.height) {
            let row = y * self.width;
            self.pixels[row + left..row + (left + side).min(self.width)].fill(colour);
        }
    }

    fn tile(&mut self, left: usize, top: usize, side: usize, back: u8, letter: char, colour: u8) {
        self.fill(left, top, side, back);
        let scale = side / (GLYPH + 1);
        if scale > 0 {
            let margin = (side - scale * GLYPH) / 2;
            self.glyph(left + margin, top + margin, scale, letter, colour);
        }
    }

    fn glyph(&mut self, left: usize, top: usize, scale: usize, letter: char, colour: u8) {
        let Some(rows) = BASIC_FONTS.get(letter).or_else(|| BASIC_FONTS.get('?')) else { return };
        for (y, row) in rows.iter().enumerate() {
            for x in (0..GLYPH).filter(|x| row >> x & 1 == 1) {
                self.fill(left + x * scale, top + y * scale, scale, colour);
            }
        }
    }

    fn write(&mut self, left: usize, top: usize, letters: impl Iterator<Item = (char, u8)>) {
        let room = (self.width - left) / LETTER;
        for (index, (letter, colour)) in letters.take(room).enumerate() {
            self.glyph(left + index * LETTER, top, LETTER / GLYPH, letter, colour);
        }
    }
}

/// Draws a picture with a heading as PNG.
pub fn png(heading: &str, picture: &GamePicture) -> io::Result<Vec<u8>> {
    let Raster { width, height, pixels } = draw(heading, picture, lines_of(picture));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(PALETTE.concat());
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(&pixels).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)?;
    Ok(bytes)
}

/// Draws pictures, each with a heading, as an animated GIF that loops.
pub fn gif(pictures: &[(String, GamePicture)]) -> io::Result<Vec<u8>> {
    let lines = pictures.iter().map(|(_, picture)| lines_of(picture)).max().unwrap_or(0);
    let rows = pictures.iter().map(|(_, picture)| picture.board.len()).max().unwrap_or(0);
    let mut encoder: Option<Encoder<Vec<u8>>> = None;
    let mut shown: Option<Raster> = None;
    for (index, (heading, picture)) in pictures.iter().enumerate() {
        // All frames have the size of the largest board.
        let raster = draw(heading, picture, lines + rows - picture.board.len());
        let (width, height) = (raster.width as u16, raster.height as u16);
        let encoder = match &mut encoder {
            Some(encoder) => encoder,
            none => {
                let mut begun =
                    Encoder::new(Vec::new(), width, height, &PALETTE.concat()).map_err(io::Error::other)?;
                begun.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
                none.insert(begun)
            }
        };
        let is_last = index + 1 == pictures.len();
        let pause = if is_last { PAUSES.1 } else { PAUSES.0 };
        let frame = Frame {
            width,
            height,
            delay: pause / 10,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            buffer: changes(&raster, shown.as_ref()).into(),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(io::Error::other)?;
        shown = Some(raster);
    }
    let encoder = encoder.ok_or_else(|| io::Error::other("there is no picture"))?;
    encoder.into_inner().map_err(io::Error::other)
}

/// The pixels of a frame, with `UNCHANGED` where the previous frame has the same colour.
fn changes(raster: &Raster, before: Option<&Raster>) -> Vec<u8> {
    match before {
        Some(before) if before.pixels.len() == raster.pixels.len() => {
            let changed = |(now, before): (&u8, &u8)| if now == before { UNCHANGED } else { *now };
            raster.pixels.iter().zip(&before.pixels).map(changed).collect()
        }
        _ => raster.pixels.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rathaus_games::picture::{PictureTile, StyledSpan};

    fn picture(letters: &[&str]) -> GamePicture {
        let tone = |letter| {
            if letter == '#' { PictureTone::Wall } else { PictureTone::Level(letter as u8 - b'0') }
        };
        let row =
            |letters: &&str| letters.chars().map(|letter| PictureTile::new(letter, tone(letter))).collect();
        GamePicture {
            board: letters.iter().map(row).collect(),
            caption: vec![vec![StyledSpan::plain("two of them")]],
            ..GamePicture::default()
        }
    }

    #[test]
    fn tiles_have_the_colours_of_their_tones() {
        let raster = draw("turn 1", &picture(&["#8", "00"]), 1);
        let (line, side) = (LETTER * 5 / 4, SIDES.1);
        let at =
            |column: usize, row: usize| raster.pixels[(line + row * side) * raster.width + column * side];
        assert_eq!([at(0, 0), at(1, 0), at(0, 1)], [3, LEVELS + 7, GROUND]);
        assert!(raster.pixels.iter().all(|pixel| usize::from(*pixel) < PALETTE.len()));
    }

    #[test]
    fn a_png_is_read_back() {
        let bytes = png("turn 1", &picture(&["#8", "00"])).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, draw("turn 1", &picture(&["#8", "00"]), 1).pixels);
    }

    #[test]
    fn a_gif_has_what_changes() {
        let transcript = [
            ("one".to_owned(), picture(&["#1"])),
            ("two".into(), picture(&["#2"])),
            ("end".into(), picture(&["#2"])),
        ];
        let bytes = gif(&transcript).unwrap();
        let mut decoder = gif::DecodeOptions::new();
        decoder.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = decoder.read_info(bytes.as_slice()).unwrap();
        let (mut frames, mut shown) = (0, Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            shown.resize(frame.buffer.len(), GROUND);
            shown
                .iter_mut()
                .zip(frame.buffer.iter())
                .filter(|(_, now)| **now != UNCHANGED)
                .for_each(|(shown, now)| *shown = *now);
            frames += 1;
        }
        assert_eq!((frames, shown), (3, draw("end", &picture(&["#2"]), 1).pixels));
    }
}
