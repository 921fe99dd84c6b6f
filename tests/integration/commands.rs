//! Commands about Rathaus itself: the list of games, the examples, completions and manual pages.
#![expect(clippy::disallowed_methods, reason = "the tests look at files")]

use std::fs;
use std::process::Command;

use crate::common::World;
use serde_json::Value;

#[test]
fn all_games_are_listed() {
    let world = World::new();
    let run = world.run(&["games", "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let games: Vec<Value> = serde_json::from_str(&run.stdout).unwrap();
    let names: Vec<&str> = games.iter().filter_map(|game| game["name"].as_str()).collect();
    let built_in: Vec<&str> = rathaus_games::names().collect();
    assert_eq!(names[..built_in.len()], built_in);
    let custom = &games[built_in.len()..];
    assert!(
        custom.iter().all(|game| game["folder"].is_string()),
        "they come from `games/` of the current folder"
    );
    assert!(games.iter().all(|game| !game["parameters"].as_array().unwrap().is_empty()));
}

#[test]
fn the_examples_play_and_overwrite_nothing() {
    let world = World::new();
    let folder = world.path("examples");
    let target = folder.to_str().unwrap();
    assert_eq!(world.run(&["examples", target]).code, Some(0));
    assert!(folder.join("games/connect-four/game.toml").is_file());
    assert!(!folder.join("games/helpers").exists());
    let bots = ["lazy.py", "regular.py"].map(|bot| format!("{target}/bots/prisoners-dilemma/{bot}"));
    let run = world.run(&["play", "prisoners-dilemma", &bots[0], &bots[1], "--seed", "1", "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(world.run(&["examples", target]).code, Some(3), "the folder is not empty");
}

#[test]
fn bash_reads_the_completions() {
    let world = World::new();
    for shell in ["bash", "zsh", "fish"] {
        let run = world.run(&["completions", shell]);
        assert!(run.code == Some(0) && run.stdout.contains("tournament"), "{}", run.stderr);
        if shell == "bash" {
            let file = world.file("rathaus.bash", &run.stdout);
            assert!(Command::new("bash").args(["-n", &file]).status().unwrap().success());
        }
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let world = World::new();
    let folder = world.path("man");
    assert_eq!(world.run(&["man", folder.to_str().unwrap()]).code, Some(0));
    for page in ["rathaus", "rathaus-play", "rathaus-tournament-run", "rathaus-match-run"] {
        let text = fs::read_to_string(folder.join(format!("{page}.1"))).unwrap();
        assert!(text.contains(".SH NAME"), "{page}");
    }
}
