//! What each colour means to a genome, as the bot explains it. The host only asks bots that offer
//! this in their handshake reply. The race does not depend on it.

use super::ReportedError;
use super::plain::integer;
use super::turns::MAX_ERROR_LINE;
use crate::fields::{FieldReader, MalformedLine, put_decimal, put_hex};

/// The meaning of a colour to a genome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GenomeColourMeaning {
    /// The bot has no word for it.
    Unsaid,
    /// Nothing happens on these cells.
    Empty,
    /// These cells cannot be entered.
    Wall,
    /// These cells make the cell at this offset lethal.
    Trap {
        /// The offset to the right.
        dx: i32,
        /// The offset downwards.
        dy: i32,
    },
    /// These cells lead to the cell at this offset.
    Teleporter {
        /// The offset to the right.
        dx: i32,
        /// The offset downwards.
        dy: i32,
    },
    /// The weight of the colour, for bots that only weigh colours.
    Worth(i32),
}

const WORDS: &str = "nothing, `empty`, `wall`, `trap DX DY`, `teleporter DX DY` or `worth N`";

impl GenomeColourMeaning {
    /// Parses a meaning.
    pub fn decode(text: &[u8]) -> Result<GenomeColourMeaning, MalformedLine> {
        let malformed = || MalformedLine::new(WORDS, text);
        let mut fields = FieldReader::new(text);
        let word = fields.next().unwrap_or_default();
        let numbers = fields.map(|field| integer(field).ok_or_else(malformed));
        let numbers: Vec<i32> = numbers.collect::<Result<_, _>>()?;
        match (word, numbers.as_slice()) {
            (b"", _) if text.is_empty() => Ok(GenomeColourMeaning::Unsaid),
            (b"empty", []) => Ok(GenomeColourMeaning::Empty),
            (b"wall", []) => Ok(GenomeColourMeaning::Wall),
            (b"trap", [dx, dy]) => Ok(GenomeColourMeaning::Trap { dx: *dx, dy: *dy }),
            (b"teleporter", [dx, dy]) => Ok(GenomeColourMeaning::Teleporter { dx: *dx, dy: *dy }),
            (b"worth", [number]) => Ok(GenomeColourMeaning::Worth(*number)),
            _ => Err(malformed()),
        }
    }

    /// The meaning as text.
    pub fn encode(self) -> String {
        match self {
            GenomeColourMeaning::Unsaid => String::new(),
            GenomeColourMeaning::Empty => "empty".into(),
            GenomeColourMeaning::Wall => "wall".into(),
            GenomeColourMeaning::Trap { dx, dy } => format!("trap {dx} {dy}"),
            GenomeColourMeaning::Teleporter { dx, dy } => format!("teleporter {dx} {dy}"),
            GenomeColourMeaning::Worth(number) => format!("worth {number}"),
        }
    }
}

/// Appends the lines that ask what the first `colours` colours mean to a genome of `bits` bits.
/// They start a new board, so any process can answer them.
pub fn put_question(out: &mut Vec<u8>, genome: u128, bits: usize, colours: usize) {
    out.extend_from_slice(b"board\ngenome 0 ");
    put_hex(out, genome, bits.div_ceil(4));
    out.extend_from_slice(b"\ntrace 0 ");
    put_decimal(out, colours as u32);
    out.push(b'\n');
}

/// Parses the answer for `colours` colours, given without board number and line feed.
pub fn read_answer(
    line: &[u8],
    colours: usize,
) -> Result<Result<Vec<GenomeColourMeaning>, ReportedError>, MalformedLine> {
    let rest = line.strip_prefix(b"trace ").ok_or_else(|| MalformedLine::new("`trace MEANINGS`", line))?;
    if let Some(error) = ReportedError::read(rest) {
        return Ok(Err(error));
    }
    let meanings: Vec<GenomeColourMeaning> =
        rest.split(|byte| *byte == b';').map(GenomeColourMeaning::decode).collect::<Result<_, _>>()?;
    match meanings.len() {
        found if found == colours => Ok(Ok(meanings)),
        found => {
            Err(MalformedLine::new(format!("{colours} meanings with `;` between them, not {found}"), line))
        }
    }
}

/// The maximum size of the answer in bytes, including its board number and line feed.
pub const ANSWER_LIMIT: usize = MAX_ERROR_LINE + 32;

/// Appends an answer line without board number. For bots.
pub fn put_answer(out: &mut Vec<u8>, answer: &Result<Vec<GenomeColourMeaning>, ReportedError>) {
    out.extend_from_slice(b"trace ");
    match answer {
        Ok(meanings) => {
            let words: Vec<String> = meanings.iter().map(|meaning| meaning.encode()).collect();
            out.extend_from_slice(words.join(";").as_bytes());
        }
        Err(error) => error.put(out),
    }
    out.push(b'\n');
}
