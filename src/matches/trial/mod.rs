//! Trial matches, which test a custom game or a bot of a multiplayer game.

pub mod fuzz_bots;
mod proper_reply;

use std::time::Duration;

use rathaus_games::{
    AskOutcome, ConfiguredGame, FaultCause, LiveMatch, MatchInputs, MatchSetupError, Observer, SeatAsk,
    SeatFault, Seed, TurnRequestsAndReplies,
};
use rathaus_protocol::external::GameFrame;

use super::PlayError;
use crate::seats::{CurrentAndNextProcess, DedicatedSeat, Seat};
use crate::submissions::Bot;

/// After this time, a trial match is abandoned.
pub const STALL_LIMIT: Duration = Duration::from_secs(20);

/// A trial match and what was observed in it.
pub struct TrialMatchObservations {
    pub seats: usize,
    pub seed: Seed,
    pub end: TrialEnd,
    /// The answers of each seat, in order.
    pub answers: Vec<Vec<AskOutcome>>,
    /// The time limit of each answer.
    pub time_limits: Vec<Vec<Duration>>,
    /// The replies of the game's program, by step.
    pub said: Vec<Vec<u8>>,
    /// The duration of each step.
    pub took: Vec<Duration>,
    /// The number of turns in which seats were asked.
    pub turns: usize,
    /// The number of different frames that the program showed.
    pub frames: usize,
    /// The number of replies that the program ruled malformed or illegal.
    pub ruled: usize,
    /// All faults of the bots.
    pub faults: Vec<SeatFault>,
    /// The score of each seat, if the match ended.
    pub scores: Vec<f64>,
    /// The end of the stderr of each seat.
    pub printed: Vec<String>,
}

/// How a trial match ended.
pub enum TrialEnd {
    /// The program ended the match, for this reason.
    Over(String),
    /// The match was void.
    Void(String),
    /// The match was abandoned.
    TooLong,
}

impl TrialMatchObservations {
    /// The defect of the program that the match showed, if any.
    pub fn complaint(&self) -> Option<String> {
        match &self.end {
            TrialEnd::Void(why) => Some(why.clone()),
            TrialEnd::TooLong if self.turns == 0 => {
                Some(format!("it asked nobody anything for {} s", STALL_LIMIT.as_secs()))
            }
            TrialEnd::Over(_) | TrialEnd::TooLong => None,
        }
    }

    /// The program's reason for the end of the match.
    pub fn ended(&self) -> Option<&str> {
        match &self.end {
            TrialEnd::Over(reason) => Some(reason),
            TrialEnd::Void(_) | TrialEnd::TooLong => None,
        }
    }

    /// The first step, from 1, in which the program replied differently, with both replies.
    pub fn difference(&self, again: &TrialMatchObservations) -> Option<(usize, String, String)> {
        // Abandoned matches may have stopped at different steps.
        let is_whole = !matches!(self.end, TrialEnd::TooLong) && !matches!(again.end, TrialEnd::TooLong);
        let steps = match is_whole {
            true => self.said.len().max(again.said.len()),
            false => self.said.len().min(again.said.len()),
        };
        let said = |trial: &TrialMatchObservations, step: usize| {
            trial
                .said
                .get(step)
                .map_or("nothing".into(), |said| String::from_utf8_lossy(said).trim().to_owned())
        };
        let step = (0..steps).find(|step| self.said.get(*step) != again.said.get(*step))?;
        Some((step + 1, said(self, step), said(again, step)))
    }
}

/// Plays a trial match of the program with these seats.
pub async fn play(
    rules: &ConfiguredGame,
    program: &Bot,
    seed: Seed,
    mut seats: Vec<Seat>,
) -> Result<TrialMatchObservations, MatchSetupError> {
    let count = seats.len();
    seats.push(Seat::Dedicated(Box::new(DedicatedSeat::new(CurrentAndNextProcess::without_file(
        program.program.clone(),
    )))));
    play_seats(rules, seed, &mut seats, count).await
}

/// Plays a trial match. The first `count` seats are those of bots. A custom game has one more, for
/// its program.
pub async fn play_seats(
    rules: &ConfiguredGame,
    seed: Seed,
    seats: &mut [Seat],
    count: usize,
) -> Result<TrialMatchObservations, MatchSetupError> {
    let setup = MatchInputs { seed, handshake_replies: vec![None; count], ids: None, numbers: None };
    let mut seen = TrialRecord::new(count);
    let played = tokio::time::timeout(STALL_LIMIT, super::play(rules, setup, seats, &mut seen)).await;
    let mut scores = Vec::new();
    let end = match played {
        Ok(Ok(result)) => {
            scores = result.scores;
            TrialEnd::Over(result.ended)
        }
        Ok(Err(PlayError::CannotBegin(error))) => return Err(error),
        Ok(Err(PlayError::Void(void))) => TrialEnd::Void(void.to_string()),
        Err(_) => TrialEnd::TooLong,
    };
    let mut printed = Vec::new();
    for seat in &seats[..count] {
        printed.push(seat.stderr().await);
    }
    Ok(seen.observations(seed, end, scores, printed))
}

#[derive(Default)]
struct TrialRecord {
    answers: Vec<Vec<AskOutcome>>,
    time_limits: Vec<Vec<Duration>>,
    said: Vec<Vec<u8>>,
    took: Vec<Duration>,
    turns: usize,
    frames: usize,
    /// The last frame.
    shown: GameFrame,
    ruled: usize,
    faults: Vec<SeatFault>,
}

impl TrialRecord {
    fn new(seats: usize) -> TrialRecord {
        let (answers, time_limits) = (vec![Vec::new(); seats], vec![Vec::new(); seats]);
        TrialRecord { answers, time_limits, ..TrialRecord::default() }
    }

    fn observations(
        self,
        seed: Seed,
        end: TrialEnd,
        scores: Vec<f64>,
        printed: Vec<String>,
    ) -> TrialMatchObservations {
        let TrialRecord { answers, time_limits, said, took, turns, frames, ruled, faults, .. } = self;
        TrialMatchObservations {
            seats: answers.len(),
            seed,
            end,
            answers,
            time_limits,
            said,
            took,
            turns,
            frames,
            ruled,
            faults,
            scores,
            printed,
        }
    }
}

impl Observer for TrialRecord {
    fn asking(&mut self, _turn: usize, asks: &[SeatAsk]) {
        for ask in asks {
            self.time_limits[ask.seat].push(ask.limits.time);
        }
    }

    fn step(&mut self, game: &dyn LiveMatch) {
        let Some(frame) = game.frame() else { return };
        if *frame != self.shown {
            self.shown = frame.clone();
            self.frames += 1;
        }
    }

    fn exchanged(&mut self, exchange: &TurnRequestsAndReplies) {
        self.turns += 1;
        for (seat, answer) in exchange.seats.iter().zip(&exchange.answers) {
            self.answers[*seat].push(answer.clone());
        }
    }

    fn consulted(&mut self, exchange: &TurnRequestsAndReplies) {
        if let [AskOutcome::Reply { bytes, took, .. }] = exchange.answers.as_slice() {
            self.said.push(bytes.clone());
            self.took.push(*took);
        }
    }

    fn found(&mut self, fault: &SeatFault) {
        let is_ruling =
            matches!(fault.fault.cause, FaultCause::Malformed { .. } | FaultCause::Illegal { .. });
        self.ruled += usize::from(is_ruling);
        self.faults.push(fault.clone());
    }
}
