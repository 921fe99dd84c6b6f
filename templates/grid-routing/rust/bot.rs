//! A first bot for the grid-routing battle. It builds a path towards the vertices of others.
//!
//!     rathaus play grid-routing . . . --rounds 10 --ascii
//!     rathaus check grid-routing .
//!
//! No bot has time for a path from a source in row 0 to a sink in the last row. So it goes to the
//! nearest active vertex ahead, follows the active vertices from there, and continues at their end.
//! When the path is complete, it connects one more source to it in each turn. It breaks nothing.
//!
//! Each round starts this program again. It runs until the line SCORE. Send each reply within the
//! time limit, and flush it. The file data.txt is kept from round to round.

use std::collections::hash_map::RandomState;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};
use std::io::{stdin, stdout, BufRead, Write};

/// How many starts to try in a turn. Dead ends and connected sources take one each.
const ATTEMPTS: usize = 20;

/// Column and row.
type Vertex = (usize, usize);

#[derive(Clone, Copy, PartialEq)]
enum State {
    Active,
    Broken,
}

struct Bot {
    side: usize,
    /// The vertices that are not inactive.
    states: HashMap<Vertex, State>,
    /// The column of the first vertex of the path.
    column: usize,
    /// Whether the path goes up from row 0. Otherwise it goes down from the last row.
    is_up: bool,
}

/// A random number. The standard library has random numbers only for its hash maps.
fn below(bound: usize) -> usize {
    (RandomState::new().build_hasher().finish() % bound as u64) as usize
}

impl Bot {
    fn new(side: usize) -> Bot {
        Bot { side, states: HashMap::new(), column: below(side), is_up: below(2) == 0 }
    }

    /// Returns the vertex to break.
    fn destroy(&mut self) -> Option<Vertex> {
        None
    }

    /// Returns the vertex to activate.
    fn activate(&mut self) -> Option<Vertex> {
        (0..ATTEMPTS).find_map(|_| self.follow())
    }

    /// Follows the path to its first free vertex. Without one, chooses another start.
    fn follow(&mut self) -> Option<Vertex> {
        let mut now = (self.column, if self.is_up { 0 } else { self.side - 1 });
        while self.states.get(&now) == Some(&State::Active) {
            let Some(row) = self.next_row(now.1) else {
                let source = if self.is_up { self.column } else { now.0 };
                self.column = (source + 1) % self.side;
                self.is_up = true;
                return None;
            };
            match self.next_column(now, row) {
                Some(column) => now = (column, row),
                None => break,
            }
        }
        if !self.states.contains_key(&now) {
            return Some(now);
        }
        self.column = below(self.side);
        None
    }

    fn next_row(&self, row: usize) -> Option<usize> {
        let next = if self.is_up { row.checked_add(1) } else { row.checked_sub(1) };
        next.filter(|row| *row < self.side)
    }

    /// Returns the column in this row that is nearest to the target, or `None` at a dead end.
    fn next_column(&self, now: Vertex, row: usize) -> Option<usize> {
        let ways = [0, self.side - 1, 1].map(|dx| (now.0 + dx) % self.side);
        let state = |way: &&usize| self.states.get(&(**way, row));
        if let Some(active) = ways.iter().find(|way| state(way) == Some(&State::Active)) {
            return Some(*active);
        }
        let target = self.target(now);
        let free = ways.iter().filter(|way| state(way).is_none());
        free.min_by_key(|way| self.distance(**way, target)).copied()
    }

    /// Returns the column of the nearest active vertex ahead that a path could reach.
    fn target(&self, (x, y): Vertex) -> usize {
        let (mut best, mut column) = (self.side, x);
        for ((other_x, other_y), state) in &self.states {
            let is_ahead = if self.is_up { *other_y > y } else { *other_y < y };
            let rows = other_y.abs_diff(y);
            let is_near = rows < best && self.distance(x, *other_x) <= rows;
            if *state == State::Active && is_ahead && is_near {
                best = rows;
                column = *other_x;
            }
        }
        column
    }

    fn distance(&self, one: usize, other: usize) -> usize {
        let apart = one.abs_diff(other);
        apart.min(self.side - apart)
    }

    /// Notes the choices in a report: the turn, the own choice, and those of the others.
    fn note(&mut self, words: &[&str], state: State) {
        for choice in words.iter().skip(1) {
            let Some((x, y)) = choice.split_once(',') else { continue };
            if let (Ok(x), Ok(y)) = (x.parse(), y.parse()) {
                self.states.entry((x, y)).or_insert(state);
            }
        }
    }
}

fn send(vertex: Option<Vertex>) {
    match vertex {
        Some((x, y)) => println!("VERTEX {},{}", x, y),
        None => println!("NONE"),
    }
    let _ = stdout().flush();
}

fn main() {
    let mut bot = Bot::new(1);
    for line in stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.split_first() {
            // The number of bots, of turns, and of vertices on a side.
            Some((&"BEGIN", [_, _, side])) => bot = Bot::new(side.parse().expect("a side")),
            Some((&"DESTROY", _)) => send(bot.destroy()),
            Some((&"BROKEN", choices)) => bot.note(choices, State::Broken),
            Some((&"ACTIVATE", _)) => send(bot.activate()),
            Some((&"OWNED", choices)) => bot.note(choices, State::Active),
            Some((&"SCORE", _)) => break,
            _ => {}
        }
    }
}
