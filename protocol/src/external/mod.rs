//! What goes over the pipe between the host and a program that has the rules of a game: an object of JSON a line.
//!
//! The host says a [`ToGame`], and the program answers each with one [`FromGame`], until that is the end of the match. The program never
//! sees a bot: it says what to send to which seat, and is told what came back. `SPEC.md` says the same for people, under "Custom games".

mod decode;
mod frame;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use decode::{MAX_LINES, MAX_MILLISECONDS, MessageError};
pub use frame::{Frame, MAX_COLUMNS, MAX_ROWS, MAX_SVG, Meaning, Tone};

/// The version of these messages.
pub const VERSION: u32 = 1;

/// What every line that is sent to a bot fits.
const NO_LINE_FEED: &str = "^[^\\n]*$";

/// What the host says to the program. It is asked for an answer with each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToGame {
    /// A match begins. A program plays one match and ends.
    Start(Start),
    /// What became of the asks of the last step.
    Answers(Answers),
}

/// How a match begins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Start {
    /// The version of these messages: 1.
    pub version: u32,
    /// The name of the game, as its `game.toml` has it.
    pub game: String,
    /// How many seats there are. They are numbered from 0.
    pub seats: usize,
    /// 64 random bits as 16 hexadecimal digits, from which all chance in the game comes: the same seed and the same answers are the same
    /// match. A text, because many languages read numbers of 64 bits in JSON wrongly.
    pub seed: String,
    /// All parameters of the game by name.
    pub parameters: BTreeMap<String, Value>,
}

/// What became of the asks of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answers {
    /// One for each ask, in their order.
    pub answers: Vec<Answer>,
}

/// What became of an ask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    /// The bot answered.
    Lines {
        /// As many as were asked for, without their line feeds.
        lines: Vec<String>,
    },
    /// The bot did something wrong instead.
    Fault {
        /// What.
        fault: FaultKind,
        /// Whether the seat is out of the match for that, by the game's policy: it is not asked any more.
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
    /// The answer was no text in UTF-8.
    Malformed,
    /// The process ended on its own.
    Crashed,
    /// The process closed its output or its input and lives on.
    Closed,
    /// The answer was longer than allowed.
    Flooded,
    /// The submission could not be built or started.
    Unbuildable,
    /// The seat was out of the match before it was asked.
    Out,
}

/// What the program answers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromGame {
    /// It wants to ask seats.
    #[schemars(extend("unevaluatedProperties" = false))]
    Ask(Box<Asks>),
    /// The match is over. The program is to end now, and is ended if it does not.
    #[schemars(extend("unevaluatedProperties" = false))]
    End(Box<End>),
}

/// What the game asks, and how things stand.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct Asks {
    /// At least one, and at most one for each seat; they go out together.
    #[schemars(length(min = 1))]
    pub asks: Vec<Ask>,
    /// What seats are told besides. They read it before what they are asked next, in this message or a later one; who is not asked any more
    /// never does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tells: Vec<Tell>,
    /// What is wrong with the answers that the program was just given, if anything is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<AnswerFault>,
    /// How the game looks now. Without it, it looks as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<Frame>,
    /// How much of the match has been played at the most, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1))]
    pub done: Option<f64>,
    /// What each seat has so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Vec<f64>>,
}

/// A message to a seat that wants an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// Which seat, from 0.
    pub seat: usize,
    /// What it is sent: at least one line, without line feeds.
    #[schemars(length(min = 1), inner(pattern(NO_LINE_FEED)))]
    pub send: Vec<String>,
    /// How many lines the answer has, at least 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[schemars(range(min = 1, max = MAX_LINES))]
    pub lines: usize,
    /// How many milliseconds the bot has, if not those of the `game.toml`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_MILLISECONDS))]
    pub ms: Option<u64>,
    /// Whether the bot is started anew for it, so that it has forgotten all that came before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fresh: bool,
}

/// A message to a seat that wants no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tell {
    /// Which seat, from 0.
    pub seat: usize,
    /// What it is sent: lines without line feeds.
    #[schemars(inner(pattern(NO_LINE_FEED)))]
    pub send: Vec<String>,
}

/// What is wrong with an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerFault {
    /// The position of the answer among those that the program was just given, from 0.
    pub answer: usize,
    /// Of which kind it is.
    pub fault: RulingKind,
    /// What was expected and what was found, for whoever wrote the bot.
    pub what: String,
}

/// What a game can find wrong with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RulingKind {
    /// It is not of the form asked for.
    Malformed,
    /// It is, but against the rules.
    Illegal,
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct End {
    /// The score of each seat, in games that have scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<f64>>,
    /// The rank of each seat, in games that have ranks: 1 is the best, and who is equal has the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<u32>>,
    /// Why it ended, in words.
    pub reason: String,
    /// What is wrong with the answers that the program was just given, if anything is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<AnswerFault>,
    /// How the game looks at its end. Without it, it looks as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<Frame>,
    /// What else there is to tell of the match. It is kept with its result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Value>,
}

impl ToGame {
    /// The message as a line.
    pub fn encode(&self) -> Vec<u8> {
        line(self)
    }

    /// Reads a message, given without its line feed, or says where and why it is none.
    pub fn decode(line: &[u8]) -> Result<ToGame, MessageError> {
        decode::to_game(line)
    }
}

impl FromGame {
    /// The message as a line.
    pub fn encode(&self) -> Vec<u8> {
        line(self)
    }

    /// Reads a message, given without its line feed, or says where and why it is none. Seats and answers are not counted: that needs the match.
    pub fn decode(line: &[u8]) -> Result<FromGame, MessageError> {
        decode::from_game(line)
    }
}

/// Both kinds of message, for a schema of them.
#[derive(Debug, JsonSchema)]
#[schemars(untagged, title = "The messages between rathaus and a program that has the rules of a game")]
#[expect(dead_code, reason = "it is there for the schema alone")]
enum Messages {
    /// From the host to the program.
    Host(ToGame),
    /// From the program to the host.
    Program(FromGame),
}

/// The schema of all messages.
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
