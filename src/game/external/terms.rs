//! What the author of a game has laid down about its matches, besides the rules.

use std::time::Duration;

use rathaus_protocol::external::FaultKind;

use crate::game::{Budget, Cause};

/// The terms of a game whose rules are a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Terms {
    /// The game's name.
    pub name: String,
    /// What an answer of a bot may take, unless the program says something else about its time.
    pub answer: Budget,
    /// What an answer of the program may take.
    pub step: Budget,
    /// How often seats may be asked before a match counts as one without an end.
    pub turns: u32,
    /// What becomes of a seat that does something wrong.
    pub policies: Policies,
    /// The scores of a match that ends by a fault, in games that have scores.
    pub ending: Ending,
    /// How well a seat has done is said by scores, or by ranks.
    pub result: ResultKind,
}

/// By what a match is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultKind {
    /// Each seat has a score.
    Scores,
    /// Each seat has a rank, 1 for the best. Its score is the share of the others that it has beaten, of those on the same rank half.
    Ranks,
}

/// What becomes of a seat that does something wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Policy {
    /// The program is told, and plays on with a null move, or whatever its rules have for it.
    Null,
    /// The same, but the seat is out: it is not asked any more.
    #[default]
    Forfeit,
    /// The match ends at once, and the seat has lost it.
    End,
}

/// The policy for each kind of fault that the host finds. What the program finds itself, it treats itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Policies {
    /// The deadline passed.
    pub late: Policy,
    /// The answer was no text in UTF-8.
    pub malformed: Policy,
    /// The process ended on its own.
    pub crashed: Policy,
    /// The process closed its output or its input.
    pub closed: Policy,
    /// The answer was too long.
    pub flooded: Policy,
    /// The bot could not be started.
    pub unbuildable: Policy,
}

/// The scores of a match that ends by a fault.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ending {
    /// For whoever is at fault.
    pub at_fault: f64,
    /// For all others.
    pub others: f64,
}

impl Default for Ending {
    fn default() -> Ending {
        Ending { at_fault: 0.0, others: 1.0 }
    }
}

impl Policies {
    /// What becomes of a seat that did this.
    pub fn of(&self, kind: FaultKind) -> Policy {
        match kind {
            FaultKind::Late => self.late,
            FaultKind::Malformed => self.malformed,
            FaultKind::Crashed => self.crashed,
            FaultKind::Closed => self.closed,
            FaultKind::Flooded => self.flooded,
            FaultKind::Unbuildable => self.unbuildable,
            // It is out already.
            FaultKind::Out => Policy::Null,
        }
    }
}

impl Terms {
    /// Terms of a game of this name that has the usual ones.
    pub fn new(name: impl Into<String>, result: ResultKind) -> Terms {
        Terms {
            name: name.into(),
            answer: Budget { time: Duration::from_secs(1), bytes: 64 << 10 },
            step: Budget { time: Duration::from_secs(10), bytes: 4 << 20 },
            turns: 10_000,
            policies: Policies::default(),
            ending: Ending::default(),
            result,
        }
    }
}

/// The word that a program is told for a fault that the host has found.
pub(super) fn kind(cause: &Cause) -> FaultKind {
    match cause {
        Cause::Late { .. } => FaultKind::Late,
        // A seat never finds an answer illegal: that takes rules.
        Cause::Malformed { .. } | Cause::Illegal { .. } => FaultKind::Malformed,
        Cause::Crashed { .. } => FaultKind::Crashed,
        Cause::Closed { .. } => FaultKind::Closed,
        Cause::Flooded { .. } => FaultKind::Flooded,
        Cause::Unbuildable { .. } => FaultKind::Unbuildable,
    }
}
