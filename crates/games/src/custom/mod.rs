//! Custom games, whose rules are a program in any language.
//!
//! [`CustomGame`] is a match of such a game on the host's side. It turns messages of the program
//! into asks, and answers into messages to the program. Like every other [`Game`] it is a value and
//! does no IO: to reach the program, it returns [`Step::Consult`].

mod answers;
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

use rathaus_protocol::external::{Frame, FromGame, Start, ToGame, VERSION};
use serde_json::Value;

use super::{
    AnswerFault, Ask, AskOutcome, Game, GamePicture, MatchProgress, ProcessChoice, ReplyFormat, Seed, Step,
};
pub use config::{CustomGameConfig, FaultPolicy, FaultRules, Limits, ResultKind, ScoreOrder, SeatRange};
pub use definition::{CustomGameDefinition, MOST_DETAILS, ProgramIdentity};
pub use parameter::CustomParameter;

/// A match of a custom game.
#[derive(Debug)]
pub struct CustomGame {
    config: CustomGameConfig,
    seed: Seed,
    parameters: BTreeMap<String, Value>,
    seats: Vec<SeatState>,
    /// The asks of the program's last step.
    asked: Vec<PendingAsk>,
    waits_for: Awaited,
    /// Faults found in the last answers of the seats that have not been reported yet.
    answer_faults: Vec<AnswerFault>,
    /// How many times the program has asked seats.
    turns: u32,
    frame: Frame,
    progress: MatchProgress,
}

/// The state of a seat.
#[derive(Debug, Clone, Default)]
struct SeatState {
    /// Whether its bot was started.
    has_begun: bool,
    /// Whether the seat is out of the match, and not asked any more.
    is_out: bool,
    /// The lines for the seat since it was last asked. They are sent with its next ask.
    pending_lines: Vec<u8>,
}

/// An ask of the program.
#[derive(Debug, Clone, Copy)]
struct PendingAsk {
    seat: usize,
    /// The index among the asks that were sent. `None` if the seat was out.
    sent: Option<usize>,
    /// Whether the program received lines for this ask, so that it may judge them.
    is_answered: bool,
}

/// Whose answer the match waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaited {
    Program,
    Seats,
}

impl CustomGame {
    /// A match with this many seats.
    pub fn new(
        config: CustomGameConfig,
        parameters: BTreeMap<String, Value>,
        seats: usize,
        seed: Seed,
    ) -> CustomGame {
        CustomGame {
            config,
            seed,
            parameters,
            seats: vec![SeatState::default(); seats],
            asked: Vec::new(),
            waits_for: Awaited::Program,
            answer_faults: Vec::new(),
            turns: 0,
            frame: Frame::default(),
            progress: MatchProgress::default(),
        }
    }

    /// Sends a message to the program and asks for its next step.
    fn consult(&mut self, message: &ToGame, process: ProcessChoice) -> Step {
        self.waits_for = Awaited::Program;
        Step::Consult(Ask {
            seat: self.seats.len(),
            process,
            bytes: message.encode(),
            introduction_bytes: 0,
            reply_format: ReplyFormat::Lines(1),
            limits: self.config.step(),
        })
    }

    /// Handles the program's answer.
    fn handle_message(&mut self, answer: &AskOutcome) -> Step {
        let AskOutcome::Reply { bytes, .. } = answer else {
            return Step::Void("it did not answer".into());
        };
        let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let step = match FromGame::decode(line) {
            Ok(FromGame::Ask(asks)) => self.ask(*asks),
            Ok(FromGame::End(end)) => self.end(*end),
            Err(error) => Err(error.to_string()),
        };
        step.unwrap_or_else(Step::Void)
    }
}

impl Game for CustomGame {
    fn start(&mut self) -> Step {
        let start = Start {
            version: VERSION,
            game: self.config.name.clone(),
            seats: self.seats.len(),
            seed: format!("{:016x}", self.seed.0),
            parameters: self.parameters.clone(),
        };
        self.consult(&ToGame::Start(start), ProcessChoice::New)
    }

    fn resume(&mut self, answers: &[AskOutcome]) -> Step {
        match (self.waits_for, answers) {
            (Awaited::Program, [answer]) => self.handle_message(answer),
            (Awaited::Program, _) => Step::Void("it was not asked alone".into()),
            (Awaited::Seats, answers) => self.handle_answers(answers),
        }
    }

    fn progress(&self) -> MatchProgress {
        self.progress.clone()
    }

    fn picture(&self, names: &[String]) -> GamePicture {
        picture::drawn(&self.frame, &self.progress.standing, names)
    }

    fn frame(&self) -> Option<&Frame> {
        Some(&self.frame)
    }
}
