//! Chess between UCI engines: the game of the repository, with engines of these tests and, where it
//! is installed, with Stockfish.
#![expect(clippy::disallowed_macros, reason = "an engine that is skipped is named")]

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::{World, repository};
use crate::games::done;

fn game() -> String {
    repository().join("games/chess").display().to_string()
}

fn greedy() -> String {
    repository().join("games/chess/bots/greedy.py").display().to_string()
}

/// An engine that replies to `go` with this shell code.
fn engine(world: &World, name: &str, go: &str) -> String {
    let script = format!(
        "while read -r word rest; do case $word in\n\
         uci) echo 'option name Hash type spin'; echo uciok;;\n\
         setoption) echo \"$rest\" >&2;;\n\
         isready) echo readyok;;\n\
         stop|ponderhit) echo \"info string $word\"; echo 'bestmove e7e5';;\n\
         quit) exit;;\n\
         go) {go};;\n\
         esac; done\n"
    );
    world.file(name, &script)
}

/// Plays a game without a clock, and returns its JSON.
fn play(world: &World, white: &str, black: &str, settings: &[&str]) -> Value {
    let game = game();
    let mut arguments = vec!["play", &game, white, black, "--seed", "2", "--json"];
    for setting in settings {
        arguments.extend(["--set", setting]);
    }
    done(world, &arguments).json()
}

pub(crate) fn scores(played: &Value) -> [f64; 2] {
    let players = played["players"].as_array().unwrap();
    let of = |seat: usize| {
        players.iter().find(|player| player["seat"] == seat).unwrap()["score"].as_f64().unwrap()
    };
    [of(0), of(1)]
}

pub(crate) fn faults(played: &Value, seat: usize) -> Vec<String> {
    let players = played["players"].as_array().unwrap();
    let player = players.iter().find(|player| player["seat"] == seat).unwrap();
    player["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| fault["fault"].as_str().unwrap().to_owned())
        .collect()
}

const FIXED: [&str; 2] = ["base_ms=0", "nodes=100"];

#[test]
fn a_tournament_of_engines_comes_out_the_same_at_any_concurrency_and_has_its_games() {
    let world = World::sharing_builds();
    let random = engine(&world, "mute.sh", "echo 'bestmove 0000'");
    let standings = |concurrency: usize| {
        let stem = format!("t{concurrency}");
        let entrants = json!([greedy(), random]).to_string();
        world.file(
            &format!("{stem}.toml"),
            &format!(
                "game = {:?}\nseed = 4\ngames = 2\nentrants = {entrants}\n[parameters]\nbase_ms = 0\nnodes = 9\n\
                 [running]\nconcurrency = {concurrency}\n",
                game()
            ),
        );
        done(&world, &["tournament", "run", &format!("{stem}.toml")]);
        done(&world, &["tournament", "standings", &format!("{stem}.toml"), "--format", "json"]).json()
    };
    let (one, two) = (standings(1), standings(2));
    assert_eq!(one["entrants"], two["entrants"]);
    assert_eq!(one["entrants"][0]["name"], "greedy", "{one:#}");
    let games = done(&world, &["tournament", "export", "pgn", "--file", "t1.toml"]).stdout;
    assert_eq!(games.matches("[White \"greedy\"]").count(), 2, "{games}");
    assert_eq!(games.matches("[Black \"greedy\"]").count(), 2, "{games}");
    let mut command = world.command(&["tournament", "export", "sgf", "--file", "t1.toml"]);
    command.current_dir(world.path(""));
    let run = world.run_command(command);
    assert_eq!(run.code, Some(2));
}

#[test]
fn two_engines_play_to_the_end() {
    let world = World::sharing_builds();
    let played = play(&world, &greedy(), &greedy(), &[FIXED[0], FIXED[1], "max_moves=20"]);
    let pgn = played["details"]["pgn"].as_str().unwrap();
    assert!(pgn.contains("[FEN ") && pgn.ends_with(" 1/2-1/2\n"), "{pgn}");
    assert!(played["stats"][0]["moves"].as_f64() > Some(10.0), "{played:#}");
    assert_eq!(faults(&played, 0).len() + faults(&played, 1).len(), 0);
    // An engine always plays the same with the same seed.
    assert_eq!(
        play(&world, &greedy(), &greedy(), &[FIXED[0], FIXED[1], "max_moves=20"])["details"],
        played["details"]
    );
}

#[test]
fn an_engine_that_breaks_the_rules_loses() {
    let world = World::sharing_builds();
    let white = |go: &str| {
        let engine = engine(&world, "white.sh", go);
        let played = play(&world, &engine, &greedy(), &[FIXED[0], FIXED[1], "openings=none"]);
        (scores(&played), faults(&played, 0).join(" "))
    };
    assert_eq!(white("echo 'bestmove e2e5'"), ([0.0, 1.0], "illegal".into()));
    assert_eq!(white("echo 'bestmove'"), ([0.0, 1.0], "illegal".into()));
    assert_eq!(white("exit 3"), ([0.0, 1.0], "crashed".into()));
}

#[test]
fn an_engine_whose_clock_runs_out_loses() {
    let world = World::sharing_builds();
    let slow = engine(&world, "slow.sh", "sleep 5; echo 'bestmove e2e4'");
    let played = play(&world, &slow, &greedy(), &["openings=none", "base_ms=700", "margin_ms=0"]);
    assert_eq!((scores(&played), faults(&played, 0)), ([0.0, 1.0], vec!["late".to_owned()]), "{played:#}");
    let limit = played["players"][1]["faults"][0]["limit_seconds"].as_f64().unwrap();
    assert!((0.0..=0.7).contains(&limit), "{played:#}");
}

#[test]
fn bad_scores_resign_and_even_ones_agree_to_a_draw() {
    let world = World::sharing_builds();
    // Both shuffle a knight back and forth.
    let shuffle = |name: &str, score: &str, moves: [&str; 2]| {
        let go = format!(
            "n=$((n + 1)); echo 'info depth 9 score cp {score}'; \
             if [ $((n % 2)) = 1 ]; then echo 'bestmove {}'; else echo 'bestmove {}'; fi",
            moves[0], moves[1]
        );
        engine(&world, name, &go)
    };
    let white = shuffle("white.sh", "5", ["g1f3", "f3g1"]);
    let even = shuffle("even.sh", "-3", ["g8f6", "f6g8"]);
    let bad = shuffle("bad.sh", "-900", ["g8f6", "f6g8"]);
    let fixed = ["openings=none", "base_ms=0", "nodes=9"];
    let resigned = play(&world, &white, &bad, &[&fixed[..], &["resign_moves=2"]].concat());
    assert_eq!(
        (scores(&resigned), resigned["stats"][1]["depth"].as_f64()),
        ([1.0, 0.0], Some(9.0)),
        "{resigned:#}"
    );
    assert_eq!(resigned["stats"][1]["moves"].as_f64(), Some(2.0));
    let drawn = play(&world, &white, &even, &[&fixed[..], &["draw_moves=2", "draw_after=1"]].concat());
    assert_eq!((scores(&drawn), drawn["stats"][0]["moves"].as_f64()), ([0.5, 0.5], Some(2.0)), "{drawn:#}");
    // Without agreement, the position is repeated.
    let repeated = play(&world, &white, &even, &fixed);
    assert_eq!(
        (scores(&repeated), repeated["stats"][0]["moves"].as_f64()),
        ([0.5, 0.5], Some(4.0)),
        "{repeated:#}"
    );
}

#[test]
fn an_engine_ponders_on_the_move_that_it_expects() {
    let world = World::sharing_builds();
    // Black expects g1f3 after its first move, and rightly: it gets `ponderhit`, and its engine
    // replies to that with another move than to `go`.
    let white = engine(
        &world,
        "white.sh",
        "n=$((n + 1)); [ $n = 1 ] && echo 'bestmove e2e4' || echo 'bestmove g1f3'",
    );
    let black = engine(
        &world,
        "black.sh",
        "case $rest in ponder*) ;; *) n=$((n + 1)); [ $n = 1 ] && echo 'bestmove a7a6 ponder g1f3' || echo 'bestmove 0000';; esac",
    );
    let fixed = ["openings=none", "base_ms=0", "nodes=9", "ponder=true"];
    let played = play(&world, &white, &black, &fixed);
    let pgn = played["details"]["pgn"].as_str().unwrap();
    assert!(pgn.contains("1. e4 a6 2. Nf3 e5 "), "{pgn}");
}

#[test]
fn stockfish_beats_a_greedy_engine_on_the_clock() {
    let installed =
        ["/usr/games/stockfish", "/usr/bin/stockfish"].iter().any(|path| Path::new(path).exists());
    if !installed {
        return eprintln!("skipped: stockfish is not installed");
    }
    let world = World::sharing_builds();
    let stockfish = repository().join("games/chess/bots/stockfish").display().to_string();
    for settings in [
        &["base_ms=20000"][..],
        &["base_ms=20000", "ponder=true"],
        &["nodes=300", "base_ms=0", "openings=chess960"],
    ] {
        let played = play(&world, &stockfish, &stockfish, &[settings, &["max_moves=6"]].concat());
        assert_eq!(faults(&played, 0).len() + faults(&played, 1).len(), 0, "{played:#}");
        assert_eq!(scores(&played), [0.5, 0.5], "{played:#}");
    }
    let played = play(&world, &stockfish, &greedy(), &["nodes=3000", "base_ms=0"]);
    assert_eq!(scores(&played), [1.0, 0.0], "{played:#}");
}

#[test]
fn games_begin_where_the_games_of_a_pgn_end() {
    let world = World::sharing_builds();
    crate::games::copy(&repository().join("games/chess"), &world.path("games/chess"));
    std::fs::remove_file(world.path("games/chess/openings.epd")).unwrap();
    let pgn = "[Event \"one\"]\n\n1. e4 {best (by test)} e5 2. Nf3 $1 (2. f4 exf4 (2... d5)) Nc6! *\n\n\
               [Event \"other\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 ; a comment\nKe7 1/2-1/2\n";
    world.file("games/chess/openings.pgn", pgn);
    let greedy = greedy();
    let begins: BTreeSet<String> = (0..8)
        .map(|seed| {
            let seed = seed.to_string();
            let play = ["play", "games/chess", &greedy, &greedy, "--seed", &seed, "--json"];
            let played = done(&world, &[&play[..], &["--set", "max_moves=3"]].concat()).json();
            let pgn = played["details"]["pgn"].as_str().unwrap().to_owned();
            let begin = pgn.lines().find_map(|line| line.strip_prefix("[FEN \""));
            begin.unwrap_or_else(|| panic!("{pgn}")).to_owned()
        })
        .collect();
    let wanted = [
        "8/4k3/8/8/4P3/8/8/4K3 w - - 1 2\"]",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\"]",
    ];
    assert_eq!(begins, wanted.map(String::from).into());
}
