//! The styles of tones, for terminals with many, few or no colours.
//!
//! Most tiles have their own background colour, so that they look the same in light and dark
//! terminals. Text, and the letters of dangers and portals, are drawn on the terminal's background.
//! No information is in the colour alone: letters tell everything.

use ratatui::style::{Color, Modifier, Style};
use rathaus_games::picture::PictureTone;

use crate::report::palette::{BLUE, GREEN, GREY, ORANGE, PURPLE, RgbColour, SKY, VERMILLION, WHITE, YELLOW};

/// The colours of seats. Further seats reuse them, with other letters.
const SEATS: [RgbColour; 7] = [BLUE, ORANGE, GREEN, PURPLE, VERMILLION, SKY, YELLOW];

/// The colours of levels, from low to high.
const LEVELS: [RgbColour; 8] = [
    [186, 219, 240],
    [152, 202, 232],
    [118, 186, 224],
    SKY,
    [50, 150, 214],
    [20, 128, 196],
    BLUE,
    [0, 84, 140],
];

/// How many colours a terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColourDepth {
    /// None, or the user wants none.
    None,
    /// The basic ANSI colours, whose look depends on the terminal.
    Few,
    /// 256.
    Many,
    /// 24-bit colours.
    All,
}

impl ColourDepth {
    /// The depth from the values of `NO_COLOR`, `COLORTERM` and `TERM`.
    pub(super) fn of(no_color: Option<&str>, colorterm: Option<&str>, term: Option<&str>) -> ColourDepth {
        if no_color.is_some_and(|value| !value.is_empty()) {
            return ColourDepth::None;
        }
        match (colorterm, term) {
            (Some("truecolor" | "24bit"), _) => ColourDepth::All,
            (_, Some(term)) if term.contains("256") => ColourDepth::Many,
            _ => ColourDepth::Few,
        }
    }

    /// The style of a tile or a text of this tone.
    pub(super) fn style(self, tone: PictureTone) -> Style {
        match tone {
            PictureTone::Plain | PictureTone::Gone | PictureTone::Level(0) => Style::new(),
            PictureTone::Dim | PictureTone::Off => Style::new().add_modifier(Modifier::DIM),
            PictureTone::Wall => self.ground(GREY, Color::DarkGray, Modifier::empty()),
            PictureTone::Danger => self.letter(VERMILLION, Color::Red, Modifier::BOLD),
            PictureTone::Goal => self.ground(GREEN, Color::Green, Modifier::empty()),
            PictureTone::Portal => self.letter(PURPLE, Color::Magenta, Modifier::empty()),
            PictureTone::Seat(seat) => {
                let few = [Color::Blue, Color::Yellow, Color::Green, Color::Magenta, Color::Red, Color::Cyan];
                self.ground(SEATS[seat % SEATS.len()], few[seat % few.len()], Modifier::BOLD)
            }
            PictureTone::Shared => Style::new().add_modifier(Modifier::REVERSED),
            PictureTone::Level(level) => {
                let index = usize::from(level).min(LEVELS.len()) - 1;
                let few = if index < 4 { Color::Cyan } else { Color::Blue };
                self.ground(LEVELS[index], few, Modifier::REVERSED)
            }
            PictureTone::On => self.ground(ORANGE, Color::Yellow, Modifier::REVERSED),
            PictureTone::Mark => self.ground(BLUE, Color::Blue, Modifier::BOLD),
        }
    }

    /// The style of lines and bars, on the terminal's background.
    pub(super) fn line(self) -> Style {
        self.letter(BLUE, Color::Blue, Modifier::empty())
    }

    /// A letter in this colour, or with the modifier `none` without colours.
    fn letter(self, colour: RgbColour, few: Color, none: Modifier) -> Style {
        match self.colour(colour, few) {
            Some(colour) => Style::new().fg(colour),
            None => Style::new().add_modifier(none),
        }
    }

    /// Letters on this background, or with the modifier `none` without colours.
    fn ground(self, colour: RgbColour, few: Color, none: Modifier) -> Style {
        match self.colour(colour, few) {
            Some(ground) => Style::new().bg(ground).fg(if self == ColourDepth::Few {
                Color::Black
            } else {
                self.colour(words_on(colour), Color::Black).unwrap_or_default()
            }),
            None => Style::new().add_modifier(none),
        }
    }

    fn colour(self, [red, green, blue]: RgbColour, few: Color) -> Option<Color> {
        match self {
            ColourDepth::None => None,
            ColourDepth::Few => Some(few),
            ColourDepth::Many => {
                let step = |part: u8| if part < 48 { 0 } else { (part.saturating_sub(35)) / 40 };
                Some(Color::Indexed(16 + 36 * step(red) + 6 * step(green) + step(blue)))
            }
            ColourDepth::All => Some(Color::Rgb(red, green, blue)),
        }
    }
}

/// The colour of letters on this background: black on light, white on dark. The weights are those
/// of luma in ITU-R BT.601.
fn words_on([red, green, blue]: RgbColour) -> RgbColour {
    let luma = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
    if luma > 105_000 { [0, 0, 0] } else { WHITE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_what_colours_there_are() {
        let of = |no_color, colorterm, term| ColourDepth::of(no_color, colorterm, Some(term));
        assert_eq!(of(Some("1"), Some("truecolor"), "xterm-256color"), ColourDepth::None);
        assert_eq!(of(Some(""), Some("truecolor"), "xterm"), ColourDepth::All);
        assert_eq!(of(None, None, "tmux-256color"), ColourDepth::Many);
        assert_eq!(of(None, None, "linux"), ColourDepth::Few);
        assert_eq!(ColourDepth::of(None, None, None), ColourDepth::Few);
    }

    #[test]
    fn colours_are_as_near_as_the_terminal_has_them() {
        let letter = |colours: ColourDepth| colours.style(PictureTone::Danger).fg;
        assert_eq!(letter(ColourDepth::All), Some(Color::Rgb(213, 94, 0)));
        assert_eq!(letter(ColourDepth::Many), Some(Color::Indexed(166)));
        assert_eq!(letter(ColourDepth::Few), Some(Color::Red));
        assert_eq!(ColourDepth::All.style(PictureTone::Goal).bg, Some(Color::Rgb(0, 158, 115)));
        assert_eq!(ColourDepth::None.style(PictureTone::Danger), Style::new().add_modifier(Modifier::BOLD));
    }

    #[test]
    fn no_level_is_beyond_the_colours() {
        (0..=u8::MAX).for_each(|level| {
            ColourDepth::All.style(PictureTone::Level(level));
        });
        (0..64).for_each(|seat| {
            ColourDepth::Few.style(PictureTone::Seat(seat));
        });
    }
}
