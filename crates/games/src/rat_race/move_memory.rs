//! Moves that are remembered instead of asked again.
//!
//! A move that was chosen without randomness follows from genome and view alone, because the rules
//! forbid bots to keep data between calls. The view from a cell never changes, so the move is valid
//! for this specimen and cell for as long as the specimen lives.

use super::params::RatRaceParams;
use super::specimen::PackedNextMove;
use super::track::CellIndex;

/// The maximum size of a board's memory, in bytes. It has room for more than half a million
/// specimens on the standard track. All moves of further specimens are asked.
const MOST_BYTES: usize = 256 << 20;

/// The remembered moves of all specimens of a board.
#[derive(Debug, Clone)]
pub struct SpecimenMoveMemory {
    /// Half a byte for each slot and cell: the code of a move, or 0 for none.
    moves: Vec<u8>,
    /// Bytes per slot.
    stride: usize,
    most_bytes: usize,
    enabled: bool,
}

impl SpecimenMoveMemory {
    /// An empty memory for a board with these parameters.
    pub fn new(params: &RatRaceParams) -> SpecimenMoveMemory {
        SpecimenMoveMemory {
            moves: Vec::new(),
            stride: params.cells().div_ceil(2),
            most_bytes: MOST_BYTES,
            enabled: params.remember,
        }
    }

    /// The size of the remembered moves in bytes.
    pub fn bytes(&self) -> usize {
        self.moves.len()
    }

    /// The remembered move of the specimen in `slot` at `cell`. Meaningless
    /// at [`NOWHERE`](super::track::NOWHERE).
    #[inline]
    pub fn recall(&self, slot: u32, cell: CellIndex) -> PackedNextMove {
        let byte = self.moves.get(self.index(slot, cell)).copied().unwrap_or(0);
        PackedNextMove::from_lasting_code(byte >> shift(cell) & 15)
    }

    /// Remembers a lasting plan. Any other plan clears the memory for this slot and cell.
    #[inline]
    pub fn remember(&mut self, slot: u32, cell: CellIndex, plan: PackedNextMove) {
        let index = self.index(slot, cell);
        if index >= self.moves.len() {
            let needed = (slot as usize + 1) * self.stride;
            if needed > self.most_bytes {
                return;
            }
            self.moves.resize(needed, 0);
        }
        let byte = &mut self.moves[index];
        *byte = *byte & !(15 << shift(cell)) | plan.lasting_code() << shift(cell);
    }

    /// Whether moves are remembered.
    #[inline]
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Forgets all moves of a slot, because another specimen has taken it.
    pub fn forget(&mut self, slot: u32) {
        let begin = slot as usize * self.stride;
        if let Some(moves) = self.moves.get_mut(begin..begin + self.stride) {
            moves.fill(0);
        }
    }

    /// Forgets everything, and remembers nothing from now on.
    pub fn disable(&mut self) {
        self.enabled = false;
        self.moves = Vec::new();
    }

    #[inline]
    fn index(&self, slot: u32, cell: CellIndex) -> usize {
        slot as usize * self.stride + usize::from(cell / 2)
    }
}

/// The offset in bits of a cell's half of its byte.
#[inline]
fn shift(cell: CellIndex) -> u32 {
    4 * u32::from(cell % 2)
}

#[cfg(test)]
mod tests {
    use rathaus_protocol::rat_race::Move;

    use super::*;

    /// Two slots fit. The moves of others are not remembered, and everything else works as usual.
    #[test]
    fn memory_is_bounded() {
        let params = RatRaceParams::default();
        let mut move_memory = SpecimenMoveMemory::new(&params);
        move_memory.most_bytes = 2 * move_memory.stride + 1;
        for slot in 0..4 {
            move_memory.remember(slot, 5, PackedNextMove::lasting(Move::STAY));
        }
        let recalled: Vec<bool> = (0..4).map(|slot| move_memory.recall(slot, 5).is_known()).collect();
        assert_eq!(recalled, [true, true, false, false]);
        assert_eq!(move_memory.bytes(), 2 * move_memory.stride);
    }

    #[test]
    fn the_bound_leaves_room_for_large_populations() {
        let move_memory = SpecimenMoveMemory::new(&RatRaceParams::default());
        assert!(move_memory.most_bytes / move_memory.stride > 500_000);
    }
}
