//! The turn dialect: one line asks for a whole turn, and one line answers it.
//!
//! Lines are written and parsed here without their board number, which
//! [`match_numbers`](crate::match_numbers) handles.

use super::{AnsweredMove, ReportedError, colours};
use crate::fields::{FieldReader, MalformedLine, NumberWriter, put_decimal, put_hex};

/// The maximum size of an error line in bytes, including its line feed.
pub const MAX_ERROR_LINE: usize = 4096;

/// Composes the lines of one turn. Introductions and pairs may come in any order. The composer
/// sorts them into their lines.
///
/// Its buffers are reused from turn to turn.
#[derive(Debug, Default)]
pub struct TurnRequestComposer {
    views: Vec<u8>,
    genomes: Vec<u8>,
    pairs: NumberWriter,
}

impl TurnRequestComposer {
    /// Introduces a view.
    pub fn view(&mut self, name: u32, colours: &[i8]) {
        self.views.push(b' ');
        put_decimal(&mut self.views, name);
        self.views.push(b' ');
        colours::put(&mut self.views, colours);
    }

    /// Introduces a genome of `length` bits.
    pub fn genome(&mut self, name: u32, genome: u128, length: usize) {
        self.genomes.push(b' ');
        put_decimal(&mut self.genomes, name);
        self.genomes.push(b' ');
        put_hex(&mut self.genomes, genome, length.div_ceil(4));
    }

    /// Asks for the move of a genome at a view.
    #[inline]
    pub fn pair(&mut self, genome: u32, view: u32) {
        self.pairs.push_pair(genome, view);
    }

    /// Appends the introductions and the `turn` line to `out`, and clears the composer for the next
    /// turn. Returns the offset of the `turn` line in `out`.
    pub fn finish(&mut self, turn: u32, seed: u64, out: &mut Vec<u8>) -> usize {
        for (word, fields) in [(b"view".as_slice(), &mut self.views), (b"genome", &mut self.genomes)] {
            if !fields.is_empty() {
                out.extend_from_slice(word);
                out.append(fields);
                out.push(b'\n');
            }
        }
        let begin = out.len();
        out.extend_from_slice(b"turn ");
        put_decimal(out, turn);
        out.push(b' ');
        put_hex(out, u128::from(seed), 16);
        self.pairs.append_to(out);
        out.push(b'\n');
        begin
    }
}

/// Appends the line that begins a board.
pub fn put_board(out: &mut Vec<u8>) {
    out.extend_from_slice(b"board\n");
}

/// A line of the host, as the bot reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostLine {
    /// A new board begins.
    Board,
    /// Views by name, each as its colours row by row.
    View(Vec<(u32, Vec<i8>)>),
    /// Genomes by name.
    Genome(Vec<(u32, u128)>),
    /// Asks for the moves of a turn.
    Turn {
        /// The number of the turn.
        turn: u32,
        /// The seed of the bot's generator for this board and turn.
        seed: u64,
        /// The names of a genome and a view, one pair for each move.
        pairs: Vec<(u32, u32)>,
    },
    /// Asks what colours mean to a genome.
    Trace {
        /// The name of the genome.
        genome: u32,
        /// The number of colours. The question covers the colours from 0.
        colours: u32,
    },
}

impl HostLine {
    /// Parses a line of the host, given without board number and line feed.
    pub fn decode(line: &[u8]) -> Result<HostLine, MalformedLine> {
        const EXPECTED: &str = "`board`, `view`, `genome`, `turn` or `trace`";
        let mut fields = FieldReader::new(line);
        match fields.expect(EXPECTED)? {
            b"board" if fields.rest().is_empty() => Ok(HostLine::Board),
            b"view" => pairs(fields, |fields| colours::read(fields.expect("a view")?)).map(HostLine::View),
            b"genome" => pairs(fields, |fields| fields.hex(32, "a genome")).map(HostLine::Genome),
            b"turn" => Ok(HostLine::Turn {
                turn: fields.number("the number of the turn")?,
                seed: fields.hex(16, "a seed")? as u64,
                pairs: pairs(fields, |fields| fields.number("the name of a view"))?,
            }),
            b"trace" => Ok(HostLine::Trace {
                genome: fields.number("the name of a genome")?,
                colours: fields.number("how many colours")?,
            }),
            _ => Err(MalformedLine::new(EXPECTED, line)),
        }
    }
}

/// Parses one or more pairs of a name and a value.
fn pairs<'a, T>(
    mut fields: FieldReader<'a>,
    value: impl Fn(&mut FieldReader<'a>) -> Result<T, MalformedLine>,
) -> Result<Vec<(u32, T)>, MalformedLine> {
    let mut pairs = Vec::new();
    loop {
        let name = fields.number("a name")?;
        pairs.push((name, value(&mut fields)?));
        if fields.rest().is_empty() {
            return Ok(pairs);
        }
    }
}

/// The bot's answer to a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TurnAnswer<'a> {
    /// One choice for each requested move.
    Choices(EncodedMoves<'a>),
    /// The submission failed.
    Error(ReportedError),
}

/// The letters of an answer, already validated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedMoves<'a>(&'a [u8]);

impl EncodedMoves<'_> {
    /// The choices, in the order of the request.
    pub fn choices(&self) -> impl Iterator<Item = AnsweredMove> + '_ {
        self.0.iter().filter_map(|letter| AnsweredMove::from_letter(*letter))
    }
}

/// Parses the answer to `turn`, in which `asked` moves were requested, given without board number
/// and line feed.
pub fn read_answer(line: &[u8], turn: u32, asked: usize) -> Result<TurnAnswer<'_>, MalformedLine> {
    let mut fields = FieldReader::new(line);
    let found = fields.number("the number of the turn")?;
    if found != turn {
        return Err(MalformedLine::new(format!("an answer to turn {turn}"), line));
    }
    let rest = fields.rest();
    if let Some(error) = ReportedError::read(rest) {
        return Ok(TurnAnswer::Error(error));
    }
    if rest.len() != asked {
        return Err(MalformedLine::new(
            format!("{asked} letters, one for each move asked, not {}", rest.len()),
            line,
        ));
    }
    // Check every letter instead of stopping at the first wrong one, so that the loop vectorises.
    let is_wrong = |letter: &u8| AnsweredMove::from_letter(*letter).is_none();
    if rest.iter().fold(false, |wrong, letter| wrong | is_wrong(letter)) {
        let letter: Vec<u8> = rest.iter().copied().find(is_wrong).into_iter().collect();
        return Err(MalformedLine::new("letters from a to i and from A to I", &letter));
    }
    Ok(TurnAnswer::Choices(EncodedMoves(rest)))
}

/// The maximum size in bytes of the answer to `asked` moves, including the numbers of board and
/// turn and the line feed.
pub fn answer_limit(asked: usize) -> usize {
    asked.max(MAX_ERROR_LINE) + 32
}

/// Appends an answer line without board number. For bots.
pub fn put_choices(out: &mut Vec<u8>, turn: u32, choices: impl IntoIterator<Item = AnsweredMove>) {
    put_decimal(out, turn);
    out.push(b' ');
    out.extend(choices.into_iter().map(AnsweredMove::letter));
    out.push(b'\n');
}

/// Appends an error line without board number. For bots.
pub fn put_error(out: &mut Vec<u8>, turn: u32, error: &ReportedError) {
    put_decimal(out, turn);
    out.push(b' ');
    error.put(out);
    out.push(b'\n');
}
