//! A person in a seat: `rathaus play GAME human BOT`.

use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::Value;

use crate::common::{World, repository};
use crate::games::custom_game;

/// Runs `rathaus play` with these lines typed.
fn typed(world: &World, arguments: &[&str], lines: &str) -> Output {
    let mut command = world.command(&[&["play"], arguments].concat());
    command.current_dir(world.path("")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().unwrap();
    running.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    running.wait_with_output().unwrap()
}

fn json(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text)
        .unwrap_or_else(|_| panic!("{text}{}", String::from_utf8_lossy(&output.stderr)))
}

fn score(played: &Value, name: &str) -> f64 {
    let players = played["players"].as_array().unwrap();
    players.iter().find(|player| player["name"] == name).unwrap()["score"].as_f64().unwrap()
}

#[test]
fn a_person_sees_the_game_and_types_moves() {
    let world = World::sharing_builds();
    let game = repository().join("games/connect-four").display().to_string();
    // Replies with the first column that is not full, which is always the same.
    let bot = world.file("left.sh", "while read -r line; do echo 0; done\n");
    let set = ["--set", "opening=0", "--seed", "1", "--json"];
    let output = typed(&world, &[&[&game, "human", &bot], &set[..]].concat(), "3\n3\n3\n3\n");
    let played = json(&output);
    assert_eq!((score(&played, "human"), score(&played, "left")), (1.0, 0.0), "{played:#}");
    let shown = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(shown.contains("O..X...") && shown.contains("7 6 4 3 0 3 0"), "{shown}");
}

#[test]
fn a_person_who_leaves_has_lost() {
    let world = World::sharing_builds();
    let game = repository().join("games/connect-four").display().to_string();
    let bot = world.file("left.sh", "while read -r line; do echo 0; done\n");
    let played = json(&typed(&world, &[&game, &bot, "human", "--json"], ""));
    assert_eq!((score(&played, "human"), score(&played, "left")), (0.0, 1.0), "{played:#}");
    let player =
        played["players"].as_array().unwrap().iter().find(|player| player["name"] == "human").unwrap();
    assert_eq!(player["faults"][0]["fault"], "closed");
}

#[test]
fn other_seats_are_not_late_while_a_person_thinks() {
    let program = r#"
import json
start = json.loads(input())
asks = [{"seat": 0, "send": ["say"]}, {"seat": 1, "send": ["say"], "ms": 20000}]
print(json.dumps({"type": "ask", "asks": asks}), flush=True)
words = [answer.get("lines", [""])[0] for answer in json.loads(input())["answers"]]
print(json.dumps({"type": "end", "scores": [len(word) for word in words], "reason": "both have spoken"}), flush=True)
"#;
    let world = World::sharing_builds();
    custom_game(&world, program, "");
    let bot = world.file("quick.sh", "while read -r line; do echo four; done\n");
    // The person is asked first, and has no time limit.
    let mut command = world.command(&["play", "games/mine", "human", &bot, "--json"]);
    command.current_dir(world.path("")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().unwrap();
    let mut keyboard = running.stdin.take().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    keyboard.write_all(b"twelve\n").unwrap();
    drop(keyboard);
    let played = json(&running.wait_with_output().unwrap());
    assert_eq!((score(&played, "human"), score(&played, "quick")), (6.0, 4.0), "{played:#}");
}

#[test]
fn some_games_are_not_for_persons() {
    let world = World::sharing_builds();
    for game in ["rat-race", "lights-out", "grid-routing"] {
        let output = typed(&world, &[game, "human", "human"], "");
        assert_eq!(output.status.code(), Some(2), "{game}");
    }
    // A bot may have this name.
    let bot = world.file("human", "#!/bin/sh\nwhile read -r line; do echo 0; done\n");
    let output = typed(&world, &["rat-race", "human"], "");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!told.contains("not for persons") && Path::new(&bot).exists(), "{told}");
}
