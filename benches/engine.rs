//! What the engine costs alone: nanoseconds per specimen and turn, with ColorScore as a native function.
//!
//! Run it with `cargo bench --bench engine`.

#[path = "../tests/native/mod.rs"]
mod native;

use std::time::Instant;

use rathaus::game::Seed;
use rathaus::game::rat_race::Params;
use rathaus::game::rat_race::race::{Flow, Race};

fn main() {
    println!("engine with a native ColorScore, no memory, one thread");
    for seed in 0..6 {
        let params = Params::default();
        let mut race = Race::new(&params, Seed(seed)).unwrap();
        let mut player = native::NativePlayer::new(&race, Seed(seed));
        let (mut moves, begin) = (0u64, Instant::now());
        let mut buffer = Vec::new();
        loop {
            race.begin_turn(|_| {});
            player.choose(&race, &mut buffer);
            moves += buffer.len() as u64;
            if race.advance(&buffer) != Flow::Continue {
                break;
            }
        }
        let time = begin.elapsed();
        println!(
            "seed {seed}: score {:8} moves {moves:10} population {:6} {:6.1} ns per move  {:.2} s",
            race.score(),
            race.specimens().len(),
            time.as_nanos() as f64 / moves as f64,
            time.as_secs_f64()
        );
    }
}
