//! At least one test for each numbered rule, with its edge cases.

mod rule_6;
mod rule_7;
mod rules_1_to_3;
mod rules_4_and_5;
mod rules_8_to_10;

use rathaus_protocol::rat_race::Move;

use crate::rat_race::RatRaceParams;
use crate::rat_race::race::{Race, RaceStatus};
use crate::rat_race::specimen::PackedNextMove;
use crate::rat_race::track::{MoveOutcome, Track};
use crate::{RandomStream, Seed};

fn stream() -> RandomStream {
    Seed(1).stream("test")
}

fn go(dx: i32, dy: i32) -> Move {
    Move::new(dx, dy).expect("a legal move")
}

/// Where a move from (x, y) ends: coordinates, `goal` or `death`.
fn landing(track: &Track, from: (i32, i32), by: (i32, i32)) -> String {
    let cell = track.cell_at(from.0, from.1).expect("a cell of the track");
    match track.landing(cell, PackedNextMove::once(go(by.0, by.1))).end() {
        MoveOutcome::Death => "death".into(),
        MoveOutcome::Goal => "goal".into(),
        MoveOutcome::Cell(cell) => format!("{:?}", track.position(cell)),
    }
}

fn default_tracks(count: u64) -> impl Iterator<Item = Track> {
    let params = RatRaceParams::default();
    (0..count).map(move |n| Track::generate(&params, &mut Seed(n).stream("board")).expect("a track"))
}

/// A race on a drawn track. `change` adjusts the parameters.
fn race(drawn: (RatRaceParams, Track), change: impl FnOnce(&mut RatRaceParams)) -> Race {
    let (mut params, track) = drawn;
    change(&mut params);
    Race::on_track(&params, track, stream())
}

/// Plays a turn in which all specimens make the same move.
fn all_move(race: &mut Race, dx: i32, dy: i32) -> RaceStatus {
    race.begin_turn();
    race.plan_all(|_, _| PackedNextMove::once(go(dx, dy)));
    race.advance(|_, _| PackedNextMove::NONE)
}
