//! The parameters of Lights Out.

use crate::parameters::parameters;

/// The maximum number of cells on a side.
pub const MAX_SIDE: u32 = 20;

parameters! {
    /// The parameters of a board.
    pub struct LightsOutParams {
        /// Columns of the board.
        columns: u32 = 5 in 1 ..= 20,
        /// Rows of the board.
        rows: u32 = 5 in 1 ..= 20,
        /// Whether all boards can be solved: they are made by clicks on a dark board. Otherwise
        /// each light is on with probability 1/2.
        solvable: bool = true in false ..= true,
        /// Number of clicks on different cells of a dark board that make a solvable board; 0 draws
        /// a uniformly random set of clicks.
        clicks: u32 = 0 in 0 ..= 400,
        /// Milliseconds that a solver has for a board.
        solve_ms: u64 = 10_000 in 1 ..= 3_600_000,
        /// Maximum size in bytes of a solver's output, including progress.
        answer_bytes: u64 = 262_144 in 16 ..= 10_000_000,
    }
}

impl LightsOutParams {
    fn contradictions(&self) -> Vec<String> {
        let mut found = Vec::new();
        if self.clicks > self.columns * self.rows {
            found.push(format!(
                "`clicks = {}` makes no sense: {} columns and {} rows have {} cells",
                self.clicks,
                self.columns,
                self.rows,
                self.columns * self.rows
            ));
        }
        if self.clicks > 0 && !self.solvable {
            found.push(
                "`clicks` makes boards that can be solved, and `solvable = false` asks for others".into(),
            );
        }
        found
    }
}
