//! The plain dialect: one self-contained line asks for one move.

use super::{AnsweredMove, Move, ReportedError};
use crate::fields::{FieldReader, MalformedLine, put_hex};

/// The maximum size in bytes of the answer to one move, including its line feed.
pub const MAX_ANSWER_LINE: usize = 4096;

/// A request for one move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainMoveRequest {
    /// The seed of the bot's generator for this one move.
    pub seed: u64,
    /// The genome, bit 0 first.
    pub genome: Vec<bool>,
    /// The colours of the view, row by row.
    pub view: Vec<i8>,
}

/// Appends the line that asks for the move of a genome of `length` bits at a view.
pub fn put_question(out: &mut Vec<u8>, seed: u64, genome: u128, length: usize, view: &[i8]) {
    out.extend_from_slice(b"move ");
    put_hex(out, u128::from(seed), 16);
    out.push(b' ');
    out.extend((0..length).map(|bit| b'0' + (genome >> bit & 1) as u8));
    for colour in view {
        out.push(b' ');
        out.extend_from_slice(itoa::Buffer::new().format(*colour).as_bytes());
    }
    out.push(b'\n');
}

impl PlainMoveRequest {
    /// Parses a request, given without its line feed. For bots.
    pub fn decode(line: &[u8]) -> Result<PlainMoveRequest, MalformedLine> {
        let mut fields = FieldReader::new(line);
        if fields.next() != Some(b"move") {
            return Err(MalformedLine::new("`move SEED GENOME COLOURS`", line));
        }
        let seed = fields.hex(16, "a seed")? as u64;
        let genome = bits(fields.expect("a genome")?)?;
        let view = fields.map(colour).collect::<Result<_, _>>()?;
        Ok(PlainMoveRequest { seed, genome, view })
    }
}

/// Parses the answer to one move, given without its line feed.
///
/// Blanks and a carriage return at the end are ignored: in many languages, the easiest way to print
/// adds them.
pub fn read_answer(line: &[u8]) -> Result<Result<AnsweredMove, ReportedError>, MalformedLine> {
    const EXPECTED: &str = "`DX DY` or `DX DY pure`, each of -1, 0, 1";
    let line = line.trim_ascii_end();
    if let Some(error) = ReportedError::read(line) {
        return Ok(Err(error));
    }
    let malformed = || MalformedLine::new(EXPECTED, line);
    let mut fields = FieldReader::new(line);
    let dx = fields.next().and_then(integer).ok_or_else(malformed)?;
    let dy = fields.next().and_then(integer).ok_or_else(malformed)?;
    let pure = match fields.rest() {
        b"" => false,
        b"pure" => true,
        _ => return Err(malformed()),
    };
    Ok(match Move::new(dx, dy) {
        Some(to) => Ok(AnsweredMove { to, pure }),
        None => {
            let words = format!("move ({dx},{dy})");
            Err(ReportedError { kind: super::ReportedErrorKind::Illegal, words })
        }
    })
}

/// Appends an answer line. For bots.
pub fn put_choice(out: &mut Vec<u8>, choice: AnsweredMove) {
    let mark = if choice.pure { " pure" } else { "" };
    out.extend(format!("{} {}{mark}\n", choice.to.dx(), choice.to.dy()).bytes());
}

/// Appends an error line. For bots.
pub fn put_error(out: &mut Vec<u8>, error: &ReportedError) {
    error.put(out);
    out.push(b'\n');
}

fn bits(field: &[u8]) -> Result<Vec<bool>, MalformedLine> {
    field
        .iter()
        .map(|byte| matches!(byte, b'0' | b'1').then_some(*byte == b'1'))
        .collect::<Option<_>>()
        .ok_or_else(|| MalformedLine::new("a genome as 0 and 1", field))
}

fn colour(field: &[u8]) -> Result<i8, MalformedLine> {
    integer(field)
        .and_then(|colour| i8::try_from(colour).ok())
        .ok_or_else(|| MalformedLine::new("a colour from -1", field))
}

/// Parses an integer of at most six digits with an optional minus sign.
pub(super) fn integer(field: &[u8]) -> Option<i32> {
    let (sign, digits) = match field.strip_prefix(b"-") {
        Some(digits) => (-1, digits),
        None => (1, field),
    };
    let number = crate::fields::decimal(digits).filter(|_| digits.len() <= 6)?;
    Some(sign * number as i32)
}
