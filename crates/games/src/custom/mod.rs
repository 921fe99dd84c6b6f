//! A game whose rules are a program, in any language.
//!
//! [`CustomGame`] is a match of it as the host sees it: what the program says becomes asks, and
//! answers become what the program is told. It is a value like every other [`Game`] and does no IO:
//! where the program is to be heard, it says so with [`Step::Consult`].

mod answers;
mod definition;
mod outcome;
mod parameter;
mod picture;
mod steps;
mod terms;
#[cfg(test)]
mod tests;
mod view;

use std::collections::BTreeMap;

use rathaus_protocol::external::{Frame, FromGame, Start, ToGame, VERSION};
use serde_json::Value;

use super::{Answer, Ask, Game, Life, Picture, Progress, Ruling, Seed, Shape, Step};
pub use definition::{CustomDefinition, MOST_DETAILS, Program};
pub use parameter::Parameter;
pub use terms::{Best, Faults, Limits, Policy, ResultKind, SeatRange, Terms};

/// A match whose rules are a program.
#[derive(Debug)]
pub struct CustomGame {
    terms: Terms,
    seed: Seed,
    parameters: BTreeMap<String, Value>,
    seats: Vec<Place>,
    /// The asks of the program's last step.
    asked: Vec<Asked>,
    waits_for: Side,
    /// What is wrong with the last answers of the seats, until somebody is told.
    rulings: Vec<Ruling>,
    /// How often seats were asked.
    turns: u32,
    frame: Frame,
    progress: Progress,
}

/// What there is to know of a seat.
#[derive(Debug, Clone, Default)]
struct Place {
    /// Whether its bot was started.
    has_begun: bool,
    /// Whether it is not asked any more.
    is_out: bool,
    /// What it was told since it was last asked.
    told: Vec<u8>,
}

/// An ask of the program's.
#[derive(Debug, Clone, Copy)]
struct Asked {
    seat: usize,
    /// Its position among those that went out; none if the seat was out.
    sent: Option<usize>,
    /// Whether the answer was one that the program could read, and judge.
    is_answered: bool,
}

/// Whose answer is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Program,
    Seats,
}

impl CustomGame {
    /// A match of so many seats.
    pub fn new(terms: Terms, parameters: BTreeMap<String, Value>, seats: usize, seed: Seed) -> CustomGame {
        CustomGame {
            terms,
            seed,
            parameters,
            seats: vec![Place::default(); seats],
            asked: Vec::new(),
            waits_for: Side::Program,
            rulings: Vec::new(),
            turns: 0,
            frame: Frame::default(),
            progress: Progress::default(),
        }
    }

    /// Tells the program something, and asks what it wants.
    fn consult(&mut self, message: &ToGame, life: Life) -> Step {
        self.waits_for = Side::Program;
        Step::Consult(Ask {
            seat: self.seats.len(),
            life,
            bytes: message.encode(),
            introduced: 0,
            shape: Shape::Lines(1),
            budget: self.terms.step(),
        })
    }

    /// What the program has said.
    fn heard(&mut self, answer: &Answer) -> Step {
        let Answer::Reply { bytes, .. } = answer else {
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
            game: self.terms.name.clone(),
            seats: self.seats.len(),
            seed: format!("{:016x}", self.seed.0),
            parameters: self.parameters.clone(),
        };
        self.consult(&ToGame::Start(start), Life::New)
    }

    fn resume(&mut self, answers: &[Answer]) -> Step {
        match (self.waits_for, answers) {
            (Side::Program, [answer]) => self.heard(answer),
            (Side::Program, _) => Step::Void("it was not asked alone".into()),
            (Side::Seats, answers) => self.answered(answers),
        }
    }

    fn progress(&self) -> Progress {
        self.progress.clone()
    }

    fn picture(&self, names: &[String]) -> Picture {
        picture::drawn(&self.frame, &self.progress.standing, names)
    }

    fn frame(&self) -> Option<&Frame> {
        Some(&self.frame)
    }
}
