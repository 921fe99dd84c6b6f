//! Replays of matches without their bots, and dialogue logs, through the binary.
#![expect(clippy::disallowed_methods, reason = "tests look at what was written")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::common::{Run, World, assert_line_mentions, assert_mentions, lines_with, repository, sample};
use crate::forgery::forge;

fn bot(game: &str, name: &str) -> String {
    repository().join("bots").join(game).join(name).to_str().unwrap().into()
}

/// Plays, and returns the paths of the replays, sorted by name.
fn recorded(world: &World, arguments: &[&str]) -> Vec<PathBuf> {
    let folder = world.path("replays");
    let run =
        world.run(&[&["play"], arguments, &["--quiet", "--replays", folder.to_str().unwrap()]].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn replay(world: &World, file: &std::path::Path, more: &[&str]) -> Run {
    world.run(&[&["replay", file.to_str().unwrap()], more].concat())
}

/// The output of a replay, which must have the same result.
fn shown(world: &World, file: &std::path::Path, more: &[&str]) -> String {
    let run = replay(world, file, more);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    run.stdout
}

/// The line of a replay that says whether the match had the recorded result.
fn verdict(shown: &str) -> &str {
    shown.lines().last().expect("a verdict")
}

/// The part of a shown rat race after its heading and its table.
fn scenes(shown: &str) -> &str {
    shown.splitn(3, "\n\n").nth(2).expect("a scene")
}

#[test]
fn a_rat_race_is_played_again() {
    let world = World::sharing_builds();
    let broken = world.testbot("broken", &["--fault", "illegal", "--turn", "40"]);
    let good = sample("look-ahead");
    let files =
        recorded(&world, &["rat-race", &good, &broken, "--boards", "2", "--seed", "5", "--set", "turns=300"]);
    let names: Vec<&str> = files.iter().map(|file| file.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["broken-1.replay", "broken-2.replay", "look-ahead-1.replay", "look-ahead-2.replay"]);
    let faulty = shown(&world, &files[0], &[]);
    assert_line_mentions(&faulty, &["broken", "41", "illegal"]);
    let whole = shown(&world, &files[2], &[]);
    assert_eq!(verdict(&faulty), verdict(&whole));
    let [first, talk, every] = [["--turn=1"].as_slice(), &["--dialogue", "--turn=7"], &["--every=100"]]
        .map(|options| scenes(&shown(&world, &files[2], options)).to_owned());
    let all = [whole, first, talk, every].join("--------\n");
    insta::assert_snapshot!(world.redacted(&all));
    let json: Value = serde_json::from_str(&shown(&world, &files[2], &["--json"])).unwrap();
    assert_eq!(
        (&json["came_out_the_same"], &json["replay"]["names"][0]),
        (&true.into(), &"look-ahead".into())
    );
    let beyond = replay(&world, &files[2], &["--turn", "301"]);
    beyond.assert_refused(2, &["301", "300"]);
}

#[test]
fn games_of_all_together_are_played_again() {
    let world = World::sharing_builds();
    let players = ["lazy.py", "bully.rb", "titfortat.sh"].map(|name| bot("prisoners-dilemma", name));
    let mut arguments = vec!["prisoners-dilemma", "--seed", "3", "--order", "lazy,titfortat,bully"];
    arguments.extend(players.iter().map(String::as_str));
    let files = recorded(&world, &arguments);
    let dilemma = shown(&world, &files[0], &["--every", "25"]);
    let grid = World::sharing_builds();
    let chooser = |name: &str, answer: &str| {
        let source = format!(
            "while read -r line; do case $line in SCORE*) exit;; DESTROY*|ACTIVATE*) echo {answer};; esac; done\n"
        );
        grid.file(&format!("{name}/{name}.sh"), &source)
    };
    let bots = [chooser("none", "NONE"), chooser("same", "VERTEX 1,1"), chooser("odd", "VERTEX 99,1")];
    let mut arguments = vec!["grid-routing", "--rounds", "2", "--seed", "3", "--set", "question_ms=60000"];
    arguments.extend(bots.iter().map(String::as_str));
    let files = recorded(&grid, &arguments);
    let third = shown(&grid, &files[0], &["--turn", "3"]);
    insta::assert_snapshot!(world.redacted(&format!("{dilemma}--------\n{third}")));
}

#[test]
fn a_board_of_lights_out_is_played_again() {
    let world = World::sharing_builds();
    let solver = bot("lights-out", "elimination.cpp");
    let files = recorded(&world, &["lights-out", &solver, "--boards", "1", "--seed", "3", "--size", "4x3"]);
    let [text, before] = [[].as_slice(), &["--turn", "1"]].map(|options| shown(&world, &files[0], options));
    insta::assert_snapshot!(world.redacted(&format!("{text}--------\n{before}")));
}

/// Changes the head of a replay, which is JSON.
fn forged(bytes: &[u8], change: impl Fn(&mut Value)) -> Vec<u8> {
    let (line, rest) = bytes.split_at(17);
    let length = u64::from_le_bytes(rest[..8].try_into().unwrap()) as usize;
    let mut head: Value = serde_json::from_slice(&zstd::decode_all(&rest[8..8 + length]).unwrap()).unwrap();
    change(&mut head);
    let head = zstd::encode_all(head.to_string().as_bytes(), 1).unwrap();
    [line, &(head.len() as u64).to_le_bytes(), &head, &rest[8 + length..]].concat()
}

/// Whatever a file contains, it cannot move the cursor or imitate the program's own messages.
#[test]
fn what_a_file_claims_is_only_shown() {
    let world = World::sharing_builds();
    let broken = world.testbot("broken", &["--fault", "illegal", "--turn", "3"]);
    let files = recorded(&world, &["rat-race", &broken, "--boards", "1", "--seed", "5", "--set", "turns=9"]);
    let bytes = fs::read(&files[0]).unwrap();
    let whole = shown(&world, &files[0], &[]);
    let same = verdict(&whole);
    let path = world.path("forged.replay");
    fs::write(
        &path,
        forged(&bytes, |head| {
            head["names"][0] = "\u{1b}[31m".into();
            head["provenance"]["rathaus"] = "\u{1b}]0;x\u{7}".into();
            head["record"]["ended"] = format!("fine\n{same}").into();
            head["record"]["faults"][0]["stderr"] = format!("\u{1b}[2J\n{same}\n").into();
        }),
    )
    .unwrap();
    let run = replay(&world, &path, &[]);
    assert_eq!(run.code, Some(8), "{}", run.stderr);
    assert!(
        !run.stdout.contains(['\u{1b}', '\u{7}']) && run.stdout.contains("\\u{1b}[31m"),
        "{:?}",
        run.stdout
    );
    assert!(run.stdout.lines().all(|line| line != same), "{}", run.stdout);
    fs::write(&path, forged(&bytes, |head| head["record"]["faults"][0]["seat"] = 7.into())).unwrap();
    let run = replay(&world, &path, &[]);
    run.assert_refused(3, &["forged.replay", "help"]);
}

/// A log that does not fit on the disk, or that no process reads, changes nothing.
#[test]
fn a_log_that_cannot_be_written_stops_nothing() {
    let world = World::sharing_builds();
    let bot = world.testbot("one", &[]);
    let arguments = ["play", "rat-race", &bot, "--boards", "2", "--set", "turns=20", "-q", "--json", "-vvv"];
    let mut command = Command::new("sh");
    command.args(["-c", "exec \"$@\" 2> /dev/full", "sh", env!("CARGO_BIN_EXE_rathaus")]);
    command.args(arguments).args(["--trace-bot", "one"]).env("XDG_CACHE_HOME", world.cache());
    command.env("RATHAUS_TOOLS", crate::common::testbot());
    let run = world.run_command(command);
    assert_eq!(run.code, Some(0));
    assert_eq!(crate::common::matches(&run.json(), 0).len(), 2);
}

/// Names that are not valid file names are replaced by distinct valid ones.
#[test]
fn replays_are_written_whatever_bots_are_called() {
    let world = World::sharing_builds();
    let bots: Vec<String> = ["a.b", "a_b", &"x".repeat(300)]
        .iter()
        .enumerate()
        .map(|(number, name)| {
            let bot =
                world.testbot(&format!("bot{number}"), &["--fault", "exit", "--turn", &number.to_string()]);
            fs::write(&bot, fs::read_to_string(&bot).unwrap().replace(&format!("bot{number}"), name))
                .unwrap();
            bot
        })
        .collect();
    let mut arguments = vec!["rat-race", "--boards", "1", "--seed", "5", "--set", "turns=9"];
    arguments.extend(bots.iter().map(String::as_str));
    let files = recorded(&world, &arguments);
    assert_eq!(files.len(), 3, "{files:?}");
    files.iter().for_each(|file| drop(shown(&world, file, &[])));
}

/// Whatever a file contains, the program reports an error.
#[test]
fn what_is_no_replay_is_refused() {
    let world = World::sharing_builds();
    let good = sample("look-ahead");
    let files = recorded(&world, &["rat-race", &good, "--boards", "1", "--seed", "5", "--set", "turns=50"]);
    let bytes = fs::read(&files[0]).unwrap();
    let refused = |name: &str, bytes: &[u8]| {
        let path = world.path(name);
        fs::write(&path, bytes).unwrap();
        let run = replay(&world, &path, &[]);
        run.assert_refused(3, &[name, "help"]);
        run.stderr
    };
    let messages = [
        refused("cut", &bytes[..bytes.len() - 1]),
        refused("longer", &[&bytes[..], b"x"].concat()),
        refused("newer", b"rathaus replay 77\n..."),
        refused("text", b"hello"),
        refused("empty", b""),
    ];
    insta::assert_snapshot!(messages.concat());
    // A changed byte never crashes the program, which exits with 0, 3 or 8.
    for at in (17..bytes.len()).step_by(97) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x55;
        let path = world.path("changed");
        fs::write(&path, changed).unwrap();
        let run = replay(&world, &path, &["--json"]);
        assert!(matches!(run.code, Some(0 | 3 | 8)), "{at}: {:?} {}", run.code, run.stderr);
    }
}

#[test]
fn tournaments_keep_the_best_and_the_faulty() {
    let world = World::sharing_builds();
    let broken = world.testbot("broken", &["--fault", "exit", "--turn", "20", "--seed-divisible-by", "2"]);
    let good = sample("look-ahead");
    let text = |keep: &str| {
        format!(
            "game = \"rat-race\"\nseed = 7\nboards = 12\nentrants = [{good:?}, {broken:?}]\n[parameters]\nturns = 60\n[records]\n{keep}\n"
        )
    };
    for (name, keep, kept) in [
        ("usual", "faulty = 2\nbudget_mb = 0", 3..=4),
        ("small", "faulty = 0", 24..=24),
        ("all", "keep = \"all\"", 24..=24),
        ("none", "keep = \"none\"", 0..=0),
    ] {
        let file = world.file(&format!("{name}.toml"), &text(keep));
        let run = world.run(&["tournament", "run", &file]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        // It says the most space that a replay takes.
        assert_eq!(lines_with(&run.stderr, &["16 MB"]), usize::from(name != "none"), "{}", run.stderr);
        let status = world.run(&["tournament", "status", &file, "--json"]).json();
        assert!(kept.contains(&status["replays"].as_u64().unwrap()), "{name}: {status}");
    }
    let [usual, all, none] = ["usual", "all", "none"].map(|name| world.path(&format!("{name}.toml")));
    let run = |arguments: &[&str], file: &std::path::Path| {
        world.run(&[&["tournament", "replay"], arguments, &["--file", file.to_str().unwrap()]].concat())
    };
    let best = run(&["best:look-ahead", "--json"], &usual).json();
    assert_eq!(
        (&best["came_out_the_same"], &best["replay"]["names"][0]),
        (&true.into(), &"look-ahead".into())
    );
    let out = world.path("one.replay");
    let written = run(&["look-ahead/3", "--out", out.to_str().unwrap()], &all);
    assert_eq!((written.code, written.stdout.as_str()), (Some(0), ""), "{}", written.stderr);
    assert_line_mentions(&shown(&world, &out, &[]), &["0", "look-ahead"]);
    run(&["look-ahead/3"], &none).assert_refused(2, &["look-ahead/3", "help"]);
    run(&["best:nobody"], &usual).assert_refused(2, &["nobody", "broken", "look-ahead"]);

    // A result that was changed is detected.
    forge(&world.path("all.db"), "UPDATE matches SET scores = '[99.0]'");
    let forged = run(&["look-ahead/3"], &all);
    assert_eq!(forged.code, Some(8), "{}", forged.stderr);
    assert_mentions(verdict(&forged.stdout), &["[99.0]"]);
}

#[test]
fn the_dialogue_with_a_bot_can_be_followed() {
    let world = World::sharing_builds();
    let [one, other] = ["one", "other"].map(|name| world.testbot(name, &["--fault", "exit", "--turn", "3"]));
    let short = ["--boards", "1", "--seed", "5", "--set", "turns=9", "--quiet"];
    let play = |more: &[&str]| {
        let run = world.run(&[&["play", "rat-race", &one, &other], short.as_slice(), more].concat());
        (run.code, run.stderr)
    };
    let (code, text) = play(&["--trace-bot", "one"]);
    assert_eq!(code, Some(0), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.iter().filter(|line| line.contains("dialogue: > ")).count() >= 3, "{text}");
    assert!(lines.iter().any(|line| line.contains("dialogue: < ") && line.contains("took_us=")), "{text}");
    assert!(text.contains("bot=\"one\" match=\"one/1\" question=3"), "{text}");
    assert_line_mentions(&text, &["!", "crashed", "3"]);
    assert!(!text.contains("other"), "{text}");

    let (_, json) = play(&["--trace-bot", "one", "--trace-bot", "other", "--log-format", "json", "-v"]);
    let events: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of = |bot: &str| events.iter().filter(|event| event["bot"] == bot && event["question"] == 2).count();
    assert!(of("one") >= 2 && of("one") == of("other"), "{json}");
    assert!(events.iter().any(|event| event["message"] == "played" && event["match"] == "other/1"), "{json}");
    assert!(events.iter().all(|event| event["timestamp"].is_string()), "{json}");

    let (code, text) = play(&["--trace-bot", "onne"]);
    assert_eq!(code, Some(2));
    assert_mentions(&text, &["onne", "one", "other"]);
    let (_, more) = play(&["-vv", "--log-format", "json"]);
    let events: Vec<Value> = more.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    // A bot is started, completes the handshake, plays and ends.
    for field in ["pid", "after_us", "match", "status"] {
        assert!(events.iter().any(|event| !event[field].is_null()), "{field}: {more}");
    }
    let of_processes = events.iter().filter(|event| !event["pid"].is_null()).count();
    assert!(of_processes >= 4, "two bots are started and end: {more}");
    assert_eq!(play(&[]), (Some(0), String::new()), "nothing is told unasked");
}
