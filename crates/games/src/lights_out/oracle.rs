//! Finds the fewest clicks that solve a board, by linear algebra over the field of two elements.
//!
//! The order of clicks does not matter, and clicking twice has no effect, so a solution is a set of
//! cells. Whether a light ends off is a linear equation in these cells. Once the rows above are
//! known, the equation of a light in row r decides whether the cell below it is clicked ("light
//! chasing"). So all clicks follow from those in the first row. The remaining equations are those
//! of the last row, one for each column.
//!
//! Solutions differ by sets of clicks without effect. These sets also follow from their first row,
//! so on boards of up to 20 columns there are at most 2^20 of them. The shorter side is used as the
//! first row. The oracle tries all solutions, so its result is the minimum on every board.

use rathaus_protocol::lights_out::BoardCell;

use super::board::{CellSet, LightsOutBoard};

/// Whether a cell is clicked, as a sum over the field of two elements. Each bit up to the width
/// stands for a click in the first row. The bit above these is the constant 1.
type ClickSum = u32;

/// The smallest set of clicks that turns all lights off. `None` if there is no solution. If several
/// sets have the same size, the choice is always the same.
pub fn fewest_clicks(board: &LightsOutBoard) -> Option<CellSet> {
    let chased = ChasedBoard::of(board);
    let (first_row, idle) = chased.solve_last_row()?;
    let mut clicks = chased.clicks(board, first_row | chased.constant());
    let idle: Vec<CellSet> = idle.into_iter().map(|row| chased.clicks(board, row)).collect();
    let mut best = clicks;
    // In Gray code order, each combination differs from the previous one by a single set.
    for number in 1..1u32 << idle.len() {
        clicks = clicks.xor(&idle[number.trailing_zeros() as usize]);
        if clicks.count() < best.count() {
            best = clicks;
        }
    }
    Some(best)
}

/// The dimension of the space of sets of clicks without effect.
#[cfg(test)]
pub(super) fn dimension_of_idle_clicks(board: &LightsOutBoard) -> usize {
    let dark = LightsOutBoard::dark(board.columns, board.rows);
    ChasedBoard::of(&dark).solve_last_row().map_or(0, |(_, idle)| idle.len())
}

/// A board after light chasing, for all first rows at once. It is turned so that its width is at
/// most its height.
struct ChasedBoard {
    turned: bool,
    width: u32,
    /// For each row, whether each cell is clicked. The row below the last one must be all zero.
    rows: Vec<Vec<ClickSum>>,
}

impl ChasedBoard {
    fn of(board: &LightsOutBoard) -> ChasedBoard {
        let turned = board.columns > board.rows;
        let (width, height) = if turned { (board.rows, board.columns) } else { (board.columns, board.rows) };
        let mut chased = ChasedBoard { turned, width, rows: vec![(0..width).map(|x| 1 << x).collect()] };
        for y in 0..height {
            let next = (0..width).map(|x| {
                let light = if board.is_on(chased.cell(x, y)) { chased.constant() } else { 0 };
                let above = y.checked_sub(1).map_or(0, |above| chased.rows[above as usize][x as usize]);
                let row = &chased.rows[y as usize];
                let beside = (x.saturating_sub(1)..=(x + 1).min(width - 1)).map(|x| row[x as usize]);
                beside.fold(light ^ above, |sum, one| sum ^ one)
            });
            let next = next.collect();
            chased.rows.push(next);
        }
        chased
    }

    /// The position of a cell on the original board.
    fn cell(&self, x: u32, y: u32) -> BoardCell {
        if self.turned { BoardCell { x: y, y: x } } else { BoardCell { x, y } }
    }

    /// The bit of the constant 1.
    fn constant(&self) -> ClickSum {
        1 << self.width
    }

    /// A first row that solves the board, and a basis of those without effect. `None` if there is
    /// no solution.
    fn solve_last_row(&self) -> Option<(ClickSum, Vec<ClickSum>)> {
        let mut equations = self.rows.last()?.clone();
        let mut pivots = Vec::new();
        for column in 0..self.width {
            let done = pivots.len();
            let Some(found) = (done..equations.len()).find(|row| equations[*row] >> column & 1 == 1) else {
                continue;
            };
            equations.swap(done, found);
            let pivot = equations[done];
            for (row, equation) in equations.iter_mut().enumerate() {
                if row != done && *equation >> column & 1 == 1 {
                    *equation ^= pivot;
                }
            }
            pivots.push(column);
        }
        if equations[pivots.len()..].iter().any(|equation| *equation != 0) {
            return None;
        }
        // A column without a pivot is free. Each pivot is the sum of the free columns in
        // its equation.
        let dependent = |bit: u32| {
            let set = pivots.iter().zip(&equations).filter(|(_, equation)| **equation >> bit & 1 == 1);
            set.fold(0, |row, (column, _)| row | 1 << column)
        };
        let free = (0..self.width).filter(|column| !pivots.contains(column));
        Some((dependent(self.width), free.map(|column| dependent(column) | 1 << column).collect()))
    }

    /// All clicks that follow from a first row. With the bit of the constant, they solve the lights
    /// of the board. Without it, they follow from the first row on a dark board.
    fn clicks(&self, board: &LightsOutBoard, first_row: ClickSum) -> CellSet {
        let mut clicks = CellSet::default();
        for (y, row) in (0..).zip(&self.rows[..self.rows.len() - 1]) {
            for (x, sum) in (0..).zip(row) {
                if (sum & first_row).count_ones() % 2 == 1 {
                    clicks.flip(board.index(self.cell(x, y)));
                }
            }
        }
        clicks
    }
}
