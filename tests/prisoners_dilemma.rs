//! The multiplayer prisoner's dilemma, through the binary.
#![expect(clippy::disallowed_methods, reason = "tests read what was written")]

mod common;

use common::{Run, World};

/// Much more than any program here takes: what comes out must not depend on how busy the machine is.
const PATIENT: [&str; 2] = ["--set", "time_ms=60000"];

fn data(name: &str) -> String {
    format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn play(world: &World, arguments: &[&str]) -> Run {
    world.run(&[&["play", "prisoners-dilemma", "--quiet"], arguments].concat())
}

/// The published seed file and the take log of the original judge, with the order of identifiers and the scores that go with
/// them (the game's reference). The plants are in Python 2, so a Python 2 or what translates it must be here.
#[test]
fn the_plants_play_as_they_did_before_the_original_judge() {
    let world = World::new();
    let log = world.path("takes").to_str().unwrap().to_owned();
    let plants = ["lazy", "wrathful", "greedy", "envious"]
        .map(|name| format!("{}/bots/prisoners-dilemma/{name}.py", env!("CARGO_MANIFEST_DIR")));
    let seed_file = data("pd_rand");
    let mut arguments: Vec<&str> = plants.iter().map(String::as_str).collect();
    arguments.extend([
        "--seed-file",
        &seed_file,
        "--order",
        "envious,greedy,lazy,wrathful",
        "--take-log",
        &log,
    ]);
    arguments.extend(PATIENT);
    let run = play(&world, &arguments);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let scores = "Final scores:\nenvious -199\ngreedy -100\nlazy -204\nwrathful -199\n";
    let rankings = "\nRankings:\n1. greedy -100\n2. envious -199\n3. wrathful -199\n4. lazy -204\n";
    assert!(run.stdout.starts_with(&format!("{scores}{rankings}")), "{}", run.stdout);
    let expected = std::fs::read_to_string(data("plants-takes.txt")).unwrap();
    assert_eq!(std::fs::read_to_string(log).unwrap(), expected);
}

/// Each counts as empty in the round in which it happens, and is said.
#[test]
fn misdeeds_are_reported_and_count_as_empty() {
    for (program, words) in [
        ("read p me r; echo $me", "which is the player's own identifier"),
        ("echo 7", "a take from 7"),
        ("echo 1,2", "found `1,2`"),
        ("read p me r; echo $((3 - me)); exit 3", "crashed: exit status 3"),
        ("kill -9 $$", "crashed: signal 9"),
        ("head -c 10000000 /dev/zero", "more than 4194304 bytes"),
    ] {
        let world = World::new();
        let bad = world.file("bad.sh", &format!("{program}\n"));
        let good = world.file("good.sh", "read p me r; echo $((3 - me))\n");
        let game = [bad.as_str(), &good, "--order", "bad,good", "--set", "rounds_per_player=1"];
        let run = play(&world, &[&game, PATIENT.as_slice()].concat());
        assert_eq!(run.code, Some(0), "{program}: {}", run.stderr);
        assert!(run.stdout.starts_with("Final scores:\nbad -4\ngood 2\n"), "{program}: {}", run.stdout);
        let said = run.stdout.contains(words) && run.stdout.contains("the same in 1 other round");
        assert!(said, "{program}: {}", run.stdout);
    }
}

#[test]
fn programs_that_are_not_deterministic_are_found() {
    let world = World::new();
    let dice = world.file("dice.sh", "read p me r; echo; echo $RANDOM$RANDOM$RANDOM\n");
    let steady = world.file("steady.sh", "exit 0\n");
    let run = play(&world, &[&[dice.as_str(), &steady, "--check-determinism"], PATIENT.as_slice()].concat());
    let words = "dice is not deterministic: of 5 calls made twice, it answered 5 otherwise";
    assert!(run.stdout.contains(words) && !run.stdout.contains("steady is not"), "{}", run.stdout);
}

#[test]
fn what_cannot_begin_is_refused_before_anything_runs() {
    let world = World::new();
    let [one, two] = ["one.sh", "two.sh"].map(|name| world.file(name, "exit 0\n"));
    let short = world.file("short", "1\n2\n");
    let broken = world.file("broken", "1\n18446744073709551616\n");
    for (arguments, code, words) in [
        (vec![&*one], 2, "at least 2 players"),
        (vec![&*one, &*two, "--seed-file", &*short], 2, "50 rounds, but there are numbers for only 2"),
        (vec![&*one, &*two, "--seed-file", &*broken], 3, "broken: line 2: expected a number from 0"),
        (vec![&*one, &*two, "--order", "one"], 2, "does not name the player `two`"),
        (vec![&*one, &*two, "--order", "one,one,two"], 2, "names the player `one` more than once"),
        (vec![&*one, &*two, "--order", "one,six"], 2, "names `six`, but the players are: one, two"),
        (vec![&*one, &*two, "--boards", "3"], 2, "--boards is not for the game prisoners-dilemma"),
    ] {
        let run = play(&world, &arguments);
        assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{arguments:?}: {}", run.stderr);
    }
}
