//! A grid as letters.

use super::{GridRouting, Owners};

/// The letter for a seat in pictures.
pub fn letter(seat: usize) -> char {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#@";
    char::from(LETTERS[seat % LETTERS.len()])
}

impl GridRouting {
    /// The grid of the round that is being played, sinks at the top, and who has gained how much so far.
    pub(super) fn drawn(&self, names: &[String]) -> Vec<String> {
        let (grid, side) = (&self.now.grid, self.measures.side as usize);
        let vertex = |index: usize| match (grid.owners(index), grid.owners(index).count_ones()) {
            (0, _) if grid.is_broken(index) => ' ',
            (0, _) => '.',
            (owners, 1) => letter(Owners::trailing_zeros(owners) as usize),
            _ => '*',
        };
        let row = |y: usize| -> String { (y * side..(y + 1) * side).map(vertex).collect() };
        let rows = (0..side).rev().map(|y| row(y).trim_end().to_owned());
        let line = |(seat, total): (usize, &u64)| {
            format!("{} {total:>8}  {}", letter(seat), names.get(seat).map_or("", String::as_str))
        };
        let place = format!("round {}, turn {}", self.rounds.len() + 1, self.now.turn);
        rows.chain([place]).chain(self.totals.iter().enumerate().map(line)).collect()
    }
}
