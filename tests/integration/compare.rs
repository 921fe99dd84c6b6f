//! `rathaus compare`, as a user runs it.

use serde_json::Value;

use crate::common::{World, assert_line_mentions, repository, sample};
use crate::games::seven;

fn solver(name: &str) -> String {
    repository().join("bots/lights-out").join(name).to_str().unwrap().into()
}

fn compare(world: &World, arguments: &[&str]) -> Value {
    let run = world.run(&[&["compare", "--json", "--quiet", "--seed", "1"], arguments].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.json()
}

#[test]
fn the_better_one_is_found_whichever_it_is() {
    let world = World::sharing_builds();
    let hopeless = world.file("hopeless.py", "input()\nprint('none')\n");
    let good = solver("elimination.cpp");
    for (one, other, decision) in [(&good, &hopeless, "first"), (&hopeless, &good, "second")] {
        let result = compare(&world, &["lights-out", one, other, "--set", "columns=3", "--set", "rows=3"]);
        assert_eq!(result["decision"], decision, "{result:#}");
        assert!(result["boards"].as_u64() < Some(60), "{result:#}");
    }
}

#[test]
fn one_bot_is_no_better_than_itself() {
    let world = World::sharing_builds();
    let bot = sample("look-ahead");
    let short = ["--set", "turns=200", "--margin", "3"];
    let arguments = [&["rat-race", &bot, &bot], short.as_slice()].concat();
    let result = compare(&world, &arguments);
    assert_eq!((&result["decision"], result["difference"].as_f64()), (&"neither".into(), Some(1.0)));
    let text = world.run(&[&["compare", "--quiet", "--seed", "1"], arguments.as_slice()].concat()).stdout;
    assert_line_mentions(&text, &[result["verdict"].as_str().unwrap()]);
    assert_line_mentions(result["verdict"].as_str().unwrap(), &["3"]);
}

/// The test gets results in the order of the boards, not in the order of completion.
#[test]
fn the_same_seed_gives_the_same_verdict_at_any_concurrency() {
    let world = World::sharing_builds();
    let (one, other) = (sample("color-score-cpp"), sample("blind-faith"));
    let of = |concurrency: &str| {
        let few = ["--set", "turns=800", "--max-boards", "40", "--concurrency", concurrency];
        compare(&world, &[&["rat-race", &one, &other], few.as_slice()].concat())
    };
    let once = of("1");
    assert_eq!(once, of("3"));
    assert_eq!((&once["decision"], &once["boards"]), (&Value::Null, &40.into()), "{once:#}");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let world = World::sharing_builds();
    let bot = sample("look-ahead");
    let mute = world.testbot("mute", &["--greeting", "exit"]);
    let auction = repository().join("games/auction").to_str().unwrap().to_owned();
    for (code, fact, arguments) in [
        (2, "--field", ["grid-routing", "a", "b"].as_slice()),
        (2, "--field", &["rat-race", "a", "b", "--field", "c"]),
        (2, "3 seats", &[&auction, "a", "--against", "b", "--field", "c"]),
        (2, "<B>", &["grid-routing", "a"]),
        (2, "0.5", &["rat-race", &bot, &bot, "--margin", "0.5"]),
        (3, "missing", &["rat-race", &bot, "missing"]),
        (6, "mute", &["rat-race", &bot, &mute, "--set", "turns=50"]),
    ] {
        world.run(&[&["compare"], arguments].concat()).assert_refused(code, &[fact]);
    }
}

/// A bot for the game of numbers, which always names this one.
fn number(world: &World, number: u32) -> String {
    world.file(&format!("n{number}.sh"), &format!("while read line; do echo {number}; done\n"))
}

/// What counts is how many of the field a bot beats, not whether it beats the other.
#[test]
fn a_field_decides_which_one_is_better() {
    let world = World::sharing_builds();
    seven(&world, "unused.toml", "");
    let [low, middle, high] = [10, 20, 30].map(|one| number(&world, one));
    let fields = [number(&world, 15), number(&world, 16), number(&world, 5)];
    let game = world.path("games/mine").to_str().unwrap().to_owned();
    let of = |one: &str, other: &str, concurrency: &str| {
        let options = ["--margin", "0.5", "--concurrency", concurrency, "--field"];
        let fields = fields.iter().map(String::as_str);
        let words: Vec<&str> =
            [game.as_str(), one, "--against", other].into_iter().chain(options).chain(fields).collect();
        compare(&world, &words)
    };
    let result = of(&low, &middle, "2");
    assert_eq!(
        (&result["decision"], &result["bots"][1]["name"]),
        (&"second".into(), &"n20".into()),
        "{result:#}"
    );
    assert_eq!(result["bots"].as_array().unwrap().len(), 2);
    assert_eq!(result, of(&low, &middle, "1"));
    assert_eq!(of(&middle, &high, "2")["decision"], "neither");
}

#[test]
fn the_dilemma_is_compared_in_a_field() {
    let world = World::sharing_builds();
    let bot =
        |name: &str| repository().join("bots/prisoners-dilemma").join(name).to_str().unwrap().to_owned();
    let [one, other] = ["greedy.py", "lazy.py"].map(bot);
    let field = ["titfortat.sh", "regular.py", "envious.py"].map(bot);
    let options = ["--margin", "0.5", "--set", "rounds_per_player=2", "--max-boards", "30", "--field"];
    let words: Vec<&str> = ["prisoners-dilemma", &one, "--against", &other]
        .into_iter()
        .chain(options)
        .chain(field.iter().map(String::as_str))
        .collect();
    let result = compare(&world, &words);
    assert_eq!(result["boards"], 8, "{result:#}");
    // Each plays once on each opening, against all three.
    for bot in result["bots"].as_array().unwrap() {
        let scores = bot["scores"].as_array().unwrap();
        let in_sixths = |score: &Value| (score.as_f64().unwrap() * 6.0).fract().abs() < 1e-9;
        assert!(scores.len() == 8 && scores.iter().all(in_sixths), "{result:#}");
    }
}
