//! The track: its cells, its colours, and their effects.

use super::{default_tracks, landing, stream};
use crate::rat_race::RatRaceParams;
use crate::rat_race::tests::tracks::{params_for, track};
use crate::rat_race::track::{ColourRole, Track};

#[test]
fn rule_1_outside_is_lethal_and_the_goal_is_at_the_right() {
    let (_, track) = track(&["...", "..."], 2, &[]);
    assert_eq!(landing(&track, (0, 0), (-1, 0)), "death");
    assert_eq!(landing(&track, (0, 0), (0, -1)), "death");
    assert_eq!(landing(&track, (0, 1), (0, 1)), "death");
    assert_eq!(landing(&track, (0, 0), (1, 1)), "(1, 1)");
    assert_eq!(landing(&track, (1, 0), (1, 0)), "goal");
    assert_eq!(landing(&track, (2, 0), (1, 0)), "death");
}

#[test]
fn rule_1_views_show_colours_row_by_row_and_minus_one_outside() {
    let (_, track) = track(&["#..", ".#.", "..#"], 2, &[]);
    let mut view = Vec::new();
    track.look(track.cell_at(0, 0).unwrap(), 1, &mut view);
    assert_eq!(view, [-1, -1, -1, -1, 1, 0, -1, 0, 1]);
}

#[test]
fn rule_1_goal_cells_are_of_empty_colours() {
    for track in default_tracks(20) {
        let mut view = Vec::new();
        track.look(track.cell_at(51, 7).unwrap(), 2, &mut view);
        let goal_colours = view.iter().filter(|colour| **colour >= 0);
        assert!(goal_colours.clone().count() >= 20);
        assert!(goal_colours.clone().all(|colour| track.roles()[*colour as usize] == ColourRole::Empty));
    }
}

#[test]
fn rule_2_walls_block_and_are_lethal_to_be_on() {
    let (_, track) = track(&["..#.", "...."], 3, &[]);
    assert_eq!(landing(&track, (1, 0), (1, 0)), "(1, 0)");
    // A specimen that is placed on a wall may leave it, but not stay.
    assert_eq!(landing(&track, (2, 0), (-1, 0)), "(1, 0)");
    assert_eq!(landing(&track, (2, 0), (0, 0)), "death");
}

#[test]
fn rule_2_the_target_of_a_trap_is_lethal_and_the_trap_is_not() {
    let (_, track) = track(&["..t..", "....."], 4, &[('t', ColourRole::Trap(1, 1))]);
    assert_eq!(landing(&track, (1, 0), (1, 0)), "(2, 0)");
    assert_eq!(landing(&track, (2, 0), (1, 1)), "death");
}

#[test]
fn rule_2_a_trap_without_offset_is_lethal_itself() {
    let (_, track) = track(&["..t..", "....."], 4, &[('t', ColourRole::Trap(0, 0))]);
    assert_eq!(landing(&track, (1, 0), (1, 0)), "death");
}

#[test]
fn rule_2_a_trap_makes_a_goal_cell_lethal() {
    let (_, track) = track(&["..t.", "...."], 3, &[('t', ColourRole::Trap(1, 0))]);
    assert_eq!(landing(&track, (2, 1), (1, -1)), "death");
    assert_eq!(landing(&track, (2, 1), (1, 0)), "goal");
}

#[test]
fn rule_2_a_trap_may_point_outside() {
    let (_, track) = track(&["t..", "..."], 2, &[('t', ColourRole::Trap(-1, -1))]);
    assert_eq!(landing(&track, (0, 1), (0, -1)), "(0, 0)");
}

#[test]
fn rule_3_colours_have_the_roles_that_they_should_in_these_numbers() {
    for track in default_tracks(50) {
        let count =
            |wanted: fn(&ColourRole) -> bool| track.roles().iter().filter(|role| wanted(role)).count();
        assert_eq!(count(|role| *role == ColourRole::Empty), 8);
        assert_eq!(count(|role| *role == ColourRole::Wall), 2);
        assert_eq!(count(|role| matches!(role, ColourRole::Trap(..))), 2);
        let teleporters: Vec<(i32, i32)> = track
            .roles()
            .iter()
            .filter_map(
                |role| if let ColourRole::Teleporter(dx, dy) = role { Some((*dx, *dy)) } else { None },
            )
            .collect();
        assert_eq!(teleporters.len(), 4);
        for (dx, dy) in &teleporters {
            assert!((*dx, *dy) != (0, 0) && dx.abs() <= 4 && dy.abs() <= 4);
            assert!(teleporters.contains(&(-dx, -dy)), "no inverse of ({dx}, {dy}) in {teleporters:?}");
        }
    }
}

/// The roles of many small tracks that need only one start, so that hardly any selection
/// takes place.
fn many_roles() -> Vec<ColourRole> {
    let params = RatRaceParams { min_starts: 1, ..params_for(3, 15, 1) };
    let mut stream = stream();
    (0..4_000)
        .flat_map(|_| Track::generate(&params, &mut stream).expect("a track").roles().to_vec())
        .collect()
}

#[test]
fn rule_3_offsets_are_uniform() {
    let roles = many_roles();
    let spread = |offsets: Vec<(i32, i32)>, cells: usize| {
        let mut counts = std::collections::BTreeMap::new();
        for offset in &offsets {
            *counts.entry(*offset).or_insert(0usize) += 1;
        }
        assert_eq!(counts.len(), cells);
        let expected = offsets.len() / cells;
        assert!(
            counts.values().all(|count| (expected * 6 / 10..expected * 14 / 10).contains(count)),
            "{counts:?}"
        );
    };
    spread(
        roles
            .iter()
            .filter_map(|role| if let ColourRole::Trap(x, y) = role { Some((*x, *y)) } else { None })
            .collect(),
        9,
    );
    spread(
        roles
            .iter()
            .filter_map(|role| if let ColourRole::Teleporter(x, y) = role { Some((*x, *y)) } else { None })
            .collect(),
        80,
    );
}
