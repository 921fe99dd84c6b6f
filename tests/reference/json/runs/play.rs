//! Runs of `rathaus play` and `rathaus compare`.

use serde_json::Value;

use super::super::Outputs;
use super::bots::{keeper, program, programs, racer, racers, unbuildable};
use super::{as_words, json, words};
use crate::common::{World, repository, sample};

/// Runs that do not depend on each other.
pub const GROUPS: [fn(&World) -> Outputs; 2] = [
    |world| {
        Outputs::from([
            ("play rat-race", rat_race(world)),
            ("play lights-out", lights_out(world)),
            ("play prisoners-dilemma", dilemma(world)),
        ])
    },
    |world| {
        Outputs::from([
            ("play grid-routing", grid_routing(world)),
            ("play custom", custom_game(world)),
            ("compare", comparisons(world)),
            ("compare elo", elo_tests(world)),
        ])
    },
];

/// Plays a game. `options` are separated by blanks.
fn play(world: &World, game: &str, bots: &[String], options: &str) -> Value {
    let options: Vec<&str> = options.split_whitespace().collect();
    json(world, &words(&[&["play", game, "--json", "--quiet"], &as_words(bots), &options]))
}

fn rat_race(world: &World) -> Vec<Value> {
    let others = vec![keeper(world), unbuildable(world), sample("color-score-python")];
    let bots = [racers(world), others].concat();
    let racer = [racer(world, "racer")];
    let ledger = ledger(world, &racer[0]);
    let few = "--set turns=20 --boards 1 --seed 7";
    vec![
        play(world, "rat-race", &bots, "--set turns=200 --set turn_ms=700 --boards 1 --seed 1"),
        play(world, "rat-race", &racer, "--set turns=20 --board-seed 1 --trusted"),
        play(world, "rat-race", &bots[..2], &format!("{few} --set turn_ms=700 --ledger {ledger}")),
    ]
}

/// A ledger in which this bot was posted in time, with the promise of the seed 7.
fn ledger(world: &World, bot: &str) -> String {
    let hash = |arguments: &[&str]| json(world, arguments)[0]["hash"].as_str().expect("a hash").to_owned();
    let (bot, seed) = (hash(&["commit", "--json", bot]), hash(&["commit", "--json", "--seed", "7"]));
    let text = format!(
        "deadline = 2014-05-09T00:00:00Z\nseed = {seed:?}\n[[posting]]\nplayer = \"racer\"\nhash = {bot:?}\n\
         posted = 2014-05-03T10:30:00Z\n[[posting]]\nplayer = \"absent\"\nhash = {seed:?}\nposted = 2014-05-03T10:30:00Z\n"
    );
    world.file("play-ledger.toml", &text)
}

fn lights_out(world: &World) -> Vec<Value> {
    let names = ["solver", "unsure", "none", "late", "crashed", "malformed", "illegal", "flooded"];
    let bots = [programs(world, &names), vec![unbuildable(world)]].concat();
    let small = "--size 2x3 --set solvable=false --set solve_ms=700 --set answer_bytes=10000";
    vec![
        play(world, "lights-out", &bots, &format!("{small} --boards 3 --seed 1")),
        play(world, "lights-out", &bots[..1], "--size 2x2 --board-seed 1 --trusted"),
    ]
}

fn dilemma(world: &World) -> Vec<Value> {
    let bots = programs(world, &["taker", "late", "crashed", "malformed", "flooded"]);
    let broken = [bots.as_slice(), &[unbuildable(world)]].concat();
    let quick = "--set rounds_per_player=1 --set time_ms=500 --set output_bytes=10000";
    let numbers = world.file("numbers.txt", "1\n2\n");
    let play = |bots: &[String], options: &str| {
        play(world, "prisoners-dilemma", bots, &format!("{quick} {options}"))
    };
    vec![
        play(&broken, "--seed 1"),
        play(&[&bots[..1], &bots[2..3]].concat(), "--check-determinism --seed 1"),
        play(&bots[..2], &format!("--seed-file {numbers} --order taker,late --trusted")),
    ]
}

fn grid_routing(world: &World) -> Vec<Value> {
    let bots = programs(world, &["builder", "late", "crashed", "malformed", "flooded"]);
    let bots = [bots, vec![vertex_outside(world), unbuildable(world)]].concat();
    let quick = "--set rounds=1 --set turns=2 --set side=6 --set question_ms=500 --seed 1";
    vec![
        play(world, "grid-routing", &bots, &format!("{quick} --disqualify-late")),
        play(world, "grid-routing", &bots[..1], &format!("{quick} --trusted")),
    ]
}

/// A bot that names a vertex outside of the grid.
fn vertex_outside(world: &World) -> String {
    let text = "import sys\nfor line in sys.stdin: print('VERTEX 999,0', flush=True)\n";
    world.file("programs/outside.py", text)
}

/// Connect four against each faulty bot, and in a match that plays to its end.
fn custom_game(world: &World) -> Vec<Value> {
    let game = repository().join("games/connect-four");
    let game = game.to_str().expect("a path in UTF-8");
    let dropper = program(world, "dropper");
    let others = ["late", "crashed", "malformed", "flooded", "dropper"];
    let meet = |other: &&str| play(world, game, &[dropper.clone(), program(world, other)], "--seed 1");
    let trusted = play(world, game, &[dropper.clone(), dropper.clone()], "--seed 1 --trusted");
    others.iter().map(meet).chain([trusted]).collect()
}

/// A comparison that decides, and one that does not.
fn comparisons(world: &World) -> Vec<Value> {
    let bots = programs(world, &["solver", "unsure"]);
    let compare = |bots: [&str; 2], most: &str| {
        let quick = ["--set", "columns=2", "--set", "rows=2", "--seed", "1", "--max-boards", most];
        json(world, &words(&[&["compare", "lights-out", "--json", "--quiet"], &bots, &quick]))
    };
    vec![compare([&bots[0], &bots[1]], "40"), compare([&bots[0], &bots[0]], "2")]
}

/// Asks both seats for a number, and adds to it what the opening gives to each seat.
const CHANCES: &str = r#"
import json, random
opening = random.Random(json.loads(input())["seed"])
gifts = [opening.randrange(3) for seat in (0, 1)]
print(json.dumps({"type": "ask", "asks": [{"seat": seat, "send": ["say"]} for seat in (0, 1)]}), flush=True)
answers = json.loads(input())["answers"]
scores = [int(answer["lines"][0]) + gift for answer, gift in zip(answers, gifts)]
print(json.dumps({"type": "end", "scores": scores, "reason": "both have chosen"}), flush=True)
"#;

/// A test of Elo that decides, one without a decision between equals, and one that is always won.
fn elo_tests(world: &World) -> Vec<Value> {
    world.file("chances/game.toml", "name = \"chances\"\nsource = \"game.py\"\nseats = 2\n");
    world.file("chances/game.py", CHANCES);
    let game = world.path("chances");
    let bot = |number: u32| {
        world.file(&format!("n{number}.sh"), &format!("while read line; do echo {number}; done\n"))
    };
    let compare = |bots: [u32; 2], elo1: &str| {
        let hypotheses = ["--elo0", "0", "--elo1", elo1, "--seed", "1", "--max-boards", "20"];
        let arguments = ["compare", game.to_str().expect("a path in UTF-8"), "--json", "--quiet"];
        json(world, &words(&[&arguments, &as_words(&bots.map(bot)), &hypotheses]))
    };
    vec![compare([2, 1], "200"), compare([1, 1], "5"), compare([9, 1], "5")]
}
