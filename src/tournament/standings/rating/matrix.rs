//! Cholesky's factor of a symmetric positive definite matrix.

use std::ops::Range;

use super::super::parallel;

/// So many rows of a thousand columns fit into the cache of a processor.
const BLOCK: usize = 64;

/// The dot product, in eight sums so that a processor computes them at once.
fn dot(one: &[f64], other: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (ones, others) = (one.chunks_exact(8), other.chunks_exact(8));
    let rest: f64 = ones.remainder().iter().zip(others.remainder()).map(|(one, other)| one * other).sum();
    for (one, other) in ones.zip(others) {
        for lane in 0..8 {
            sums[lane] += one[lane] * other[lane];
        }
    }
    rest + sums.iter().sum::<f64>()
}

/// A symmetric matrix by its lower triangle, row by row.
#[derive(Debug, Clone)]
pub struct SymmetricMatrix {
    size: usize,
    cells: Vec<f64>,
}

impl SymmetricMatrix {
    pub fn zero(size: usize) -> SymmetricMatrix {
        SymmetricMatrix { size, cells: vec![0.0; size * (size + 1) / 2] }
    }

    /// Adds to the cell of this row and column, and so to its mirror image.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        let (row, column) = (row.max(column), row.min(column));
        self.cells[start(row) + column] += value;
    }

    /// The rows before this one, and the others.
    pub fn split_at(&mut self, row: usize) -> (MatrixRows<'_>, MatrixRows<'_>) {
        let (before, others) = self.cells.split_at_mut(start(row));
        (MatrixRows { rows: 0..row, cells: before }, MatrixRows { rows: row..self.size, cells: others })
    }

    /// The factor L with L L' = this matrix. Computes blocks of columns, each for many rows at once
    /// on all processors. The block size changes no bit.
    pub fn factor(mut self) -> CholeskyFactor {
        for begin in (0..self.size).step_by(BLOCK) {
            let end = self.size.min(begin + BLOCK);
            let (above, below) = self.cells.split_at_mut(start(end));
            (begin..end).for_each(|row| {
                let (before, from_row) = above.split_at_mut(start(row));
                factor_row(before, &mut from_row[..=row], begin..row);
                let rest = from_row[row] - dot(&from_row[..row], &from_row[..row]);
                // The weak prior keeps it positive. Rounding could still make it 0.
                from_row[row] = rest.max(f64::MIN_POSITIVE).sqrt();
            });
            let mut rows = rows_from(end, below);
            let steps = rows.len() * (end - begin) * end;
            parallel::for_each(&mut rows, steps, |row| factor_row(above, row, begin..end));
        }
        CholeskyFactor { size: self.size, cells: self.cells }
    }
}

/// Computes some columns of a row. The rows of these columns are `before` it, and are known.
fn factor_row(before: &[f64], row: &mut [f64], columns: Range<usize>) {
    for column in columns {
        let upper = &before[start(column)..=start(column) + column];
        let sum = dot(&row[..column], &upper[..column]);
        row[column] = (row[column] - sum) / upper[column];
    }
}

/// The rows in `cells`, from this row on.
fn rows_from(first: usize, mut cells: &mut [f64]) -> Vec<&mut [f64]> {
    let mut rows = Vec::new();
    while !cells.is_empty() {
        let (row, others) = cells.split_at_mut(first + rows.len() + 1);
        rows.push(row);
        cells = others;
    }
    rows
}

/// Some rows of a symmetric matrix.
pub struct MatrixRows<'a> {
    rows: Range<usize>,
    cells: &'a mut [f64],
}

impl MatrixRows<'_> {
    /// As [`SymmetricMatrix::add`], if the cell is in these rows.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        let (row, column) = (row.max(column), row.min(column));
        if self.rows.contains(&row) {
            self.cells[start(row) + column - start(self.rows.start)] += value;
        }
    }

    pub fn contains(&self, row: usize) -> bool {
        self.rows.contains(&row)
    }
}

fn start(row: usize) -> usize {
    row * (row + 1) / 2
}

/// A lower triangular matrix, row by row.
#[derive(Debug, Clone)]
pub struct CholeskyFactor {
    size: usize,
    cells: Vec<f64>,
}

impl CholeskyFactor {
    pub fn size(&self) -> usize {
        self.size
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[start(row)..=start(row) + row]
    }

    /// Solves L x = b in place. All of `b` before `begin` is 0.
    pub fn solve_lower(&self, b: &mut [f64], begin: usize) {
        for index in begin..self.size {
            let row = self.row(index);
            b[index] = (b[index] - dot(&row[begin..index], &b[begin..index])) / row[index];
        }
    }

    /// Solves L L' x = b in place.
    pub fn solve(&self, b: &mut [f64]) {
        self.solve_lower(b, 0);
        for index in (0..self.size).rev() {
            let row = self.row(index);
            b[index] /= row[index];
            let value = b[index];
            b[..index].iter_mut().zip(row).for_each(|(b, cell)| *b -= cell * value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solution_solves() {
        [1, 23, BLOCK, 2 * BLOCK + 7].into_iter().for_each(solves);
    }

    fn solves(size: usize) {
        let cell = |row: usize, column: usize| {
            if row == column { 99.0 } else { 1.0 / (1.0 + row as f64 + column as f64) }
        };
        let mut matrix = SymmetricMatrix::zero(size);
        for row in 0..size {
            (0..=row).for_each(|column| matrix.add(column, row, cell(row, column)));
        }
        let mut solution: Vec<f64> = (0..size).map(|index| (index as f64).sin()).collect();
        let wanted = solution.clone();
        matrix.factor().solve(&mut solution);
        for (row, wanted) in wanted.iter().enumerate() {
            let product: f64 = (0..size).map(|column| cell(row, column) * solution[column]).sum();
            assert!((product - wanted).abs() < 1e-12);
        }
    }
}
