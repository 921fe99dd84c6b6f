//! Custom games, whose rules are a program in any language.
//!
//! [`CustomGameMatch`] is a match of such a game on the host's side. It turns messages of the
//! program into asks, and answers into messages to the program. Like every other [`LiveMatch`] it
//! is a value and does no IO: to reach the program, it returns [`MatchStep::Consult`].

mod answers;
mod clock;
mod config;
mod definition;
mod outcome;
mod parameter;
mod picture;
mod steps;
#[cfg(test)]
mod tests;
mod view;

use std::collections::BTreeMap;

use rathaus_protocol::external::{FromGame, GameFrame, MatchStart, ToGame, VERSION_WITH_TIMES};
use serde_json::Value;

use super::{
    AskOutcome, AskProcessChoice, GamePicture, LiveMatch, MatchProgress, MatchStep, RejectedAnswer,
    ReplyFormat, SeatAsk, Seed,
};
use clock::RunningClock;
pub use config::{
    CustomMatchSettings, FaultPolicy, FaultRules, ReplyAndStepLimits, ResultKind, ScoreOrder, SeatRange,
};
pub use definition::{CustomGameDefinition, CustomGameIdentity, MOST_DETAILS};
pub use parameter::CustomParameter;
pub use view::harmless_frame;

/// A match of a custom game.
#[derive(Debug)]
pub struct CustomGameMatch {
    config: CustomMatchSettings,
    seed: Seed,
    parameters: BTreeMap<String, Value>,
    /// The options of the bot in each seat. Empty if no bot has any.
    options: Vec<BTreeMap<String, Value>>,
    seats: Vec<SeatState>,
    /// The asks of the program's last step.
    asked: Vec<PendingAsk>,
    waits_for: Awaited,
    /// Faults found in the last answers of the seats that have not been reported yet.
    answer_faults: Vec<RejectedAnswer>,
    /// How many times the program has asked seats.
    turns: u32,
    frame: GameFrame,
    progress: MatchProgress,
}

/// The state of a seat.
#[derive(Debug, Clone, Default)]
struct SeatState {
    /// Whether its bot was started.
    has_begun: bool,
    /// Whether the seat is out of the match, and not asked any more.
    is_out: bool,
    /// The lines for the seat since it was last asked.
    pending_lines: Vec<u8>,
    /// How many bytes at the front of `pending_lines` the seat has got. The others are sent with
    /// its next ask, or as a tell.
    delivered_bytes: usize,
    /// Its clock, if it has one.
    clock: Option<RunningClock>,
}

/// An ask of the program.
#[derive(Debug, Clone, Copy)]
struct PendingAsk {
    seat: usize,
    /// The index among the asks that were sent. `None` if the seat was out.
    sent: Option<usize>,
    /// Whether the program received lines for this ask, so that it may judge them.
    is_answered: bool,
    /// Whether the seat's clock runs meanwhile.
    is_on_clock: bool,
}

/// Whose answer the match waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaited {
    Program,
    Seats,
}

impl CustomGameMatch {
    /// A match with this many seats.
    pub fn new(
        config: CustomMatchSettings,
        parameters: BTreeMap<String, Value>,
        seats: usize,
        seed: Seed,
    ) -> CustomGameMatch {
        CustomGameMatch {
            config,
            seed,
            parameters,
            options: Vec::new(),
            seats: vec![SeatState::default(); seats],
            asked: Vec::new(),
            waits_for: Awaited::Program,
            answer_faults: Vec::new(),
            turns: 0,
            frame: GameFrame::default(),
            progress: MatchProgress::default(),
        }
    }

    /// The match with these options of the bots in its seats.
    pub fn with_options(self, options: Vec<BTreeMap<String, Value>>) -> CustomGameMatch {
        CustomGameMatch { options, ..self }
    }

    /// Whether tells are delivered at once, and answers have times.
    fn has_times(&self) -> bool {
        self.config.protocol >= VERSION_WITH_TIMES
    }

    /// Sends a message to the program and asks for its next step.
    fn consult(&mut self, message: &ToGame, process: AskProcessChoice) -> MatchStep {
        self.waits_for = Awaited::Program;
        let (seat, limits) = (self.seats.len(), self.config.step());
        MatchStep::Consult(SeatAsk::new(seat, process, message.encode(), ReplyFormat::Lines(1), limits))
    }

    /// Handles the program's answer.
    fn handle_message(&mut self, answer: &AskOutcome) -> MatchStep {
        let AskOutcome::Reply { bytes, .. } = answer else {
            return MatchStep::Void("it did not answer".into());
        };
        let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let step = match FromGame::decode(line, self.config.protocol) {
            Ok(FromGame::Ask(asks)) => self.ask(*asks),
            Ok(FromGame::End(end)) => self.end(*end),
            Err(error) => Err(error.to_string()),
        };
        step.unwrap_or_else(MatchStep::Void)
    }
}

impl LiveMatch for CustomGameMatch {
    fn start(&mut self) -> MatchStep {
        let start = MatchStart {
            version: self.config.protocol,
            game: self.config.name.clone(),
            seats: self.seats.len(),
            seed: format!("{:016x}", self.seed.0),
            parameters: self.parameters.clone(),
            options: if self.has_times() { self.options.clone() } else { Vec::new() },
        };
        self.consult(&ToGame::Start(start), AskProcessChoice::New)
    }

    fn resume(&mut self, answers: &[AskOutcome]) -> MatchStep {
        match (self.waits_for, answers) {
            (Awaited::Program, [answer]) => self.handle_message(answer),
            (Awaited::Program, _) => MatchStep::Void("it was not asked alone".into()),
            (Awaited::Seats, answers) => self.handle_answers(answers),
        }
    }

    fn progress(&self) -> MatchProgress {
        self.progress.clone()
    }

    fn picture(&self, names: &[String]) -> GamePicture {
        picture::drawn(&self.frame, &self.progress.standing, names)
    }

    fn frame(&self) -> Option<&GameFrame> {
        Some(&self.frame)
    }
}
