//! A first solver for Lights Out. It is exact: it finds a solution of every board that has one.
//!
//!     rathaus play lights-out . --size 7x7
//!     rathaus check lights-out .
//!
//! Each board starts this program. A click flips a light and its neighbours. Only clicks below a
//! light can still turn it off, so the clicks of the first row decide all others. They are right if
//! the last row becomes dark. What a click of the first row changes there is always the same, so
//! elimination finds the right ones. Clicks of the first row that change nothing there give further
//! solutions, and the solver takes the one with the fewest clicks.

use std::io::{stdin, Read};

/// The maximum number of solutions to compare.
const MOST_SOLUTIONS: usize = 1024;

/// Each row is a number with a bit for each cell.
struct Board {
    columns: usize,
    rows: Vec<u32>,
}

/// A change of the last row, and the clicks of the first row for it.
#[derive(Clone, Copy, Default)]
struct Change {
    lights: u32,
    clicks: u32,
}

impl Change {
    /// Adds known changes until none has the same highest light. Returns that light, if any.
    fn reduce(&mut self, known: &[Change]) -> Option<usize> {
        while self.lights != 0 {
            let top = 31 - self.lights.leading_zeros() as usize;
            if known[top].lights == 0 {
                return Some(top);
            }
            self.lights ^= known[top].lights;
            self.clicks ^= known[top].clicks;
        }
        None
    }
}

impl Board {
    fn read(text: &str) -> Option<Board> {
        let mut words = text.split_whitespace().skip(1);
        let columns = words.next()?.parse().ok()?;
        let rows = words.next()?.parse().ok()?;
        let bit = |(x, light): (usize, char)| u32::from(light == '1') << x;
        let row = |line: &str| line.chars().enumerate().map(bit).sum();
        Some(Board { columns, rows: words.take(rows).map(row).collect() })
    }

    /// Returns the clicks of all rows, and the lights that stay on in the last row.
    fn chase(&self, first: u32) -> (Vec<u32>, u32) {
        let mask = (1 << self.columns) - 1;
        let (mut clicks, mut above, mut row) = (Vec::new(), 0, first);
        for lights in &self.rows {
            clicks.push(row);
            let next = lights ^ above ^ row ^ (row << 1 & mask) ^ (row >> 1);
            above = row;
            row = next;
        }
        (clicks, row)
    }

    /// Returns the solution with the fewest clicks, if there is one.
    fn solve(&self) -> Option<Vec<u32>> {
        let start = self.chase(0).1;
        let mut known = vec![Change::default(); self.columns];
        let mut idle = Vec::new(); // Clicks that change nothing in the last row.
        for column in 0..self.columns {
            let clicks = 1 << column;
            let mut change = Change { lights: self.chase(clicks).1 ^ start, clicks };
            match change.reduce(&known) {
                Some(top) => known[top] = change,
                None => idle.push(change.clicks),
            }
        }
        let mut first = Change { lights: start, clicks: 0 };
        if first.reduce(&known).is_some() {
            return None;
        }
        let solution = |chosen: usize| {
            let added = idle.iter().enumerate().filter(|(position, _)| chosen >> position & 1 == 1);
            self.chase(added.fold(first.clicks, |row, (_, clicks)| row ^ clicks)).0
        };
        let count = |clicks: &Vec<u32>| clicks.iter().map(|row| row.count_ones()).sum::<u32>();
        (0..MOST_SOLUTIONS.min(1 << idle.len())).map(solution).min_by_key(count)
    }
}

fn main() {
    let mut text = String::new();
    stdin().read_to_string(&mut text).expect("the input cannot be read");
    let board = Board::read(&text).expect("the input is not a board");
    let Some(clicks) = board.solve() else {
        println!("NONE");
        return;
    };
    let mut reply = String::from("CLICKS");
    for (y, row) in clicks.iter().enumerate() {
        for x in (0..board.columns).filter(|x| row >> x & 1 == 1) {
            reply += &format!(" {},{}", x, y);
        }
    }
    println!("{}", reply);
}
