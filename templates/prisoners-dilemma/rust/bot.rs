//! A first bot for the prisoner's dilemma: tit for tat that forgives.
//!
//!     rathaus play prisoners-dilemma . .
//!     rathaus check prisoners-dilemma .
//!
//! Each round runs this program once. It reads the whole game so far and writes the identifiers of
//! the players to take from. A take gains 1 point and costs the other player 2, so feuds hurt both.
//!
//! The same input must give the same output. Instead of random numbers, use the number of the
//! round: it is the same for all players. To keep data, write a second line. It is the last line
//! of the next input.

use std::collections::BTreeSet;
use std::io::{stdin, Read};

/// The takes of a round: taker and taken.
type Round = Vec<(u32, u32)>;

/// It forgives everybody in one round of this many. This ends feuds with players like itself.
const FORGIVES_EVERY: u64 = 10;

/// Returns the players to take from.
fn takes(_players: u32, me: u32, history: &[Round], number: u64) -> BTreeSet<u32> {
    match history.last() {
        Some(last) if number % FORGIVES_EVERY != 0 => {
            last.iter().filter(|(_, taken)| *taken == me).map(|(taker, _)| *taker).collect()
        }
        _ => BTreeSet::new(),
    }
}

/// The identifiers in a line such as `(1, 2) (4, 1) `.
fn identifiers(line: &str) -> Vec<u32> {
    line.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}

fn read_round(line: &str) -> Round {
    identifiers(line).chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

fn main() {
    let mut input = Vec::new();
    stdin().read_to_end(&mut input).expect("the input cannot be read");
    let input = String::from_utf8_lossy(&input);
    let mut lines = input.split('\n');
    let first = identifiers(lines.next().unwrap_or_default());
    let (players, me, rounds) = (first[0], first[1], first[2]);
    let history: Vec<Round> = lines.by_ref().take(rounds as usize).map(read_round).collect();
    let number = lines.next().and_then(|line| line.trim().parse().ok()).unwrap_or(0);
    let from = takes(players, me, &history, number);
    println!("{}", from.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
}
