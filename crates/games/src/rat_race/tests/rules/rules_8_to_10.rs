//! The match as a whole, and its parameters.

use super::{all_move, race};
use crate::Seed;
use crate::parameters::BuiltInGameParameters;
use crate::rat_race::RatRaceParams;
use crate::rat_race::race::{Race, RaceStatus};
use crate::rat_race::tests::tracks::track;

#[test]
fn rule_8_a_game_has_so_many_turns_and_scores_one_more_than_its_goals() {
    let mut race = race(track(&["....."], 4, &[]), |params| params.turns = 3);
    assert_eq!(all_move(&mut race, 1, 0), RaceStatus::Continue);
    assert_eq!(all_move(&mut race, 1, 0), RaceStatus::Continue);
    assert_eq!(all_move(&mut race, 1, 0), RaceStatus::Finished);
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
    let found = RatRaceParams::default().rules();
    let found: Vec<(&str, &str)> = found.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_eq!(found, published);
}

#[test]
fn rule_9_senseless_parameters_are_refused() {
    let check = |settings: &[(&str, serde_json::Value)], expected: &str| {
        let errors = RatRaceParams::resolve(settings.iter().map(|(name, value)| (*name, value))).unwrap_err();
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
    let params = RatRaceParams::default();
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
