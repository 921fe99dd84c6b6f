//! A small race, played with an in-process bot.

use std::collections::BTreeMap;

use rathaus_protocol::rat_race::bot::{MoveFunctionBot, color_score};
use serde_json::{Value, json};

use super::super::RatRaceDialect;
use super::specimens::CellSpecimenCollector;
use super::*;
use crate::Seed;
use crate::parameters::BuiltInGameParameters;
use crate::testing::{play, reply, turn_reply};
use crate::view::SpecimenQueries;

/// The timeline of a race, and turn and population at each step.
fn timeline(params: &RatRaceParams) -> (Value, Vec<(u32, usize)>) {
    let (mut game, mut collector) =
        (RatRaceMatch::new(params, Seed(3), RatRaceDialect::Turns).unwrap(), TimelineCollector::default());
    let (mut bot, mut seen) = (MoveFunctionBot::new(color_score), Vec::new());
    let mut look = |game: &RatRaceMatch| {
        collector.step(game);
        seen.push((game.race().turn(), game.race().living()));
        let each = game.race().specimens().map(|specimen| game.race().fitness(specimen));
        assert_eq!(game.race().total_fitness(), each.sum::<u64>());
    };
    play(&mut game, |game, ask| {
        look(game);
        reply(turn_reply(&mut bot, ask))
    });
    look(&game);
    collector.over(&game);
    (Box::new(collector).finish().expect("a timeline"), seen)
}

fn params(settings: &[(&str, u32)]) -> RatRaceParams {
    let settings: BTreeMap<&str, Value> =
        settings.iter().map(|(name, value)| (*name, (*value).into())).collect();
    RatRaceParams::resolve(settings.iter().map(|(name, value)| (*name, value))).unwrap()
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap() as u64).collect()
}

#[test]
fn each_turn_has_a_frame_and_the_end_has_one() {
    let (timeline, seen) = timeline(&params(&[("turns", 120)]));
    assert_eq!(timeline["every"], 1);
    let turns: Vec<u64> = (0..=120).collect();
    assert_eq!(numbers(&timeline["frames"]["turns"]), turns);
    let living: Vec<u64> = seen.iter().map(|(_, living)| *living as u64).collect();
    assert_eq!(numbers(&timeline["frames"]["population"]), living);
    assert_eq!(timeline["track"]["colours"].as_array().unwrap().len(), 53 * 15);
    assert_eq!(timeline["track"]["roles"].as_array().unwrap().len(), 16);
}

#[test]
fn long_races_have_fewer_frames() {
    let every = |turns| TimelineBuilder::new(&params(&[("turns", turns)])).every;
    assert_eq!([every(10_000), every(10_001), every(1_000_000)], [1, 2, 100]);
    let large = params(&[("turns", 10_000), ("width", 1_000), ("height", 60)]);
    assert!(TimelineBuilder::new(&large).every as usize * MOST_LEVELS >= 10_000 * large.cells());
}

#[test]
fn lines_of_descent_lead_back_to_the_beginning() {
    let (timeline, _) = timeline(&params(&[("turns", 400), ("mutation", 0)]));
    let individuals = timeline["individuals"].as_object().unwrap();
    let bits = |genome: &Value| u128::from_str_radix(genome.as_str().unwrap(), 16).unwrap();
    let leaders = timeline["leaders"].as_array().unwrap();
    assert!(leaders.windows(2).all(|two| two[0]["fitness"].as_u64() < two[1]["fitness"].as_u64()));
    for leader in leaders.iter().chain([&timeline["winner"]]) {
        let mut one = &individuals[&leader["id"].to_string()];
        while let Some(parent) = one["parent"].as_u64() {
            let parent = &individuals[&parent.to_string()];
            assert!(parent["born"].as_u64() < one["born"].as_u64());
            let [own, from, other] = [&one["genome"], &parent["genome"], &one["other"]].map(bits);
            assert_eq!((own ^ from) & (own ^ other), 0, "each bit is of one of the two");
            assert!((own ^ from).count_ones() <= (own ^ other).count_ones());
            one = parent;
        }
        assert_eq!(one["born"], 0);
    }
}

#[test]
fn diversity_is_half_among_strangers_and_falls_among_relatives() {
    let (timeline, _) = timeline(&params(&[("turns", 3_000), ("mutation", 0), ("initial_population", 400)]));
    let share = timeline["diversity"]["share"].as_array().unwrap();
    let [first, last] = [&share[0], share.last().unwrap()].map(|share| share.as_f64().unwrap());
    assert!((0.45..0.55).contains(&first), "{first}");
    assert!(last < first / 2.0, "{last}");
}

#[test]
fn who_is_in_a_cell_at_some_moment_is_found() {
    let params = params(&[("turns", 200)]);
    let mut race = RatRaceMatch::new(&params, Seed(3), RatRaceDialect::Turns).unwrap();
    let mut bot = MoveFunctionBot::new(color_score);
    let (mut finder, mut expected) = (CellSpecimenCollector::new(150, 0), None);
    play(&mut race, |race, ask| {
        if race.race().turn() == 150 {
            // The fullest cell with few enough specimens that the finder lists all of them.
            let cells = race.race().specimens().map(|specimen| specimen.cell);
            let mut counts = BTreeMap::<CellIndex, usize>::new();
            cells.for_each(|cell| *counts.entry(cell).or_default() += 1);
            let told = counts.into_iter().filter(|(_, count)| *count <= 50);
            let (cell, count) = told.max_by_key(|(_, count)| *count).unwrap();
            finder = CellSpecimenCollector::new(150, cell);
            finder.step(race);
            let at = race.race().specimens().filter(|specimen| specimen.cell == cell);
            expected = Some((count, at.map(|specimen| race.race().fitness(specimen)).max().unwrap()));
        }
        reply(turn_reply(&mut bot, ask))
    });
    let (count, fittest) = expected.unwrap();
    let found = Box::new(finder).finish().expect("that turn was played");
    assert_eq!(found["all"], count);
    let numbers = |name: &str| -> Vec<u64> {
        found["genomes"].as_array().unwrap().iter().map(|group| group[name].as_u64().unwrap()).collect()
    };
    assert_eq!(numbers("count").iter().sum::<u64>(), count as u64);
    let fitness = numbers("fitness");
    assert_eq!(fitness[0], fittest);
    assert!(fitness.is_sorted_by(|one, next| one >= next));
    let mut late = CellSpecimenCollector::new(999, 0);
    late.over(&race);
    assert_eq!(Box::new(late).finish(), None, "that turn was never played");
}

#[test]
fn specimens_that_were_asked_for_come_first_among_the_genomes() {
    let params = params(&[("turns", 400)]);
    let (mut timeline, _) = timeline(&params);
    let before = params.genomes(&timeline);
    assert!(!before.is_empty() && before.len() <= 40);
    assert!(!params.pick(&mut timeline, 7, 3, &json!({ "all": 0, "genomes": [] })));
    let found = json!({ "all": 1, "genomes": [{ "genome": "1f", "count": 1 }] });
    assert!(params.pick(&mut timeline, 7, 3, &found));
    assert_eq!(timeline["picked"], json!([{ "turn": 7, "cell": 3, "genome": "1f", "count": 1 }]));
    assert_eq!(params.genomes(&timeline)[0], 0x1f);
    assert_eq!(params.genomes(&timeline)[1..], before[..]);
}

#[test]
fn genomes_have_no_more_bits_than_the_race() {
    let params = params(&[]);
    assert_eq!(params.genome("ff"), Ok(255));
    assert!(params.genome(&"f".repeat(26)).is_err(), "104 bits");
    assert!(params.genome("-1").is_err() && params.genome("").is_err());
}
