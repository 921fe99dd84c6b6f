//! Between turns: births, and the choice of parents.

use super::{all_move, go, race, stream};
use crate::rat_race::fitness::FitnessWeightedSampler;
use crate::rat_race::race::RaceStatus;
use crate::rat_race::specimen::PackedNextMove;
use crate::rat_race::tests::tracks::track;

#[test]
fn rule_6_fewer_than_two_end_the_game() {
    let survivors = |count: usize| {
        let mut race = race(track(&["...."], 3, &[]), |_| {});
        race.begin_turn();
        let mut surviving = count;
        race.plan_all(|_, _| {
            let survives = surviving > 0;
            surviving -= usize::from(survives);
            PackedNextMove::once(go(if survives { 1 } else { -1 }, 0))
        });
        (race.advance(|_, _| PackedNextMove::NONE), race.living())
    };
    assert_eq!(survivors(2), (RaceStatus::Continue, 12));
    assert_eq!(survivors(1), (RaceStatus::Extinct, 1));
    assert_eq!(survivors(0), (RaceStatus::Extinct, 0));
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
    // Every child is the complement of a parent. So a grandchild in the same turn would be a copy
    // of an old specimen.
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
        assert_eq!(all_move(&mut race, 0, 0), RaceStatus::Continue);
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
    let mut fitness: FitnessWeightedSampler = [1000, 1].into_iter().collect();
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
    let mut fitness: FitnessWeightedSampler = (0..200).map(|index| 1 + index % 5).collect();
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
