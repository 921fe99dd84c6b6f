//! Teleporters, lives, and starts.

use super::{all_move, default_tracks, landing, race, stream};
use crate::rat_race::RatRaceParams;
use crate::rat_race::race::RaceStatus;
use crate::rat_race::tests::tracks::track;
use crate::rat_race::track::{ColourRole, Track};

#[test]
fn rule_4_a_teleporter_acts_once() {
    let (_, track) = track(
        &["..a.b...", "........"],
        7,
        &[('a', ColourRole::Teleporter(2, 0)), ('b', ColourRole::Teleporter(1, 1))],
    );
    assert_eq!(landing(&track, (1, 0), (1, 0)), "(4, 0)");
    assert_eq!(landing(&track, (3, 0), (1, 0)), "(5, 1)");
}

#[test]
fn rule_4_staying_and_being_blocked_on_a_teleporter_teleports() {
    let (_, track) = track(&[".a#..", "....."], 4, &[('a', ColourRole::Teleporter(-1, 1))]);
    assert_eq!(landing(&track, (1, 0), (0, 0)), "(0, 1)");
    assert_eq!(landing(&track, (1, 0), (1, 0)), "(0, 1)");
}

#[test]
fn rule_4_one_can_be_teleported_into_death_and_into_the_goal() {
    let roles = [
        ('a', ColourRole::Teleporter(-2, 0)),
        ('b', ColourRole::Teleporter(0, 1)),
        ('c', ColourRole::Teleporter(2, 0)),
    ];
    let (_, track) = track(&[".abc..", "..#..."], 5, &roles);
    assert_eq!(landing(&track, (0, 0), (1, 0)), "death");
    assert_eq!(landing(&track, (1, 1), (1, -1)), "death");
    assert_eq!(landing(&track, (2, 1), (1, -1)), "goal");
}

#[test]
fn rule_4_a_specimen_lives_through_exactly_as_many_moves_as_its_lifespan() {
    let mut race = race(track(&["..."], 2, &[]), |params| {
        params.lifespan = 100;
        params.children = 0;
    });
    for _ in 0..100 {
        assert_eq!(all_move(&mut race, 0, 0), RaceStatus::Continue);
        assert_eq!(race.living(), 15);
    }
    assert_eq!(all_move(&mut race, 0, 0), RaceStatus::Extinct);
    assert_eq!((race.turn(), race.living()), (101, 0));
}

#[test]
fn rule_4_the_hundredth_move_still_counts() {
    let mut race = race(track(&["..."], 2, &[]), |params| params.children = 0);
    for _ in 0..98 {
        all_move(&mut race, 0, 0);
    }
    all_move(&mut race, 1, 0);
    all_move(&mut race, 1, 0);
    assert_eq!(race.points(), 15);
}

#[test]
fn rule_4_the_goal_scores_a_point_and_begins_a_new_life_at_a_start() {
    let mut race = race(track(&["...", "..."], 2, &[]), |params| params.children = 0);
    all_move(&mut race, 1, 0);
    assert!(
        race.specimens()
            .all(|specimen| race.age(specimen) == 1 && race.track().position(specimen.cell).0 == 1)
    );
    all_move(&mut race, 1, 0);
    assert_eq!((race.points(), race.score()), (15, 16));
    assert!(
        race.specimens().all(|s| race.age(s) == 0 && s.goals == 1 && race.track().starts().contains(&s.cell))
    );
    let rows: std::collections::BTreeSet<u16> = race.specimens().map(|specimen| specimen.cell).collect();
    assert_eq!(rows.len(), 2, "new starts are drawn for each");
}

#[test]
fn rule_4_a_start_on_a_lethal_cell_is_not_touched_until_its_own_turn() {
    // All specimens start on the wall at (0, 0), the only cell of the left edge.
    let drawn = || track(&["#...."], 4, &[]);
    let mut leaving = race(drawn(), |params| params.children = 0);
    assert!(leaving.specimens().all(|specimen| specimen.cell == 0));
    assert_eq!(all_move(&mut leaving, 1, 0), RaceStatus::Continue);
    assert_eq!(leaving.living(), 15);
    let mut staying = race(drawn(), |params| params.children = 0);
    assert_eq!(all_move(&mut staying, 0, 0), RaceStatus::Extinct);
}

#[test]
fn rule_4_a_start_on_a_teleporter_is_not_touched_until_its_own_turn() {
    let race =
        race(track(&["a...."], 4, &[('a', ColourRole::Teleporter(2, 0))]), |params| params.children = 0);
    assert!(race.specimens().all(|specimen| specimen.cell == 0));
}

#[test]
fn rule_5_the_goal_must_be_in_reach_of_exactly_so_many_moves() {
    let corridor = |length: usize| ".".repeat(length);
    let (_, in_reach) = track(&[&corridor(101)], 100, &[]);
    assert_eq!(in_reach.starts(), [0]);
    let (_, out_of_reach) = track(&[&corridor(102)], 101, &[]);
    assert!(out_of_reach.starts().is_empty());
}

#[test]
fn rule_5_only_cells_from_which_the_goal_can_be_reached_are_starts() {
    // The upper row is walled in. The wall is two cells thick, because diagonal steps would lead
    // around a thinner one.
    let (_, track) = track(&[".#....", "##....", "......"], 5, &[]);
    assert_eq!(track.starts(), [1, 2], "a start may be a wall that one can leave");
}

#[test]
fn rule_5_tracks_with_too_few_starts_are_discarded() {
    assert!(default_tracks(50).all(|track| track.starts().len() >= 10));
    let impossible = RatRaceParams { start_within: 3, ..RatRaceParams::default() };
    let error = Track::generate(&impossible, &mut stream()).unwrap_err();
    assert!(error.to_string().contains("min_starts = 10"), "{error}");
}
