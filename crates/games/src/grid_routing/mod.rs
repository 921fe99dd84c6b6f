//! The grid-routing battle: bots break and activate vertices of a grid, and score for the paths
//! that the active vertices form together.
//!
//! `docs/GRID-ROUTING.md` has the rules. A match is one game of many rounds. In a round, each bot
//! has a process of its own, and every turn asks all bots twice at the same time. An invalid answer
//! counts as no choice.

mod check;
mod definition;
mod grid;
mod params;
mod picture;
mod replay;
mod report;
mod scoring;
#[cfg(test)]
mod tests;

use std::time::Duration;

use rathaus_protocol::grid_routing::{self as lines, GridReplyError, TurnPhase, Vertex};
use serde::{Deserialize, Serialize};

use crate::{
    AskBatch, AskOutcome, AskProcessChoice, FaultCause, GamePicture, LiveMatch, MatchOutcome, MatchProgress,
    MatchStep, RejectedAnswer, ReplyFormat, ReplyLimits, SeatAsk, Seed,
};
pub use grid::{GridVertexStates, MAX_BOTS, OwnerSet};
pub use params::{GridRoutingParams, ResolvedGridRoutingSize};
pub use picture::letter;
pub use replay::replay;
pub use scoring::points;

/// The game's name on the command line and in manifests.
pub const NAME: &str = "grid-routing";

/// The `details` of the [`MatchOutcome`] of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GridRoutingDetails {
    /// Vertices per side of the grid.
    pub side: u32,
    /// The rounds, in order.
    pub rounds: Vec<GridRoutingRoundResult>,
}

/// A finished round. All lists are by seat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GridRoutingRoundResult {
    /// The points of the round.
    pub gains: Vec<u64>,
    /// For each turn, the vertex that each seat broke.
    pub broken: Vec<Vec<ChosenVertexPosition>>,
    /// For each turn, the vertex that each seat activated.
    pub owned: Vec<Vec<ChosenVertexPosition>>,
    /// The number of requests to the bots as a group: two phases per turn and one at the end. A
    /// request is not counted if no bot was left to answer it.
    pub asks: usize,
}

/// A choice that counted, as column and row of a vertex. `None` for no choice.
pub type ChosenVertexPosition = Option<(u32, u32)>;

impl GridRoutingRoundResult {
    /// The grid at the end of the round.
    pub fn grid(&self, side: u32) -> GridVertexStates {
        let mut grid = GridVertexStates::new(side);
        let vertices = |choices: &[ChosenVertexPosition]| -> Vec<Option<Vertex>> {
            choices.iter().map(|choice| choice.map(|(x, y)| Vertex { x, y })).collect()
        };
        for (broken, owned) in self.broken.iter().zip(&self.owned) {
            grid.apply(TurnPhase::Destruction, &vertices(broken));
            grid.apply(TurnPhase::Activation, &vertices(owned));
        }
        grid
    }
}

/// A match cannot begin, because of the number of bots.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the grid-routing battle takes 1 to {MAX_BOTS} bots, not {0}")]
pub struct BotCountError(usize);

/// A match of the grid-routing battle.
#[derive(Debug)]
pub struct GridRoutingMatch {
    params: GridRoutingParams,
    size: ResolvedGridRoutingSize,
    seed: Seed,
    /// For each seat, the order in which it learns of all seats. It comes first itself.
    orders: Vec<Vec<usize>>,
    totals: Vec<u64>,
    rounds: Vec<GridRoutingRoundResult>,
    now: RoundProgress,
}

/// The state of the current round.
#[derive(Debug)]
struct RoundProgress {
    grid: GridVertexStates,
    round: GridRoutingRoundResult,
    turn: u32,
    stage: AskedPhase,
    /// For each seat, whether its process is still running.
    alive: Vec<bool>,
    /// The seats that were asked last, in the order of the asks.
    asked: Vec<usize>,
}

/// What the last asks were for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AskedPhase {
    /// A choice in this phase.
    Phase(TurnPhase),
    /// The end of the process, after the scores.
    End,
}

impl GridRoutingMatch {
    /// A match with this many seats.
    ///
    /// # Errors
    ///
    /// There are no seats or more than [`MAX_BOTS`].
    pub fn new(
        params: &GridRoutingParams,
        seats: usize,
        seed: Seed,
    ) -> Result<GridRoutingMatch, BotCountError> {
        if !(1..=MAX_BOTS).contains(&seats) {
            return Err(BotCountError(seats));
        }
        let size = params.size(seats);
        Ok(GridRoutingMatch {
            params: params.clone(),
            size,
            seed,
            orders: (0..seats).map(|seat| order(seed, seat, seats)).collect(),
            totals: vec![0; seats],
            rounds: Vec::new(),
            now: RoundProgress::new(seats, size.side),
        })
    }

    fn seats(&self) -> usize {
        self.totals.len()
    }

    /// Asks all seats whose process is running. `told` is the text of the request, from the
    /// seat's order.
    fn ask(
        &mut self,
        answer_faults: Vec<RejectedAnswer>,
        told: impl Fn(&[usize]) -> String,
        stage: AskedPhase,
    ) -> MatchStep {
        self.now.stage = stage;
        self.now.asked = (0..self.seats()).filter(|seat| self.now.alive[*seat]).collect();
        if !self.now.asked.is_empty() {
            match (stage, self.rounds.last_mut()) {
                (AskedPhase::End, Some(round)) => round.asks += 1,
                _ => self.now.round.asks += 1,
            }
        }
        let begins = stage == AskedPhase::Phase(TurnPhase::Destruction) && self.now.turn == 0;
        let process = match (begins, self.rounds.len() + 1 < self.params.rounds as usize) {
            (false, _) => AskProcessChoice::Same,
            (true, false) => AskProcessChoice::New,
            (true, true) => AskProcessChoice::NewAndMore,
        };
        let (milliseconds, reply_format) = match stage {
            AskedPhase::Phase(_) => (self.params.question_ms, ReplyFormat::Lines(1)),
            AskedPhase::End => (self.params.exit_ms, ReplyFormat::UntilEnd),
        };
        let bytes = usize::try_from(self.params.answer_bytes).unwrap_or(usize::MAX);
        let limits = ReplyLimits { time: Duration::from_millis(milliseconds), bytes };
        let ask = |seat: &usize| {
            SeatAsk::new(*seat, process, told(&self.orders[*seat]).into(), reply_format.clone(), limits)
        };
        let asks = self.now.asked.iter().map(ask).collect();
        MatchStep::Turn(AskBatch { answer_faults, ..AskBatch::new(asks) })
    }

    fn begin_round(&mut self) -> MatchStep {
        self.now = RoundProgress::new(self.seats(), self.size.side);
        let begin = lines::begin(self.seats(), self.size.turns, self.size.side);
        let told = begin + &lines::question(TurnPhase::Destruction, 0);
        self.ask(Vec::new(), |_| told.clone(), AskedPhase::Phase(TurnPhase::Destruction))
    }

    /// The choices by seat. An invalid answer is no choice, and a fault.
    fn read(&mut self, answers: &[AskOutcome]) -> (Vec<Option<Vertex>>, Vec<RejectedAnswer>) {
        let (mut choices, mut answer_faults) = (vec![None; self.seats()], Vec::new());
        for (position, (seat, answer)) in self.now.asked.iter().zip(answers).enumerate() {
            match answer {
                AskOutcome::Reply { bytes, .. } => match lines::answer(bytes, self.size.side) {
                    Ok(choice) => choices[*seat] = choice,
                    Err(error) => answer_faults.push(RejectedAnswer { ask: position, cause: cause(&error) }),
                },
                AskOutcome::Fault(fault) => self.now.alive[*seat] = !ends_the_process(&fault.cause),
                AskOutcome::Lost => {}
            }
        }
        (choices, answer_faults)
    }

    fn phase(&mut self, phase: TurnPhase, answers: &[AskOutcome]) -> MatchStep {
        let (choices, answer_faults) = self.read(answers);
        let counting = self.now.grid.apply(phase, &choices);
        let recorded = counting.iter().map(|choice| choice.map(|Vertex { x, y }| (x, y))).collect();
        let turn = self.now.turn;
        let report = |order: &[usize]| lines::report(phase, turn, order.iter().map(|seat| counting[*seat]));
        match phase {
            TurnPhase::Destruction => {
                self.now.round.broken.push(recorded);
                let question = lines::question(TurnPhase::Activation, turn);
                self.ask(
                    answer_faults,
                    |order| report(order) + &question,
                    AskedPhase::Phase(TurnPhase::Activation),
                )
            }
            TurnPhase::Activation => {
                self.now.round.owned.push(recorded);
                self.now.turn += 1;
                if self.now.turn < self.size.turns {
                    let question = lines::question(TurnPhase::Destruction, self.now.turn);
                    self.ask(
                        answer_faults,
                        |order| report(order) + &question,
                        AskedPhase::Phase(TurnPhase::Destruction),
                    )
                } else {
                    let gains = self.score();
                    let score = |order: &[usize]| lines::score(order.iter().map(|seat| gains[*seat]));
                    self.ask(answer_faults, |order| report(order) + &score(order), AskedPhase::End)
                }
            }
        }
    }

    /// Scores the finished round.
    fn score(&mut self) -> Vec<u64> {
        let mut stream = self.seed.derive("round", self.rounds.len() as u64).stream("searches");
        let gains = points(&self.now.grid, self.seats(), self.size.searches, &mut stream);
        self.totals.iter_mut().zip(&gains).for_each(|(total, gain)| *total += gain);
        self.now.round.gains = gains.clone();
        self.rounds.push(std::mem::take(&mut self.now.round));
        gains
    }

    fn over(&mut self) -> MatchStep {
        let details = GridRoutingDetails { side: self.size.side, rounds: std::mem::take(&mut self.rounds) };
        MatchStep::Over(MatchOutcome {
            scores: self.totals.iter().map(|total| *total as f64).collect(),
            ended: "all rounds were played".into(),
            details: serde_json::json!(details),
            ..MatchOutcome::default()
        })
    }

    /// Continues if a step asks no seat: a round plays itself to its end when all processes have
    /// ended. No fault gets lost, because a seat that has answered is still asked.
    fn skip_silence(&mut self, mut step: MatchStep) -> MatchStep {
        while let MatchStep::Turn(AskBatch { asks, .. }) = &step
            && asks.is_empty()
        {
            step = self.go_on(&[]);
        }
        step
    }

    fn go_on(&mut self, answers: &[AskOutcome]) -> MatchStep {
        match self.now.stage {
            AskedPhase::Phase(phase) => self.phase(phase, answers),
            AskedPhase::End if self.rounds.len() < self.params.rounds as usize => self.begin_round(),
            AskedPhase::End => self.over(),
        }
    }
}

impl RoundProgress {
    fn new(seats: usize, side: u32) -> RoundProgress {
        RoundProgress {
            grid: GridVertexStates::new(side),
            round: GridRoutingRoundResult::default(),
            turn: 0,
            stage: AskedPhase::Phase(TurnPhase::Destruction),
            alive: vec![true; seats],
            asked: Vec::new(),
        }
    }
}

/// The seat itself, then the others in an order that is random for each seat and the same for the
/// whole game.
fn order(seed: Seed, seat: usize, seats: usize) -> Vec<usize> {
    let mut others: Vec<usize> = (0..seats).filter(|other| *other != seat).collect();
    seed.derive("others", seat as u64).stream("order").shuffle(&mut others);
    std::iter::once(seat).chain(others).collect()
}

/// Whether a bot cannot be asked any more in this round after this fault.
fn ends_the_process(cause: &FaultCause) -> bool {
    !matches!(cause, FaultCause::Late { .. } | FaultCause::Malformed { .. } | FaultCause::Illegal { .. })
}

fn cause(error: &GridReplyError) -> FaultCause {
    let what = error.to_string();
    match error {
        GridReplyError::Malformed(_) => FaultCause::Malformed { what },
        GridReplyError::OffTheGrid { .. } => FaultCause::Illegal { what },
    }
}

impl LiveMatch for GridRoutingMatch {
    fn start(&mut self) -> MatchStep {
        self.begin_round()
    }

    fn resume(&mut self, answers: &[AskOutcome]) -> MatchStep {
        let step = self.go_on(answers);
        self.skip_silence(step)
    }

    fn progress(&self) -> MatchProgress {
        let rounds = f64::from(self.params.rounds);
        let of_round = f64::from(self.now.turn) / f64::from(self.size.turns);
        let over = self.rounds.len() as f64;
        let now = if self.now.stage == AskedPhase::End { 0.0 } else { of_round };
        let facts = vec![
            ("round", self.rounds.len() as u64),
            ("of", u64::from(self.params.rounds)),
            ("turn", u64::from(self.now.turn)),
        ];
        let standing = self.totals.iter().map(|total| *total as f64).collect();
        MatchProgress { done: (over + now) / rounds, facts, standing }
    }

    fn picture(&self, names: &[String]) -> GamePicture {
        self.drawn(names)
    }
}
