//! The colours of a view, as characters.

use crate::fields::MalformedLine;

/// The colour of a cell outside of the track.
pub const OUT_OF_BOUNDS: i8 = -1;

/// How many colours the protocol can distinguish: the digits and the letters.
pub const MAX_COLOURS: usize = 36;

const CHARACTERS: &[u8; MAX_COLOURS] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// Appends one character for each colour. A colour without a character is written as out of bounds.
pub(super) fn put(out: &mut Vec<u8>, colours: &[i8]) {
    out.extend(colours.iter().map(|colour| {
        usize::try_from(*colour).ok().and_then(|colour| CHARACTERS.get(colour)).copied().unwrap_or(b'-')
    }));
}

/// Parses the characters of a view.
pub(super) fn read(field: &[u8]) -> Result<Vec<i8>, MalformedLine> {
    let colour = |byte: &u8| match byte {
        b'-' => Some(OUT_OF_BOUNDS),
        b'0'..=b'9' => Some((byte - b'0') as i8),
        b'a'..=b'z' => Some((byte - b'a') as i8 + 10),
        _ => None,
    };
    field
        .iter()
        .map(colour)
        .collect::<Option<_>>()
        .ok_or_else(|| MalformedLine::new("colours as 0 to 9, a to z and -", field))
}
