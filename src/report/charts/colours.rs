//! Colours that people see apart, however they see colours.

use plotters::style::RGBColor;

pub(super) const PAPER: RGBColor = RGBColor(252, 252, 250);
pub(super) const BAND: RGBColor = RGBColor(244, 244, 241);
pub(super) const GRID: RGBColor = RGBColor(222, 222, 218);
pub(super) const QUIET: RGBColor = RGBColor(95, 95, 95);
pub(super) const INK: RGBColor = RGBColor(34, 34, 34);

pub(super) const BLUE: RGBColor = RGBColor(0, 114, 178);
pub(super) const VERMILLION: RGBColor = RGBColor(213, 94, 0);

/// The palette of Okabe and Ito ("Color universal design", 2008) without its yellow, which is too pale for thin lines on paper. The
/// order keeps neighbours far apart.
pub(super) const PALETTE: [RGBColor; 7] = [
    BLUE,
    VERMILLION,
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(40, 40, 40),
];

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

/// A colour for words on this one: dark where it is light. The weights are those of luma in ITU-R BT.601, and where luma is 120, the
/// contrast to ink and to white is about the same.
pub(super) fn words_on(colour: RGBColor) -> RGBColor {
    let luma = 0.299 * f64::from(colour.0) + 0.587 * f64::from(colour.1) + 0.114 * f64::from(colour.2);
    if luma > 120.0 { INK } else { RGBColor(255, 255, 255) }
}
