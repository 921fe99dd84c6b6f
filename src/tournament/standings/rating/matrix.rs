//! Cholesky's factor of a symmetric positive definite matrix.

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

    /// The factor L with L L' = this matrix.
    pub fn factor(mut self) -> CholeskyFactor {
        for row in 0..self.size {
            let (before, from_row) = self.cells.split_at_mut(start(row));
            for column in 0..row {
                let upper = &before[start(column)..=start(column) + column];
                let sum = dot(&from_row[..column], &upper[..column]);
                from_row[column] = (from_row[column] - sum) / upper[column];
            }
            let rest = from_row[row] - dot(&from_row[..row], &from_row[..row]);
            // The weak prior keeps it positive. Rounding could still make it 0.
            from_row[row] = rest.max(f64::MIN_POSITIVE).sqrt();
        }
        CholeskyFactor { size: self.size, cells: self.cells }
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
        let size = 23;
        let cell = |row: usize, column: usize| {
            if row == column { 9.0 } else { 1.0 / (1.0 + row as f64 + column as f64) }
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
