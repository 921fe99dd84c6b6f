//! Colours of charts, pictures of matches, and terminals.
//!
//! Colours with a meaning are those of Okabe and Ito ("Color universal design", 2008). People can
//! tell these apart with any kind of colour vision.

/// Red, green and blue.
pub type RgbColour = [u8; 3];

// The colours of Okabe and Ito.
pub const ORANGE: RgbColour = [230, 159, 0];
pub const SKY: RgbColour = [86, 180, 233];
pub const GREEN: RgbColour = [0, 158, 115];
/// Too pale for thin lines on a light background.
pub const YELLOW: RgbColour = [240, 228, 66];
pub const BLUE: RgbColour = [0, 114, 178];
pub const VERMILLION: RgbColour = [213, 94, 0];
pub const PURPLE: RgbColour = [204, 121, 167];

/// Backgrounds.
pub const GROUND: RgbColour = [244, 244, 241];
/// Inconspicuous text.
pub const GREY: RgbColour = [95, 95, 95];
/// Text on dark backgrounds.
pub const WHITE: RgbColour = [255, 255, 255];
