//! The board: which lights are on, and what clicks do.

use rathaus_protocol::lights_out::BoardCell;

use super::params::{LightsOutParams, MAX_SIDE};
use crate::random::Seed;

/// Words of a set of cells.
const WORDS: usize = (MAX_SIDE * MAX_SIDE).div_ceil(u64::BITS) as usize;

/// A set of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// Puts a cell in that is not in the set, and takes out one that is.
    pub fn flip(&mut self, index: usize) {
        self.0[index / 64] ^= 1 << (index % 64);
    }

    /// Whether a cell is in the set.
    pub fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// How many cells there are in the set.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cells that are in one of two sets, but not in both.
    pub fn xor(mut self, other: &CellSet) -> CellSet {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word ^= other);
        self
    }
}

/// A board of up to 20 columns and rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LightsOutBoard {
    /// How many columns there are.
    pub columns: u32,
    /// How many rows there are.
    pub rows: u32,
    lights: CellSet,
}

impl LightsOutBoard {
    /// A board on which all lights are off.
    pub fn dark(columns: u32, rows: u32) -> LightsOutBoard {
        LightsOutBoard { columns, rows, lights: CellSet::default() }
    }

    /// The board of a seed.
    pub fn draw(params: &LightsOutParams, seed: Seed) -> LightsOutBoard {
        let mut board = LightsOutBoard::dark(params.columns, params.rows);
        let mut stream = seed.stream("board");
        let mut cells: Vec<BoardCell> = board.cells().collect();
        match (params.solvable, params.clicks) {
            (false, _) => {
                let on = cells.into_iter().filter(|_| stream.bits() & 1 == 1);
                board = on.fold(board, LightsOutBoard::with_flipped);
            }
            // All sets of clicks are equally probable, and so are the boards that they make: each
            // is made by as many.
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

    /// Where a cell stands among all, row by row.
    pub fn index(&self, cell: BoardCell) -> usize {
        (cell.y * self.columns + cell.x) as usize
    }

    /// Whether a light is on.
    pub fn is_on(&self, cell: BoardCell) -> bool {
        self.lights.contains(self.index(cell))
    }

    /// How many lights are on.
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

    /// The board with this light alone flipped.
    pub fn with_flipped(mut self, cell: BoardCell) -> LightsOutBoard {
        let index = self.index(cell);
        self.lights.flip(index);
        self
    }

    /// The rows as digits, `1` for a light that is on.
    pub fn digits(&self) -> Vec<String> {
        let digit = |x, y| if self.is_on(BoardCell { x, y }) { '1' } else { '0' };
        (0..self.rows).map(|y| (0..self.columns).map(|x| digit(x, y)).collect()).collect()
    }
}
