//! The bot's side of the turn dialect, for bots in Rust. It keeps the tables of genomes and views,
//! so that a bot only needs a function that chooses a move.

use std::collections::BTreeMap;

use super::trace::{self, GenomeColourMeaning};
use super::turns::{self, HostLine};
use super::{AnsweredMove, Move, OUT_OF_BOUNDS, ReportedError};
use crate::fields::MalformedLine;
use crate::match_numbers;

/// A bot that chooses moves with a function.
#[derive(Debug)]
pub struct MoveFunctionBot<F> {
    choose: F,
    trace: Option<ColourMeaningFunction>,
    boards: BTreeMap<u32, BoardTables>,
}

/// A function that says what a colour means to a genome. Its arguments are the genome and
/// the colour.
pub type ColourMeaningFunction = fn(u128, u32) -> Result<GenomeColourMeaning, ReportedError>;

/// The views and genomes that the host has introduced on one board.
#[derive(Debug, Default)]
struct BoardTables {
    views: BTreeMap<u32, Vec<i8>>,
    genomes: BTreeMap<u32, u128>,
}

/// The input of a function that chooses a move.
#[derive(Debug)]
pub struct MoveRequest<'a> {
    /// The genome. Bit 0 is the least significant.
    pub genome: u128,
    /// The colours of the view, row by row.
    pub view: &'a [i8],
    /// The random generator of the turn.
    pub draws: &'a mut BotRandom,
}

/// The bot's random generator, SplitMix64, which records whether it was used.
#[derive(Debug)]
pub struct BotRandom {
    state: u64,
    drawn: bool,
}

impl BotRandom {
    /// A number below `bound`, which must not be 0. With a bound of 1 nothing is drawn.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 1 {
            return 0;
        }
        self.drawn = true;
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        // The bias of a plain product is below 2^-32 for the small ranges that bots draw from.
        ((u128::from(bits) * u128::from(bound)) >> 64) as u64
    }
}

/// ColorScore, the sample strategy of the game, as a model for other bots and for tests. The genome
/// holds a 6-bit number for each colour. The bot moves to the one of the three cells ahead whose
/// colour has the greatest number, and breaks ties at random.
///
/// Requires the standard view of 5 by 5 cells.
pub fn color_score(MoveRequest { genome, view, draws }: MoveRequest<'_>) -> Result<Move, ReportedError> {
    let quality = |dy: i32| match view[(13 + 5 * dy) as usize] {
        OUT_OF_BOUNDS => -1,
        colour => (genome >> (6 * colour) & 63) as i32,
    };
    let best = (-1..=1).map(quality).max();
    let tied: Vec<i32> = (-1..=1).filter(|dy| Some(quality(*dy)) == best).collect();
    let dy = tied[draws.below(tied.len() as u64) as usize];
    Ok(Move::new(1, dy).unwrap_or(Move::STAY))
}

impl BoardTables {
    fn genome(&self, name: u32) -> Result<u128, MalformedLine> {
        self.genomes.get(&name).copied().ok_or_else(|| unknown("a genome", name))
    }
}

fn unknown(what: &str, name: u32) -> MalformedLine {
    MalformedLine::new(format!("{what} that was introduced"), name.to_string().as_bytes())
}

impl<F: FnMut(MoveRequest<'_>) -> Result<Move, ReportedError>> MoveFunctionBot<F> {
    /// A bot to which nothing has been introduced yet.
    pub fn new(choose: F) -> MoveFunctionBot<F> {
        MoveFunctionBot { choose, trace: None, boards: BTreeMap::new() }
    }

    /// Adds a trace function. The bot must announce it in its handshake reply.
    pub fn with_trace(self, trace: ColourMeaningFunction) -> MoveFunctionBot<F> {
        MoveFunctionBot { trace: Some(trace), ..self }
    }

    /// Handles a line of the host, given with its board number and without its line feed. Appends
    /// the reply to `out`, if the line needs one.
    pub fn handle_line(&mut self, line: &[u8], out: &mut Vec<u8>) -> Result<(), MalformedLine> {
        let (board, line) = match_numbers::split(line)?;
        let tables = self.boards.entry(board).or_default();
        match HostLine::decode(line)? {
            HostLine::Board => *tables = BoardTables::default(),
            HostLine::View(views) => tables.views.extend(views),
            HostLine::Genome(genomes) => tables.genomes.extend(genomes),
            HostLine::Turn { turn, seed, pairs } => {
                let mut answer = Vec::new();
                match choices(&mut self.choose, tables, seed, &pairs)? {
                    Ok(choices) => turns::put_choices(&mut answer, turn, choices),
                    Err(error) => turns::put_error(&mut answer, turn, &error),
                }
                match_numbers::prefix(board, &answer, out);
            }
            HostLine::Trace { genome, colours } => {
                let genome = tables.genome(genome)?;
                let trace =
                    self.trace.ok_or_else(|| MalformedLine::new("what this bot has offered", b"trace"))?;
                let mut answer = Vec::new();
                trace::put_answer(&mut answer, &(0..colours).map(|colour| trace(genome, colour)).collect());
                match_numbers::prefix(board, &answer, out);
            }
        }
        Ok(())
    }
}

fn choices(
    choose: &mut impl FnMut(MoveRequest<'_>) -> Result<Move, ReportedError>,
    tables: &BoardTables,
    seed: u64,
    pairs: &[(u32, u32)],
) -> Result<Result<Vec<AnsweredMove>, ReportedError>, MalformedLine> {
    let mut draws = BotRandom { state: seed, drawn: false };
    let mut choices = Vec::with_capacity(pairs.len());
    for (genome, view) in pairs {
        let genome = tables.genome(*genome)?;
        let view = tables.views.get(view).ok_or_else(|| unknown("a view", *view))?;
        draws.drawn = false;
        match choose(MoveRequest { genome, view, draws: &mut draws }) {
            Ok(to) => choices.push(AnsweredMove { to, pure: !draws.drawn }),
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(choices))
}
