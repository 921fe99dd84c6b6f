//! One test or more for each numbered rule, with its edge cases.

use rathaus_protocol::rat_race::Move;

use super::tracks::{params_for, track};
use crate::game::parameters::Parameters;
use crate::game::rat_race::Params;
use crate::game::rat_race::breeding::Breeder;
use crate::game::rat_race::fitness::Fitness;
use crate::game::rat_race::race::{Flow, Race};
use crate::game::rat_race::specimen::Plan;
use crate::game::rat_race::track::{End, Role, Track};
use crate::game::{Seed, Stream};

fn stream() -> Stream {
    Seed(1).stream("test")
}

fn go(dx: i32, dy: i32) -> Move {
    Move::new(dx, dy).expect("a legal move")
}

/// Where a move from (x, y) ends: coordinates, `goal` or `death`.
fn landing(track: &Track, from: (i32, i32), by: (i32, i32)) -> String {
    let cell = track.cell_at(from.0, from.1).expect("a cell of the track");
    match track.landing(cell, Plan::once(go(by.0, by.1))).end() {
        End::Death => "death".into(),
        End::Goal => "goal".into(),
        End::Cell(cell) => format!("{:?}", track.position(cell)),
    }
}

fn default_tracks(count: u64) -> impl Iterator<Item = Track> {
    let params = Params::default();
    (0..count).map(move |n| Track::generate(&params, &mut Seed(n).stream("board")).expect("a track"))
}

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
        assert!(goal_colours.clone().all(|colour| track.roles()[*colour as usize] == Role::Empty));
    }
}

#[test]
fn rule_2_walls_block_and_are_lethal_to_be_on() {
    let (_, track) = track(&["..#.", "...."], 3, &[]);
    assert_eq!(landing(&track, (1, 0), (1, 0)), "(1, 0)");
    // Placed on a wall, one may leave it, but not stay.
    assert_eq!(landing(&track, (2, 0), (-1, 0)), "(1, 0)");
    assert_eq!(landing(&track, (2, 0), (0, 0)), "death");
}

#[test]
fn rule_2_the_target_of_a_trap_is_lethal_and_the_trap_is_not() {
    let (_, track) = track(&["..t..", "....."], 4, &[('t', Role::Trap(1, 1))]);
    assert_eq!(landing(&track, (1, 0), (1, 0)), "(2, 0)");
    assert_eq!(landing(&track, (2, 0), (1, 1)), "death");
}

#[test]
fn rule_2_a_trap_without_offset_is_lethal_itself() {
    let (_, track) = track(&["..t..", "....."], 4, &[('t', Role::Trap(0, 0))]);
    assert_eq!(landing(&track, (1, 0), (1, 0)), "death");
}

#[test]
fn rule_2_a_trap_makes_a_goal_cell_lethal() {
    let (_, track) = track(&["..t.", "...."], 3, &[('t', Role::Trap(1, 0))]);
    assert_eq!(landing(&track, (2, 1), (1, -1)), "death");
    assert_eq!(landing(&track, (2, 1), (1, 0)), "goal");
}

#[test]
fn rule_2_a_trap_may_point_outside() {
    let (_, track) = track(&["t..", "..."], 2, &[('t', Role::Trap(-1, -1))]);
    assert_eq!(landing(&track, (0, 1), (0, -1)), "(0, 0)");
}

#[test]
fn rule_3_colours_have_the_roles_that_they_should_in_these_numbers() {
    for track in default_tracks(50) {
        let count = |wanted: fn(&Role) -> bool| track.roles().iter().filter(|role| wanted(role)).count();
        assert_eq!(count(|role| *role == Role::Empty), 8);
        assert_eq!(count(|role| *role == Role::Wall), 2);
        assert_eq!(count(|role| matches!(role, Role::Trap(..))), 2);
        let teleporters: Vec<(i32, i32)> = track
            .roles()
            .iter()
            .filter_map(|role| if let Role::Teleporter(dx, dy) = role { Some((*dx, *dy)) } else { None })
            .collect();
        assert_eq!(teleporters.len(), 4);
        for (dx, dy) in &teleporters {
            assert!((*dx, *dy) != (0, 0) && dx.abs() <= 4 && dy.abs() <= 4);
            assert!(teleporters.contains(&(-dx, -dy)), "no inverse of ({dx}, {dy}) in {teleporters:?}");
        }
    }
}

/// Small tracks without any demand on their starts, so that nothing is selected.
fn many_roles() -> Vec<Role> {
    let params = Params { min_starts: 1, ..params_for(3, 15, 1) };
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
            .filter_map(|role| if let Role::Trap(x, y) = role { Some((*x, *y)) } else { None })
            .collect(),
        9,
    );
    spread(
        roles
            .iter()
            .filter_map(|role| if let Role::Teleporter(x, y) = role { Some((*x, *y)) } else { None })
            .collect(),
        80,
    );
}

#[test]
fn rule_4_a_teleporter_acts_once() {
    let (_, track) =
        track(&["..a.b...", "........"], 7, &[('a', Role::Teleporter(2, 0)), ('b', Role::Teleporter(1, 1))]);
    assert_eq!(landing(&track, (1, 0), (1, 0)), "(4, 0)");
    assert_eq!(landing(&track, (3, 0), (1, 0)), "(5, 1)");
}

#[test]
fn rule_4_staying_and_being_blocked_on_a_teleporter_teleports() {
    let (_, track) = track(&[".a#..", "....."], 4, &[('a', Role::Teleporter(-1, 1))]);
    assert_eq!(landing(&track, (1, 0), (0, 0)), "(0, 1)");
    assert_eq!(landing(&track, (1, 0), (1, 0)), "(0, 1)");
}

#[test]
fn rule_4_one_can_be_teleported_into_death_and_into_the_goal() {
    let roles =
        [('a', Role::Teleporter(-2, 0)), ('b', Role::Teleporter(0, 1)), ('c', Role::Teleporter(2, 0))];
    let (_, track) = track(&[".abc..", "..#..."], 5, &roles);
    assert_eq!(landing(&track, (0, 0), (1, 0)), "death");
    assert_eq!(landing(&track, (1, 1), (1, -1)), "death");
    assert_eq!(landing(&track, (2, 1), (1, -1)), "goal");
}

/// A race on a drawn track, with parameters changed as wanted.
fn race(drawn: (Params, Track), change: impl FnOnce(&mut Params)) -> Race {
    let (mut params, track) = drawn;
    change(&mut params);
    Race::on_track(&params, track, stream())
}

/// Plays a turn in which all make the same move.
fn all_move(race: &mut Race, dx: i32, dy: i32) -> Flow {
    race.begin_turn();
    race.plan_all(|_, _| Plan::once(go(dx, dy)));
    race.advance(|_, _| Plan::NONE)
}

#[test]
fn rule_4_a_specimen_lives_through_exactly_as_many_moves_as_its_lifespan() {
    let mut race = race(track(&["..."], 2, &[]), |params| {
        params.lifespan = 100;
        params.children = 0;
    });
    for _ in 0..100 {
        assert_eq!(all_move(&mut race, 0, 0), Flow::Continue);
        assert_eq!(race.living(), 15);
    }
    assert_eq!(all_move(&mut race, 0, 0), Flow::Extinct);
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
    // Everybody starts on the wall at (0, 0), the only cell of the left edge.
    let drawn = || track(&["#...."], 4, &[]);
    let mut leaving = race(drawn(), |params| params.children = 0);
    assert!(leaving.specimens().all(|specimen| specimen.cell == 0));
    assert_eq!(all_move(&mut leaving, 1, 0), Flow::Continue);
    assert_eq!(leaving.living(), 15);
    let mut staying = race(drawn(), |params| params.children = 0);
    assert_eq!(all_move(&mut staying, 0, 0), Flow::Extinct);
}

#[test]
fn rule_4_a_start_on_a_teleporter_is_not_touched_until_its_own_turn() {
    let race = race(track(&["a...."], 4, &[('a', Role::Teleporter(2, 0))]), |params| params.children = 0);
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
    // The upper row is walled in; diagonal steps would lead out, so the wall is two cells thick.
    let (_, track) = track(&[".#....", "##....", "......"], 5, &[]);
    assert_eq!(track.starts(), [1, 2], "a start may be a wall that one can leave");
}

#[test]
fn rule_5_tracks_with_too_few_starts_are_discarded() {
    assert!(default_tracks(50).all(|track| track.starts().len() >= 10));
    let impossible = Params { start_within: 3, ..Params::default() };
    let error = Track::generate(&impossible, &mut stream()).unwrap_err();
    assert!(error.to_string().contains("min_starts = 10"), "{error}");
}

#[test]
fn rule_6_fewer_than_two_end_the_game() {
    let survivors = |count: usize| {
        let mut race = race(track(&["...."], 3, &[]), |_| {});
        race.begin_turn();
        let mut surviving = count;
        race.plan_all(|_, _| {
            let survives = surviving > 0;
            surviving -= usize::from(survives);
            Plan::once(go(if survives { 1 } else { -1 }, 0))
        });
        (race.advance(|_, _| Plan::NONE), race.living())
    };
    assert_eq!(survivors(2), (Flow::Continue, 12));
    assert_eq!(survivors(1), (Flow::Extinct, 1));
    assert_eq!(survivors(0), (Flow::Extinct, 0));
}

#[test]
fn rule_6_ten_children_are_born_at_starts_with_age_0() {
    let mut race = race(track(&["....", "...."], 3, &[]), |_| {});
    assert_eq!(race.newborn().len(), 15, "at the start all are new");
    all_move(&mut race, 1, 0);
    assert_eq!((race.living(), race.newborn().len()), (25, 10));
    assert!(race.newborn().iter().all(|child| race.age(child) == 0 && child.goals == 0 && child.cell < 2));
}

#[test]
fn rule_6_a_child_of_this_turn_is_no_parent() {
    // Every child is the complement of a parent, so a grandchild of the same turn would be a copy of an old one.
    let mut race = race(track(&["...."], 3, &[]), |params| {
        params.crossover = 0.0;
        params.mutation = 1.0;
        params.children = 200;
    });
    let old: Vec<u128> = race.specimens().map(|specimen| race.genome(specimen.slot)).collect();
    all_move(&mut race, 0, 0);
    for child in race.newborn() {
        let complement = race.genome(child.slot) ^ (u128::MAX >> 28);
        assert!(old.contains(&complement));
    }
}

#[test]
fn rule_6_the_parents_of_each_child_are_known() {
    let mut race = race(track(&["...", "..."], 2, &[]), |params| {
        (params.initial_population, params.children, params.crossover, params.mutation) = (9, 7, 0.3, 0.0);
    });
    for _ in 0..50 {
        assert_eq!(all_move(&mut race, 0, 0), Flow::Continue);
        assert_eq!(race.parents().len(), race.newborn().len());
        for (child, parents) in race.newborn().iter().zip(race.parents()) {
            let [child, mother, father] = [child.slot, parents[0], parents[1]].map(|slot| race.genome(slot));
            // Without mutation, each bit comes from one of the two.
            assert_eq!((child ^ mother) & (child ^ father), 0);
        }
    }
}

#[test]
fn rule_6_parents_are_distinct() {
    let mut fitness: Fitness = [1000, 1].into_iter().collect();
    fitness.sum_up();
    let mut stream = stream();
    for _ in 0..1000 {
        let (mother, father) = fitness.draw_pair(&mut stream);
        assert_ne!(mother, father);
    }
}

#[test]
fn rule_6_parents_are_drawn_in_proportion_to_their_fitness() {
    // More individuals than one group holds, with fitnesses from 1 to 5.
    let mut fitness: Fitness = (0..200).map(|index| 1 + index % 5).collect();
    fitness.sum_up();
    let (mut stream, mut first, mut second) = (stream(), [0u32; 5], [0u32; 5]);
    for _ in 0..150_000 {
        let (mother, father) = fitness.draw_pair(&mut stream);
        first[mother % 5] += 1;
        second[father % 5] += 1;
    }
    for (class, count) in first.iter().chain(&second).enumerate() {
        let expected = 10_000 * (class as u32 % 5 + 1);
        assert!(count.abs_diff(expected) < 500, "class {class}: {count} instead of {expected}");
    }
}

#[test]
fn rule_6_fitness_is_one_and_x_and_fifty_for_each_goal() {
    let mut race = race(track(&["...."], 3, &[]), |params| params.children = 0);
    all_move(&mut race, 1, 0);
    assert_eq!(race.best_fitness(), 2);
    all_move(&mut race, 1, 0);
    assert_eq!(race.best_fitness(), 3);
    all_move(&mut race, 1, 0);
    assert_eq!(race.best_fitness(), 51, "1, and 50 for the goal; the new x is 0");
}

fn breeder(crossover: f64, mutation: f64) -> Breeder {
    Breeder::new(&Params { crossover, mutation, ..Params::default() })
}

const ALL: u128 = u128::MAX >> 28;

#[test]
fn rule_7_without_crossover_and_mutation_a_child_is_one_of_its_parents() {
    let (breeder, mut stream, mut mothers) = (breeder(0.0, 0.0), stream(), 0);
    for _ in 0..1000 {
        let child = breeder.child(0, ALL, &mut stream);
        assert!(child == 0 || child == ALL);
        mothers += u32::from(child == 0);
    }
    assert!((440..560).contains(&mothers), "a fair coin picks the first parent, not {mothers} of 1000");
}

#[test]
fn rule_7_a_certain_switch_alternates_and_a_certain_flip_inverts() {
    let alternating = breeder(1.0, 0.0).child(0, ALL, &mut stream());
    assert!((0..99).all(|bit| alternating >> bit & 1 != alternating >> (bit + 1) & 1));
    let inverted = breeder(0.0, 1.0).child(12, 12, &mut stream());
    assert_eq!(inverted, 12 ^ ALL);
}

#[test]
fn rule_7_switches_and_flips_come_as_often_as_they_should() {
    let (breeder_of_switches, breeder_of_flips, mut stream) =
        (breeder(0.05, 0.0), breeder(0.0, 0.01), stream());
    let (mut switches, mut flips) = (0, 0);
    for _ in 0..20_000 {
        let child = breeder_of_switches.child(0, ALL, &mut stream);
        switches += ((child ^ child >> 1) & (ALL >> 1)).count_ones();
        flips += breeder_of_flips.child(0, 0, &mut stream).count_ones();
    }
    // 99 places between bits, 100 bits.
    assert!(switches.abs_diff(99_000) < 1_600, "{switches} switches");
    assert!(flips.abs_diff(20_000) < 700, "{flips} flips");
}

#[test]
fn rule_7_genomes_have_as_many_bits_as_they_should() {
    for bits in [1, 7, 64, 65, 100, 128] {
        let breeder = Breeder::new(&Params { genome_bits: bits, mutation: 0.5, ..Params::default() });
        let (mut stream, mut seen) = (stream(), 0);
        for _ in 0..200 {
            let genome = breeder.random_genome(&mut stream);
            seen |= genome | breeder.child(genome, !genome, &mut stream);
        }
        assert_eq!(seen, u128::MAX >> (128 - u32::from(bits)), "{bits} bits");
    }
}

#[test]
fn rule_8_a_game_has_so_many_turns_and_scores_one_more_than_its_goals() {
    let mut race = race(track(&["....."], 4, &[]), |params| params.turns = 3);
    assert_eq!(all_move(&mut race, 1, 0), Flow::Continue);
    assert_eq!(all_move(&mut race, 1, 0), Flow::Continue);
    assert_eq!(all_move(&mut race, 1, 0), Flow::Finished);
    assert_eq!((race.turn(), race.score()), (3, 1));
}

#[test]
fn rule_9_every_number_is_a_parameter_with_the_published_default() {
    let published = [
        ("turns", "10000"),
        ("width", "53"),
        ("height", "15"),
        ("goal_x", "49"),
        ("empty_colours", "8"),
        ("teleporter_colours", "4"),
        ("trap_colours", "2"),
        ("wall_colours", "2"),
        ("teleporter_reach", "4"),
        ("trap_reach", "1"),
        ("min_starts", "10"),
        ("start_within", "100"),
        ("view_distance", "2"),
        ("initial_population", "15"),
        ("lifespan", "100"),
        ("children", "10"),
        ("goal_bonus", "50"),
        ("genome_bits", "100"),
        ("crossover", "0.05"),
        ("mutation", "0.01"),
    ];
    let found = Params::default().rules();
    let found: Vec<(&str, &str)> = found.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_eq!(found, published);
}

#[test]
fn rule_9_senseless_parameters_are_refused() {
    let check = |settings: &[(&str, serde_json::Value)], expected: &str| {
        let errors = Params::resolve(settings.iter().map(|(name, value)| (*name, value))).unwrap_err();
        let words: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert!(words.iter().any(|words| words.contains(expected)), "{words:?} instead of {expected}");
    };
    check(&[("mutatoin", 0.1.into())], "there is no parameter `mutatoin`");
    check(
        &[("mutation", 1.5.into())],
        "`mutation = 1.5` makes no sense: it must be a number from 0.0 to 1.0",
    );
    check(&[("mutation", "much".into())], "`mutation = \"much\"` makes no sense");
    check(&[("turns", 0.into())], "`turns = 0` makes no sense: it must be a whole number from 1");
    check(&[("turns", (-5).into())], "`turns = -5`");
    check(&[("lifespan", 1.5.into())], "a whole number");
    check(&[("teleporter_colours", 3.into())], "is odd");
    check(&[("goal_x", 53.into())], "leaves no goal");
    check(&[("min_starts", 16.into())], "more than the 15 cells");
    check(&[("empty_colours", 36.into())], "36 apart");
    check(&[("width", 1000.into()), ("height", 1000.into())], "65000 cells");
    check(&[("audit", true.into()), ("turn_ms", 0.into())], "`audit = true`");
}

#[test]
fn rule_10_a_board_depends_on_its_seed_alone() {
    let params = Params::default();
    let picture = |seed: u64| {
        let race = Race::new(&params, Seed(seed)).unwrap();
        let mut cells = Vec::new();
        (0..params.cells() as u16).for_each(|cell| race.track().look(cell, 1, &mut cells));
        (cells, race.specimens().map(|specimen| race.genome(specimen.slot)).collect::<Vec<_>>())
    };
    assert_eq!(picture(5), picture(5));
    assert_ne!(picture(5).0, picture(6).0);
    assert_ne!(picture(5).1, picture(6).1);
}
