//! A bot that misbehaves loses the board, and has no effect on others.
#![expect(clippy::disallowed_methods, reason = "a test starts the program through a shell")]

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::common::{World, assert_mentions, lines_with, matches, mentions, testbot};

/// The number of boards in these tests. The bot misbehaves on about a third of them.
const BOARDS: &str = "9";

const SHORT: [&str; 6] = ["--boards", BOARDS, "--seed", "11", "--set", "turns=60"];

/// Plays boards on some of which the bot misbehaves in turn 20. Returns the matches with
/// their faults.
fn play(world: &World, bot: &str, more: &[&str]) -> Vec<Value> {
    matches(
        &world.play(
            &[&[bot], SHORT.as_slice(), &["--set", "turn_ms=1000", "--set", "move_us=0"], more].concat(),
        ),
        0,
    )
}

/// Checks that misbehaviour costs exactly the boards on which it happens, with this fault and this
/// fact about it, in one of several spellings, however many boards are in flight.
fn check(fault: &str, expected: &str, fact: &str) {
    let world = World::sharing_builds();
    let good = world.testbot("good", &[]);
    let bad = world.testbot("bad", &["--fault", fault, "--seed-divisible-by", "3"]);
    let undisturbed = play(&world, &good, &[]);
    let alone = play(&world, &bad, &["--concurrency", "1", "--in-flight", "1"]);
    let together = play(&world, &bad, &["--concurrency", "2", "--in-flight", "5"]);
    let mut faulty = 0;
    for ((undisturbed, alone), together) in undisturbed.iter().zip(&alone).zip(&together) {
        let Some(found) = alone["faults"].get(0) else {
            assert_eq!(alone, undisturbed);
            assert_eq!(together, undisturbed);
            continue;
        };
        assert_eq!(together["faults"].as_array().map(Vec::len), Some(1), "{together:#}");
        faulty += 1;
        assert_eq!(found["fault"], expected, "{found:#}");
        assert_eq!(together["faults"][0]["fault"], expected, "{together:#}");
        assert_eq!((&alone["score"], &together["score"]), (&Value::from(1.0), &Value::from(1.0)));
        assert!(alone["details"]["turns"] == 20, "{alone:#}");
        let ended = alone["ended"].as_str().unwrap();
        assert!(fact.split('|').any(|fact| mentions(ended, fact)), "{alone:#}");
        let limit = found["limit_bytes"].as_u64().map(|limit| limit.to_string()).unwrap_or_default();
        assert!(mentions(ended, &limit), "{alone:#}");
        assert!(found["sent"].as_str().unwrap().contains("turn 20"), "{found:#}");
    }
    assert!((1..9).contains(&faulty), "{faulty} faulty boards show nothing");
}

#[test]
fn an_exit() {
    check("exit", "crashed", "3");
}

#[test]
fn an_exit_that_looks_good() {
    check("exit-zero", "crashed", "0");
}

#[test]
fn a_signal() {
    check("abort", "crashed", "6");
}

#[test]
fn stopping_itself() {
    check("stop-itself", "late", "1.000");
}

#[test]
fn silence() {
    check("stall", "late", "1.000");
}

#[test]
fn a_byte_now_and_then() {
    check("trickle", "late", "1.000");
}

#[test]
fn half_a_line() {
    check("half", "late", "1.000");
}

#[test]
fn output_without_end() {
    check("flood", "flooded", "");
}

#[test]
fn standard_error_without_end() {
    check("flood-stderr", "late", "1.000");
}

#[test]
fn an_illegal_move() {
    check("illegal", "illegal", "2,0");
}

#[test]
fn an_error_of_the_submission() {
    check("raise", "crashed", "ZeroDivisionError: division by zero");
}

#[test]
fn letters_that_there_are_not() {
    check("letters", "malformed", "i");
}

#[test]
fn bytes_that_are_no_text() {
    check("nul", "malformed", r"\x00\xff\xfe\x00");
}

#[test]
fn an_answer_to_another_turn() {
    check("other-turn", "malformed", "20");
}

#[test]
fn an_answer_for_another_board() {
    check("other-board", "malformed", "63");
}

#[test]
fn a_closed_output() {
    check("close-stdout", "closed", "stdout");
}

#[test]
fn a_closed_input() {
    check("close-stdin", "closed", "stdin");
}

#[test]
fn a_process_left_behind() {
    // The orphan holds the pipe open, so the host notices the bot's exit only at the deadline.
    // `World::run` checks that the orphan does not outlive the host.
    check("daemon", "crashed", "0");
}

#[test]
fn an_extra_answer_is_never_taken_for_the_next_one() {
    for fault in ["twice", "flood-lines"] {
        let world = World::sharing_builds();
        let bad = world.testbot("bad", &["--fault", fault, "--seed-divisible-by", "3"]);
        let found = play(&world, &bad, &["--concurrency", "1", "--in-flight", "1"]);
        let undisturbed = play(&world, &world.testbot("good", &[]), &[]);
        let faulty = found.iter().filter(|one| one["faults"][0]["fault"] == "malformed").count();
        assert!((1..9).contains(&faulty));
        for (one, good) in found.iter().zip(&undisturbed) {
            assert!(one["faults"][0]["fault"] == "malformed" || one == good, "{one:#}");
        }
    }
}

#[test]
fn what_was_said_on_standard_error_is_shown_with_the_fault() {
    let world = World::sharing_builds();
    let bot = world.testbot("bad", &["--fault", "raise"]);
    let found = play(&world, &bot, &["--in-flight", "1"]);
    assert!(
        found.iter().all(|one| one["faults"][0]["stderr"] == "Traceback: line 7, in turn\n"),
        "{found:#?}"
    );
}

#[test]
fn time_on_another_board_does_not_count() {
    // Each reply takes about 240 ms of its limit of 1,000 ms, and nine boards are in flight.
    let world = World::sharing_builds();
    let slow = world.testbot("slow", &["--slow-ms", "60"]);
    let limits = ["--set", "turn_ms=1000", "--set", "move_us=0", "--set", "turns=4"];
    let arguments = ["--boards", "9", "--seed", "11", "--concurrency", "1", "--in-flight", "9"];
    let result = world.play(&[&[slow.as_str()], arguments.as_slice(), &limits].concat());
    assert!(matches(&result, 0).iter().all(|one| one["faults"] == Value::Array(Vec::new())), "{result:#}");
}

#[test]
fn a_bot_that_keeps_data_is_reported() {
    let world = World::sharing_builds();
    let bot = world.testbot("cheat", &["--keep-data"]);
    let game = [&bot, "--boards", "2", "--seed", "1", "--set", "turns=200", "--set", "audit=4"];
    let result = world.play(&game);
    let found = matches(&result, 0);
    assert!(found.iter().any(|one| one["details"]["caught_keeping_data"].is_u64()), "{result:#}");
    // The report names it more often than that of a bot that keeps no data, by its table and mean.
    let lines = |bot: &str, name: &str| {
        let run = world.run(&[&["play", "rat-race", bot], &game[1..]].concat());
        lines_with(&run.stdout, &[name])
    };
    assert!(lines(&bot, "cheat") > lines(&world.testbot("good", &[]), "good"));
}

#[test]
fn the_plain_dialect_plays() {
    let world = World::sharing_builds();
    let bot = world.testbot("plain", &["--plain"]);
    let result = world.play(&[&[bot.as_str()], SHORT.as_slice()].concat());
    for one in matches(&result, 0) {
        assert_eq!((&one["details"]["turns"], &one["faults"]), (&Value::from(60), &Value::Array(Vec::new())));
    }
}

/// A bot that never gets ready plays no matches. The output says why, and the exit code shows it.
/// Languages without a compiler are checked when they are built: the error names file and line, and
/// costs no match.
#[test]
fn a_syntax_error_fails_the_build() {
    let world = World::sharing_builds();
    let good = world.file("good.py", "p, me, r = map(int, input().split())\nprint(me % p + 1)\n");
    let broken = [
        ("unclosed.py", "import math\nprint(math.pi\n", "unclosed.py:2"),
        ("null.py", "print(1)\0\n", "null.py"),
        ("unclosed.rb", "x = 1\nputs(x\n", "unclosed.rb:2"),
        ("unclosed.js", "let x = 1;\nconsole.log(x;\n", "unclosed.js:2"),
    ];
    for (name, text, place) in broken {
        let bot = world.file(name, text);
        let arguments = ["play", "prisoners-dilemma", &bot, &good, &good, "--quiet", "--json", "--seed", "1"];
        let run = world.run(&[arguments.as_slice(), &["--set", "rounds_per_player=1"]].concat());
        assert_eq!(run.code, Some(5), "{name}: {}", run.stderr);
        let result: Value = serde_json::from_str(&run.stdout).unwrap();
        let players = result["players"].as_array().unwrap();
        let out = players.iter().find(|player| !player["out"].is_null()).unwrap();
        assert_eq!(out["out"]["fault"], "unbuildable", "{out:#}");
        assert_mentions(out["out"]["why"].as_str().unwrap(), &[place]);
    }
}

#[test]
fn bots_that_are_not_ready() {
    let check = |fault: &str| {
        let world = World::sharing_builds();
        let bad = world.testbot("bad", &["--greeting", fault]);
        let run = world.run(&[&["play", "rat-race", &bad], SHORT.as_slice()].concat());
        assert_eq!(run.code, Some(6), "{}", run.stderr);
        assert!(run.took < Duration::from_secs(30), "{:?}", run.took);
        let report = world.redacted(&format!("{fault}:\n{}", run.stdout));
        // Other bots play anyway.
        let good = world.testbot("good", &[]);
        let run = world.run(&[&["play", "rat-race", &bad, &good, "--json"], SHORT.as_slice()].concat());
        assert_eq!(
            (run.code, run.json()["submissions"][0]["matches"].as_array().unwrap().len()),
            (Some(6), 9)
        );
        report
    };
    let reports = ["exit", "version", "garbage", "refuse", "close", "flood", "silent"].map(check);
    insta::assert_snapshot!(reports.join("\n"));
}

/// With few open files allowed, the host plays some matches as usual and voids the others. No bot
/// is blamed.
#[test]
fn a_host_without_files_blames_nobody() {
    let world = World::sharing_builds();
    let bots = ["one", "other"].map(|name| world.testbot(name, &[]));
    let all = [&["play", "rat-race", "--json", "--quiet", &bots[0], &bots[1]], SHORT.as_slice()].concat();
    let mut codes = BTreeSet::new();
    for files in (12..84).step_by(6) {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -n {files}; exec \"$@\""), "sh"]);
        command.arg(env!("CARGO_BIN_EXE_rathaus")).args(&all).env("XDG_CACHE_HOME", world.cache());
        command.env("RATHAUS_TOOLS", testbot());
        let run = world.run_command(command);
        match run.code {
            Some(0) => assert!((0..2).all(|submission| faultless(&run.json(), submission))),
            // The words are the operating system's.
            Some(1) => assert_mentions(&run.stderr, &["Too many open files"]),
            _ => panic!("{files}: {:?} {}", run.code, run.stderr),
        }
        codes.insert(run.code);
    }
    assert_eq!(codes.len(), 2, "files were never few, or never enough");
}

fn faultless(result: &Value, submission: usize) -> bool {
    let all = matches(result, submission);
    !all.is_empty() && all.iter().all(|one| one["faults"] == serde_json::json!([]))
}
