//! The games that Rathaus referees.
//!
//! A [`Game`] is a match as a value, not a loop: it is started, says what it wants to ask its
//! seats, and is resumed with their replies. So it can be tested with lists of bytes, and replayed
//! from a recording by the code that played it. A [`GameDefinition`] answers everything else that
//! the rest of the program needs to know of a game; [`GAMES`] lists them.
//!
//! Architecture invariant: nothing here does IO, reads a clock, or uses randomness that is not
//! derived from a [`Seed`]. The same seed and the same replies give the same match.
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
mod registry;
pub mod report;
pub mod seed_file;
pub mod statistics;
pub mod testing;
pub mod view;
pub mod words;

use std::any::Any;
use std::time::Duration;

use rathaus_protocol::external::Frame;

pub use definition::{
    GameDefinition, GameRules, MatchSetup, MatchSetupError, Seating, SeedFile, TournamentDefaults,
    UnknownGame,
};
pub use fault::{Fault, FaultCause, FaultEvidence, seconds};
pub use observer::{Exchange, Observer, PauseFuture, SeatFault};
pub use picture::GamePicture;
pub use random::{EventSampler, RandomStream, Seed, SeedError};
pub use registry::{GAMES, built_in, names};

/// A match of some game, from its start to its end. Who looks on and knows the game may look at it
/// as what it is.
pub trait Game: Any {
    /// Begins the match. Called once, first.
    fn start(&mut self) -> Step;

    /// Goes on with the answers to the asks of the last [`Step::Turn`], one for each and in their
    /// order, or with that to the ask of the last [`Step::Consult`].
    fn resume(&mut self, answers: &[AskOutcome]) -> Step;

    /// How far the match has come.
    fn progress(&self) -> MatchProgress;

    /// How things stand. The bots in the seats have these names.
    fn picture(&self, names: &[String]) -> GamePicture;

    /// What the program of a custom game showed last.
    fn frame(&self) -> Option<&Frame> {
        None
    }
}

/// What a game wants next.
#[derive(Debug)]
pub enum Step {
    /// Asks that go out together; the game is resumed when all are answered.
    Turn(Turn),
    /// Asks the program that has the rules, in games that have one. It is in the seat behind those
    /// of the bots.
    Consult(Ask),
    /// The match is over.
    Over(Outcome),
    /// The program that has the rules makes no sense, for this reason: the match cannot go on, and
    /// no bot is to blame.
    Void(String),
}

impl Step {
    /// How the match ended, if it is over.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Step::Over(outcome) => Some(outcome),
            Step::Turn(_) | Step::Consult(_) | Step::Void(_) => None,
        }
    }
}

/// A set of asks, and what the game has to say against the answers before them.
#[derive(Debug, Default)]
pub struct Turn {
    /// At least one ask.
    pub asks: Vec<Ask>,
    /// Faults that the game found in the answers that it was just given.
    pub answer_faults: Vec<AnswerFault>,
}

/// A message to a seat that wants an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// Which seat, from 0.
    pub seat: usize,
    /// Whether a new process is started for it. Not for seats in a process that serves several
    /// matches.
    pub process: ProcessChoice,
    /// One or more whole lines.
    pub bytes: Vec<u8>,
    /// How many of these bytes, at the front, tell what the process may know already: it depends on
    /// what became of others. A fault shows the rest.
    pub introduced: usize,
    /// What makes the answer complete.
    pub reply_format: ReplyFormat,
    /// What the answer may take.
    pub limits: ReplyLimits,
}

impl Ask {
    /// The question itself, without what introduces it.
    pub fn question(&self) -> &[u8] {
        &self.bytes[self.introduced..]
    }
}

/// Which process an ask goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProcessChoice {
    /// The one that the seat has.
    Same,
    /// A new one, the last for what the game knows.
    New,
    /// A new one, after which another one will be needed.
    NewAndMore,
}

/// What makes an answer complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyFormat {
    /// So many lines, at least 1. The process lives on.
    Lines(usize),
    /// The end of the process, whose input is closed after the bytes of the ask.
    UntilEnd,
    /// A line that does not begin with this word, after any number of lines that do. The input is
    /// closed after the bytes of the ask, and the process is ended when the answer has come.
    LineAfter(&'static str),
}

/// The limits of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplyLimits {
    /// Wall-clock time, from before the first byte is written until the last byte of the answer has
    /// been read.
    pub time: Duration,
    /// The length of the answer in bytes.
    pub bytes: usize,
}

/// What became of an ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskOutcome {
    /// What was asked for; lines each with its line feed.
    Reply {
        /// As the bot wrote it.
        bytes: Vec<u8>,
        /// How long it took, on the ask's own clock.
        took: Duration,
        /// The processor time that the process took until its end, where the answer is the last
        /// thing that is wanted of it; with [`ReplyFormat::LineAfter`] since it was asked.
        cpu: Option<Duration>,
    },
    /// The bot did something wrong instead of answering.
    Fault(Fault),
    /// The seat's process was replaced through no fault of this match: the new one knows nothing,
    /// and the same question is to be asked again with all that it needs to be understood.
    Lost,
}

/// A fault that the game itself finds in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerFault {
    /// The position of the answer among those of the turn.
    pub ask: usize,
    /// What is wrong with it.
    pub cause: FaultCause,
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The score of each seat.
    pub scores: Vec<f64>,
    /// Why it ended, in words.
    pub ended: String,
    /// What else the game has to tell, as the game documents it.
    pub details: serde_json::Value,
    /// Faults that the game found in the last answers.
    pub answer_faults: Vec<AnswerFault>,
}

/// How far a match has come, for people who wait for it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MatchProgress {
    /// How much of the match has been played at the most, from 0 to 1.
    pub done: f64,
    /// What to show, as names and numbers.
    pub facts: Vec<(&'static str, u64)>,
    /// What each seat has so far, in games that several play.
    pub standing: Vec<f64>,
}
