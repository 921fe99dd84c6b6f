//! Lights Out: a solver gets a board and answers with the clicks that turn all lights off.
//!
//! `docs/LIGHTS-OUT.md` has the rules. A match is one board with one request.

mod board;
mod check;
mod definition;
mod oracle;
mod params;
mod picture;
mod report;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::time::Duration;

use rathaus_protocol::lights_out::{self as lines, BoardCell, LightsOutReplyError, ParsedSolverOutput};
use serde::{Deserialize, Serialize};

use crate::{
    AskBatch, AskOutcome, AskProcessChoice, FaultCause, GamePicture, LiveMatch, MatchOutcome, MatchProgress,
    MatchStep, RejectedAnswer, ReplyFormat, ReplyLimits, SeatAsk, Seed,
};
pub use board::{CellSet, LightsOutBoard};
pub use oracle::fewest_clicks;
pub use params::{LightsOutParams, MAX_SIDE};

/// The game's name on the command line and in manifests.
pub const NAME: &str = "lights-out";

/// The name in progress lines for the number of candidates that a solver has evaluated.
const EVALUATIONS: &str = "evaluations";

/// The `details` of the [`MatchOutcome`] of a match. The score is 1 for a right answer, and
/// otherwise 0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LightsOutDetails {
    /// The rows of the board, with `1` for a light that is on.
    pub board: Vec<String>,
    /// The smallest set of clicks that solves the board, or one of them. `None` if there is
    /// no solution.
    pub fewest: Option<Vec<(u32, u32)>>,
    /// Whether the answer is right.
    pub verdict: SolutionVerdict,
    /// The clicks of the answer, as columns and rows.
    pub clicks: Option<Vec<(u32, u32)>>,
    /// How many lights are on after the clicks.
    pub left_on: Option<u32>,
    /// The time until the answer in microseconds. `None` if there was no answer.
    pub took_us: Option<u64>,
    /// The CPU time until the answer, in microseconds.
    pub cpu_us: Option<u64>,
    /// How many candidates the solver has evaluated, if it reports that.
    pub evaluations: Option<f64>,
    /// The solver's progress lines, in order.
    pub progress: Vec<BTreeMap<String, f64>>,
}

/// The names of the [`LightsOutDetails`] that a clock measured.
pub const MEASURED: [&str; 2] = ["took_us", "cpu_us"];

/// Whether an answer is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SolutionVerdict {
    /// The clicks turn all lights off.
    Solved,
    /// The solver said that there is no solution, and there is none.
    RightlyNone,
    /// The clicks leave lights on.
    LeftOn,
    /// The solver said that there is no solution, but there is one.
    WronglyNone,
    /// The solver gave up.
    Unknown,
    /// There was no valid answer.
    Fault,
}

impl SolutionVerdict {
    /// Whether the answer was right.
    pub fn is_right(self) -> bool {
        matches!(self, SolutionVerdict::Solved | SolutionVerdict::RightlyNone)
    }
}

/// A match of Lights Out.
#[derive(Debug)]
pub struct LightsOutMatch {
    params: LightsOutParams,
    board: LightsOutBoard,
    fewest: Option<CellSet>,
    is_over: bool,
    /// The clicks of the answer.
    clicks: Vec<BoardCell>,
}

impl LightsOutMatch {
    /// A match on the board of this seed.
    pub fn new(params: &LightsOutParams, seed: Seed) -> LightsOutMatch {
        LightsOutMatch::on(params, LightsOutBoard::draw(params, seed))
    }

    /// A match on this board.
    pub fn on(params: &LightsOutParams, board: LightsOutBoard) -> LightsOutMatch {
        LightsOutMatch {
            params: params.clone(),
            fewest: fewest_clicks(&board),
            board,
            is_over: false,
            clicks: Vec::new(),
        }
    }

    /// The details before any answer.
    fn blank(&self) -> LightsOutDetails {
        let pairs = |cells: &CellSet| {
            let inside = self.board.cells().filter(|cell| cells.contains(self.board.index(*cell)));
            inside.map(|cell| (cell.x, cell.y)).collect()
        };
        LightsOutDetails {
            board: self.board.digits(),
            fewest: self.fewest.as_ref().map(pairs),
            verdict: SolutionVerdict::Fault,
            clicks: None,
            left_on: None,
            took_us: None,
            cpu_us: None,
            evaluations: None,
            progress: Vec::new(),
        }
    }

    /// The details for an answer.
    fn judge(
        &self,
        ParsedSolverOutput { progress, answer }: ParsedSolverOutput,
        took: Duration,
        cpu: Option<Duration>,
    ) -> LightsOutDetails {
        let mut details = self.blank();
        let evaluations = |line: &Vec<(String, f64)>| {
            line.iter().rev().find(|(name, _)| name == EVALUATIONS).map(|(_, number)| *number)
        };
        details.evaluations = progress.iter().rev().find_map(evaluations);
        details.progress = progress.into_iter().map(|line| line.into_iter().collect()).collect();
        details.took_us = Some(microseconds(took));
        details.cpu_us = cpu.map(microseconds);
        details.verdict = match answer {
            lines::SolverAnswer::None if self.fewest.is_none() => SolutionVerdict::RightlyNone,
            lines::SolverAnswer::None => SolutionVerdict::WronglyNone,
            lines::SolverAnswer::Unknown => SolutionVerdict::Unknown,
            lines::SolverAnswer::Clicks(clicks) => {
                let left_on = self.left_on(&clicks);
                details.left_on = Some(left_on);
                details.clicks = Some(clicks.into_iter().map(|cell| (cell.x, cell.y)).collect());
                if left_on == 0 { SolutionVerdict::Solved } else { SolutionVerdict::LeftOn }
            }
        };
        details
    }

    fn left_on(&self, clicks: &[BoardCell]) -> u32 {
        let mut board = self.board.clone();
        clicks.iter().for_each(|cell| board.click(*cell));
        board.lights_on()
    }

    fn over(&mut self, details: LightsOutDetails, ended: String, ruling: Option<FaultCause>) -> MatchStep {
        self.is_over = true;
        MatchStep::Over(MatchOutcome {
            scores: vec![f64::from(u8::from(details.verdict.is_right()))],
            ended,
            details: serde_json::json!(details),
            answer_faults: ruling.into_iter().map(|cause| RejectedAnswer { ask: 0, cause }).collect(),
            ..MatchOutcome::default()
        })
    }
}

impl LiveMatch for LightsOutMatch {
    fn start(&mut self) -> MatchStep {
        let LightsOutParams { solve_ms, answer_bytes, .. } = self.params;
        let bytes = lines::question(self.board.columns, self.board.rows, |cell| self.board.is_on(cell));
        let limits = ReplyLimits { time: Duration::from_millis(solve_ms), bytes: answer_bytes as usize };
        let answer = ReplyFormat::LineAfter(lines::PROGRESS);
        let ask = SeatAsk::new(0, AskProcessChoice::New, bytes.into(), answer, limits);
        MatchStep::Turn(AskBatch::new(vec![ask]))
    }

    fn resume(&mut self, answers: &[AskOutcome]) -> MatchStep {
        match answers {
            [AskOutcome::Reply { bytes, took, cpu }] => {
                match lines::said(bytes, self.board.columns, self.board.rows) {
                    Ok(said) => {
                        if let lines::SolverAnswer::Clicks(clicks) = &said.answer {
                            self.clicks.clone_from(clicks);
                        }
                        let details = self.judge(said, *took, *cpu);
                        let ended = in_words(&details);
                        self.over(details, ended, None)
                    }
                    Err(error) => {
                        let cause = cause(&error);
                        self.over(self.blank(), cause.to_string(), Some(cause))
                    }
                }
            }
            [AskOutcome::Fault(fault)] => self.over(self.blank(), fault.cause.to_string(), None),
            _ => self.start(),
        }
    }

    fn progress(&self) -> MatchProgress {
        MatchProgress { done: f64::from(u8::from(self.is_over)), ..MatchProgress::default() }
    }

    fn picture(&self, _: &[String]) -> GamePicture {
        self.drawn()
    }
}

/// How a board ended, in words.
fn in_words(details: &LightsOutDetails) -> String {
    let count = |clicks: &Option<Vec<_>>| clicks.as_ref().map_or(0, Vec::len);
    let (clicks, fewest) = (count(&details.clicks), count(&details.fewest));
    match details.verdict {
        SolutionVerdict::Solved if clicks == fewest => format!("solved with the fewest clicks: {clicks}"),
        SolutionVerdict::Solved => {
            format!("solved with {clicks} clicks, {} more than needed", clicks - fewest)
        }
        SolutionVerdict::RightlyNone => "said that there is no solution, and there is none".into(),
        SolutionVerdict::LeftOn => {
            format!("not solved: lights left on: {}", details.left_on.unwrap_or_default())
        }
        SolutionVerdict::WronglyNone => {
            format!("said that there is no solution, but there is one; clicks: {fewest}")
        }
        SolutionVerdict::Unknown => "gave up".into(),
        SolutionVerdict::Fault => "no answer".into(),
    }
}

fn cause(error: &LightsOutReplyError) -> FaultCause {
    let what = error.to_string();
    match error {
        LightsOutReplyError::Malformed(_) => FaultCause::Malformed { what },
        LightsOutReplyError::OffTheBoard { .. } => FaultCause::Illegal { what },
    }
}

fn microseconds(time: Duration) -> u64 {
    time.as_micros().try_into().unwrap_or(u64::MAX)
}
