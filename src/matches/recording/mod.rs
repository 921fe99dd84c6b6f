//! What the bots of a match said, compactly: enough to play it again without any of them.
//!
//! A recording is two streams, each a byte with the version of its form and a Zstandard frame
//! behind it. The answers are the same whenever bots have said the same; what clocks have said of
//! them is apart.
//!
//! The answers are the line of JSON that tells how the match began, then turn by turn the number of
//! answers, and for each its seat, its kind, its length and its bytes. A turn in which nobody got
//! to answer, because a process that served others as well had failed, is left out: the same
//! questions follow. What a program says that has the rules is a turn of its own, of the seat
//! behind those of the bots. The clocks are, for each answer, so many microseconds. Numbers are
//! LEB128.

mod reader;
#[cfg(test)]
mod tests;
mod writer;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rathaus_games::{MatchSetup, Seed};
use rathaus_protocol::handshake::HandshakeReply;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use reader::{RecordingError, RecordingReader};
pub use writer::RecordingWriter;

/// The version of the form that is written, and the only one so far.
const VERSION: u8 = 1;

/// No turn is recorded in which bots say more bytes than this.
const MAX_TURN: usize = 1 << 26;

/// What the bots of a match said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// How the match began, and all answers.
    #[serde(with = "as_base64")]
    pub answers: Vec<u8>,
    /// What clocks have said of the answers.
    #[serde(with = "as_base64")]
    pub clocks: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
struct RecordingHeader {
    seed: Seed,
    /// What the bots answered to the greeting, as lines.
    handshake_replies: Vec<Option<String>>,
    ids: Option<Vec<u32>>,
    numbers: Option<Vec<u64>>,
}

impl RecordingHeader {
    fn of(setup: &MatchSetup) -> RecordingHeader {
        let line = |handshake_reply: &HandshakeReply| {
            String::from_utf8_lossy(&handshake_reply.encode()).trim_end().to_owned()
        };
        let MatchSetup { seed, handshake_replies, ids, numbers } = setup;
        let handshake_replies =
            handshake_replies.iter().map(|handshake_reply| handshake_reply.as_ref().map(line)).collect();
        RecordingHeader { seed: *seed, handshake_replies, ids: ids.clone(), numbers: numbers.clone() }
    }

    fn setup(self) -> Option<MatchSetup> {
        let RecordingHeader { seed, handshake_replies, ids, numbers } = self;
        let handshake_reply = |line: Option<String>| match line {
            Some(line) => HandshakeReply::decode(line.as_bytes()).map(Some),
            None => Ok(None),
        };
        let handshake_replies =
            handshake_replies.into_iter().map(handshake_reply).collect::<Result<_, _>>().ok()?;
        Some(MatchSetup { seed, handshake_replies, ids, numbers })
    }
}

/// What an answer was: the byte in front of it.
mod kind {
    /// What the bot wrote.
    pub(super) const REPLY: u8 = 0;
    /// A fault, as JSON, without what clocks have said.
    pub(super) const FAULT: u8 = 1;
    /// Nothing, through no fault of the match.
    pub(super) const LOST: u8 = 2;
}

/// Bytes as text in JSON.
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
