//! `rathaus compare`, as a user runs it.

use serde_json::Value;

use crate::common::{World, assert_line_mentions, repository, sample};

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
    for (code, fact, arguments) in [
        (2, "rathaus tournament standings", ["grid-routing", "a", "b"].as_slice()),
        (2, "0.5", &["rat-race", &bot, &bot, "--margin", "0.5"]),
        (3, "missing", &["rat-race", &bot, "missing"]),
        (6, "mute", &["rat-race", &bot, &mute, "--set", "turns=50"]),
    ] {
        world.run(&[&["compare"], arguments].concat()).assert_refused(code, &[fact]);
    }
}
