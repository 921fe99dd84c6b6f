//! The seats of a match: how the referee reaches a bot.
//!
//! A [`MultiplexedProcess`] runs one bot process for many matches and replaces it when it fails. A
//! [`SharedProcessSeat`] is one match in such a process. A [`OneShotSeat`] starts its program for
//! every request, a [`DedicatedSeat`] has a bot process for itself, and a [`ScriptedSeat`] calls a
//! function. Deadlines are absolute and cover writing as well as reading. Buffers are bounded.
#![expect(clippy::disallowed_methods, reason = "this module measures the deadlines of requests")]

mod bot_process;
mod conversation;
mod dedicated;
mod idle;
mod line_dialogue;
mod multiplexed;
mod one_shot;
mod person;
mod prespawned;
mod refused;
mod reply_buffer;
mod scripted;
mod together;

use std::time::Duration;

use rathaus_games::{AskOutcome, Fault, FaultCause, FaultEvidence, SeatAsk, SeatTell};
use rathaus_sandbox::{EXHAUSTION_HELP, StartError};

pub use dedicated::DedicatedSeat;
pub use idle::IdleProcesses;
pub use multiplexed::{BotProcessStart, MultiplexedProcess, ProcessWithHandshakeReply, SharedProcessSeat};
pub use one_shot::{ColdWarmStartCounts, OneShotSeat, RepeatFindings};
pub use person::{PersonDialogue, PersonSeat};
pub use prespawned::CurrentAndNextProcess;
pub use scripted::ScriptedSeat;
pub use together::{end_together, recycle_together, say_last_words, start_together};

/// How much of the end of stderr goes into the evidence of a fault, in bytes (for one-shot
/// seats, in characters).
const STDERR_SHOWN: usize = 2_000;

/// If a late bot waited for a CPU during this share of its time limit, the machine counts as
/// overloaded, and the bot alone is not to blame.
const OVERLOADED: f64 = 0.1;

/// How long the bot waited for a CPU, if that was a large share of its limit.
fn overloaded(waited: Duration, limit: Duration) -> Option<Duration> {
    Some(waited).filter(|waited| *waited >= limit.mul_f64(OVERLOADED))
}

/// The seat of a bot in a match.
#[derive(Debug)]
pub enum Seat {
    /// One process for many matches.
    Multiplexed(SharedProcessSeat),
    /// One process per request.
    OneShot(Box<OneShotSeat>),
    /// One process per match or round.
    Dedicated(Box<DedicatedSeat>),
    /// A function instead of a process.
    Scripted(ScriptedSeat),
    /// A person instead of a process.
    Person(PersonSeat),
}

/// The host failed: the match is void, and no bot is to blame.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct VoidMatch {
    pub why: String,
    /// Whether the host had no more processes, files or memory, so that the match can perhaps be
    /// played when nothing else is played.
    pub is_exhaustion: bool,
}

impl VoidMatch {
    pub fn new(why: impl Into<String>) -> VoidMatch {
        VoidMatch { why: why.into(), is_exhaustion: false }
    }

    /// With what to do, if the host has too little of something for this match alone.
    pub fn with_help(self) -> VoidMatch {
        match self.is_exhaustion {
            true => VoidMatch { why: format!("{}\n  help: {EXHAUSTION_HELP}", self.why), ..self },
            false => self,
        }
    }
}

/// Why a bot could not be started.
#[derive(Debug)]
pub enum BotNotReady {
    /// The bot did something wrong.
    Bot(Box<Fault>),
    /// The host could not start the bot.
    Host(VoidMatch),
}

impl BotNotReady {
    fn starting(error: &StartError) -> BotNotReady {
        if error.is_host_failure() {
            let is_exhaustion = error.is_exhaustion();
            return BotNotReady::Host(VoidMatch { why: error.to_string(), is_exhaustion });
        }
        let cause = FaultCause::Unbuildable { why: error.to_string() };
        BotNotReady::Bot(Box::new(Fault { cause, evidence: FaultEvidence::default() }))
    }

    /// The outcome of a request that waits for the bot.
    fn answer(self) -> Result<AskOutcome, VoidMatch> {
        match self {
            BotNotReady::Bot(fault) => Ok(AskOutcome::Fault(*fault)),
            BotNotReady::Host(void) => Err(void),
        }
    }
}

/// The outcome of a request, with the bytes that were sent, for recordings and reports.
#[derive(Debug)]
pub struct AnsweredAsk {
    /// The bytes of the request.
    pub sent: Vec<u8>,
    pub answer: AskOutcome,
    /// What the bot wrote to stderr since its last outcome. Empty if that is not known.
    pub stderr: String,
}

impl Seat {
    /// Sends a request and waits for its outcome.
    pub async fn ask(&mut self, ask: SeatAsk) -> Result<AnsweredAsk, VoidMatch> {
        match self {
            Seat::Multiplexed(match_number) => match_number.ask(ask).await,
            Seat::OneShot(once) => once.ask(ask).await,
            Seat::Dedicated(solo) => solo.ask(ask).await,
            Seat::Scripted(scripted) => scripted.ask(ask),
            Seat::Person(person) => person.ask(ask).await,
        }
    }

    /// Sends a message that expects no answer. Only dedicated seats and persons can be told
    /// something: scripted ones do not listen, and the others have no process between requests.
    pub async fn tell(&mut self, tell: SeatTell) -> Result<(), VoidMatch> {
        match self {
            Seat::Dedicated(dedicated) => dedicated.tell(tell).await,
            Seat::Person(person) => {
                person.tell(&tell);
                Ok(())
            }
            Seat::Multiplexed(_) | Seat::OneShot(_) | Seat::Scripted(_) => Ok(()),
        }
    }

    /// Its process plays no other match.
    pub fn play_no_more(&mut self) {
        if let Seat::Dedicated(dedicated) = self {
            dedicated.play_no_more();
        }
    }

    /// The end of the bot's stderr: of the last request for a one-shot seat, otherwise since a
    /// fault was last reported.
    pub async fn stderr(&self) -> String {
        match self {
            Seat::Multiplexed(match_number) => match_number.stderr().await,
            Seat::OneShot(once) => once.stderr(),
            Seat::Dedicated(solo) => solo.stderr(),
            Seat::Scripted(_) | Seat::Person(_) => String::new(),
        }
    }
}
