//! Short matches that show whether a bot is fit to play, before it meets others.

use std::time::Duration;

use rathaus_protocol::handshake::HandshakeReply;
use serde_json::Value;

use crate::{Fault, Game, GameRules, Seed};

/// Checks bots of a single-player game.
pub trait BotCheck {
    /// The matches to play, in their order. The first fault ends the matches of its case.
    fn cases(&self) -> Vec<CheckCase>;

    /// A game in which a bot with this reply to the handshake shows what it can do in addition. A
    /// fault in it is reported, and the bot is still fit.
    fn extra(&self, rules: &GameRules, handshake_reply: Option<&HandshakeReply>) -> Option<Box<dyn Game>> {
        let _ = (rules, handshake_reply);
        None
    }

    /// What the matches of all cases show.
    fn report(&self, checked: &CheckMeasurements) -> CheckReport;
}

/// Matches with the same parameters.
#[derive(Debug, Clone)]
pub struct CheckCase {
    /// The parameters that differ from the defaults.
    pub settings: Vec<(&'static str, Value)>,
    /// The seed of each match.
    pub seeds: Vec<Seed>,
}

/// A match of a check.
#[derive(Debug, Clone)]
pub struct CheckedMatch {
    /// The position of its case.
    pub case: usize,
    /// Why it ended, in words.
    pub ended: String,
    /// The details of its outcome.
    pub details: Value,
    /// The first fault of the bot.
    pub fault: Option<Fault>,
    /// How long each reply took.
    pub times: Vec<Duration>,
}

/// All that a check measured.
#[derive(Debug, Clone, Default)]
pub struct CheckMeasurements {
    /// The matches, in the order of their cases.
    pub matches: Vec<CheckedMatch>,
    /// How many nanoseconds a call of the submission's own function takes, where its adapter
    /// measures that.
    pub nanoseconds_per_call: Option<f64>,
    /// What came of the [extra](BotCheck::extra) game, if there was one.
    pub extra: Option<Result<(), Fault>>,
}

/// What a check shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckReport {
    /// Topics, each with what was found.
    pub findings: Vec<(String, String)>,
    /// Whether the bot is fit to play.
    pub is_fit: bool,
}
