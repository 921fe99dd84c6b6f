//! The rat race allocates next to nothing per turn. This guards its speed without reading a clock.
//!
//! Allocations are counted for the whole program, so this file must have only one test.

mod native;

use std::alloc::System;
use std::time::Duration;

use rathaus_games::rat_race::race::{Race, RaceStatus};
use rathaus_games::rat_race::{RatRaceDialect, RatRaceMatch, RatRaceParams};
use rathaus_games::{AskOutcome, LiveMatch, MatchStep, Seed};
use rathaus_protocol::rat_race::bot::{MoveFunctionBot, color_score};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The turns in which buffers grow to the sizes that they need, and the turns that are counted.
const FIRST: u32 = 3_000;
const COUNTED: u32 = 1_000;

/// Allocations per request: its bytes, the list of requests, and from time to time a buffer
/// that grows.
const PER_QUESTION: f64 = 2.05;

#[test]
fn turns_allocate_next_to_nothing() {
    assert_eq!(of_the_engine(), 0, "the engine allocates");
    let of_a_question = of_the_game();
    assert!((1.0..=PER_QUESTION).contains(&of_a_question), "{of_a_question} allocations for each question");
}

fn of_the_engine() -> usize {
    let params = RatRaceParams { turns: FIRST + COUNTED, ..RatRaceParams::default() };
    let mut race = Race::new(&params, Seed(1)).expect("a track");
    let mut player = native::NativePlayer::new(&race, Seed(1));
    let mut count = 0;
    for turn in 0..FIRST + COUNTED {
        let region = Region::new(GLOBAL);
        let flow = native::play_turn(&mut race, |specimen, genome| player.choose(specimen, genome));
        count += if turn >= FIRST { allocations(&region) } else { 0 };
        assert!(
            flow == RaceStatus::Continue || turn + 1 == FIRST + COUNTED,
            "the game is over after {turn} turns"
        );
    }
    count
}

fn of_the_game() -> f64 {
    let params = RatRaceParams { turns: FIRST + COUNTED, ..RatRaceParams::default() };
    let mut game = RatRaceMatch::new(&params, Seed(1), RatRaceDialect::Turns).expect("a track");
    let mut bot = MoveFunctionBot::new(color_score);
    let (mut step, mut asked, mut count) = (game.start(), 0, 0);
    while let MatchStep::Turn(turn) = step {
        let mut answer = Vec::new();
        for line in turn.asks[0].bytes.strip_suffix(b"\n").expect("whole lines").split(|byte| *byte == b'\n')
        {
            bot.handle_line(&[b"0 ", line].concat(), &mut answer).expect("a line of the protocol");
        }
        let answers = [AskOutcome::Reply { bytes: answer[2..].to_vec(), took: Duration::ZERO, cpu: None }];
        asked += 1;
        let region = Region::new(GLOBAL);
        step = game.resume(&answers);
        count += if asked > FIRST { allocations(&region) } else { 0 };
    }
    assert!(asked > FIRST + COUNTED / 2, "the game was over too early: {asked} questions");
    count as f64 / f64::from(asked - FIRST)
}

fn allocations(region: &Region<'_, System>) -> usize {
    let change = region.change();
    change.allocations + change.reallocations
}
