//! The multiplayer prisoner's dilemma: in every round, each player takes 1 from whom it likes, and
//! that costs them 2.
//!
//! `docs/PRISONERS-DILEMMA.md` has the rules. One match is one tournament of them: each player is a
//! program that is started in every round, reads what has happened so far, and writes from
//! whom it takes. What is wrong with an answer makes it empty for that round, the state line
//! included.

mod definition;
mod params;
mod report;
#[cfg(test)]
mod tests;

use std::time::Duration;

use rathaus_protocol::prisoners_dilemma::{Question, Reply, ReplyError, Take, history_line};
use serde::{Deserialize, Serialize};

use crate::picture::{Run, Tone};
use crate::{
    Answer, Ask, Budget, Cause, Game, Life, Outcome, Picture, Progress, Ruling, Seed, Shape, Step, Turn,
};
pub use params::Params;

/// The game's name, as the command line and manifests spell it.
pub const NAME: &str = "prisoners-dilemma";

/// What a match tells besides its scores: the `details` of its [`Outcome`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// The identifier of each seat, from 1.
    pub ids: Vec<u32>,
    /// The rounds, in their order.
    pub rounds: Vec<Round>,
    /// What each seat has used over all rounds.
    pub used: Vec<Used>,
}

/// Which of the [`Details`] a clock has said.
pub const MEASURED: [&str; 1] = ["used"];

/// A round that is over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// The number that the programs were given. A string in JSON, because 64 bits are more than
    /// JSON readers keep exactly.
    #[serde(with = "as_text")]
    pub number: u64,
    /// Who took from whom, by identifiers.
    pub takes: Vec<(u32, u32)>,
    /// The scores after the round, by identifiers.
    pub scores: Vec<i64>,
}

/// What a player has used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    /// The longest that a round took it, in microseconds. A late round counts as its limit.
    pub slowest_us: u64,
    /// The time of all rounds together, in microseconds.
    pub took_us: u64,
    /// The processor time of all rounds together, in microseconds.
    pub cpu_us: u64,
}

/// Numbers of 64 bits as strings.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&number.to_string())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A match cannot begin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotBegin {
    /// There is nobody to take from.
    #[error("the prisoner's dilemma takes at least 2 players, not {0}")]
    TooFew(usize),
    /// The numbers of the rounds do not suffice.
    #[error("the game has {rounds} rounds, but there are numbers for only {numbers} of them")]
    TooFewNumbers {
        /// How many rounds there are.
        rounds: usize,
        /// How many numbers there are.
        numbers: usize,
    },
}

/// The identifiers of so many seats, from 1, in a random order.
pub fn random_ids(seed: Seed, seats: usize) -> Vec<u32> {
    let mut ids: Vec<u32> = (1..).take(seats).collect();
    seed.stream("identifiers").shuffle(&mut ids);
    ids
}

/// As many numbers of rounds as are needed, from a seed.
pub fn random_numbers(seed: Seed, rounds: usize) -> Vec<u64> {
    let mut stream = seed.stream("rounds");
    (0..rounds).map(|_| stream.bits()).collect()
}

/// A match of the multiplayer prisoner's dilemma.
#[derive(Debug)]
pub struct Dilemma {
    params: Params,
    /// The number of each round.
    numbers: Vec<u64>,
    /// By identifier, less 1.
    players: Vec<Player>,
    /// The lines of the rounds that are over.
    history: String,
    details: Details,
}

#[derive(Debug, Default)]
struct Player {
    seat: usize,
    score: i64,
    /// What it wrote for itself in the round before.
    state: Option<Vec<u8>>,
    used: Used,
}

impl Dilemma {
    /// A match of seats with these identifiers, each from 1 to their number once. Numbers beyond
    /// the last round are not used.
    pub fn new(params: &Params, ids: Vec<u32>, mut numbers: Vec<u64>) -> Result<Dilemma, CannotBegin> {
        if ids.len() < 2 {
            return Err(CannotBegin::TooFew(ids.len()));
        }
        let rounds = params.rounds(ids.len());
        if numbers.len() < rounds {
            return Err(CannotBegin::TooFewNumbers { rounds, numbers: numbers.len() });
        }
        numbers.truncate(rounds);
        let mut seats: Vec<usize> = (0..ids.len()).collect();
        seats.sort_by_key(|seat| ids[*seat]);
        let players = seats.into_iter().map(|seat| Player { seat, ..Player::default() }).collect();
        let details = Details { ids, ..Details::default() };
        Ok(Dilemma { params: params.clone(), numbers, players, history: String::new(), details })
    }

    /// Asks all players at once, in the order of their identifiers.
    fn ask(&self, rulings: Vec<Ruling>) -> Step {
        let played = self.details.rounds.len();
        let budget = Budget {
            time: Duration::from_millis(self.params.time_ms),
            bytes: usize::try_from(self.params.output_bytes).unwrap_or(usize::MAX),
        };
        let ask = |(player, id): (&Player, u32)| {
            let question = Question {
                players: self.players.len() as u32,
                player: id,
                rounds: played as u32,
                history: &self.history,
                number: self.numbers[played],
                state: player.state.as_deref(),
            };
            Ask {
                seat: player.seat,
                life: Life::New,
                bytes: question.encode(),
                introduced: 0,
                shape: Shape::UntilEnd,
                budget,
            }
        };
        Step::Turn(Turn { asks: self.players.iter().zip(1..).map(ask).collect(), rulings })
    }

    /// Reads the answers. One that is wrong counts as empty, and is ruled on.
    fn read(&mut self, answers: &[Answer]) -> (Vec<Take>, Vec<Ruling>) {
        let (mut takes, mut rulings) = (Vec::new(), Vec::new());
        let count = self.players.len() as u32;
        for (index, (player, answer)) in self.players.iter_mut().zip(answers).enumerate() {
            let id = index as u32 + 1;
            player.used.add(answer);
            let reply = match answer {
                Answer::Reply { bytes, .. } => Reply::decode(bytes, id, count).unwrap_or_else(|error| {
                    rulings.push(Ruling { ask: index, cause: cause(&error) });
                    Reply::default()
                }),
                Answer::Fault(_) | Answer::Lost => Reply::default(),
            };
            player.state = reply.state;
            takes.extend(reply.from.into_iter().map(|from| Take { by: id, from }));
        }
        (takes, rulings)
    }

    fn score(&mut self, takes: &[Take]) {
        for take in takes {
            self.players[take.by as usize - 1].score += self.params.gain;
            self.players[take.from as usize - 1].score -= self.params.loss;
        }
        self.history.push_str(&history_line(takes));
        self.details.rounds.push(Round {
            number: self.numbers[self.details.rounds.len()],
            takes: takes.iter().map(|take| (take.by, take.from)).collect(),
            scores: self.players.iter().map(|player| player.score).collect(),
        });
    }

    fn over(&mut self, rulings: Vec<Ruling>) -> Step {
        let mut scores = vec![0.0; self.players.len()];
        let mut used = vec![Used::default(); self.players.len()];
        for player in &mut self.players {
            scores[player.seat] = player.score as f64;
            used[player.seat] = std::mem::take(&mut player.used);
        }
        self.details.used = used;
        let details = serde_json::json!(self.details);
        Step::Over(Outcome { scores, ended: "all rounds were played".into(), details, rulings })
    }
}

impl Used {
    fn add(&mut self, answer: &Answer) {
        let (took, cpu) = match answer {
            Answer::Reply { took, cpu, .. } => (*took, *cpu),
            Answer::Fault(fault) => (fault.evidence.took, fault.evidence.cpu),
            Answer::Lost => (Duration::ZERO, None),
        };
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.slowest_us = self.slowest_us.max(micros(took));
        self.took_us = self.took_us.saturating_add(micros(took));
        self.cpu_us = self.cpu_us.saturating_add(micros(cpu.unwrap_or_default()));
    }
}

fn cause(error: &ReplyError) -> Cause {
    let what = error.to_string();
    match error {
        ReplyError::Malformed(_) => Cause::Malformed { what },
        ReplyError::Illegal { .. } => Cause::Illegal { what },
    }
}

impl Game for Dilemma {
    fn start(&mut self) -> Step {
        self.ask(Vec::new())
    }

    fn resume(&mut self, answers: &[Answer]) -> Step {
        let (takes, rulings) = self.read(answers);
        self.score(&takes);
        if self.details.rounds.len() == self.numbers.len() { self.over(rulings) } else { self.ask(rulings) }
    }

    fn progress(&self) -> Progress {
        let round = self.details.rounds.len();
        let facts = vec![("round", round as u64), ("of", self.numbers.len() as u64)];
        let mut standing = vec![0.0; self.players.len()];
        self.players.iter().for_each(|player| standing[player.seat] = player.score as f64);
        Progress { done: round as f64 / self.numbers.len() as f64, facts, standing }
    }

    fn picture(&self, names: &[String]) -> Picture {
        let line = |(player, id): (&Player, u32)| {
            let name = names.get(player.seat).map_or("", String::as_str);
            vec![
                Run::plain(format!("{id:>4} {:>8}  ", player.score)),
                Run::new(name, Tone::Seat(player.seat)),
            ]
        };
        let head = vec![Run::new("  id    score  player", Tone::Dim)];
        let seats = std::iter::once(head).chain(self.players.iter().zip(1..).map(line)).collect();
        Picture { seats, ..Picture::default() }
    }
}
