//! Engines of the host that the organiser names.
#![expect(clippy::disallowed_methods, reason = "tests hash engines")]

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::common::{World, assert_mentions};
use crate::games::{custom_game, done};

/// Lets the only seat of two say what it is.
const LISTENER: &str = r#"
import json
input()
print(json.dumps({"type": "ask", "asks": [{"seat": 0, "send": ["who"]}]}), flush=True)
said = json.loads(input())["answers"][0]["lines"]
end = {"type": "end", "scores": [1, 0], "reason": "heard", "details": {"said": said}}
print(json.dumps(end), flush=True)
"#;

fn engine(world: &World, name: &str, says: &str) -> String {
    let path = world.file(name, &format!("#!/bin/sh\nread line; echo {says}\n"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// A world with a game, and two bots that start the engine `fish`.
fn world(tools: &str) -> World {
    let world = World::sharing_builds();
    custom_game(&world, LISTENER, "");
    for bot in ["one", "other"] {
        world.file(&format!("{bot}/bot.toml"), "run = [\"fish\"]\n");
    }
    write(&world, tools);
    world
}

fn write(world: &World, tools: &str) {
    let file = "game = \"mine\"\nseed = 1\ngames = 1\nentrants = [\"one/bot.toml\", \"other/bot.toml\"]\n";
    world.file("tournament.toml", &format!("{file}{tools}"));
}

fn identity(world: &World) -> Value {
    let _ = fs::remove_file(world.path("tournament.db"));
    let plan = done(world, &["tournament", "plan"]).stdout;
    let spec: Value = serde_json::from_str(plan.lines().next().unwrap()).unwrap();
    spec["submissions"][0].clone()
}

#[test]
fn the_bytes_of_a_named_engine_are_part_of_the_identity() {
    let world = world("[tools.fish]\npath = \"engines/fish-16\"\n");
    let (old, new) = (engine(&world, "engines/fish-16", "old"), engine(&world, "engines/fish-17", "new"));
    let tool = format!("fish={old}");
    let play = |tool: &str| done(&world, &["play", "games/mine", "one", "other", "--tool", tool, "--json"]);
    let played = play(&tool).json();
    assert_eq!(played["details"]["said"][0], "old");
    let sha256 = hex::encode(Sha256::digest(fs::read(&old).unwrap()));
    assert_mentions(played["players"][0]["toolchain"].as_str().unwrap(), &["fish", &sha256]);
    // The same engine elsewhere is the same, and so is another name in a file of the same bytes.
    let first = identity(&world);
    fs::copy(&old, world.path("engines/copy")).unwrap();
    write(&world, "[tools.fish]\npath = \"engines/copy\"\n");
    assert_eq!(identity(&world), first);
    write(&world, &format!("[tools.fish]\npath = {new:?}\n"));
    let second = identity(&world);
    assert_ne!(second, first);
    // A machine that has another engine does not find the submission.
    let plan = done(&world, &["tournament", "plan"]).stdout;
    let specs = world.file("specs.jsonl", &plan);
    let run = |tool: &str| {
        let mut command = world.command(&["match", "run", "--tool", tool]);
        command.current_dir(world.path("")).stdin(fs::File::open(&specs).unwrap());
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(run(&tool).0, Some(3));
    let (code, results) = run(&format!("fish={new}"));
    assert_eq!(code, Some(0));
    assert_mentions(&results, &["new"]);
}

#[test]
fn an_engine_that_is_another_one_is_refused_before_anything_is_played() {
    let world = world("");
    let path = engine(&world, "engines/fish", "x");
    let sha256 = hex::encode(Sha256::digest(fs::read(&path).unwrap()));
    let run = |tools: &str| {
        write(&world, tools);
        world.run(&["tournament", "run", world.path("tournament.toml").to_str().unwrap(), "--quiet"])
    };
    let other = format!("[tools.fish]\npath = \"engines/fish\"\nsha256 = \"{}\"\n", "0".repeat(64));
    run(&other).assert_refused(3, &["tournament.toml:7", "SHA-256", &sha256]);
    run("[tools.fish]\npath = \"engines/none\"\n").assert_refused(3, &["tournament.toml:6", "none"]);
    run("[tools.\"../fish\"]\npath = \"engines/fish\"\n").assert_refused(3, &["tournament.toml:5"]);
    run("[tools.fish]\npath = \"engines/fish\"\nsha = \"1\"\n").assert_refused(3, &["sha256"]);
    let right = format!("[tools.fish]\npath = \"engines/fish\"\nsha256 = \"{sha256}\"\n");
    assert_eq!(run(&right).code, Some(0));
}
