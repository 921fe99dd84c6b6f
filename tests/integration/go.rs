//! Go between GTP engines: the game of the repository, with its bots, with engines of these tests
//! and, where it is installed, with GNU Go.
#![expect(clippy::disallowed_macros, reason = "an engine that is skipped is named")]
#![expect(clippy::disallowed_methods, reason = "the tests of the rules are a program")]

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::chess::{faults, scores};
use crate::common::{World, repository};
use crate::games::done;

fn game() -> String {
    repository().join("games/go").display().to_string()
}

/// A bot of the game.
fn bot(name: &str) -> String {
    repository().join("games/go/bots").join(name).display().to_string()
}

fn random() -> String {
    bot("random_go.py")
}

/// An engine that accepts all commands, except that these arms of a `case` in a shell are first.
fn engine(world: &World, name: &str, arms: &str) -> String {
    let script = format!(
        "while read -r word rest; do case $word in\n\
         {arms}\n\
         list_commands) echo '= time_settings'; echo time_left; echo;;\n\
         quit) exit;;\n\
         *) echo '='; echo;;\n\
         esac; done\n"
    );
    world.file(name, &script)
}

/// Plays a game on an empty board, and returns its JSON.
fn play(world: &World, black: &str, white: &str, settings: &[&str]) -> Value {
    let game = game();
    let mut arguments = vec!["play", &game, black, white, "--seed", "2", "--json", "--set", "opening=0"];
    for setting in settings {
        arguments.extend(["--set", setting]);
    }
    done(world, &arguments).json()
}

/// No clock, and enough time for each move on a busy machine.
const FIXED: [&str; 2] = ["base_ms=0", "move_ms=60000"];

#[test]
fn the_rules_pass_their_own_tests() {
    let mut tests = Command::new("python3");
    tests.arg("-B").arg(repository().join("tests/go_rules/test_rules.py")).env("PYTHONPATH", game());
    let output = tests.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_tournament_of_engines_comes_out_the_same_at_any_concurrency_and_has_its_games() {
    let world = World::sharing_builds();
    let entrants = json!([random(), bot("capturer.mjs")]).to_string();
    let standings = |concurrency: usize| {
        let stem = format!("t{concurrency}.toml");
        world.file(
            &stem,
            &format!(
                "game = {:?}\nseed = 4\ngames = 2\nentrants = {entrants}\n\
                 [parameters]\nbase_ms = 0\nmove_ms = 60_000\nsize = 7\n\
                 [running]\nconcurrency = {concurrency}\n",
                game()
            ),
        );
        done(&world, &["tournament", "run", &stem]);
        done(&world, &["tournament", "standings", &stem, "--format", "json"]).json()
    };
    let (one, two) = (standings(1), standings(2));
    assert_eq!(one["entrants"], two["entrants"]);
    assert_eq!(one["entrants"][0]["name"], "capturer", "{one:#}");
    assert!(one["entrants"].as_array().unwrap().iter().all(|entrant| entrant["faulty"] == 0), "{one:#}");
    assert!(one["entrants"][0]["stats"]["captures"]["mean"].as_f64() > Some(0.0), "{one:#}");
    let games = done(&world, &["tournament", "export", "sgf", "--file", "t1.toml"]).stdout;
    for names in ["PB[capturer]PW[random_go]", "PB[random_go]PW[capturer]"] {
        assert_eq!(games.matches(names).count(), 2, "{games}");
    }
}

#[test]
fn an_engine_that_breaks_the_rules_loses() {
    let world = World::sharing_builds();
    for (arms, fault, why) in [
        ("genmove) echo '= C3'; echo;;", "illegal", "C3 is occupied"),
        ("genmove) echo '= I5'; echo;;", "malformed", "did not move"),
        ("genmove) echo '? no'; echo;;", "malformed", "did not accept `genmove b`"),
        ("boardsize) echo '? no'; echo;;", "malformed", "did not accept `boardsize 9`"),
        ("genmove) exit 3;;", "crashed", "did not reply to `genmove b`: crashed"),
        ("genmove) echo '= resign'; echo;;", "", "resigned"),
    ] {
        let black = engine(&world, "black.sh", arms);
        let played = play(&world, &black, &random(), &FIXED);
        assert_eq!((scores(&played), faults(&played, 0).join(" ")), ([0.0, 1.0], fault.into()), "{played:#}");
        let ended = played["ended"].as_str().unwrap();
        assert!(ended.starts_with("White wins: Black ") && ended.contains(why), "{ended}");
        assert!(faults(&played, 1).is_empty(), "{played:#}");
    }
}

#[test]
fn an_engine_whose_clock_runs_out_loses() {
    let world = World::sharing_builds();
    let slow = engine(&world, "slow.sh", "genmove) sleep 5; echo '= C3'; echo;;");
    for settings in [["base_ms=700", "margin_ms=0"], ["base_ms=0", "move_ms=700"]] {
        let played = play(&world, &slow, &random(), &settings);
        assert_eq!(
            (scores(&played), faults(&played, 0)),
            ([0.0, 1.0], vec!["late".to_owned()]),
            "{played:#}"
        );
        assert!(played["details"]["sgf"].as_str().unwrap().contains("RE[W+T]"), "{played:#}");
    }
}

#[test]
fn an_engine_is_told_the_time() {
    let world = World::sharing_builds();
    let passes = engine(&world, "passes.sh", "genmove) echo '= pass'; echo;;");
    for (settings, told) in [
        (&["base_ms=20000"][..], "time_settings 20 0 0 time_left b 20 0"),
        (&["base_ms=20000", "moves=30"][..], "time_settings 0 20 30 time_left b 20 30"),
        (&["base_ms=0", "move_ms=20000"][..], "time_settings 0 20 1"),
    ] {
        let arms = format!(
            "time_*) told=\"$told $word $rest\"; echo '='; echo;;\n\
             genmove) [ \"$told\" = ' {told}' ] && echo '= pass' || echo \"? $told\"; echo;;"
        );
        let black = engine(&world, "told.sh", &arms);
        let played = play(&world, &black, &passes, settings);
        assert_eq!(played["ended"], "White wins by 7.5 points", "{played:#}");
    }
}

#[test]
fn gnu_go_beats_a_random_player() {
    let installed = ["/usr/games/gnugo", "/usr/bin/gnugo", "/usr/local/bin/gnugo"]
        .iter()
        .any(|path| Path::new(path).exists());
    if !installed {
        return eprintln!("skipped: gnugo is not installed");
    }
    let world = World::sharing_builds();
    let played = play(&world, &bot("gnugo"), &random(), &[FIXED[0], FIXED[1], "size=7"]);
    assert_eq!(scores(&played), [1.0, 0.0], "{played:#}");
    assert_eq!(faults(&played, 0).len() + faults(&played, 1).len(), 0, "{played:#}");
}
