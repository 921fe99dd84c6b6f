//! Colours for all that is drawn here: charts, pictures of matches, terminals.
//!
//! Meanings have those of Okabe and Ito ("Color universal design", 2008), which people tell apart
//! however they see colours.

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// Of Okabe and Ito.
pub const ORANGE: Rgb = [230, 159, 0];
/// Of Okabe and Ito.
pub const SKY: Rgb = [86, 180, 233];
/// Of Okabe and Ito.
pub const GREEN: Rgb = [0, 158, 115];
/// Of Okabe and Ito. Too pale for thin lines on what is light.
pub const YELLOW: Rgb = [240, 228, 66];
/// Of Okabe and Ito.
pub const BLUE: Rgb = [0, 114, 178];
/// Of Okabe and Ito.
pub const VERMILLION: Rgb = [213, 94, 0];
/// Of Okabe and Ito.
pub const PURPLE: Rgb = [204, 121, 167];

/// What is only behind something else.
pub const GROUND: Rgb = [244, 244, 241];
/// What is not to be conspicuous.
pub const GREY: Rgb = [95, 95, 95];
/// Words on what is dark.
pub const WHITE: Rgb = [255, 255, 255];
