//! Colours that people can tell apart with any kind of colour vision.

use plotters::style::RGBColor;

use crate::report::palette::{self, RgbColour};

pub(super) const PAPER: RGBColor = RGBColor(252, 252, 250);
pub(super) const BAND: RGBColor = drawn(palette::GROUND);
pub(super) const GRID: RGBColor = RGBColor(222, 222, 218);
pub(super) const QUIET: RGBColor = drawn(palette::GREY);
pub(super) const INK: RGBColor = RGBColor(34, 34, 34);

pub(super) const BLUE: RGBColor = drawn(palette::BLUE);
pub(super) const VERMILLION: RGBColor = drawn(palette::VERMILLION);

/// The palette without its yellow, which is too pale for thin lines. The order keeps similar
/// colours apart.
pub(super) const PALETTE: [RGBColor; 7] = [
    BLUE,
    VERMILLION,
    drawn(palette::GREEN),
    drawn(palette::PURPLE),
    drawn(palette::ORANGE),
    drawn(palette::SKY),
    RGBColor(40, 40, 40),
];

const fn drawn([red, green, blue]: RgbColour) -> RGBColor {
    RGBColor(red, green, blue)
}

/// The colour that is `share` (0 to 1) of the way from one to another.
pub(super) fn mixed(one: RGBColor, other: RGBColor, share: f64) -> RGBColor {
    let part =
        |one: u8, other: u8| (f64::from(one) + (f64::from(other) - f64::from(one)) * share).round() as u8;
    RGBColor(part(one.0, other.0), part(one.1, other.1), part(one.2, other.2))
}

/// From vermillion (0) through near-white (one half) to blue (1).
pub(super) fn diverging(share: f64) -> RGBColor {
    const MIDDLE: RGBColor = RGBColor(245, 245, 245);
    let distance = (share.clamp(0.0, 1.0) - 0.5) * 2.0;
    mixed(MIDDLE, if distance < 0.0 { VERMILLION } else { BLUE }, distance.abs())
}

/// From near-white (0) to a dark blue (1).
pub(super) fn sequential(share: f64) -> RGBColor {
    mixed(RGBColor(245, 245, 245), RGBColor(0, 63, 107), share.clamp(0.0, 1.0))
}

/// The colour of text on this background: dark on light, white on dark. The weights are those of
/// luma in ITU-R BT.601. At a luma of 120, ink and white have about the same contrast.
pub(super) fn words_on(colour: RGBColor) -> RGBColor {
    let luma = 0.299 * f64::from(colour.0) + 0.587 * f64::from(colour.1) + 0.114 * f64::from(colour.2);
    if luma > 120.0 { INK } else { drawn(palette::WHITE) }
}
