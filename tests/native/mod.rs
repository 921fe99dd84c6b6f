//! ColorScore as a native function, for tests and benchmarks of the engine without a bot.

use rathaus_games::rat_race::race::{Race, RaceStatus};
use rathaus_games::rat_race::specimen::{PackedNextMove, Specimen};
use rathaus_games::{RandomStream, Seed};
use rathaus_protocol::rat_race::Move;

/// Plays a turn. `plan` decides the moves of specimens whose next move is not known.
pub fn play_turn(race: &mut Race, plan: impl FnMut(&Specimen, u128) -> PackedNextMove) -> RaceStatus {
    race.begin_turn();
    race.plan_all(plan);
    race.advance(|_, _| PackedNextMove::NONE)
}

/// Plays ColorScore for all specimens of one race.
pub struct NativePlayer {
    /// The colours ahead of each cell: at (1,-1), (1,0), (1,1).
    ahead: Vec<[i8; 3]>,
    stream: RandomStream,
}

impl NativePlayer {
    /// A player for the track of this race, with its own randomness.
    pub fn new(race: &Race, seed: Seed) -> NativePlayer {
        let mut view = Vec::new();
        let ahead = (0..race.params().cells() as u16)
            .map(|cell| {
                view.clear();
                race.track().look(cell, 1, &mut view);
                [view[2], view[5], view[8]]
            })
            .collect();
        NativePlayer { ahead, stream: seed.stream("native player") }
    }

    /// The move of a specimen. If it needed no randomness, it also holds for later turns.
    pub fn choose(&mut self, specimen: &Specimen, genome: u128) -> PackedNextMove {
        let quality = |colour: i8| match colour {
            -1 => -1,
            colour => (genome >> (6 * colour) & 63) as i32,
        };
        let qualities = self.ahead[usize::from(specimen.cell)].map(quality);
        let best = qualities.into_iter().max().unwrap_or(-1);
        let tied: u32 = qualities.iter().map(|quality| u32::from(*quality == best)).sum();
        let mut nth = if tied > 1 { self.stream.below(u64::from(tied)) } else { 0 };
        let mut chosen = 0;
        for (index, quality) in qualities.iter().enumerate() {
            if *quality == best {
                chosen = index;
                if nth == 0 {
                    break;
                }
                nth -= 1;
            }
        }
        let to = Move::new(1, chosen as i32 - 1).expect("a step forward");
        if tied > 1 { PackedNextMove::once(to) } else { PackedNextMove::lasting(to) }
    }
}
