//! A first bot for {game}. It sends random replies. The rules of the game explain the lines.
//!
//! It runs for a whole match and may keep data. Flush each reply, within the time limit.

use std::io::{stdin, stdout, BufRead, Write};

/// The starts of lines that need a reply, with replies to choose from. The first start that fits
/// counts. All other lines are information.
const REPLIES: &[(&str, &[&str])] = &[
    ({question}, &[{examples}]),
];

/// SplitMix64 with a fixed seed, so that the bot plays the same match in the same way again.
struct Generator(u64);

impl Generator {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

fn reply(line: &str, generator: &mut Generator) -> Option<&'static str> {
    let (_, replies) = REPLIES.iter().find(|(start, _)| line.starts_with(start))?;
    Some(replies[generator.below(replies.len())])
}

fn main() {
    let mut generator = Generator(1);
    for line in stdin().lock().lines().map_while(Result::ok) {
        if let Some(answer) = reply(&line, &mut generator) {
            println!("{answer}");
            let _ = stdout().flush();
        }
    }
}
