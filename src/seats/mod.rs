//! How a bot is reached: the seats of a match.
//!
//! A [`Session`] is one bot process that lives for many matches and is replaced when it fails; a
//! [`MultiplexedSeat`] is the seat of one match in it. [`OneShotSeat`] is the seat of a program
//! that is started for every request, [`DedicatedSeat`] that of a bot with a process of its own,
//! and in a [`ScriptedSeat`] a function replies. Deadlines are absolute and hold for writing as
//! well as for reading; buffers are bounded.
#![expect(clippy::disallowed_methods, reason = "this room keeps the clocks of the asks")]

mod bot_process;
mod conversation;
mod dedicated;
mod line_dialogue;
mod one_shot;
mod prespawned;
mod refused;
mod reply_buffer;
mod scripted;
mod session;

use std::time::Duration;

use rathaus_games::{Ask, AskOutcome, Fault, FaultCause, FaultEvidence};
use rathaus_sandbox::StartError;

pub use dedicated::DedicatedSeat;
pub use one_shot::{OneShotSeat, RepeatFindings, StartCounts};
pub use prespawned::PrespawnedProcesses;
pub use scripted::ScriptedSeat;
pub use session::{MultiplexedSeat, OpenSession, Session, SessionStart};

/// How much of standard error goes into the evidence of a fault.
const STDERR_SHOWN: usize = 2_000;

/// A bot that was late is not to be blamed alone if a processor had to be waited for during this
/// share of its time.
const OVERLOADED: f64 = 0.1;

/// How long was waited for a processor, where that was much.
fn overloaded(waited: Duration, limit: Duration) -> Option<Duration> {
    Some(waited).filter(|waited| *waited >= limit.mul_f64(OVERLOADED))
}

/// The seat of a bot in a match.
#[derive(Debug)]
pub enum Seat {
    /// In a process that lives on between asks.
    Multiplexed(MultiplexedSeat),
    /// In a process for each ask.
    OneShot(Box<OneShotSeat>),
    /// In a process of its own that lives on between asks.
    Dedicated(Box<DedicatedSeat>),
    /// Nowhere: a function answers.
    Scripted(ScriptedSeat),
}

/// The host could not do its part: the match is void, and no bot is to blame.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct VoidMatch(pub String);

/// Why a bot does not play.
#[derive(Debug)]
pub enum BotNotReady {
    /// It did something wrong.
    Bot(Box<Fault>),
    /// The host could not start it.
    Host(VoidMatch),
}

impl BotNotReady {
    fn starting(error: &StartError) -> BotNotReady {
        if error.is_host_failure() {
            return BotNotReady::Host(VoidMatch(error.to_string()));
        }
        let cause = FaultCause::Unbuildable { why: error.to_string() };
        BotNotReady::Bot(Box::new(Fault { cause, evidence: FaultEvidence::default() }))
    }

    /// What becomes of an ask that waits for the bot.
    fn answer(self) -> Result<AskOutcome, VoidMatch> {
        match self {
            BotNotReady::Bot(fault) => Ok(AskOutcome::Fault(*fault)),
            BotNotReady::Host(void) => Err(void),
        }
    }
}

/// What became of an ask, with what was sent, for those who have to report on it.
#[derive(Debug)]
pub struct AnsweredAsk {
    /// The bytes of the ask.
    pub sent: Vec<u8>,
    pub answer: AskOutcome,
}

impl Seat {
    /// Asks, and waits for what becomes of it.
    pub async fn ask(&mut self, ask: Ask) -> Result<AnsweredAsk, VoidMatch> {
        match self {
            Seat::Multiplexed(match_number) => match_number.ask(ask).await,
            Seat::OneShot(once) => once.ask(ask).await,
            Seat::Dedicated(solo) => solo.ask(ask).await,
            Seat::Scripted(scripted) => scripted.ask(ask),
        }
    }

    /// The end of what the bot has written to standard error: for the last ask in a process of its
    /// own for each, else since a fault was last reported.
    pub async fn stderr(&self) -> String {
        match self {
            Seat::Multiplexed(match_number) => match_number.stderr().await,
            Seat::OneShot(once) => once.stderr(),
            Seat::Dedicated(solo) => solo.stderr(),
            Seat::Scripted(_) => String::new(),
        }
    }
}
