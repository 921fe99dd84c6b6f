//! The messages between the host and the program of a custom game: one JSON object per line.
//!
//! The host sends a [`ToGame`]. The program answers each one with one [`FromGame`], until it
//! answers with the end of the match. The program never talks to a bot: it says what to send to
//! which seat, and gets the replies. `SPEC.md` describes the messages under "Custom games".

mod decode;
mod frame;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use decode::{MAX_LINES, MAX_MILLISECONDS, MessageError};
pub use frame::{GameFrame, LegendEntry, LegendTone, MAX_COLUMNS, MAX_ROWS, MAX_SVG};

/// The version of these messages.
pub const VERSION: u32 = 1;

/// A pattern that every line sent to a bot must match.
const NO_LINE_FEED: &str = "^[^\\n]*$";

/// A message from the host. The program answers each one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToGame {
    /// A match begins. A program plays one match and ends.
    Start(MatchStart),
    /// The answers to the asks of the last step.
    Answers(Answers),
}

/// The start of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchStart {
    /// The version of these messages: 1.
    pub version: u32,
    /// The name of the game, from its `game.toml`.
    pub game: String,
    /// The number of seats. They are numbered from 0.
    pub seats: usize,
    /// 64 random bits as 16 hexadecimal digits. All randomness in the game must come from this
    /// seed: the same seed and the same answers give the same match. A string, because many
    /// languages lose digits of 64-bit numbers in JSON.
    pub seed: String,
    /// All parameters of the game by name.
    pub parameters: BTreeMap<String, Value>,
}

/// The answers to the asks of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answers {
    /// One answer for each ask, in the same order.
    pub answers: Vec<SeatAnswer>,
}

/// The answer to an ask, or the fault of the bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SeatAnswer {
    /// The bot answered.
    Lines {
        /// As many lines as were asked for, without line feeds.
        lines: Vec<String>,
    },
    /// The bot did something wrong instead of answering.
    Fault {
        /// The kind of fault.
        fault: FaultKind,
        /// Whether the fault policy of the game removed the seat from the match. It is not asked
        /// any more.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        out: bool,
    },
}

/// What a bot did wrong, as the host found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// The deadline passed.
    Late,
    /// The answer was not UTF-8 text.
    Malformed,
    /// The process ended on its own.
    Crashed,
    /// The process closed its stdout or stdin and lives on.
    Closed,
    /// The answer was longer than allowed.
    Flooded,
    /// The submission could not be built or started.
    Unbuildable,
    /// The seat was out of the match before it was asked.
    Out,
}

/// A message from the program.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromGame {
    /// The program asks seats.
    #[schemars(extend("unevaluatedProperties" = false))]
    Ask(Box<AskMessage>),
    /// The match is over. The program must end now. Otherwise Rathaus kills it.
    #[schemars(extend("unevaluatedProperties" = false))]
    End(Box<MatchEnd>),
}

/// The asks of a step, and the state of the game.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct AskMessage {
    /// At least one ask, and at most one per seat. All are sent together.
    #[schemars(length(min = 1))]
    pub asks: Vec<Ask>,
    /// Messages that need no answer. A seat gets them together with its next ask, in this message
    /// or a later one. A seat that is not asked again never gets them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tells: Vec<Tell>,
    /// Faults that the program found in the answers that it was just given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<InvalidAnswer>,
    /// How the game looks now. Without a frame, it looks as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<GameFrame>,
    /// An upper bound on the fraction of the match that has been played, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1))]
    pub done: Option<f64>,
    /// The current score of each seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Vec<f64>>,
}

/// A message to a seat that expects an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// The seat, from 0.
    pub seat: usize,
    /// The lines to send, at least one, without line feeds.
    #[schemars(length(min = 1), inner(pattern(NO_LINE_FEED)))]
    pub send: Vec<String>,
    /// The number of lines of the answer, at least 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[schemars(range(min = 1, max = MAX_LINES))]
    pub lines: usize,
    /// The time limit in milliseconds, instead of the one in `game.toml`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_MILLISECONDS))]
    pub ms: Option<u64>,
    /// Whether to restart the bot first, so that it has forgotten everything before this ask.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fresh: bool,
}

/// A message to a seat that needs no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tell {
    /// The seat, from 0.
    pub seat: usize,
    /// The lines to send, without line feeds.
    #[schemars(inner(pattern(NO_LINE_FEED)))]
    pub send: Vec<String>,
}

/// A fault that the program found in an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InvalidAnswer {
    /// The index of the answer among those that the program was just given, from 0.
    pub answer: usize,
    /// The kind of fault.
    pub fault: RuledFaultKind,
    /// What was expected and what was found, for the author of the bot.
    pub what: String,
}

/// The kinds of fault that a game can find in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RuledFaultKind {
    /// The answer does not have the requested form.
    Malformed,
    /// The answer is well-formed, but against the rules.
    Illegal,
}

/// The end of a match.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct MatchEnd {
    /// The score of each seat, in games that have scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<f64>>,
    /// The rank of each seat, in games that have ranks. 1 is the best. Equal seats have the
    /// same rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<u32>>,
    /// Why the match ended, in words.
    pub reason: String,
    /// Faults that the program found in the answers that it was just given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<InvalidAnswer>,
    /// How the game looks at its end. Without a frame, it looks as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<GameFrame>,
    /// Further details of the match. They are stored with its result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Value>,
}

impl ToGame {
    /// The message as a line, with its line feed.
    pub fn encode(&self) -> Vec<u8> {
        line(self)
    }

    /// Parses a message, given without its line feed. The error says where and why it is invalid.
    pub fn decode(line: &[u8]) -> Result<ToGame, MessageError> {
        decode::to_game(line)
    }
}

impl FromGame {
    /// The message as a line, with its line feed.
    pub fn encode(&self) -> Vec<u8> {
        line(self)
    }

    /// Parses a message, given without its line feed. The error says where and why it is invalid.
    /// Seat numbers and the number of answers are not checked here, because that needs the match.
    pub fn decode(line: &[u8]) -> Result<FromGame, MessageError> {
        decode::from_game(line)
    }
}

/// Both kinds of message, for the JSON schema.
#[derive(Debug, JsonSchema)]
#[schemars(untagged, title = "The messages between rathaus and a program that has the rules of a game")]
#[expect(dead_code, reason = "it is there for the schema alone")]
enum Messages {
    /// From the host to the program.
    Host(ToGame),
    /// From the program to the host.
    Program(FromGame),
}

/// The JSON schema of all messages.
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(Messages);
    schema.insert("$comment".into(), "The types in protocol/src/external are where it comes from.".into());
    schema.to_value()
}

fn line(message: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(message).unwrap_or_default();
    line.push(b'\n');
    line
}

fn one() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over like this")]
fn is_one(lines: &usize) -> bool {
    *lines == 1
}
