//! One rat, and what it is about to do.

use rathaus_protocol::rat_race::Move;

use super::track::{CellIndex, NOWHERE};

/// One rat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Specimen {
    /// Where it is; [`NOWHERE`] if it has died.
    pub cell: CellIndex,
    /// Its next move.
    pub plan: PlannedMove,
    /// How often it has reached the goal.
    pub goals: u32,
    /// The place of its genome in [`Race::genome`](super::race::Race::genome): unique among the
    /// living, and taken again after its death.
    pub slot: u32,
    /// The first turn of its life, which begins with its birth and again with each visit to the
    /// goal.
    pub since: u32,
}

impl Specimen {
    /// Whether it lives.
    #[inline]
    pub fn is_alive(&self) -> bool {
        self.cell != NOWHERE
    }
}

/// The next move of a specimen, as far as it is known, and whether it would make the same from the
/// same cell at any time: the code of the move, or 0, and a bit that says that it holds for one
/// turn only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlannedMove(u8);

const ONCE: u8 = 16;

impl PlannedMove {
    /// Nothing is known.
    pub const NONE: PlannedMove = PlannedMove(0);

    /// How many [codes](Plan::code) there are.
    pub const CODES: usize = Move::COUNT + 1;

    /// A move that holds for this turn.
    #[inline]
    pub fn once(to: Move) -> PlannedMove {
        PlannedMove(to.code() | ONCE)
    }

    /// A move that holds for as long as the specimen is in the cell where it is.
    #[inline]
    pub fn lasting(to: Move) -> PlannedMove {
        PlannedMove(to.code())
    }

    /// What [`Plan::lasting_code`] gave this number.
    #[inline]
    pub fn from_lasting_code(code: u8) -> PlannedMove {
        PlannedMove(code)
    }

    /// The code of the move, if the plan is lasting, or else 0.
    #[inline]
    pub fn lasting_code(self) -> u8 {
        if self.0 < ONCE { self.0 } else { 0 }
    }

    /// The code of the move, or 0 if none is known.
    #[inline]
    pub fn code(self) -> usize {
        usize::from(self.0 % ONCE)
    }

    /// Whether the move is known.
    #[inline]
    pub fn is_known(self) -> bool {
        self.0 != 0
    }

    /// Whether the move is known and holds for as long as the specimen is where it is.
    #[inline]
    pub fn is_lasting(self) -> bool {
        self.lasting_code() != 0
    }

    /// The same move, for this turn only.
    pub fn this_once(self) -> PlannedMove {
        if self.is_known() { PlannedMove(self.0 | ONCE) } else { self }
    }
}
