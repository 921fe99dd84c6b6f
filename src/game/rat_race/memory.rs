//! Moves that are remembered instead of asked again.
//!
//! A move that was found without randomness follows from genome and view alone, because the rules forbid bots to keep
//! data between calls. The view from a cell never changes, so such a move holds for that specimen and cell as long
//! as the specimen lives. A sample of remembered moves is asked again, to catch bots that break that rule.

use rathaus_protocol::rat_race::Move;

use super::params::Params;
use super::track::Cell;
use crate::game::random::Stream;

/// How many bytes the memory of a board may take: room for more than half a million specimens on the standard track. Of others, all moves are
/// asked.
const MOST_BYTES: usize = 256 << 20;

/// The remembered moves of all specimens of a board.
#[derive(Debug, Clone)]
pub struct Memory {
    /// Half a byte for each slot and cell: 0 for nothing, else one more than the move's number.
    moves: Vec<u8>,
    /// Bytes for each slot.
    stride: usize,
    most_bytes: usize,
    enabled: bool,
    audit: Audit,
}

/// What memory has to say of a specimen's next move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recall {
    /// It is not known.
    Unknown,
    /// It is known.
    Known(Move),
    /// It is known, and is to be asked again all the same, to be compared.
    Audited(Move),
}

/// Decides which remembered moves are asked again.
#[derive(Debug, Clone)]
struct Audit {
    stream: Stream,
    /// The mean distance between two audited moves, 0 for none.
    every: u64,
    /// How many remembered moves are still to pass before the next one is audited.
    countdown: u64,
}

impl Memory {
    /// An empty memory for a board with this many cells; audits are drawn from the stream.
    pub fn new(params: &Params, stream: Stream) -> Memory {
        let mut audit = Audit { stream, every: params.audit.into(), countdown: 0 };
        audit.draw();
        Memory {
            moves: Vec::new(),
            stride: params.cells().div_ceil(2),
            most_bytes: MOST_BYTES,
            enabled: params.remember,
            audit,
        }
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.moves.len()
    }

    /// What is known of the move of the specimen in `slot` at `cell`.
    #[inline]
    pub fn recall(&mut self, slot: u32, cell: Cell) -> Recall {
        let Some(byte) = self.moves.get(self.index(slot, cell)) else { return Recall::Unknown };
        match Move::from_index(usize::from(byte >> shift(cell) & 15).wrapping_sub(1)) {
            None => Recall::Unknown,
            Some(known) if self.audit.is_due() => Recall::Audited(known),
            Some(known) => Recall::Known(known),
        }
    }

    /// Remembers a move.
    #[inline]
    pub fn remember(&mut self, slot: u32, cell: Cell, to: Move) {
        if !self.enabled {
            return;
        }
        let index = self.index(slot, cell);
        if index >= self.moves.len() {
            let needed = (slot as usize + 1) * self.stride;
            if needed > self.most_bytes {
                return;
            }
            self.moves.resize(needed, 0);
        }
        let byte = &mut self.moves[index];
        *byte = *byte & !(15 << shift(cell)) | (to.index() as u8 + 1) << shift(cell);
    }

    /// Forgets all of a slot, because another specimen has taken it.
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
    fn index(&self, slot: u32, cell: Cell) -> usize {
        slot as usize * self.stride + usize::from(cell / 2)
    }
}

impl Audit {
    #[inline]
    fn is_due(&mut self) -> bool {
        self.countdown = self.countdown.wrapping_sub(1);
        let due = self.countdown == 0;
        if due {
            self.draw();
        }
        due
    }

    /// Draws the distance to the next audited move: from 1 to twice the mean, so that nobody can count on it.
    fn draw(&mut self) {
        self.countdown = match self.every {
            0 => u64::MAX,
            every => 1 + self.stream.below(2 * every - 1),
        };
    }
}

/// Which half of its byte belongs to a cell.
#[inline]
fn shift(cell: Cell) -> u32 {
    4 * u32::from(cell % 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seed;

    /// Two slots fit: what is to be remembered of others is not, and nothing else changes.
    #[test]
    fn memory_is_bounded() {
        let params = Params { audit: 0, ..Params::default() };
        let mut memory = Memory::new(&params, Seed(1).stream("audit"));
        memory.most_bytes = 2 * memory.stride + 1;
        let known = Recall::Known(Move::STAY);
        for slot in 0..4 {
            memory.remember(slot, 5, Move::STAY);
        }
        let recalled: Vec<Recall> = (0..4).map(|slot| memory.recall(slot, 5)).collect();
        assert_eq!(recalled, [known, known, Recall::Unknown, Recall::Unknown]);
        assert_eq!(memory.bytes(), 2 * memory.stride);
    }

    #[test]
    fn the_bound_leaves_room_for_large_populations() {
        let memory = Memory::new(&Params::default(), Seed(1).stream("audit"));
        assert!(memory.most_bytes / memory.stride > 500_000);
    }
}
