//! Requests for the moves of a turn, and their answers, in both dialects.

use std::time::Duration;

use rathaus_protocol::handshake::HandshakeReply;
use rathaus_protocol::rat_race::turns::TurnAnswer;
use rathaus_protocol::rat_race::{AnsweredMove, ReportedError, ReportedErrorKind, plain, turns};

use super::params::RatRaceParams;
use super::track::{CellIndex, Track};
use crate::random::Seed;
use crate::{AskProcessChoice, FaultCause, ReplyFormat, ReplyLimits, SeatAsk};

/// The two dialects of the rat race. `protocol/SPEC.md` specifies them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RatRaceDialect {
    /// One line per turn.
    Turns,
    /// One line per move.
    Plain,
}

impl RatRaceDialect {
    /// The dialect of a bot with this handshake reply. `None` if the bot refuses to play.
    pub fn of(handshake_reply: &HandshakeReply) -> Option<RatRaceDialect> {
        match handshake_reply {
            HandshakeReply::Turns { .. } => Some(RatRaceDialect::Turns),
            HandshakeReply::Plain => Some(RatRaceDialect::Plain),
            HandshakeReply::Refuse { .. } => None,
        }
    }
}

/// The state of the race that a request needs.
#[derive(Debug)]
pub(super) struct TurnRequestContext<'a> {
    pub(super) params: &'a RatRaceParams,
    pub(super) track: &'a Track,
    pub(super) turn: u32,
    /// All slots of genomes are below this number.
    pub(super) slots: usize,
}

/// The dialogue with one bot about one board.
#[derive(Debug)]
pub struct MoveRequestCodec {
    dialect: RatRaceDialect,
    seed: Seed,
    /// Whether the bot was told that this board begins.
    begun: bool,
    /// For each slot, whether its genome has been introduced.
    known_genomes: Vec<bool>,
    /// For each cell, whether its view has been introduced.
    known_views: Vec<bool>,
    writer: turns::TurnRequestComposer,
    view: Vec<i8>,
    /// The initial capacity for the next request, in bytes.
    usual_length: usize,
}

impl MoveRequestCodec {
    /// A dialogue that has not begun. The bot's random seeds derive from `seed`.
    pub fn new(dialect: RatRaceDialect, seed: Seed, params: &RatRaceParams) -> MoveRequestCodec {
        MoveRequestCodec {
            dialect,
            seed,
            begun: false,
            known_genomes: Vec::new(),
            known_views: vec![false; params.cells()],
            writer: turns::TurnRequestComposer::default(),
            view: Vec::new(),
            usual_length: 0,
        }
    }

    /// Forgets all introductions, because the bot's process was replaced.
    pub fn start_again(&mut self) {
        self.begun = false;
        self.known_genomes.fill(false);
        self.known_views.fill(false);
    }

    /// Forgets the introduction of a slot's genome, because another specimen has taken the slot.
    pub fn forget_genome(&mut self, slot: u32) {
        if let Some(known) = self.known_genomes.get_mut(slot as usize) {
            *known = false;
        }
    }

    /// A request for moves. Each pair is the slot of a genome and a cell.
    pub(super) fn ask(
        &mut self,
        context: &TurnRequestContext<'_>,
        pairs: impl ExactSizeIterator<Item = (u32, CellIndex)>,
        genome: impl Fn(u32) -> u128,
    ) -> SeatAsk {
        let count = pairs.len();
        // The length of the last request plus a quarter, so that the buffer rarely has to grow.
        let mut bytes = Vec::with_capacity(self.usual_length);
        let (lines, limit, introduction_bytes) = match self.dialect {
            RatRaceDialect::Turns => {
                let introduction_bytes = self.put_turn(context, pairs, genome, &mut bytes);
                (1, turns::answer_limit(count), introduction_bytes)
            }
            RatRaceDialect::Plain => {
                self.put_questions(context, pairs, genome, &mut bytes);
                (count, count * plain::MAX_ANSWER_LINE, 0)
            }
        };
        self.usual_length = bytes.len() * 5 / 4;
        let RatRaceParams { turn_ms, move_us, .. } = context.params;
        let time = Duration::from_millis(*turn_ms) + Duration::from_micros(move_us * count as u64);
        let (answer, limits) = (ReplyFormat::Lines(lines), ReplyLimits { time, bytes: limit });
        let ask = SeatAsk::new(0, AskProcessChoice::Same, bytes, answer, limits);
        SeatAsk { introduction_bytes, ..ask }
    }

    /// Appends a request in the turn dialect. Returns the number of bytes before its `turn` line.
    fn put_turn(
        &mut self,
        context: &TurnRequestContext<'_>,
        pairs: impl Iterator<Item = (u32, CellIndex)>,
        genome: impl Fn(u32) -> u128,
        out: &mut Vec<u8>,
    ) -> usize {
        let TurnRequestContext { params, track, turn, slots } = context;
        if !std::mem::replace(&mut self.begun, true) {
            turns::put_board(out);
        }
        self.known_genomes.resize(*slots, false);
        for (slot, cell) in pairs {
            if !std::mem::replace(&mut self.known_genomes[slot as usize], true) {
                self.writer.genome(slot, genome(slot), params.genome_bits.into());
            }
            if !std::mem::replace(&mut self.known_views[usize::from(cell)], true) {
                self.view.clear();
                track.look(cell, params.view_distance.into(), &mut self.view);
                self.writer.view(cell.into(), &self.view);
            }
            self.writer.pair(slot, cell.into());
        }
        self.writer.finish(*turn, self.seed_of_turn(*turn), out)
    }

    fn put_questions(
        &mut self,
        context: &TurnRequestContext<'_>,
        pairs: impl Iterator<Item = (u32, CellIndex)>,
        genome: impl Fn(u32) -> u128,
        out: &mut Vec<u8>,
    ) {
        let TurnRequestContext { params, track, .. } = context;
        let turn = Seed(self.seed_of_turn(context.turn));
        for (slot, cell) in pairs {
            self.view.clear();
            track.look(cell, params.view_distance.into(), &mut self.view);
            // The seed depends on the slot, which is the specimen's own. So a specimen's randomness
            // does not depend on which others are asked.
            let seed = mixed(turn, slot.into());
            plain::put_question(out, seed, genome(slot), params.genome_bits.into(), &self.view);
        }
    }

    fn seed_of_turn(&self, turn: u32) -> u64 {
        mixed(self.seed, turn.into())
    }

    /// Parses the answer to the request of a turn, which asked for `asked` moves. Calls `choice`
    /// with the index and value of each move.
    pub fn read(
        &self,
        turn: u32,
        asked: usize,
        bytes: &[u8],
        mut choice: impl FnMut(usize, AnsweredMove),
    ) -> Result<(), FaultCause> {
        let mut lines = bytes.strip_suffix(b"\n").unwrap_or(bytes).split(|byte| *byte == b'\n');
        match self.dialect {
            RatRaceDialect::Turns => {
                let line = lines.next().unwrap_or_default();
                match turns::read_answer(line, turn, asked).map_err(malformed)? {
                    TurnAnswer::Choices(letters) => {
                        letters.choices().enumerate().for_each(|(index, made)| choice(index, made));
                    }
                    TurnAnswer::Error(error) => return Err(submission_fault(error)),
                }
            }
            RatRaceDialect::Plain => {
                for (index, line) in lines.enumerate() {
                    let made = plain::read_answer(line).map_err(malformed)?;
                    choice(index, made.map_err(submission_fault)?);
                }
            }
        }
        Ok(())
    }
}

/// Derives a seed for one part, with the finaliser of SplitMix64. It must be fast, because every
/// turn needs a seed.
fn mixed(seed: Seed, part: u64) -> u64 {
    let mut mixed = seed.0 ^ part.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

pub(super) fn malformed(error: rathaus_protocol::MalformedLine) -> FaultCause {
    FaultCause::Malformed { what: error.to_string() }
}

pub(super) fn submission_fault(error: ReportedError) -> FaultCause {
    match error.kind {
        ReportedErrorKind::Illegal => FaultCause::Illegal { what: error.words },
        ReportedErrorKind::Raised => {
            FaultCause::Crashed { how: format!("the submission raised {}", error.words) }
        }
    }
}
