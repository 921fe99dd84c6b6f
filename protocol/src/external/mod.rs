//! The messages between the host and the program of a custom game: one JSON object per line.
//!
//! The host sends a [`ToGame`]. The program answers each one with one [`FromGame`], until it
//! answers with the end of the match. The program never talks to a bot: it says what to send to
//! which seat, and gets the replies. `SPEC.md` describes the messages under "Custom games".

mod decode;
mod explain;
mod frame;
mod reply_end;
mod stats;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use decode::{MAX_CLOCK_MILLISECONDS, MAX_LINES, MAX_MILLISECONDS, MessageError};
pub use frame::{GameFrame, LegendEntry, LegendTone, MAX_COLUMNS, MAX_ROWS, MAX_SVG};
pub use reply_end::ReplyEnd;
pub use stats::{MAX_STATS_BYTES, SeatStats, stats_from_json};

/// The newest version of these messages. A game says in its `game.toml` which one it speaks.
///
/// Version 2 added replies that end at a word, times of answers, clocks, messages to seats that are
/// delivered at once, and statistics.
pub const NEWEST_VERSION: u32 = 2;

/// The version of games that name none.
pub const FIRST_VERSION: u32 = 1;

/// The version in which tells are delivered at once.
pub const VERSION_WITH_TIMES: u32 = 2;

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
    /// The version of these messages, as the game's `game.toml` names it.
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
    /// From version 2 on, the options of the bot in each seat, from its `bot.toml`. Absent if no bot
    /// has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<BTreeMap<String, Value>>,
}

/// The answers to the asks of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answers {
    /// One answer for each ask, in the same order.
    pub answers: Vec<SeatAnswer>,
}

/// The answer to an ask, or the fault of the bot, with its times.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatAnswer {
    /// The answer or the fault.
    #[serde(flatten)]
    pub reply: SeatReply,
    /// From version 2 on, how long the bot took, in microseconds: from before the first byte was
    /// sent until the last byte of the answer was read. Absent if the seat was out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_us: Option<u64>,
    /// What is left on the clock of the seat, in whole milliseconds. Absent if it has no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
}

/// The answer to an ask, or the fault of the bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SeatReply {
    /// The bot answered.
    Lines {
        /// The lines that were asked for, without line feeds.
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
    /// Messages that need no answer. In version 1, a seat gets them together with its next ask, in
    /// this message or a later one, and a seat that is not asked again never gets them. From
    /// version 2 on, they are delivered at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tells: Vec<Tell>,
    /// Sets the clocks of seats, before the asks of this message. From version 2 on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<SeatClock>,
    /// Faults that the program found in the answers that it was just given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<InvalidAnswer>,
    /// How the game looks now. Without a frame, it looks as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<GameFrame>,
    /// The fraction of the match that has been played, from 0 to 1: of its greatest length, where it
    /// may end early.
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
#[schemars(extend(
    "anyOf" = [{"properties": {"send": {"minItems": 1}}}, {"properties": {"keep": {"const": true}}, "required": ["keep"]}],
    "dependentSchemas" = {"until": {"not": {"required": ["lines"]}}, "last": {"required": ["until"]}}
))]
pub struct Ask {
    /// The seat, from 0.
    pub seat: usize,
    /// The lines to send, without line feeds: at least one, except with `keep`.
    #[schemars(inner(pattern(NO_LINE_FEED)))]
    pub send: Vec<String>,
    /// The number of lines of the answer, at least 1 [default: 1].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_LINES))]
    pub lines: Option<usize>,
    /// Instead of `lines`: the answer ends with a line that is this word, or one of these words, or
    /// that begins with it and a space. The empty word stands for an empty line. From version 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<ReplyEnd>,
    /// With `until`: the answer has only this many lines, the last ones. The others do not count
    /// for the maximum size of an answer. From version 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_LINES))]
    pub last: Option<usize>,
    /// The time limit in milliseconds, instead of the one in `game.toml` or that of the seat's
    /// clock, which this ask then leaves alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_MILLISECONDS))]
    pub ms: Option<u64>,
    /// Whether to restart the bot first, so that it has forgotten everything before this ask.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fresh: bool,
    /// Whether what the bot has written since its last answer is part of this one. Otherwise it is
    /// dropped. From version 2 on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keep: bool,
}

impl Ask {
    /// An ask with these lines for a reply of one line.
    pub fn new(seat: usize, send: Vec<String>) -> Ask {
        Ask { seat, send, lines: None, until: None, last: None, ms: None, fresh: false, keep: false }
    }
}

/// A clock of a seat, which the host keeps. It runs while the seat is asked without `ms`. A seat
/// whose clock runs out is late.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatClock {
    /// The seat, from 0.
    pub seat: usize,
    /// The time on the clock, in milliseconds.
    #[schemars(range(max = MAX_CLOCK_MILLISECONDS))]
    pub ms: u64,
    /// What each answer adds to the clock, in milliseconds [default: 0].
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(max = MAX_CLOCK_MILLISECONDS))]
    pub increment_ms: u64,
    /// After this many answers, `ms` is added again, and so on. Without it, never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub moves: Option<u32>,
    /// How much later than the end of its clock the seat may answer, in milliseconds [default: 0].
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(max = MAX_CLOCK_MILLISECONDS))]
    pub margin_ms: u64,
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
    /// Named numbers of each seat, such as its number of captures. Standings show their means. From
    /// version 2 on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stats: Vec<SeatStats>,
    /// Last messages to seats. Then the bots are ended. From version 2 on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tells: Vec<Tell>,
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

    /// Parses a message of this version, given without its line feed. The error says where and why
    /// it is invalid. Seat numbers and the number of answers are not checked here, because that
    /// needs the match.
    pub fn decode(line: &[u8], version: u32) -> Result<FromGame, MessageError> {
        decode::from_game(line, version)
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

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over like this")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}
