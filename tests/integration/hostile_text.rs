//! Hostile text: whatever bots, games, databases and files say, a terminal shows it and does not
//! act on it, and no text looks like a line of Rathaus's own.
#![expect(clippy::disallowed_methods, reason = "the tests write hostile files")]

use std::fs;
use std::process::Stdio;

use rathaus::report::harmless;
use rusqlite::Connection;
use serde_json::json;

use crate::common::{Run, World};
use crate::forgery::forge;

/// Sets the title, clears the screen, moves to the start of the line, colours by a C1 control,
/// turns the direction of text, begins a line, deletes, goes back, rings.
const HOSTILE: &str =
    "x\u{1b}]0;title\u{7}\u{1b}[2J\ry\u{9b}31m\u{202e}z\n\nerror: FORGED\n\u{7f}\u{8}\u{7}\t";

/// Rules whose every text is hostile. Both seats are asked twice, and the second seat's replies are
/// ruled malformed.
const GAME: &str = r#"
import json, sys
hostile = json.loads(HOSTILE)
line = hostile.replace("\n", "").replace("\r", "")
frame = {"rows": ["a\u001b\u009b", "\u202e\t"], "legend": [
    {"letter": "\u001b", "tone": "plain", "means": line}, {"letter": "a", "tone": "seat 0", "means": line}],
    "caption": [line]}
print(hostile, file=sys.stderr)
json.loads(input())
ask = {"type": "ask", "asks": [{"seat": seat, "send": ["say"]} for seat in (0, 1)], "frame": frame, "done": 0.5}
print(json.dumps(ask), flush=True)
json.loads(input())
ask["faults"] = [{"answer": 1, "fault": "malformed", "what": hostile}]
print(json.dumps(ask), flush=True)
json.loads(input())
end = {"type": "end", "scores": [2, 1], "reason": hostile, "frame": frame, "details": {hostile: hostile}}
print(json.dumps(end), flush=True)
"#;

fn world() -> World {
    let world = World::sharing_builds();
    let hostile = serde_json::to_string(HOSTILE).unwrap();
    let literal = format!("r'''{}'''", hostile);
    world.file("games/mine/game.py", &GAME.replace("HOSTILE", &literal));
    world.file(
        "games/mine/game.toml",
        "name = \"mine\"\nsource = \"game.py\"\nseats = 2\nlimits = { answer_ms = 60_000 }\n",
    );
    // Octal escapes of the shell's `printf`.
    let said: String = HOSTILE.replace('\n', "").bytes().map(|byte| format!("\\{byte:03o}")).collect();
    let bot = |line: &str| format!("while read line; do printf '{said}' >&2; {line}; done\n");
    world.file("bots/ann.sh", &bot("echo one"));
    world.file("bots/ben.sh", &bot(&format!("printf '{said}\\n'")));
    world.file("bots/cyd.sh", &format!("printf '{said}' >&2; printf '{said}{said}\\n'; exit 3\n"));
    world
}

fn run(world: &World, arguments: &[&str]) -> Run {
    let mut command = world.command(arguments);
    command.current_dir(world.path(""));
    let run = world.run_command(command);
    assert_shown(&run, arguments);
    run
}

/// Checks that a terminal acts on nothing that this run wrote except line feeds.
#[track_caller]
fn assert_shown(run: &Run, arguments: &[&str]) {
    for text in [&run.stdout, &run.stderr] {
        for line in text.split('\n') {
            assert_eq!(harmless(line), line, "{arguments:?}");
            assert!(!line.starts_with("error: FORGED"), "{arguments:?}: {text}");
        }
    }
}

const PLAY: [&str; 4] = ["play", "mine", "bots/ann.sh", "bots/ben.sh"];

#[test]
fn a_match_shows_what_its_game_and_its_bots_say() {
    let world = world();
    for more in [
        &[][..],
        &["--json"],
        &["--verbose"],
        &["-vvv", "--trace-bot", "ben", "--trace-bot", "ann"],
        &["-vvv", "--trace-bot", "ben", "--log-format", "json"],
        &["--replays", "replays"],
    ] {
        let played = run(&world, &[&PLAY[..], more].concat());
        assert_eq!(played.code, Some(0), "{}", played.stderr);
        assert!(played.stdout.contains("FORGED"), "{}", played.stdout);
    }
    run(&world, &["play", "mine", "bots/ann.sh", "bots/cyd.sh"]);
    for game in ["rat-race", "lights-out", "prisoners-dilemma", "grid-routing"] {
        run(&world, &["play", game, "bots/ben.sh", "bots/cyd.sh", "-vv", "--trace-bot", "ben"]);
        run(&world, &["check", game, "bots/ben.sh"]);
    }
    let replay = fs::read_dir(world.path("replays")).unwrap().next().unwrap().unwrap().path();
    let replay = replay.to_str().unwrap();
    for more in [
        &[][..],
        &["--json"],
        &["--dialogue", "--every", "1"],
        &["--dialogue", "--turn", "1"],
        &["--html", "m.html"],
    ] {
        let replayed = run(&world, &[&["replay", replay][..], more].concat());
        assert_eq!(replayed.code, Some(0), "{}", replayed.stderr);
    }
}

#[test]
fn checks_show_what_games_and_bots_say() {
    let world = world();
    for bot in ["bots/ann.sh", "bots/ben.sh", "bots/cyd.sh"] {
        run(&world, &["check", "mine", bot]);
        run(&world, &["check", "mine", bot, "--json"]);
    }
    run(&world, &["check-game", "games/mine"]);
    run(&world, &["check", "mine", "--all", "bots", "--reports", "reports"]);
    for report in fs::read_dir(world.path("reports")).unwrap() {
        let text = fs::read_to_string(report.unwrap().path()).unwrap();
        assert!(text.split('\n').all(|line| harmless(line) == line), "{text}");
    }
}

#[test]
fn a_tournament_shows_what_its_results_say() {
    let world = world();
    world.file(
        "t.toml",
        "name = \"t\"\ngame = \"mine\"\nentrants_folder = \"bots\"\nseed = 5\nformat = \"round-robin\"\ngames = 1\n",
    );
    run(&world, &["tournament", "run", "t.toml", "-vv"]);
    let commands = |world: &World| {
        for arguments in [
            &["standings", "t.toml"][..],
            &["standings", "t.toml", "--pairs"],
            &["standings", "t.toml", "--format", "json"],
            &["standings", "t.toml", "--format", "csv"],
            &["standings", "t.toml", "--format", "markdown"],
            &["status", "t.toml"],
            &["status", "t.toml", "--json"],
            &["plan", "t.toml"],
            &["show", "1", "--file", "t.toml"],
            &["show", "1", "--file", "t.toml", "--json"],
            &["show", "2", "--file", "t.toml"],
            &["show", "3", "--file", "t.toml"],
            &["replay", "1", "--file", "t.toml"],
            &["replay", "1", "--file", "t.toml", "--json"],
            &["rerun", "1", "--file", "t.toml"],
            &["run", "t.toml"],
        ] {
            run(world, &[&["tournament"], arguments].concat());
        }
    };
    commands(&world);
    let shown = run(&world, &["tournament", "show", "1", "--file", "t.toml"]);
    assert!(shown.stdout.contains("ended: x\\u{1b}]0;title"), "{}{}", shown.stdout, shown.stderr);
    // Whatever the database contains.
    let database = Connection::open(world.path("t.db")).unwrap();
    let provenance = json!({ "rathaus": HOSTILE, "machine": HOSTILE, "system": HOSTILE });
    let statements = [
        "UPDATE matches SET ended = ?1",
        "UPDATE faults SET sent = ?1, said = ?1, stderr = ?1, sandbox = ?1",
        "UPDATE matches SET details = json_object('turns', 2, ?1, ?1)",
        "UPDATE tournament SET settings = json_set(settings, '$.title', ?1)",
        "UPDATE entrants SET entrant = json_set(entrant, '$.language', ?1, '$.described', ?1, '$.toolchain', ?1)",
        "INSERT INTO conflicts SELECT key, 1, ?1, ?1, json_object('key', key, 'spec', json(spec),
             'record', json_object('scores', json(scores), 'ended', ?1, 'faults', json('[]'), 'took_seconds', 1.0)), 0 FROM matches",
        "UPDATE matches SET origin = ?1",
    ];
    for statement in statements {
        database.execute(statement, [HOSTILE]).unwrap();
    }
    database.execute("UPDATE matches SET provenance = ?1", [provenance.to_string()]).unwrap();
    drop(database);
    forge(&world.path("t.db"), "");
    commands(&world);
}

#[test]
fn results_and_specs_from_others_are_shown() {
    let world = world();
    world.file(
        "t.toml",
        "name = \"t\"\ngame = \"mine\"\nentrants_folder = \"bots\"\nseed = 5\nformat = \"round-robin\"\ngames = 1\n",
    );
    let plan = run(&world, &["tournament", "plan", "t.toml"]).stdout;
    let specs = world.file("plan.jsonl", &plan);
    let arguments = ["match", "run", "--submissions", "bots", "--submissions", "."];
    let mut command = world.command(&arguments);
    command.current_dir(world.path("")).stdin(Stdio::from(fs::File::open(specs).unwrap()));
    let output = command.output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    for text in [&stdout, &stderr] {
        assert!(
            text.split('\n').all(|line| !line.contains(['\u{9b}', '\u{202e}', '\u{1b}', '\r'])),
            "{text}"
        );
    }
    world.file("good.jsonl", &stdout);
    let hostile = serde_json::to_string(HOSTILE).unwrap();
    let others = [
        stdout.replace("\"ended\":\"", "\"ended\":\"\u{9b}\u{202e}"),
        format!("{{\"key\": {hostile}}}\n{{{hostile}: 1}}\n{HOSTILE}\n{{\"\u{9b}\u{202e}\u{1b}[2J\": 1}}\n"),
    ];
    world.file("bad.jsonl", &others.concat());
    run(&world, &["tournament", "collect", "bad.jsonl", "good.jsonl", "--file", "t.toml"]);
    run(&world, &["tournament", "collect", "bad.jsonl", "--file", "t.toml", "--json"]);
    run(&world, &["tournament", "show", "1", "--file", "t.toml"]);
}

#[test]
fn files_with_hostile_names_and_texts_are_shown() {
    let world = world();
    let literal = "\"x\\u001b[2J\\u009b\\u202e\\nerror: FORGED\"";
    for (file, text) in [
        ("bots/bad.toml/bot.toml", format!("name = {literal}\nrun = [{literal}]\n")),
        ("bots/worse/bot.toml", format!("run = [{literal}, \"\u{9b}\"]\nlanguage = {literal}\n")),
        ("t.toml", format!("name = {literal}\ngame = {literal}\nseed = {literal}\n\u{9b} = 1\n")),
        ("games/bad/game.toml", format!("name = {literal}\nsource = {literal}\n\u{9b} = 1\n")),
        ("ledger.toml", format!("[[posting]]\nplayer = {literal}\nhash = {literal}\nother = {literal}\n")),
        ("bad.replay", format!("rathaus replay 1\n{{\"names\": [{literal}]}}\n\u{9b}2J\u{1b}[2J")),
        ("params.json", format!("{{\"turns\": {literal}, {literal}: 1}}")),
    ] {
        world.file(file, &text);
    }
    for arguments in [
        &["play", "rat-race", "bots/bad.toml", "bots/worse"][..],
        &["check", "rat-race", "bots/worse"],
        &["tournament", "run", "t.toml"],
        &["tournament", "standings", "t.toml"],
        &["play", "games/bad", "bots/ann.sh", "bots/ben.sh"],
        &["check-game", "games/bad"],
        &["games"],
        &["games", "--json"],
        &["verify", "ledger.toml", "bots/ann.sh"],
        &["replay", "bad.replay"],
        &["replay", "bots/ann.sh"],
        &["play", "rat-race", "bots/ann.sh", "--params", "params.json"],
    ] {
        run(&world, arguments);
    }
}
