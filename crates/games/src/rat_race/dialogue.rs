//! How the moves of a turn are asked for and answered, in either dialect.

use std::time::Duration;

use rathaus_protocol::handshake::HandshakeReply;
use rathaus_protocol::rat_race::turns::TurnAnswer;
use rathaus_protocol::rat_race::{MoveChoice, ReportedError, ReportedErrorKind, plain, turns};

use super::params::RatRaceParams;
use super::track::{CellIndex, Track};
use crate::random::Seed;
use crate::{Ask, FaultCause, ProcessChoice, ReplyFormat, ReplyLimits};

/// The two ways to speak the rat race, as `protocol/SPEC.md` specifies them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// A line for each turn.
    Turns,
    /// A line for each move.
    Plain,
}

impl Dialect {
    /// That of a bot which has answered the greeting so, unless it does not play.
    pub fn of(handshake_reply: &HandshakeReply) -> Option<Dialect> {
        match handshake_reply {
            HandshakeReply::Turns { .. } => Some(Dialect::Turns),
            HandshakeReply::Plain => Some(Dialect::Plain),
            HandshakeReply::Refuse { .. } => None,
        }
    }
}

/// What a turn is about.
#[derive(Debug)]
pub(super) struct TurnContext<'a> {
    pub(super) params: &'a RatRaceParams,
    pub(super) track: &'a Track,
    pub(super) turn: u32,
    /// One more than the greatest slot of a genome.
    pub(super) slots: usize,
}

/// The conversation with one bot about one board.
#[derive(Debug)]
pub struct BoardDialogue {
    dialect: Dialect,
    seed: Seed,
    /// Whether the bot has been told that this board begins.
    begun: bool,
    /// Which slots' genomes the bot has been told.
    known_genomes: Vec<bool>,
    /// Which cells' views the bot has been told.
    known_views: Vec<bool>,
    writer: turns::TurnWriter,
    view: Vec<i8>,
    /// How many bytes to make room for in the next ask.
    usual_length: usize,
}

impl BoardDialogue {
    /// A conversation in which nothing has been said yet. `seed` gives the bot its randomness.
    pub fn new(dialect: Dialect, seed: Seed, params: &RatRaceParams) -> BoardDialogue {
        BoardDialogue {
            dialect,
            seed,
            begun: false,
            known_genomes: Vec::new(),
            known_views: vec![false; params.cells()],
            writer: turns::TurnWriter::default(),
            view: Vec::new(),
            usual_length: 0,
        }
    }

    /// The bot's process was replaced: it knows nothing any more.
    pub fn start_again(&mut self) {
        self.begun = false;
        self.known_genomes.fill(false);
        self.known_views.fill(false);
    }

    /// Another specimen has taken the slot.
    pub fn forget_genome(&mut self, slot: u32) {
        if let Some(known) = self.known_genomes.get_mut(slot as usize) {
            *known = false;
        }
    }

    /// Asks for the moves of genomes, by their slots, in cells.
    pub(super) fn ask(
        &mut self,
        scene: &TurnContext<'_>,
        pairs: impl ExactSizeIterator<Item = (u32, CellIndex)>,
        genome: impl Fn(u32) -> u128,
    ) -> Ask {
        let count = pairs.len();
        // As long as the last one, and a little more: that it has to grow is rare then.
        let mut bytes = Vec::with_capacity(self.usual_length);
        let (lines, limit, introduced) = match self.dialect {
            Dialect::Turns => {
                let introduced = self.put_turn(scene, pairs, genome, &mut bytes);
                (1, turns::answer_limit(count), introduced)
            }
            Dialect::Plain => {
                self.put_questions(scene, pairs, genome, &mut bytes);
                (count, count * plain::MAX_ANSWER_LINE, 0)
            }
        };
        self.usual_length = bytes.len() * 5 / 4;
        let RatRaceParams { turn_ms, move_us, .. } = scene.params;
        let time = Duration::from_millis(*turn_ms) + Duration::from_micros(move_us * count as u64);
        Ask {
            seat: 0,
            process: ProcessChoice::Same,
            bytes,
            introduced,
            reply_format: ReplyFormat::Lines(lines),
            limits: ReplyLimits { time, bytes: limit },
        }
    }

    /// Returns how many bytes stand before the line of the turn.
    fn put_turn(
        &mut self,
        scene: &TurnContext<'_>,
        pairs: impl Iterator<Item = (u32, CellIndex)>,
        genome: impl Fn(u32) -> u128,
        out: &mut Vec<u8>,
    ) -> usize {
        let TurnContext { params, track, turn, slots } = scene;
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
        scene: &TurnContext<'_>,
        pairs: impl Iterator<Item = (u32, CellIndex)>,
        genome: impl Fn(u32) -> u128,
        out: &mut Vec<u8>,
    ) {
        let TurnContext { params, track, .. } = scene;
        let turn = Seed(self.seed_of_turn(scene.turn));
        for (slot, cell) in pairs {
            self.view.clear();
            track.look(cell, params.view_distance.into(), &mut self.view);
            // The slot is the specimen's own, so its randomness does not depend on who else is
            // asked.
            let seed = mixed(turn, slot.into());
            plain::put_question(out, seed, genome(slot), params.genome_bits.into(), &self.view);
        }
    }

    fn seed_of_turn(&self, turn: u32) -> u64 {
        mixed(self.seed, turn.into())
    }

    /// Reads the answer to the ask of a turn, for which `asked` moves were wanted, and passes each
    /// to `choice`.
    pub fn read(
        &self,
        turn: u32,
        asked: usize,
        bytes: &[u8],
        mut choice: impl FnMut(usize, MoveChoice),
    ) -> Result<(), FaultCause> {
        let mut lines = bytes.strip_suffix(b"\n").unwrap_or(bytes).split(|byte| *byte == b'\n');
        match self.dialect {
            Dialect::Turns => {
                let line = lines.next().unwrap_or_default();
                match turns::read_answer(line, turn, asked).map_err(malformed)? {
                    TurnAnswer::Choices(letters) => {
                        letters.choices().enumerate().for_each(|(index, made)| choice(index, made));
                    }
                    TurnAnswer::Error(error) => return Err(submission_fault(error)),
                }
            }
            Dialect::Plain => {
                for (index, line) in lines.enumerate() {
                    let made = plain::read_answer(line).map_err(malformed)?;
                    choice(index, made.map_err(submission_fault)?);
                }
            }
        }
        Ok(())
    }
}

/// The seed of one part of many, by the finaliser of SplitMix64: fast, because one is needed for
/// every turn.
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
