//! Parses messages, with errors that help the author of the program to find mistakes.

use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    Answers, Ask, AskMessage, FromGame, GameFrame, InvalidAnswer, MatchEnd, MatchStart, Tell, ToGame,
};
use crate::fields::quote;

/// The maximum number of lines that an answer can be asked to have.
pub const MAX_LINES: usize = 10_000;

/// The longest time limit for a bot, in milliseconds: an hour.
pub const MAX_MILLISECONDS: u64 = 3_600_000;

/// Why a line is not a message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct MessageError {
    /// A path within the message, such as `asks[0].send`. Empty if the problem is the
    /// whole message.
    pub place: String,
    /// What is wrong there, and what was expected.
    pub problem: String,
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => f.write_str(&self.problem),
            place => write!(f, "`{place}`: {}", self.problem),
        }
    }
}

impl MessageError {
    fn at(place: impl Into<String>, problem: impl Into<String>) -> MessageError {
        MessageError { place: place.into(), problem: problem.into() }
    }
}

/// All fields of both types of message from the program. They are parsed as one struct, because
/// errors of tagged enums do not say where they occurred.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with a `type`")]
struct RawMessage {
    r#type: MessageType,
    asks: Option<Vec<Ask>>,
    tells: Option<Vec<Tell>>,
    faults: Option<Vec<InvalidAnswer>>,
    frame: Option<GameFrame>,
    done: Option<f64>,
    standing: Option<Vec<f64>>,
    scores: Option<Vec<f64>>,
    ranks: Option<Vec<u32>>,
    reason: Option<String>,
    details: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum MessageType {
    Ask,
    End,
}

pub(super) fn from_game(line: &[u8]) -> Result<FromGame, MessageError> {
    let said: RawMessage = read(line)?;
    if let Some((part, problem)) = said.frame.as_ref().and_then(GameFrame::problem) {
        return Err(MessageError::at(format!("frame.{part}"), problem));
    }
    match said.r#type {
        MessageType::Ask => said.ask().map(|asks| FromGame::Ask(Box::new(asks))),
        MessageType::End => said.end().map(|end| FromGame::End(Box::new(end))),
    }
}

impl RawMessage {
    fn ask(self) -> Result<AskMessage, MessageError> {
        let foreign = [
            ("scores", self.scores.is_some()),
            ("ranks", self.ranks.is_some()),
            ("reason", self.reason.is_some()),
            ("details", self.details.is_some()),
        ];
        only_in("end", &foreign)?;
        let asks = self.asks.unwrap_or_default();
        if asks.is_empty() {
            return Err(MessageError::at(
                "asks",
                "a step asks at least one seat; say `end` when the match is over",
            ));
        }
        asks.iter().enumerate().try_for_each(check_ask)?;
        let tells = self.tells.unwrap_or_default();
        for (index, tell) in tells.iter().enumerate() {
            check_lines(&tell.send, || format!("tells[{index}].send"))?;
        }
        if let Some(done) = self.done.filter(|done| !(0.0..=1.0).contains(done)) {
            return Err(MessageError::at("done", format!("it goes from 0 to 1, and is {done}")));
        }
        let RawMessage { faults, frame, done, standing, .. } = self;
        Ok(AskMessage { asks, tells, faults: faults.unwrap_or_default(), frame, done, standing })
    }

    fn end(self) -> Result<MatchEnd, MessageError> {
        let foreign = [
            ("asks", self.asks.is_some()),
            ("tells", self.tells.is_some()),
            ("done", self.done.is_some()),
            ("standing", self.standing.is_some()),
        ];
        only_in("ask", &foreign)?;
        let reason = self.reason.unwrap_or_default();
        if reason.trim().is_empty() {
            return Err(MessageError::at("reason", "say in words why the match ended"));
        }
        let RawMessage { scores, ranks, faults, frame, details, .. } = self;
        if scores.is_some() == ranks.is_some() {
            return Err(MessageError::at("", "the end of a match has either `scores` or `ranks`"));
        }
        Ok(MatchEnd { scores, ranks, reason, faults: faults.unwrap_or_default(), frame, details })
    }
}

/// Checks that none of these fields is present. They belong to messages of type `kind`.
fn only_in(kind: &str, found: &[(&str, bool)]) -> Result<(), MessageError> {
    match found.iter().find(|(_, is_there)| *is_there) {
        Some((name, _)) => Err(MessageError::at(*name, format!("it belongs to a message of type `{kind}`"))),
        None => Ok(()),
    }
}

fn check_ask((index, ask): (usize, &Ask)) -> Result<(), MessageError> {
    let at = |field: &str| format!("asks[{index}].{field}");
    if ask.send.is_empty() {
        return Err(MessageError::at(at("send"), "a seat is asked with at least one line"));
    }
    check_lines(&ask.send, || at("send"))?;
    if !(1..=MAX_LINES).contains(&ask.lines) {
        let found = ask.lines;
        return Err(MessageError::at(at("lines"), format!("it goes from 1 to {MAX_LINES}, and is {found}")));
    }
    match ask.ms.filter(|ms| !(1..=MAX_MILLISECONDS).contains(ms)) {
        Some(ms) => {
            Err(MessageError::at(at("ms"), format!("it goes from 1 to {MAX_MILLISECONDS}, and is {ms}")))
        }
        None => Ok(()),
    }
}

fn check_lines(lines: &[String], place: impl Fn() -> String) -> Result<(), MessageError> {
    match lines.iter().position(|line| line.contains('\n')) {
        Some(index) => {
            let problem = "a line has no line feed in it: give each line as an element of its own";
            Err(MessageError::at(format!("{}[{index}]", place()), problem))
        }
        None => Ok(()),
    }
}

pub(super) fn to_game(line: &[u8]) -> Result<ToGame, MessageError> {
    /// The type of a message, parsed first: it determines the other fields.
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum MessageType {
        Start,
        Answers,
    }
    #[derive(Deserialize)]
    struct Typed {
        r#type: MessageType,
    }
    match read::<Typed>(line)?.r#type {
        MessageType::Start => read::<MatchStart>(line).map(ToGame::Start),
        MessageType::Answers => read::<Answers>(line).map(ToGame::Answers),
    }
}

fn read<T: DeserializeOwned>(line: &[u8]) -> Result<T, MessageError> {
    let mut reader = serde_json::Deserializer::from_slice(line);
    let read = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let place = error.path().to_string();
        let problem = format!("{}, in {}", error.inner(), quote(line));
        MessageError::at(if place == "." { "" } else { &place }, problem)
    })?;
    let after = |error: serde_json::Error| MessageError::at("", format!("{error}, in {}", quote(line)));
    reader.end().map_err(after)?;
    Ok(read)
}
