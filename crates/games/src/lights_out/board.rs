//! The board: its lights, and the effect of clicks.

use rathaus_protocol::lights_out::BoardCell;

use super::params::{LightsOutParams, MAX_SIDE};
use crate::random::Seed;

/// The number of 64-bit words in a set of cells.
const WORDS: usize = (MAX_SIDE * MAX_SIDE).div_ceil(u64::BITS) as usize;

/// A set of cells, by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// Adds a cell that is not in the set, and removes one that is.
    pub fn flip(&mut self, index: usize) {
        self.0[index / 64] ^= 1 << (index % 64);
    }

    /// Whether a cell is in the set.
    pub fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// The number of cells in the set.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cells that are in exactly one of the two sets.
    pub fn xor(mut self, other: &CellSet) -> CellSet {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word ^= other);
        self
    }
}

/// A board of up to 20 columns and 20 rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LightsOutBoard {
    /// The number of columns.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
    lights: CellSet,
}

impl LightsOutBoard {
    /// A board on which all lights are off.
    pub fn dark(columns: u32, rows: u32) -> LightsOutBoard {
        LightsOutBoard { columns, rows, lights: CellSet::default() }
    }

    /// Draws the board of a seed.
    pub fn draw(params: &LightsOutParams, seed: Seed) -> LightsOutBoard {
        let mut board = LightsOutBoard::dark(params.columns, params.rows);
        let mut stream = seed.stream("board");
        let mut cells: Vec<BoardCell> = board.cells().collect();
        match (params.solvable, params.clicks) {
            (false, _) => {
                let on = cells.into_iter().filter(|_| stream.bits() & 1 == 1);
                board = on.fold(board, LightsOutBoard::with_flipped);
            }
            // All sets of clicks have the same probability. So have the boards that they make,
            // because the same number of sets makes each board.
            (true, 0) => {
                cells.into_iter().filter(|_| stream.bits() & 1 == 1).for_each(|cell| board.click(cell));
            }
            (true, clicks) => {
                stream.shuffle(&mut cells);
                cells.into_iter().take(clicks as usize).for_each(|cell| board.click(cell));
            }
        }
        board
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = BoardCell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |y| (0..columns).map(move |x| BoardCell { x, y }))
    }

    /// The index of a cell, counted row by row.
    pub fn index(&self, cell: BoardCell) -> usize {
        (cell.y * self.columns + cell.x) as usize
    }

    /// Whether a light is on.
    pub fn is_on(&self, cell: BoardCell) -> bool {
        self.lights.contains(self.index(cell))
    }

    /// The number of lights that are on.
    pub fn lights_on(&self) -> u32 {
        self.lights.count()
    }

    /// Flips a light and its neighbours above, below, left and right.
    pub fn click(&mut self, BoardCell { x, y }: BoardCell) {
        let beside = [
            Some((x, y)),
            x.checked_sub(1).map(|x| (x, y)),
            Some((x + 1, y)).filter(|(x, _)| *x < self.columns),
            y.checked_sub(1).map(|y| (x, y)),
            Some((x, y + 1)).filter(|(_, y)| *y < self.rows),
        ];
        for (x, y) in beside.into_iter().flatten() {
            let index = self.index(BoardCell { x, y });
            self.lights.flip(index);
        }
    }

    /// The board with only this light flipped.
    pub fn with_flipped(mut self, cell: BoardCell) -> LightsOutBoard {
        let index = self.index(cell);
        self.lights.flip(index);
        self
    }

    /// The rows as digits, with `1` for a light that is on.
    pub fn digits(&self) -> Vec<String> {
        let digit = |x, y| if self.is_on(BoardCell { x, y }) { '1' } else { '0' };
        (0..self.rows).map(|y| (0..self.columns).map(|x| digit(x, y)).collect()).collect()
    }
}
