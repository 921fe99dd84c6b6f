//! Trial matches, which test a custom game or a bot of a multiplayer game.

pub mod coverage;
pub mod fault_reward;
pub mod fuzz_bots;
mod proper_reply;
mod record;
pub mod repeat;
pub mod seat_advantage;
mod significance;

use std::collections::BTreeMap;
use std::pin::pin;
use std::time::{Duration, Instant, SystemTime};

use rathaus_games::custom::ScoreOrder;
use rathaus_games::{AskOutcome, ConfiguredGame, MatchInputs, MatchSetupError, SeatFault, Seed};
use serde_json::Value;

use self::record::{PendingSeats, TrialRecord};
use super::{MatchResult, PlayError};
use crate::seats::{self, CurrentAndNextProcess, DedicatedSeat, IdleProcesses, Seat};
use crate::submissions::Bot;

/// After this time, a trial match is abandoned. A seat that has been asked for less than this time
/// when it is over still gets the rest of it for its answer, to find out whether it answers at all.
pub const STALL_LIMIT: Duration = Duration::from_secs(20);

/// A trial match and what was observed in it.
pub struct TrialMatchObservations {
    pub seats: usize,
    pub seed: Seed,
    /// When the match began, by the clock that programs can read.
    pub began: SystemTime,
    pub end: TrialEnd,
    /// In an abandoned match, the seats that were asked and had not answered.
    pub awaited: Vec<usize>,
    /// Those of them that had been asked for at least `STALL_LIMIT`.
    pub silent: Vec<usize>,
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
            TrialEnd::TooLong if self.turns == 0 && self.awaited.is_empty() => {
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

    /// Whether the first fault in the match ended it.
    pub fn is_ended_by_fault(&self) -> bool {
        let first = self.faults.iter().map(|fault| fault.turn).min();
        matches!(self.end, TrialEnd::Over(_)) && first == Some(self.turns)
    }

    /// The seat that did better than all others, if the match has such a seat.
    pub fn winner(&self, best: ScoreOrder) -> Option<usize> {
        let is_better = |seat: usize, other: usize| best.order(self.scores[seat], self.scores[other]).is_lt();
        let seats = 0..self.scores.len();
        seats.clone().find(|seat| seats.clone().all(|other| other == *seat || is_better(*seat, other)))
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

/// What a trial match begins with.
#[derive(Debug, Clone)]
pub struct TrialSetup {
    pub seed: Seed,
    /// Before each turn, the match pauses for the next of these, until there is none.
    pub delays: Vec<Duration>,
    /// The options of the bot in each seat. Empty if no bot has any.
    pub options: Vec<BTreeMap<String, Value>>,
    /// Where processes and sandboxes of other matches are. `None` for new ones.
    pub idle: Option<IdleProcesses>,
}

impl TrialSetup {
    /// A match without pauses, of bots without options, in new processes.
    pub fn new(seed: Seed) -> TrialSetup {
        TrialSetup { seed, delays: Vec::new(), options: Vec::new(), idle: None }
    }

    /// A match in processes and sandboxes of other matches.
    pub fn among(seed: Seed, idle: &IdleProcesses) -> TrialSetup {
        TrialSetup { idle: Some(idle.clone()), ..TrialSetup::new(seed) }
    }

    /// The seat of a bot. With `reset`, the lines that begin another match, a bot that says so
    /// plays several matches in one process.
    pub fn bot_seat(&self, bot: &Bot, seat: usize, reset: Option<&str>) -> DedicatedSeat {
        let program = bot.for_seat(seat, self.seed).program.clone();
        let processes = CurrentAndNextProcess::without_file(program).with_idle(self.idle.as_ref());
        let reset = reset.filter(|_| bot.reuse.plays_again && self.idle.is_some());
        DedicatedSeat::new(processes).playing_again(reset.map(|lines| lines.as_bytes().to_vec()))
    }
}

/// Plays a trial match of the program with these seats.
pub async fn play(
    rules: &ConfiguredGame,
    program: &Bot,
    setup: TrialSetup,
    mut seats: Vec<Seat>,
) -> Result<TrialMatchObservations, MatchSetupError> {
    let count = seats.len();
    seats.push(Seat::Dedicated(Box::new(setup.bot_seat(program, count, Some("")))));
    let observed = observe(rules, setup, &mut seats, count).await?;
    if observed.ended().is_some() {
        seats::recycle_together(seats).await;
    }
    Ok(observed)
}

/// Plays a trial match. The first `count` seats are those of bots. A custom game has one more, for
/// its program.
pub async fn play_seats(
    rules: &ConfiguredGame,
    seed: Seed,
    seats: &mut [Seat],
    count: usize,
) -> Result<TrialMatchObservations, MatchSetupError> {
    observe(rules, TrialSetup::new(seed), seats, count).await
}

async fn observe(
    rules: &ConfiguredGame,
    TrialSetup { seed, delays, options, idle: _ }: TrialSetup,
    seats: &mut [Seat],
    count: usize,
) -> Result<TrialMatchObservations, MatchSetupError> {
    let setup = MatchInputs { seed, handshake_replies: vec![None; count], ids: None, numbers: None, options };
    let mut seen = TrialRecord::new(count, delays);
    let pending = seen.pending();
    let (began, begin) = (SystemTime::now(), Instant::now());
    let played = unless_stalled(super::play(rules, setup, seats, &mut seen), &pending, begin).await;
    let mut scores = Vec::new();
    let end = match played {
        Some(Ok(result)) => {
            scores = result.scores;
            TrialEnd::Over(result.ended)
        }
        Some(Err(PlayError::CannotBegin(error))) => return Err(error),
        Some(Err(PlayError::Void(void))) => TrialEnd::Void(void.to_string()),
        None => TrialEnd::TooLong,
    };
    let mut printed = Vec::new();
    for seat in &seats[..count] {
        printed.push(seat.stderr().await);
    }
    let (awaited, silent) = match end {
        TrialEnd::TooLong => (pending.seats(), pending.silent(STALL_LIMIT)),
        TrialEnd::Over(_) | TrialEnd::Void(_) => (Vec::new(), Vec::new()),
    };
    let observations = seen.observations(seed, (began, end), scores, printed);
    Ok(TrialMatchObservations { awaited, silent, ..observations })
}

/// The result of a match, or `None` if it takes too long.
async fn unless_stalled(
    playing: impl Future<Output = Result<MatchResult, PlayError>>,
    pending: &PendingSeats,
    begin: Instant,
) -> Option<Result<MatchResult, PlayError>> {
    /// How often a match that takes too long is looked at again.
    const GLANCE: Duration = Duration::from_millis(100);
    let mut playing = pin!(playing);
    if let Ok(played) = tokio::time::timeout_at((begin + STALL_LIMIT).into(), &mut playing).await {
        return Some(played);
    }
    let asked = pending.since()?;
    while pending.since() == Some(asked) && asked.elapsed() < STALL_LIMIT {
        if let Ok(played) = tokio::time::timeout(GLANCE, &mut playing).await {
            return Some(played);
        }
    }
    None
}
