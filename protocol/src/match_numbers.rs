//! Multiplexing: several matches share one pipe, and each line starts with the number of its match.
//!
//! The turn dialect of the rat race calls this number the board. Games do not know it: the seat
//! adds it to requests and removes it from replies.

use crate::fields::{MalformedLine, decimal, put_decimal};

/// Appends `lines` to `out`, each prefixed with the match number. Every line must end in a
/// line feed.
pub fn prefix(match_number: u32, mut lines: &[u8], out: &mut Vec<u8>) {
    out.reserve(lines.len() + 16);
    while !lines.is_empty() {
        let end = memchr::memchr(b'\n', lines).map_or(lines.len(), |at| at + 1);
        put_decimal(out, match_number);
        out.push(b' ');
        out.extend_from_slice(&lines[..end]);
        lines = &lines[end..];
    }
}

/// Splits a line into the match number and the rest.
pub fn split(line: &[u8]) -> Result<(u32, &[u8]), MalformedLine> {
    let malformed = || MalformedLine::new("a line that begins with the number of its board", line);
    let blank = memchr::memchr(b' ', line).ok_or_else(malformed)?;
    let match_number = decimal(&line[..blank]).ok_or_else(malformed)?;
    Ok((match_number, &line[blank + 1..]))
}
