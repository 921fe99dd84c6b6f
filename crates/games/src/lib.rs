//! The games that Rathaus referees.
//!
//! A [`LiveMatch`] is a match as a value, not a loop. The caller starts it, gets the requests for
//! the seats, and resumes it with their replies. So a test can play a game with plain byte strings,
//! and a replay runs the same code as the match. A [`GameDefinition`] answers every other question
//! that the rest of the program has about a game. [`GAMES`] lists the built-in ones.
//!
//! Architecture invariant: this crate does no IO, reads no clock, and derives all randomness from a
//! [`Seed`]. The same seed and the same replies give the same match.
#![warn(missing_docs)]

pub mod check;
pub mod custom;
mod definition;
pub mod diagnosis;
mod fault;
pub mod grid_routing;
pub mod harmless;
pub mod lights_out;
pub mod number;
mod observer;
pub mod options;
pub mod parameters;
pub mod picture;
pub mod points;
pub mod prisoners_dilemma;
mod random;
pub mod rat_race;
pub mod reference_program;
mod registry;
pub mod report;
pub mod seed_file;
pub mod statistics;
pub mod testing;
pub mod view;
pub mod words;

use std::any::Any;
use std::time::Duration;

use rathaus_protocol::external::{GameFrame, ReplyEnd};

pub use definition::{
    ConfiguredGame, GameDefinition, MatchInputs, MatchSetupError, ProcessModel, SeedFileSupport,
    TournamentDefaults, UnknownGame,
};
pub use fault::{Fault, FaultCause, FaultEvidence, seconds};
pub use observer::{Observer, PauseFuture, SeatFault, TurnRequestsAndReplies};
pub use picture::GamePicture;
pub use random::{EventSampler, RandomStream, Seed, SeedError};
pub use registry::{GAMES, built_in, names};

/// A match of one game, from start to end.
///
/// The `Any` bound lets an observer that knows the game downcast to its type.
pub trait LiveMatch: Any {
    /// Begins the match. Must be called once, before [`resume`](LiveMatch::resume).
    fn start(&mut self) -> MatchStep;

    /// Continues with the answers to the previous step: after [`MatchStep::Turn`] one answer per
    /// ask, in the same order; after [`MatchStep::Consult`] the one answer of the program.
    fn resume(&mut self, answers: &[AskOutcome]) -> MatchStep;

    /// How far the match has come.
    fn progress(&self) -> MatchProgress;

    /// The current position as a picture. `names` holds the bot's name for each seat.
    fn picture(&self, names: &[String]) -> GamePicture;

    /// The turn at which pages show the current position, where that is not the number of the next
    /// request.
    fn page_turn(&self) -> Option<u32> {
        None
    }

    /// What the page of a person who plays shows in addition to the picture, in games whose pages
    /// draw it themselves.
    fn person_view(&self) -> Option<serde_json::Value> {
        None
    }

    /// The last frame that the program of a custom game sent. `None` for built-in games.
    fn frame(&self) -> Option<&GameFrame> {
        None
    }
}

/// What a game needs next.
#[derive(Debug)]
pub enum MatchStep {
    /// Asks that are sent together. The game is resumed when all of them are answered.
    Turn(AskBatch),
    /// An ask to the program of a custom game. Its seat number follows those of the bots.
    Consult(SeatAsk),
    /// The match is over.
    Over(MatchOutcome),
    /// The program of a custom game broke the protocol, for this reason. The match cannot continue,
    /// and no bot is to blame.
    Void(String),
}

impl MatchStep {
    /// The outcome, if the match is over.
    pub fn outcome(self) -> Option<MatchOutcome> {
        match self {
            MatchStep::Over(outcome) => Some(outcome),
            MatchStep::Turn(_) | MatchStep::Consult(_) | MatchStep::Void(_) => None,
        }
    }
}

/// Asks that are sent together, with the faults that the game found in the previous answers.
#[derive(Debug, Default)]
pub struct AskBatch {
    /// At least one ask, and at most one per seat.
    pub asks: Vec<SeatAsk>,
    /// Faults in the answers that [`LiveMatch::resume`] was just given.
    pub answer_faults: Vec<RejectedAnswer>,
    /// Messages that expect no answer, at most one per seat, and not to a seat that is asked. They
    /// are delivered before the asks.
    pub tells: Vec<SeatTell>,
}

impl AskBatch {
    /// These asks, and nothing else.
    pub fn new(asks: Vec<SeatAsk>) -> AskBatch {
        AskBatch { asks, ..AskBatch::default() }
    }
}

/// A message to a seat that expects no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatTell {
    /// The seat, from 0.
    pub seat: usize,
    /// Whether a new process is started for it.
    pub process: AskProcessChoice,
    /// Whole lines.
    pub bytes: Vec<u8>,
}

/// A message to a seat that expects an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatAsk {
    /// The seat, from 0.
    pub seat: usize,
    /// Whether a new process is started for this ask. Ignored for seats of a multiplexed process.
    pub process: AskProcessChoice,
    /// One or more whole lines.
    pub bytes: Vec<u8>,
    /// How many bytes at the front of `bytes` introduce what the question refers to. A process may
    /// know this already from earlier asks. The evidence of a fault omits it.
    pub introduction_bytes: usize,
    /// How many bytes at the front of `bytes` the seat has got already by [`SeatTell`]s. They are
    /// here for those who read the dialogue.
    pub told_bytes: usize,
    /// Whether lines that the process wrote before this ask are part of the answer. Otherwise they
    /// are dropped.
    pub keeps_early_lines: bool,
    /// What makes the answer complete.
    pub reply_format: ReplyFormat,
    /// The time and size limits of the answer.
    pub limits: ReplyLimits,
}

impl SeatAsk {
    /// An ask without an introduction, to a seat that has been told nothing.
    pub fn new(
        seat: usize,
        process: AskProcessChoice,
        bytes: Vec<u8>,
        reply_format: ReplyFormat,
        limits: ReplyLimits,
    ) -> SeatAsk {
        SeatAsk {
            seat,
            process,
            bytes,
            introduction_bytes: 0,
            told_bytes: 0,
            keeps_early_lines: false,
            reply_format,
            limits,
        }
    }

    /// The bytes that the seat has not got yet.
    pub fn unsent(&self) -> &[u8] {
        &self.bytes[self.told_bytes..]
    }

    /// The question itself, without the introduction.
    pub fn question(&self) -> &[u8] {
        &self.bytes[self.introduction_bytes..]
    }
}

/// Which process an ask goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskProcessChoice {
    /// The seat's current process.
    Same,
    /// A new process. The game does not expect to need another one.
    New,
    /// A new process, and the seat will need another one later.
    NewAndMore,
}

/// What makes an answer complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplyFormat {
    /// This many lines, at least 1. The process lives on.
    Lines(usize),
    /// The first line at which `end` is. The process lives on.
    Until {
        /// The words at which the answer ends.
        end: ReplyEnd,
        /// The answer has only this many lines, the last ones, and only these count for its limit
        /// in bytes. `None` for all lines.
        last: Option<usize>,
    },
    /// The end of the process. Its stdin is closed after the bytes of the ask.
    UntilEnd,
    /// A line that does not begin with this word, after any number of lines that do. The
    /// process's stdin is closed after the bytes of the ask, and Rathaus kills the process once
    /// it has the answer.
    LineAfter(&'static str),
}

/// The limits of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplyLimits {
    /// Wall-clock time, from before the first byte is written until the last byte of the answer has
    /// been read.
    pub time: Duration,
    /// The maximum length of the answer in bytes.
    pub bytes: usize,
}

/// The outcome of an ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskOutcome {
    /// A complete answer. Each line includes its line feed.
    Reply {
        /// The bytes as the bot wrote them.
        bytes: Vec<u8>,
        /// The time from the start of the ask to the end of the answer.
        took: Duration,
        /// The CPU time that the process used until its end, if this answer was the last thing
        /// asked of it. With [`ReplyFormat::LineAfter`], the CPU time since the ask.
        cpu: Option<Duration>,
    },
    /// The bot did something wrong instead of answering.
    Fault(Fault),
    /// The seat's process was replaced through no fault of this match, and the new one knows
    /// nothing. The game must ask the same question again, with the whole introduction.
    Lost,
}

/// A fault that the game itself finds in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedAnswer {
    /// The index of the answer in the turn.
    pub ask: usize,
    /// What is wrong with the answer.
    pub cause: FaultCause,
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MatchOutcome {
    /// The score of each seat.
    pub scores: Vec<f64>,
    /// Why the match ended, in words.
    pub ended: String,
    /// Details in the format that the game documents.
    pub details: serde_json::Value,
    /// Faults that the game found in the last answers.
    pub answer_faults: Vec<RejectedAnswer>,
    /// Last messages to seats. Their processes are ended after that.
    pub tells: Vec<SeatTell>,
    /// Whether the program of a custom game waits for answers, because it was not asked to end the
    /// match.
    pub is_cut_short: bool,
}

/// How far a match has come, for progress displays.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MatchProgress {
    /// The fraction of the match that has been played, from 0 to 1: of its greatest length, where it
    /// may end early.
    pub done: f64,
    /// Names and numbers to show.
    pub facts: Vec<(&'static str, u64)>,
    /// The current score of each seat. Empty for single-player games.
    pub standing: Vec<f64>,
}
