//! The parameters of Lights Out.

use crate::parameters::parameters;

/// The maximum number of cells on a side.
pub const MAX_SIDE: u32 = 20;

parameters! {
    /// The numbers of the game.
    pub struct LightsOutParams {
        /// Columns of the board.
        columns: u32 = 5 in 1 ..= 20,
        /// Rows of the board.
        rows: u32 = 5 in 1 ..= 20,
        /// Whether only boards are drawn that can be solved: dark ones that were clicked on. Else
        /// each light is on or off with even odds.
        solvable: bool = true in false ..= true,
        /// Clicks, each on another cell, that make a solvable board of a dark one; 0 for every set
        /// of clicks with the same probability.
        clicks: u32 = 0 in 0 ..= 400,
        /// Milliseconds that a solver has for a board.
        solve_ms: u64 = 10_000 in 1 ..= 3_600_000,
        /// The most bytes that a solver may write, progress included.
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
