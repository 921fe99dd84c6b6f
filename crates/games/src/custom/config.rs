//! What the author of a game has laid down about its matches, besides the rules.

use std::cmp::Ordering;
use std::time::Duration;

use rathaus_protocol::external::FaultKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{FaultCause, ReplyLimits};

/// No answer of a program has more bytes than this.
const MOST_OF_A_STEP: usize = 4 << 20;

/// The terms of a game whose rules are a program: with its words, they are all that a match is played by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomGameConfig {
    /// The game's name.
    pub name: String,
    /// How many seats a match can have.
    pub seats: SeatRange,
    /// How well a seat has done is said by scores, or by ranks.
    pub result: ResultKind,
    /// Which scores are the best.
    pub best: ScoreOrder,
    /// What answers may take.
    pub limits: Limits,
    /// What becomes of a seat that does something wrong.
    pub faults: FaultRules,
}

/// From how many seats to how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct SeatRange {
    /// At least so many.
    #[schemars(range(min = 1, max = 1_000), extend("examples" = [2]))]
    pub from: usize,
    /// At most so many.
    #[schemars(range(min = 1, max = 1_000), extend("examples" = [6]))]
    pub to: usize,
}

impl SeatRange {
    /// Whether a match can have so many seats.
    pub fn contains(&self, seats: usize) -> bool {
        (self.from..=self.to).contains(&seats)
    }
}

/// By what a match is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum ResultKind {
    /// Each seat has a score.
    #[default]
    Scores,
    /// Each seat has a rank, 1 for the best. Its score is the share of the others that it has beaten, of those on the same rank half.
    Ranks,
}

/// What becomes of a seat that does something wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum FaultPolicy {
    /// The program is told, and plays on with a null move, or whatever its rules have for it.
    Null,
    /// The same, but the seat is out: it is not asked any more.
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
    /// The highest.
    #[default]
    Highest,
    /// The lowest.
    Lowest,
}

impl ScoreOrder {
    /// What a score is worth: the more, the better.
    pub fn worth(self, score: f64) -> f64 {
        match self {
            ScoreOrder::Highest => score,
            ScoreOrder::Lowest => -score,
        }
    }

    /// How one score stands to another, the better one first.
    pub fn order(self, one: f64, other: f64) -> Ordering {
        self.worth(other).total_cmp(&self.worth(one))
    }
}

/// What answers may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct Limits {
    /// How many milliseconds a bot has to answer, unless the program says something else.
    #[schemars(range(min = 1, max = 3_600_000), extend("examples" = [1000]))]
    pub answer_ms: u64,
    /// How many bytes an answer of a bot may have.
    #[schemars(range(min = 1, max = 16_777_216), extend("examples" = [65_536]))]
    pub answer_bytes: usize,
    /// How many milliseconds the program has for each of its own steps.
    #[schemars(range(min = 1, max = 3_600_000), extend("examples" = [10_000]))]
    pub step_ms: u64,
    /// How often the program may ask before its match counts as one without an end.
    #[schemars(range(min = 1, max = 10_000_000), extend("examples" = [10_000]))]
    pub turns: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { answer_ms: 1_000, answer_bytes: 64 << 10, step_ms: 10_000, turns: 10_000 }
    }
}

/// What becomes of bots that do something wrong: `null`, the program is told and plays on with a null move; `forfeit`, the seat is out besides; or `end`, the
/// match is over and the seat has lost it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct FaultRules {
    /// For all kinds that are not named.
    #[schemars(extend("examples" = ["null"]))]
    pub default: FaultPolicy,
    /// For those that are late.
    #[schemars(with = "FaultPolicy", extend("examples" = ["null"]))]
    pub late: Option<FaultPolicy>,
    /// For those that answer what is no text in UTF-8. What else is malformed, the program says.
    #[schemars(with = "FaultPolicy", extend("examples" = ["null"]))]
    pub malformed: Option<FaultPolicy>,
    /// For those whose program ends.
    #[schemars(with = "FaultPolicy", extend("examples" = ["forfeit"]))]
    pub crashed: Option<FaultPolicy>,
    /// For those that close their output or input.
    #[schemars(with = "FaultPolicy", extend("examples" = ["forfeit"]))]
    pub closed: Option<FaultPolicy>,
    /// For those that answer too much.
    #[schemars(with = "FaultPolicy", extend("examples" = ["forfeit"]))]
    pub flooded: Option<FaultPolicy>,
    /// For those that cannot be started.
    #[schemars(with = "FaultPolicy", extend("examples" = ["end"]))]
    pub unbuildable: Option<FaultPolicy>,
    /// The score of whoever is at fault in a match that a fault ends: 0 unless it is said.
    #[schemars(extend("examples" = [0]))]
    pub score_at_fault: f64,
    /// The score of everybody else in such a match: 1 unless it is said.
    #[schemars(with = "f64", extend("examples" = [1]))]
    pub score_of_others: Option<f64>,
}

impl CustomGameConfig {
    /// Terms of a game of this name that has the usual ones.
    pub fn new(name: impl Into<String>, seats: usize, result: ResultKind) -> CustomGameConfig {
        CustomGameConfig {
            name: name.into(),
            seats: SeatRange { from: seats, to: seats },
            result,
            best: ScoreOrder::default(),
            limits: Limits::default(),
            faults: FaultRules::default(),
        }
    }

    /// What an answer of a bot may take, unless the program says something else about its time.
    pub(super) fn answer(&self) -> ReplyLimits {
        ReplyLimits { time: Duration::from_millis(self.limits.answer_ms), bytes: self.limits.answer_bytes }
    }

    /// What an answer of the program may take.
    pub fn step(&self) -> ReplyLimits {
        ReplyLimits { time: Duration::from_millis(self.limits.step_ms), bytes: MOST_OF_A_STEP }
    }
}

impl FaultRules {
    /// The usual score of those who are not at fault.
    const OF_OTHERS: f64 = 1.0;

    /// What becomes of a seat that did this.
    pub fn policy(&self, kind: FaultKind) -> FaultPolicy {
        let own = match kind {
            FaultKind::Late => self.late,
            FaultKind::Malformed => self.malformed,
            FaultKind::Crashed => self.crashed,
            FaultKind::Closed => self.closed,
            FaultKind::Flooded => self.flooded,
            FaultKind::Unbuildable => self.unbuildable,
            // It is out already.
            FaultKind::Out => Some(FaultPolicy::Null),
        };
        own.unwrap_or(self.default)
    }

    /// The score of a seat in a match that a fault ends.
    pub fn score(&self, is_at_fault: bool) -> f64 {
        if is_at_fault { self.score_at_fault } else { self.score_of_others.unwrap_or(FaultRules::OF_OTHERS) }
    }
}

/// The word that a program is told for a fault that the host has found.
pub(super) fn kind(cause: &FaultCause) -> FaultKind {
    match cause {
        FaultCause::Late { .. } => FaultKind::Late,
        // A seat never finds an answer illegal: that takes rules.
        FaultCause::Malformed { .. } | FaultCause::Illegal { .. } => FaultKind::Malformed,
        FaultCause::Crashed { .. } => FaultKind::Crashed,
        FaultCause::Closed { .. } => FaultKind::Closed,
        FaultCause::Flooded { .. } => FaultKind::Flooded,
        FaultCause::Unbuildable { .. } => FaultKind::Unbuildable,
    }
}
