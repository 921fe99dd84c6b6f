//! The multiplayer prisoner's dilemma: in every round, each player takes from the players of its
//! choice. By default, a take gains 1 and costs the other player 2.
//!
//! `docs/PRISONERS-DILEMMA.md` has the rules. A match is one tournament in their sense. Each player
//! is a program that runs once per round: it reads the history and writes from which players it
//! takes. An invalid answer counts as empty for that round, including the state line.

mod check;
mod definition;
mod params;
mod report;
#[cfg(test)]
mod tests;

use std::time::Duration;

use rathaus_protocol::prisoners_dilemma::{
    DilemmaReplyError, RoundReply, RoundRequest, TakeAction, history_line,
};
use serde::{Deserialize, Serialize};

use crate::picture::{PictureTone, StyledSpan};
use crate::{
    AskBatch, AskOutcome, AskProcessChoice, FaultCause, GamePicture, LiveMatch, MatchOutcome, MatchProgress,
    MatchStep, RejectedAnswer, ReplyFormat, ReplyLimits, SeatAsk, Seed,
};
pub use params::DilemmaParams;

/// The game's name on the command line and in manifests.
pub const NAME: &str = "prisoners-dilemma";

/// How many rounds a person who plays can look back, on a page.
const SHOWN_ROUNDS: usize = 10;

/// The `details` of the [`MatchOutcome`] of a match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DilemmaDetails {
    /// The identifier of each seat, from 1.
    pub ids: Vec<u32>,
    /// The rounds, in order.
    pub rounds: Vec<MultiplayerDilemmaRound>,
    /// The resource usage of each seat over all rounds.
    pub used: Vec<PlayerTimeUsage>,
}

/// The names of the [`DilemmaDetails`] that a clock measured.
pub const MEASURED: [&str; 1] = ["used"];

/// A finished round.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MultiplayerDilemmaRound {
    /// The random number that the programs got. It is a string in JSON, because many JSON readers
    /// do not keep 64 bits exactly.
    #[serde(with = "as_text")]
    pub number: u64,
    /// The takes, as identifiers: the player that takes, and the one that it takes from.
    pub takes: Vec<(u32, u32)>,
    /// The scores after the round, in the order of the identifiers.
    pub scores: Vec<i64>,
}

/// The resource usage of a player.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerTimeUsage {
    /// The longest time of a round in microseconds. A late round counts with its time limit.
    pub slowest_us: u64,
    /// The total time of all rounds in microseconds.
    pub took_us: u64,
    /// The total CPU time of all rounds in microseconds.
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
pub enum DilemmaSetupError {
    /// There are fewer than two players.
    #[error("the prisoner's dilemma takes at least 2 players, not {0}")]
    TooFew(usize),
    /// There are fewer random numbers than rounds.
    #[error("the game has {rounds} rounds, but there are numbers for only {numbers} of them")]
    TooFewNumbers {
        /// The number of rounds.
        rounds: usize,
        /// The number of random numbers.
        numbers: usize,
    },
}

/// Identifiers for this many seats: the numbers from 1, in random order.
pub fn random_ids(seed: Seed, seats: usize) -> Vec<u32> {
    let mut ids: Vec<u32> = (1..).take(seats).collect();
    seed.stream("identifiers").shuffle(&mut ids);
    ids
}

/// Random numbers for this many rounds.
pub fn random_numbers(seed: Seed, rounds: usize) -> Vec<u64> {
    let mut stream = seed.stream("rounds");
    (0..rounds).map(|_| stream.bits()).collect()
}

/// A match of the multiplayer prisoner's dilemma.
#[derive(Debug)]
pub struct MultiplayerDilemmaMatch {
    params: DilemmaParams,
    /// The random number of each round.
    numbers: Vec<u64>,
    /// In the order of the identifiers.
    players: Vec<DilemmaPlayer>,
    /// The lines of the finished rounds.
    history: String,
    details: DilemmaDetails,
}

#[derive(Debug, Default)]
struct DilemmaPlayer {
    seat: usize,
    score: i64,
    /// The state line that the player wrote in the previous round.
    state: Option<Vec<u8>>,
    used: PlayerTimeUsage,
}

impl MultiplayerDilemmaMatch {
    /// A match of seats with these identifiers, which must be a permutation of 1 to their number.
    /// Surplus random numbers are ignored.
    ///
    /// # Errors
    ///
    /// There are too few players or too few random numbers.
    pub fn new(
        params: &DilemmaParams,
        ids: Vec<u32>,
        mut numbers: Vec<u64>,
    ) -> Result<MultiplayerDilemmaMatch, DilemmaSetupError> {
        if ids.len() < 2 {
            return Err(DilemmaSetupError::TooFew(ids.len()));
        }
        let rounds = params.rounds(ids.len());
        if numbers.len() < rounds {
            return Err(DilemmaSetupError::TooFewNumbers { rounds, numbers: numbers.len() });
        }
        numbers.truncate(rounds);
        let mut seats: Vec<usize> = (0..ids.len()).collect();
        seats.sort_by_key(|seat| ids[*seat]);
        let players =
            seats.into_iter().map(|seat| DilemmaPlayer { seat, ..DilemmaPlayer::default() }).collect();
        let details = DilemmaDetails { ids, ..DilemmaDetails::default() };
        Ok(MultiplayerDilemmaMatch {
            params: params.clone(),
            numbers,
            players,
            history: String::new(),
            details,
        })
    }

    /// Asks all players at once, in the order of their identifiers.
    fn ask(&self, answer_faults: Vec<RejectedAnswer>) -> MatchStep {
        let played = self.details.rounds.len();
        let limits = ReplyLimits {
            time: Duration::from_millis(self.params.time_ms),
            bytes: usize::try_from(self.params.output_bytes).unwrap_or(usize::MAX),
        };
        let ask = |(player, id): (&DilemmaPlayer, u32)| {
            let question = RoundRequest {
                players: self.players.len() as u32,
                player: id,
                rounds: played as u32,
                history: &self.history,
                number: self.numbers[played],
                state: player.state.as_deref(),
            };
            SeatAsk::new(player.seat, AskProcessChoice::New, question.encode(), ReplyFormat::UntilEnd, limits)
        };
        let asks = self.players.iter().zip(1..).map(ask).collect();
        MatchStep::Turn(AskBatch { answer_faults, ..AskBatch::new(asks) })
    }

    /// Reads the answers. An invalid one counts as empty, and is a fault.
    fn read(&mut self, answers: &[AskOutcome]) -> (Vec<TakeAction>, Vec<RejectedAnswer>) {
        let (mut takes, mut answer_faults) = (Vec::new(), Vec::new());
        let count = self.players.len() as u32;
        for (index, (player, answer)) in self.players.iter_mut().zip(answers).enumerate() {
            let id = index as u32 + 1;
            player.used.add(answer);
            let reply = match answer {
                AskOutcome::Reply { bytes, .. } => {
                    RoundReply::decode(bytes, id, count).unwrap_or_else(|error| {
                        answer_faults.push(RejectedAnswer { ask: index, cause: cause(&error) });
                        RoundReply::default()
                    })
                }
                AskOutcome::Fault(_) | AskOutcome::Lost => RoundReply::default(),
            };
            player.state = reply.state;
            takes.extend(reply.from.into_iter().map(|from| TakeAction { by: id, from }));
        }
        (takes, answer_faults)
    }

    fn score(&mut self, takes: &[TakeAction]) {
        for take in takes {
            self.players[take.by as usize - 1].score += self.params.gain;
            self.players[take.from as usize - 1].score -= self.params.loss;
        }
        self.history.push_str(&history_line(takes));
        self.details.rounds.push(MultiplayerDilemmaRound {
            number: self.numbers[self.details.rounds.len()],
            takes: takes.iter().map(|take| (take.by, take.from)).collect(),
            scores: self.players.iter().map(|player| player.score).collect(),
        });
    }

    fn over(&mut self, answer_faults: Vec<RejectedAnswer>) -> MatchStep {
        let mut scores = vec![0.0; self.players.len()];
        let mut used = vec![PlayerTimeUsage::default(); self.players.len()];
        for player in &mut self.players {
            scores[player.seat] = player.score as f64;
            used[player.seat] = std::mem::take(&mut player.used);
        }
        self.details.used = used;
        let details = serde_json::json!(self.details);
        MatchStep::Over(MatchOutcome {
            scores,
            ended: "all rounds were played".into(),
            details,
            answer_faults,
            ..MatchOutcome::default()
        })
    }
}

impl PlayerTimeUsage {
    fn add(&mut self, answer: &AskOutcome) {
        let (took, cpu) = match answer {
            AskOutcome::Reply { took, cpu, .. } => (*took, *cpu),
            AskOutcome::Fault(fault) => (fault.evidence.took, fault.evidence.cpu),
            AskOutcome::Lost => (Duration::ZERO, None),
        };
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.slowest_us = self.slowest_us.max(micros(took));
        self.took_us = self.took_us.saturating_add(micros(took));
        self.cpu_us = self.cpu_us.saturating_add(micros(cpu.unwrap_or_default()));
    }
}

fn cause(error: &DilemmaReplyError) -> FaultCause {
    let what = error.to_string();
    match error {
        DilemmaReplyError::Malformed(_) => FaultCause::Malformed { what },
        DilemmaReplyError::Illegal { .. } => FaultCause::Illegal { what },
    }
}

impl LiveMatch for MultiplayerDilemmaMatch {
    fn start(&mut self) -> MatchStep {
        self.ask(Vec::new())
    }

    fn resume(&mut self, answers: &[AskOutcome]) -> MatchStep {
        let (takes, answer_faults) = self.read(answers);
        self.score(&takes);
        if self.details.rounds.len() == self.numbers.len() {
            self.over(answer_faults)
        } else {
            self.ask(answer_faults)
        }
    }

    fn progress(&self) -> MatchProgress {
        let round = self.details.rounds.len();
        let facts = vec![("round", round as u64), ("of", self.numbers.len() as u64)];
        let mut standing = vec![0.0; self.players.len()];
        self.players.iter().for_each(|player| standing[player.seat] = player.score as f64);
        MatchProgress { done: round as f64 / self.numbers.len() as f64, facts, standing }
    }

    fn person_view(&self) -> Option<serde_json::Value> {
        let DilemmaDetails { ids, rounds, .. } = &self.details;
        let last = &rounds[rounds.len().saturating_sub(SHOWN_ROUNDS)..];
        Some(serde_json::json!({
            "ids": ids,
            "rounds": last,
            "played": rounds.len(),
            "all": self.numbers.len(),
        }))
    }

    fn picture(&self, names: &[String]) -> GamePicture {
        let line = |(player, id): (&DilemmaPlayer, u32)| {
            let name = names.get(player.seat).map_or("", String::as_str);
            vec![
                StyledSpan::plain(format!("{id:>4} {:>8}  ", player.score)),
                StyledSpan::new(name, PictureTone::Seat(player.seat)),
            ]
        };
        let head = vec![StyledSpan::new("  id    score  player", PictureTone::Dim)];
        let seats = std::iter::once(head).chain(self.players.iter().zip(1..).map(line)).collect();
        GamePicture { seats, ..GamePicture::default() }
    }
}
