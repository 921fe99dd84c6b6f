//! Recordings: all replies of a match in compact form, enough to replay it without its bots.
//!
//! A recording has up to three streams, each a version byte followed by a Zstandard frame. The
//! answers stream depends only on what the bots replied. The clocks stream has the measured times.
//! The stderr stream has what bots wrote to stderr, up to a limit, and is empty if they wrote
//! nothing. A replay computes nothing from the last two.
//!
//! The answers stream begins with a `RecordingHeader` as a line of JSON. Then follows each turn:
//! the number of answers, and for each answer its seat, kind, length and bytes. Turns in which all
//! answers were lost, because a multiplexed process failed, are omitted: the game asks the same
//! again. A reply of a custom game's program is a turn by itself, with the seat after those of the
//! bots. The clocks stream has, for each answer, its times in microseconds. The stderr stream has
//! for each text the number of turns since the last one, its seat, length and bytes. All numbers are
//! LEB128.

mod observer;
mod reader;
mod stderr;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rathaus_games::{MatchInputs, Seed};
use rathaus_protocol::handshake::HandshakeReply;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::submissions::options_are_valid;

pub use observer::ReplyRecordingObserver;
pub use reader::{RecordedRepliesReader, RecordingError};

/// The format version, the only one so far.
const VERSION: u8 = 1;

/// The most bytes of a turn. A recording with a larger turn is dropped.
const MAX_TURN: usize = 1 << 26;

/// The replies of all bots in a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedReplies {
    /// The header and all answers.
    #[serde(with = "as_base64")]
    pub answers: Vec<u8>,
    /// The measured times of the answers.
    #[serde(with = "as_base64")]
    pub clocks: Vec<u8>,
    /// What bots wrote to stderr. Empty if they wrote nothing.
    #[serde(with = "as_base64", default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<u8>,
}

impl RecordedReplies {
    /// The size of what bots decide, in bytes. It does not have the measured times.
    pub fn bytes(&self) -> usize {
        self.answers.len() + self.stderr.len()
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct RecordingHeader {
    seed: Seed,
    /// The handshake replies of the bots, as lines.
    #[serde(rename = "hellos")] // Its name in stored recordings.
    handshake_replies: Vec<Option<String>>,
    ids: Option<Vec<u32>>,
    numbers: Option<Vec<u64>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    options: Vec<BTreeMap<String, Value>>,
}

impl RecordingHeader {
    fn of(setup: &MatchInputs) -> RecordingHeader {
        let line = |handshake_reply: &HandshakeReply| {
            String::from_utf8_lossy(&handshake_reply.encode()).trim_end().to_owned()
        };
        let MatchInputs { seed, handshake_replies, ids, numbers, options } = setup;
        let handshake_replies =
            handshake_replies.iter().map(|handshake_reply| handshake_reply.as_ref().map(line)).collect();
        RecordingHeader {
            seed: *seed,
            handshake_replies,
            ids: ids.clone(),
            numbers: numbers.clone(),
            options: options.clone(),
        }
    }

    fn setup(self) -> Option<MatchInputs> {
        let RecordingHeader { seed, handshake_replies, ids, numbers, options } = self;
        // The program of the game gets these when it is asked again.
        let fits = options.is_empty() || options.len() == handshake_replies.len();
        if !fits || !options.iter().all(options_are_valid) {
            return None;
        }
        let handshake_reply = |line: Option<String>| match line {
            Some(line) => HandshakeReply::decode(line.as_bytes()).map(Some),
            None => Ok(None),
        };
        let handshake_replies =
            handshake_replies.into_iter().map(handshake_reply).collect::<Result<_, _>>().ok()?;
        Some(MatchInputs { seed, handshake_replies, ids, numbers, options })
    }
}

/// The kind of an answer: the byte before its length.
mod kind {
    /// The bytes that the bot wrote.
    pub(super) const REPLY: u8 = 0;
    /// A fault as JSON, without measured times.
    pub(super) const FAULT: u8 = 1;
    /// No reply, because the process failed while it had requests of several matches.
    pub(super) const LOST: u8 = 2;
}

/// Serializes bytes as a base64 string.
mod as_base64 {
    use super::{BASE64_STANDARD, Deserialize, Deserializer, Engine, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_STANDARD.encode(bytes))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        BASE64_STANDARD.decode(text).map_err(serde::de::Error::custom)
    }
}
