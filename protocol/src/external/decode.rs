//! Parses messages, with errors that help the author of the program to find mistakes.

use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    Answers, Ask, AskMessage, FromGame, GameFrame, InvalidAnswer, MatchEnd, MatchStart, SeatClock, SeatStats,
    Tell, ToGame, VERSION_WITH_TIMES, explain, stats,
};
use crate::fields::quote;

/// The maximum number of lines that an answer can be asked to have.
pub const MAX_LINES: usize = 10_000;

/// The longest time limit for a bot, in milliseconds: an hour.
pub const MAX_MILLISECONDS: u64 = 3_600_000;

/// The longest time of a clock, in milliseconds: a day.
pub const MAX_CLOCK_MILLISECONDS: u64 = 24 * 3_600_000;

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
    clocks: Option<Vec<SeatClock>>,
    faults: Option<Vec<InvalidAnswer>>,
    frame: Option<GameFrame>,
    done: Option<f64>,
    standing: Option<Vec<f64>>,
    scores: Option<Vec<f64>>,
    ranks: Option<Vec<u32>>,
    reason: Option<String>,
    details: Option<Value>,
    stats: Option<Vec<SeatStats>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum MessageType {
    Ask,
    End,
}

pub(super) fn from_game(line: &[u8], version: u32) -> Result<FromGame, MessageError> {
    if let Some(problem) = explain::no_object(line) {
        return Err(MessageError::at("", problem));
    }
    let said: RawMessage = read(line).map_err(|wrong| {
        let problem = explain::mistake(line, &wrong.error).unwrap_or_else(|| wrong.in_words(line));
        MessageError { place: wrong.place, problem }
    })?;
    if version < VERSION_WITH_TIMES {
        said.is_of_first_version()?;
    }
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
            ("stats", self.stats.is_some()),
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
        let tells = checked_tells(self.tells)?;
        let clocks = self.clocks.unwrap_or_default();
        clocks.iter().enumerate().try_for_each(check_clock)?;
        if let Some(done) = self.done.filter(|done| !(0.0..=1.0).contains(done)) {
            return Err(MessageError::at("done", format!("it goes from 0 to 1, and is {done}")));
        }
        let RawMessage { faults, frame, done, standing, .. } = self;
        Ok(AskMessage { asks, tells, clocks, faults: faults.unwrap_or_default(), frame, done, standing })
    }

    fn end(self) -> Result<MatchEnd, MessageError> {
        let foreign = [
            ("asks", self.asks.is_some()),
            ("clocks", self.clocks.is_some()),
            ("done", self.done.is_some()),
            ("standing", self.standing.is_some()),
        ];
        only_in("ask", &foreign)?;
        let reason = self.reason.unwrap_or_default();
        if reason.trim().is_empty() {
            return Err(MessageError::at("reason", "say in words why the match ended"));
        }
        let tells = checked_tells(self.tells)?;
        let stats = self.stats.unwrap_or_default();
        stats.iter().enumerate().try_for_each(check_stats)?;
        let RawMessage { scores, ranks, faults, frame, details, .. } = self;
        if scores.is_some() == ranks.is_some() {
            return Err(MessageError::at("", "the end of a match has either `scores` or `ranks`"));
        }
        let faults = faults.unwrap_or_default();
        Ok(MatchEnd { scores, ranks, reason, faults, frame, details, stats, tells })
    }

    /// Checks that there is nothing of which version 1 does not know.
    fn is_of_first_version(&self) -> Result<(), MessageError> {
        let is_end = matches!(self.r#type, MessageType::End);
        let newer = [
            ("clocks", self.clocks.is_some()),
            ("stats", self.stats.is_some()),
            ("tells", is_end && self.tells.is_some()),
        ];
        let own = newer.iter().find(|(_, is_there)| *is_there).map(|(name, _)| (*name).to_owned());
        let mut asks = self.asks.iter().flatten().enumerate();
        let of_ask = || asks.find_map(|(index, ask)| Some(format!("asks[{index}].{}", newer_field(ask)?)));
        match own.or_else(of_ask) {
            Some(place) => Err(MessageError::at(
                place,
                format!(
                    "it belongs to version {VERSION_WITH_TIMES}; write `protocol = {VERSION_WITH_TIMES}` into game.toml"
                ),
            )),
            None => Ok(()),
        }
    }
}

/// A field of an ask of which version 1 does not know.
fn newer_field(ask: &Ask) -> Option<&'static str> {
    let fields = [("until", ask.until.is_some()), ("last", ask.last.is_some()), ("keep", ask.keep)];
    fields.iter().find(|(_, is_there)| *is_there).map(|(name, _)| *name)
}

fn checked_tells(tells: Option<Vec<Tell>>) -> Result<Vec<Tell>, MessageError> {
    let tells = tells.unwrap_or_default();
    for (index, tell) in tells.iter().enumerate() {
        check_lines(&tell.send, || format!("tells[{index}].send"))?;
    }
    Ok(tells)
}

fn check_clock((index, clock): (usize, &SeatClock)) -> Result<(), MessageError> {
    let times = [("ms", clock.ms), ("increment_ms", clock.increment_ms), ("margin_ms", clock.margin_ms)];
    if let Some((name, found)) = times.into_iter().find(|(_, ms)| *ms > MAX_CLOCK_MILLISECONDS) {
        let problem = format!("it goes from 0 to {MAX_CLOCK_MILLISECONDS}, and is {found}");
        return Err(MessageError::at(format!("clocks[{index}].{name}"), problem));
    }
    match clock.moves {
        Some(0) => Err(MessageError::at(format!("clocks[{index}].moves"), "it is at least 1, and is 0")),
        _ => Ok(()),
    }
}

fn check_stats((seat, stats): (usize, &SeatStats)) -> Result<(), MessageError> {
    match stats::problem(stats) {
        Some(problem) => Err(MessageError::at(format!("stats[{seat}]"), problem)),
        None => Ok(()),
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
    if ask.send.is_empty() && !ask.keep {
        return Err(MessageError::at(at("send"), "a seat is asked with at least one line"));
    }
    check_lines(&ask.send, || at("send"))?;
    for (field, lines) in [("lines", ask.lines), ("last", ask.last)] {
        if let Some(found) = lines.filter(|lines| !(1..=MAX_LINES).contains(lines)) {
            return Err(MessageError::at(
                at(field),
                format!("it goes from 1 to {MAX_LINES}, and is {found}"),
            ));
        }
    }
    match &ask.until {
        Some(end) => {
            if let Some(problem) = end.problem() {
                return Err(MessageError::at(at("until"), problem));
            }
            if ask.lines.is_some() {
                return Err(MessageError::at(at("lines"), "an answer with `until` has no number of lines"));
            }
        }
        None if ask.last.is_some() => {
            return Err(MessageError::at(at("last"), "it is for answers with `until`"));
        }
        None => {}
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
    let message = match read::<Typed>(line).map(|typed| typed.r#type) {
        Ok(MessageType::Start) => read::<MatchStart>(line).map(ToGame::Start),
        Ok(MessageType::Answers) => read::<Answers>(line).map(ToGame::Answers),
        Err(wrong) => Err(wrong),
    };
    message.map_err(|wrong| MessageError { problem: wrong.in_words(line), place: wrong.place })
}

/// Why a line could not be parsed, and where.
struct ParseFailure {
    place: String,
    error: serde_json::Error,
}

impl ParseFailure {
    fn in_words(&self, line: &[u8]) -> String {
        format!("{}, in {}", self.error, quote(line))
    }
}

fn read<T: DeserializeOwned>(line: &[u8]) -> Result<T, ParseFailure> {
    let mut reader = serde_json::Deserializer::from_slice(line);
    let read = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let place = error.path().to_string();
        ParseFailure {
            place: if matches!(place.as_str(), "." | "?") { String::new() } else { place },
            error: error.into_inner(),
        }
    })?;
    reader.end().map_err(|error| ParseFailure { place: String::new(), error })?;
    Ok(read)
}
