//! A specimen and its next move.

use rathaus_protocol::rat_race::Move;

use super::track::{CellIndex, NOWHERE};

/// A specimen: one rat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Specimen {
    /// Its cell, or [`NOWHERE`] if it is dead.
    pub cell: CellIndex,
    /// Its next move.
    pub plan: PackedNextMove,
    /// How often it has reached the goal.
    pub goals: u32,
    /// The index of its genome in [`Race::genome`](super::race::Race::genome). Unique among the
    /// living, and reused after death.
    pub slot: u32,
    /// The first turn of its current life. A life begins with the birth and with each visit to
    /// the goal.
    pub since: u32,
}

impl Specimen {
    /// Whether the specimen is alive.
    #[inline]
    pub fn is_alive(&self) -> bool {
        self.cell != NOWHERE
    }
}

/// The next move of a specimen, if known, and whether the specimen would always make this move in
/// its cell.
///
/// The representation is the code of the move or 0, plus a bit for moves that are only valid for
/// one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PackedNextMove(u8);

const ONCE: u8 = 16;

impl PackedNextMove {
    /// No known move.
    pub const NONE: PackedNextMove = PackedNextMove(0);

    /// The number of [codes](PackedNextMove::code).
    pub const CODES: usize = Move::COUNT + 1;

    /// A move for this turn only.
    #[inline]
    pub fn once(to: Move) -> PackedNextMove {
        PackedNextMove(to.code() | ONCE)
    }

    /// A move for as long as the specimen is in its current cell.
    #[inline]
    pub fn lasting(to: Move) -> PackedNextMove {
        PackedNextMove(to.code())
    }

    /// The inverse of [`PackedNextMove::lasting_code`].
    #[inline]
    pub fn from_lasting_code(code: u8) -> PackedNextMove {
        PackedNextMove(code)
    }

    /// The code of the move if the plan is lasting, or else 0.
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

    /// Whether the move is known and valid for as long as the specimen is in its cell.
    #[inline]
    pub fn is_lasting(self) -> bool {
        self.lasting_code() != 0
    }

    /// The same move, for this turn only.
    pub fn this_once(self) -> PackedNextMove {
        if self.is_known() { PackedNextMove(self.0 | ONCE) } else { self }
    }
}
