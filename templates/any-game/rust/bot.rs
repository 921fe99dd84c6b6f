//! A first bot for {game}. It says at random what bots of this game could say; its rules tell what its lines mean.
//!
//! It lives for a match, and remembers what it likes. A line has to be answered within its time, and flushed.

use std::io::{stdin, stdout, BufRead, Write};

/// What bots could say.
const ANSWERS: &[&str] = &[{examples}];

/// How lines begin that want an answer. Other lines tell something.
const QUESTION: &str = {question};

/// SplitMix64 with a seed of its own, so that it plays the same match again in the same way.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

fn answer(_line: &str, chance: &mut Chance) -> &'static str {
    ANSWERS[chance.below(ANSWERS.len())]
}

fn main() {
    let mut chance = Chance(1);
    for line in stdin().lock().lines().map_while(Result::ok) {
        if line.starts_with(QUESTION) {
            println!("{}", answer(&line, &mut chance));
            // Nobody reads what is left in a buffer.
            let _ = stdout().flush();
        }
    }
}
