//! The configuration of a custom game: what its author decides in addition to the rules.

use std::cmp::Ordering;
use std::time::Duration;

use rathaus_protocol::external::{FIRST_VERSION, FaultKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{FaultCause, ReplyLimits};

/// The maximum size of an answer of the program, in bytes.
const MOST_OF_A_STEP: usize = 4 << 20;

/// The configuration of a custom game. Together with the program's messages, it determines a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomMatchSettings {
    /// The game's name.
    pub name: String,
    /// The version of the messages that its program exchanges with the host.
    #[serde(default = "first_version", skip_serializing_if = "is_first_version")]
    pub protocol: u32,
    /// How many seats a match can have.
    pub seats: SeatRange,
    /// Whether seats get scores or ranks.
    pub result: ResultKind,
    /// Which scores are the best.
    pub best: ScoreOrder,
    /// Time and size limits.
    pub limits: ReplyAndStepLimits,
    /// How the match deals with faults.
    pub faults: FaultRules,
}

fn first_version() -> u32 {
    FIRST_VERSION
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over like this")]
fn is_first_version(version: &u32) -> bool {
    *version == FIRST_VERSION
}

/// The allowed numbers of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct SeatRange {
    /// The minimum number of seats.
    #[schemars(range(min = 1, max = 1_000), extend("examples" = [2]))]
    pub from: usize,
    /// The maximum number of seats.
    #[schemars(range(min = 1, max = 1_000), extend("examples" = [6]))]
    pub to: usize,
}

impl SeatRange {
    /// Whether a match can have this many seats.
    pub fn contains(&self, seats: usize) -> bool {
        (self.from..=self.to).contains(&seats)
    }
}

/// How the program reports the result of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum ResultKind {
    /// Each seat has a score.
    #[default]
    Scores,
    /// Each seat has a rank, 1 for the best. Its score is the share of the other seats that it
    /// beat; seats on the same rank count half.
    Ranks,
}

/// What happens to a seat that commits a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum FaultPolicy {
    /// The program is told of the fault and plays on, for example with a null move.
    Null,
    /// The program is told of the fault, and the seat is out: it gets no more requests.
    #[default]
    Forfeit,
    /// The match ends at once, and the seat has lost it.
    End,
}

/// Which scores are the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum ScoreOrder {
    /// The highest scores.
    #[default]
    Highest,
    /// The lowest scores.
    Lowest,
}

impl ScoreOrder {
    /// The value of a score: greater is better.
    pub fn worth(self, score: f64) -> f64 {
        match self {
            ScoreOrder::Highest => score,
            ScoreOrder::Lowest => -score,
        }
    }

    /// Compares two scores. The better one comes first.
    pub fn order(self, one: f64, other: f64) -> Ordering {
        self.worth(other).total_cmp(&self.worth(one))
    }
}

/// The limits of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct ReplyAndStepLimits {
    /// The time limit of a bot for an answer, in milliseconds, unless the program sets another one.
    #[schemars(range(min = 1, max = 3_600_000), extend("examples" = [1000]))]
    pub answer_ms: u64,
    /// The maximum size of a bot's answer in bytes.
    #[schemars(range(min = 1, max = 16_777_216), extend("examples" = [65_536]))]
    pub answer_bytes: usize,
    /// The time limit of the program for each of its steps, in milliseconds.
    #[schemars(range(min = 1, max = 3_600_000), extend("examples" = [10_000]))]
    pub step_ms: u64,
    /// The most requests that the program may make in a match; after that, Rathaus voids the match
    /// as endless.
    #[schemars(range(min = 1, max = 10_000_000), extend("examples" = [10_000]))]
    pub turns: u32,
}

impl Default for ReplyAndStepLimits {
    fn default() -> ReplyAndStepLimits {
        ReplyAndStepLimits { answer_ms: 1_000, answer_bytes: 64 << 10, step_ms: 10_000, turns: 10_000 }
    }
}

/// What happens to bots that commit faults.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct FaultRules {
    /// The policy for the kinds of faults that are not set here.
    #[schemars(extend("examples" = ["null"]))]
    pub default: FaultPolicy,
    /// The policy for bots that miss a deadline [default: that of `default`].
    #[schemars(with = "FaultPolicy", extend("examples" = ["null"]))]
    pub late: Option<FaultPolicy>,
    /// The policy for answers that are not UTF-8 text; the program finds other malformed answers
    /// [default: that of `default`].
    #[schemars(with = "FaultPolicy", extend("examples" = ["null"]))]
    pub malformed: Option<FaultPolicy>,
    /// The policy for bots whose process ends [default: that of `default`].
    #[schemars(with = "FaultPolicy", extend("examples" = ["forfeit"]))]
    pub crashed: Option<FaultPolicy>,
    /// The policy for bots that close their stdout or stdin [default: that of `default`].
    #[schemars(with = "FaultPolicy", extend("examples" = ["forfeit"]))]
    pub closed: Option<FaultPolicy>,
    /// The policy for bots whose answer is too long [default: that of `default`].
    #[schemars(with = "FaultPolicy", extend("examples" = ["forfeit"]))]
    pub flooded: Option<FaultPolicy>,
    /// The policy for bots that cannot be started [default: that of `default`].
    #[schemars(with = "FaultPolicy", extend("examples" = ["end"]))]
    pub unbuildable: Option<FaultPolicy>,
    /// The score of seats at fault in a match that a fault ends.
    #[schemars(extend("examples" = [0]))]
    pub score_at_fault: f64,
    /// The score of all other seats in a match that a fault ends [default: 1].
    #[schemars(with = "f64", extend("examples" = [1]))]
    pub score_of_others: Option<f64>,
}

impl CustomMatchSettings {
    /// A configuration with this name, number of seats and kind of result, and defaults for
    /// the rest.
    pub fn new(name: impl Into<String>, seats: usize, result: ResultKind) -> CustomMatchSettings {
        CustomMatchSettings {
            name: name.into(),
            protocol: FIRST_VERSION,
            seats: SeatRange { from: seats, to: seats },
            result,
            best: ScoreOrder::default(),
            limits: ReplyAndStepLimits::default(),
            faults: FaultRules::default(),
        }
    }

    /// The limits of a bot's answer. The program can set another time for each ask.
    pub(super) fn answer(&self) -> ReplyLimits {
        ReplyLimits { time: Duration::from_millis(self.limits.answer_ms), bytes: self.limits.answer_bytes }
    }

    /// The limits of an answer of the program.
    pub fn step(&self) -> ReplyLimits {
        ReplyLimits { time: Duration::from_millis(self.limits.step_ms), bytes: MOST_OF_A_STEP }
    }
}

impl FaultRules {
    /// The default of `score_of_others`.
    const OF_OTHERS: f64 = 1.0;

    /// The policy for this kind of fault.
    pub fn policy(&self, kind: FaultKind) -> FaultPolicy {
        let own = match kind {
            FaultKind::Late => self.late,
            FaultKind::Malformed => self.malformed,
            FaultKind::Crashed => self.crashed,
            FaultKind::Closed => self.closed,
            FaultKind::Flooded => self.flooded,
            FaultKind::Unbuildable => self.unbuildable,
            // The seat is out already.
            FaultKind::Out => Some(FaultPolicy::Null),
        };
        own.unwrap_or(self.default)
    }

    /// The score of a seat in a match that a fault ends.
    pub fn score(&self, is_at_fault: bool) -> f64 {
        if is_at_fault { self.score_at_fault } else { self.score_of_others.unwrap_or(FaultRules::OF_OTHERS) }
    }
}

/// The fault kind in the message to the program, for a fault found by the host.
pub(super) fn kind(cause: &FaultCause) -> FaultKind {
    match cause {
        FaultCause::Late { .. } => FaultKind::Late,
        // The host never finds an answer illegal: that takes the rules.
        FaultCause::Malformed { .. } | FaultCause::Illegal { .. } => FaultKind::Malformed,
        FaultCause::Crashed { .. } => FaultKind::Crashed,
        FaultCause::Closed { .. } => FaultKind::Closed,
        FaultCause::Flooded { .. } => FaultKind::Flooded,
        FaultCause::Unbuildable { .. } => FaultKind::Unbuildable,
    }
}
