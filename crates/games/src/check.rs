//! Short matches that show whether a bot is ready to play, before it meets others.

use std::time::Duration;

use rathaus_protocol::handshake::HandshakeReply;
use serde_json::Value;

use crate::{ConfiguredGame, Fault, LiveMatch, RandomStream, Seed};

/// A check for bots of a single-player game.
pub trait SinglePlayerCheck {
    /// The matches to play, in order. The first fault in a case skips the rest of that case.
    fn cases(&self) -> Vec<SinglePlayerCheckCase>;

    /// An additional game that shows optional abilities of a bot with this handshake reply. A fault
    /// in it is reported, but does not make the bot unfit.
    fn extra(
        &self,
        rules: &ConfiguredGame,
        handshake_reply: Option<&HandshakeReply>,
    ) -> Option<Box<dyn LiveMatch>> {
        let _ = (rules, handshake_reply);
        None
    }

    /// What the matches of all cases show.
    fn report(&self, checked: &SinglePlayerCheckMeasurements) -> BotCheckReport;
}

/// A check for bots of a multiplayer game.
pub trait MultiplayerCheckPlan {
    /// The matches to play, in order.
    fn matches(&self) -> Vec<MultiplayerCheckMatchSpec>;

    /// An opponent that plays at random, without faults.
    fn random_opponent(&self, stream: RandomStream) -> RandomOpponent;
}

/// Replies to the bytes of each request.
pub type RandomOpponent = Box<dyn FnMut(&[u8]) -> Vec<u8>>;

/// A match of a check of a multiplayer game.
#[derive(Debug, Clone)]
pub struct MultiplayerCheckMatchSpec {
    /// The number of seats.
    pub seats: usize,
    /// Who has the other seats.
    pub against: CheckOpponent,
    /// The parameters that differ from the defaults.
    pub settings: Vec<(&'static str, Value)>,
}

/// The opponents of a bot that is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckOpponent {
    /// The bot itself.
    Itself,
    /// [Random opponents](MultiplayerCheckPlan::random_opponent).
    Random,
}

/// Matches with the same parameters.
#[derive(Debug, Clone)]
pub struct SinglePlayerCheckCase {
    /// The parameters that differ from the defaults.
    pub settings: Vec<(&'static str, Value)>,
    /// The seed of each match.
    pub seeds: Vec<Seed>,
}

/// A match of a check.
#[derive(Debug, Clone)]
pub struct BotCheckMatchRecord {
    /// The index of its case.
    pub case: usize,
    /// Why the match ended, in words.
    pub ended: String,
    /// The details of its outcome.
    pub details: Value,
    /// The first fault of the bot.
    pub fault: Option<Fault>,
    /// The time that each reply took.
    pub times: Vec<Duration>,
}

/// Everything that a check measured.
#[derive(Debug, Clone, Default)]
pub struct SinglePlayerCheckMeasurements {
    /// The matches, in the order of their cases.
    pub matches: Vec<BotCheckMatchRecord>,
    /// Nanoseconds per call of the submission's function, for adapters that measure it.
    pub nanoseconds_per_call: Option<f64>,
    /// The result of the [extra](SinglePlayerCheck::extra) game, if there was one.
    pub extra: Option<Result<(), Fault>>,
}

/// What the check of a bot shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotCheckReport {
    /// Topics, each with what was found.
    pub findings: Vec<(String, String)>,
    /// Whether the bot is ready to play.
    pub is_fit: bool,
}
