//! Tiles and letters, each drawn once with smooth edges and then copied wherever it stands.

use std::collections::BTreeMap;

use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use rathaus_games::picture::{PictureTile, PictureTone};
use tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, PremultipliedColorU8, Stroke, Transform};

use super::colours::{self, IndexedColourPalette};
use crate::report::palette::RgbColour;

/// DejaVu Sans Mono, whose licence lies beside it. All letters are equally wide, which keeps the
/// columns of texts aligned.
const FONT: &[u8] = include_bytes!("font/dejavu-sans-mono.ttf");

/// The size of text in pixels per em.
const TEXT_SIZE: f32 = 18.0;

/// The width and height of a letter of text with its line, in pixels.
pub(super) const LETTER: (usize, usize) = (11, 24);

/// The smallest side of a tile that has room for a letter, in pixels.
const LETTERED: usize = 9;

/// A drawn rectangle: indexes into a palette, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) width: usize,
    pub(super) pixels: Vec<u8>,
}

/// What has been drawn so far.
pub(super) struct Stamps {
    font: FontRef<'static>,
    pub(super) palette: IndexedColourPalette,
    tiles: BTreeMap<(char, PictureTone, usize), Stamp>,
    letters: BTreeMap<(char, RgbColour), Stamp>,
}

impl Stamps {
    pub(super) fn new() -> Stamps {
        let font = FontRef::try_from_slice(FONT).expect("the font inside the binary is valid");
        let mut palette = IndexedColourPalette::default();
        colours::EXACT.into_iter().for_each(|colour| palette.add(colour));
        Stamps { font, palette, tiles: BTreeMap::new(), letters: BTreeMap::new() }
    }

    /// A tile with sides of this many pixels.
    pub(super) fn tile(&mut self, tile: PictureTile, side: usize) -> &Stamp {
        let key = (tile.letter, tile.tone, side);
        if !self.tiles.contains_key(&key) {
            let mut drawing = Drawing::new(side, side);
            let letter = drawing.tile(tile.tone, tile.letter);
            if let Some(colour) = letter.filter(|_| side >= LETTERED && !tile.letter.is_whitespace()) {
                let size = side as f32 * 0.72;
                drawing.letter(&self.font, size, tile.letter, colour);
            }
            let stamp = drawing.stamp(&mut self.palette);
            self.tiles.insert(key, stamp);
        }
        &self.tiles[&key]
    }

    /// A letter of text.
    pub(super) fn letter(&mut self, letter: char, colour: RgbColour) -> &Stamp {
        let key = (letter, colour);
        if !self.letters.contains_key(&key) {
            let mut drawing = Drawing::new(LETTER.0, LETTER.1);
            drawing.letter(&self.font, TEXT_SIZE, letter, colour);
            let stamp = drawing.stamp(&mut self.palette);
            self.letters.insert(key, stamp);
        }
        &self.letters[&key]
    }
}

/// The letter in a circled letter such as `Ⓐ`, which the font lacks.
fn circled_letter(letter: char) -> Option<char> {
    ('A'..='Z').zip('Ⓐ'..='Ⓩ').find(|(_, circled)| *circled == letter).map(|(plain, _)| plain)
}

/// A stamp that is being drawn.
struct Drawing(Pixmap);

impl Drawing {
    fn new(width: usize, height: usize) -> Drawing {
        let mut pixmap = Pixmap::new(width.max(1) as u32, height.max(1) as u32).expect("a small rectangle");
        pixmap.fill(opaque(colours::GROUND));
        Drawing(pixmap)
    }

    /// Draws the shape of a tone, and returns the colour of a letter on it. `None` if the shape
    /// stands for the letter.
    fn tile(&mut self, tone: PictureTone, letter: char) -> Option<RgbColour> {
        let otherwise = |usual: char, colour: RgbColour| (letter != usual).then_some(colour);
        match tone {
            PictureTone::Plain => Some(colours::TEXT),
            PictureTone::Dim if letter == '.' => self.disc(colours::TERRAIN, 0.14),
            PictureTone::Dim => Some(colours::MUTED),
            PictureTone::Wall => {
                self.square(colours::WALL, 1.0);
                otherwise('#', colours::TEXT)
            }
            PictureTone::Danger => {
                self.square(colours::LETHAL, 1.0);
                self.cross(colours::LETHAL_MARK);
                None
            }
            PictureTone::Goal => {
                self.square(colours::GOAL, 1.0);
                otherwise('|', colours::GOAL_TEXT)
            }
            PictureTone::Portal => self.ring(colours::TERRAIN),
            PictureTone::Seat(seat) => {
                self.square(colours::seat(seat), 0.92);
                Some(colours::on_seat(seat))
            }
            PictureTone::Shared => {
                self.square(colours::TEXT, 0.92);
                Some(colours::WHITE)
            }
            PictureTone::Gone => {
                self.square(colours::UNLIT, 0.92);
                self.cross(colours::MUTED);
                None
            }
            PictureTone::Level(0) => self.disc(colours::TERRAIN, 0.14),
            PictureTone::Level(level) => {
                self.disc(colours::level(level), 0.4 + f32::from(level.min(8)) * 0.07)
            }
            PictureTone::On => {
                self.square(colours::UNLIT, 0.92);
                self.disc(colours::LAMP, 0.76)
            }
            PictureTone::Off => {
                self.square(colours::UNLIT, 0.92);
                self.disc(colours::MUTED, 0.16)
            }
            PictureTone::Mark => {
                self.ring(colours::MARK);
                otherwise('+', colours::MARK)
            }
        }
    }

    fn side(&self) -> f32 {
        self.0.width() as f32
    }

    /// A square of this share of the side. One that does not fill the tile has round corners.
    fn square(&mut self, colour: RgbColour, share: f32) {
        let side = self.side();
        if share >= 1.0 {
            self.0.fill(opaque(colour));
            return;
        }
        let gap = side * (1.0 - share) / 2.0;
        let (low, high, round) = (gap, side - gap, side / 7.0);
        let mut path = PathBuilder::new();
        path.move_to(low + round, low);
        for (corner, end) in [
            ((high, low), (high, low + round)),
            ((high, high), (high - round, high)),
            ((low, high), (low, high - round)),
            ((low, low), (low + round, low)),
        ] {
            // From the end of the last corner straight to the beginning of this one.
            let from = (corner.0 - (end.1 - corner.1), corner.1 + (end.0 - corner.0));
            path.line_to(from.0, from.1);
            path.quad_to(corner.0, corner.1, end.0, end.1);
        }
        path.close();
        self.fill(path, colour);
    }

    /// A disc with a diameter of this share of the side.
    fn disc(&mut self, colour: RgbColour, share: f32) -> Option<RgbColour> {
        let middle = self.side() / 2.0;
        let mut path = PathBuilder::new();
        path.push_circle(middle, middle, (middle * share).max(0.7));
        self.fill(path, colour);
        None
    }

    fn ring(&mut self, colour: RgbColour) -> Option<RgbColour> {
        let middle = self.side() / 2.0;
        let mut path = PathBuilder::new();
        path.push_circle(middle, middle, middle * 0.55);
        self.stroke(path, colour);
        None
    }

    fn cross(&mut self, colour: RgbColour) {
        let (low, high) = (self.side() * 0.28, self.side() * 0.72);
        let mut path = PathBuilder::new();
        path.move_to(low, low);
        path.line_to(high, high);
        path.move_to(low, high);
        path.line_to(high, low);
        self.stroke(path, colour);
    }

    fn fill(&mut self, path: PathBuilder, colour: RgbColour) {
        if let Some(path) = path.finish() {
            self.0.fill_path(&path, &paint(colour), FillRule::Winding, Transform::identity(), None);
        }
    }

    fn stroke(&mut self, path: PathBuilder, colour: RgbColour) {
        let stroke = Stroke { width: (self.side() / 11.0).max(1.0), ..Stroke::default() };
        if let Some(path) = path.finish() {
            self.0.stroke_path(&path, &paint(colour), &stroke, Transform::identity(), None);
        }
    }

    /// A letter in the middle, or a question mark if the font lacks it.
    fn letter(&mut self, font: &FontRef<'_>, size: f32, letter: char, colour: RgbColour) {
        let (width, height) = (self.0.width() as f32, self.0.height() as f32);
        if let Some(plain) = circled_letter(letter) {
            let radius = (size * 0.58).min(width / 2.0 - 0.75);
            let mut path = PathBuilder::new();
            path.push_circle(width / 2.0, height / 2.0, radius);
            self.stroke(path, colour);
            return self.letter(font, radius * 1.25, plain, colour);
        }
        let scaled =
            font.as_scaled(PxScale::from(size * font.height_unscaled() / font.units_per_em().unwrap_or(1.0)));
        let known = |letter: char| Some(font.glyph_id(letter)).filter(|id| id.0 != 0);
        let id = known(letter).unwrap_or_else(|| font.glyph_id('?'));
        let left = (width - scaled.h_advance(id)) / 2.0;
        let baseline = height / 2.0 + size * 0.36;
        let glyph: Glyph = id.with_scale_and_position(scaled.scale(), point(left, baseline));
        let Some(outlined) = font.outline_glyph(glyph) else { return };
        let bounds = outlined.px_bounds();
        let (columns, rows) = (self.0.width() as i32, self.0.height() as i32);
        let pixels = self.0.pixels_mut();
        outlined.draw(|x, y, coverage| {
            let (x, y) = (bounds.min.x as i32 + x as i32, bounds.min.y as i32 + y as i32);
            if (0..columns).contains(&x) && (0..rows).contains(&y) {
                let pixel = &mut pixels[(y * columns + x) as usize];
                *pixel = mixed(*pixel, colour, coverage.clamp(0.0, 1.0));
            }
        });
    }

    fn stamp(self, palette: &mut IndexedColourPalette) -> Stamp {
        let index = |pixel: &PremultipliedColorU8| palette.index([pixel.red(), pixel.green(), pixel.blue()]);
        Stamp { width: self.0.width() as usize, pixels: self.0.pixels().iter().map(index).collect() }
    }
}

/// An opaque pixel under a colour that covers this share of it.
fn mixed(pixel: PremultipliedColorU8, [red, green, blue]: RgbColour, share: f32) -> PremultipliedColorU8 {
    let part =
        |under: u8, over: u8| (f32::from(under) * (1.0 - share) + f32::from(over) * share).round() as u8;
    let parts = [part(pixel.red(), red), part(pixel.green(), green), part(pixel.blue(), blue)];
    PremultipliedColorU8::from_rgba(parts[0], parts[1], parts[2], u8::MAX).expect("it is opaque")
}

fn opaque([red, green, blue]: RgbColour) -> Color {
    Color::from_rgba8(red, green, blue, u8::MAX)
}

fn paint(colour: RgbColour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(opaque(colour));
    paint
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_smooth() {
        let mut stamps = Stamps::new();
        let disc = stamps.tile(PictureTile::new('9', PictureTone::Level(8)), 24).clone();
        let shades: std::collections::BTreeSet<u8> = disc.pixels.iter().copied().collect();
        assert!(shades.len() > 3, "only {shades:?}");
    }

    #[test]
    fn letters_that_the_font_lacks_are_question_marks() {
        let mut stamps = Stamps::new();
        let lacking = stamps.letter('\u{4e2d}', colours::TEXT).clone();
        assert_eq!(lacking, *stamps.letter('?', colours::TEXT));
        assert_ne!(lacking, *stamps.letter('é', colours::TEXT));
    }
}
