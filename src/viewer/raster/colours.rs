//! The colours of pictures: those of the light scheme in `web/src/tokens.css`.

use std::collections::BTreeMap;

use rathaus_games::picture::PictureTone;

use crate::report::palette::RgbColour;

pub(super) const GROUND: RgbColour = [0xf9, 0xfa, 0xfb];
pub(super) const TEXT: RgbColour = [0x14, 0x18, 0x1d];
pub(super) const MUTED: RgbColour = [0x56, 0x60, 0x70];
pub(super) const WHITE: RgbColour = [0xff, 0xff, 0xff];
pub(super) const WALL: RgbColour = [0xd5, 0xda, 0xe0];
pub(super) const TERRAIN: RgbColour = [0xc6, 0xcd, 0xd5];
pub(super) const LETHAL: RgbColour = [0xf7, 0xe4, 0xdd];
pub(super) const LETHAL_MARK: RgbColour = [0xe3, 0xa0, 0x8d];
pub(super) const GOAL: RgbColour = [0xdc, 0xf1, 0xe9];
pub(super) const GOAL_TEXT: RgbColour = [0x00, 0x69, 0x4f];
pub(super) const LAMP: RgbColour = [0xe6, 0x9f, 0x00];
pub(super) const UNLIT: RgbColour = [0xe4, 0xe7, 0xea];
pub(super) const MARK: RgbColour = [0x0b, 0x5c, 0xad];

const SEATS: [RgbColour; 8] = [
    [0x1f, 0x4f, 0xc9],
    [0xa8, 0x32, 0x00],
    [0x0d, 0x5c, 0x47],
    [0x8a, 0x2a, 0x94],
    [0xb9, 0x86, 0x00],
    [0x20, 0x26, 0x2f],
    [0x1b, 0x98, 0xec],
    [0xe2, 0x60, 0x9f],
];

/// Specimens, from few to many.
const CROWD: [RgbColour; 4] =
    [[0xe0, 0x8a, 0x2c], [0xc9, 0x64, 0x0f], [0x9c, 0x42, 0x00], [0x5e, 0x22, 0x00]];

pub(super) fn seat(seat: usize) -> RgbColour {
    SEATS[seat % SEATS.len()]
}

/// The colour of letters on a seat's colour: dark on the light ones.
pub(super) fn on_seat(seat: usize) -> RgbColour {
    if [4, 6, 7].contains(&(seat % SEATS.len())) { TEXT } else { WHITE }
}

/// The colour of a level from 1 to 8.
pub(super) fn level(level: u8) -> RgbColour {
    CROWD[usize::from(level.saturating_sub(1) / 2).min(CROWD.len() - 1)]
}

/// The colour of a tone in text.
pub(super) fn of_text(tone: PictureTone) -> RgbColour {
    match tone {
        PictureTone::Dim | PictureTone::Off | PictureTone::Gone => MUTED,
        PictureTone::Seat(number) => seat(number),
        PictureTone::Level(0) => MUTED,
        PictureTone::Level(number) => level(number),
        PictureTone::Goal => GOAL_TEXT,
        PictureTone::Portal | PictureTone::Mark => MARK,
        PictureTone::Danger => [0xb0, 0x2a, 0x10],
        PictureTone::On => [0x7f, 0x53, 0x00],
        PictureTone::Plain | PictureTone::Wall | PictureTone::Shared => TEXT,
    }
}

/// Colours of large areas, which must be exact.
pub(super) const EXACT: [RgbColour; 11] =
    [GROUND, TEXT, MUTED, WALL, TERRAIN, LETHAL, LETHAL_MARK, GOAL, LAMP, UNLIT, MARK];

/// The most colours. One more entry is for pixels that have not changed.
const MOST: usize = 255;

/// Colours closer than this share an entry: the squared distance of their red, green and blue.
/// Edges of letters have more shades than a palette holds, and the eye sees fewer.
const ALIKE: i32 = 500;

/// The colours of a picture, at most 255.
#[derive(Debug, Default)]
pub(super) struct IndexedColourPalette {
    colours: Vec<RgbColour>,
    found: BTreeMap<RgbColour, u8>,
}

impl IndexedColourPalette {
    /// The entry of this colour, or the nearest one if it has a similar colour or no room.
    pub(super) fn index(&mut self, colour: RgbColour) -> u8 {
        if let Some(index) = self.found.get(&colour) {
            return *index;
        }
        let index = match self.nearest(colour) {
            Some((index, distance)) if distance <= ALIKE || self.colours.len() >= MOST => index,
            _ => {
                self.colours.push(colour);
                (self.colours.len() - 1) as u8
            }
        };
        self.found.insert(colour, index);
        index
    }

    /// Adds a colour that must be exact.
    pub(super) fn add(&mut self, colour: RgbColour) {
        if self.colours.len() < MOST && !self.colours.contains(&colour) {
            self.colours.push(colour);
            self.found.insert(colour, (self.colours.len() - 1) as u8);
        }
    }

    fn nearest(&self, colour: RgbColour) -> Option<(u8, i32)> {
        let distance = |other: &RgbColour| -> i32 {
            other.iter().zip(colour).map(|(one, other)| (i32::from(*one) - i32::from(other)).pow(2)).sum()
        };
        let found = self.colours.iter().map(distance).enumerate().min_by_key(|(_, distance)| *distance)?;
        Some((found.0 as u8, found.1))
    }

    /// The entry after the last one.
    pub(super) fn free(&self) -> u8 {
        self.colours.len() as u8
    }

    /// Red, green and blue of all entries.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_colours_share_an_entry_and_there_are_never_too_many() {
        let mut palette = IndexedColourPalette::default();
        assert_eq!([palette.index([0; 3]), palette.index([9; 3]), palette.index([60; 3])], [0, 0, 1]);
        palette.add([9; 3]);
        assert_eq!(palette.index([9; 3]), 2, "it is exact from now on");
        for red in 0..=255 {
            (0..=255).step_by(51).for_each(|green| {
                palette.index([red, green, 0]);
            });
        }
        assert!(palette.bytes().len() <= 3 * 255);
    }
}
