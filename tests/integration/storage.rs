//! Bots that keep files from match to match.
#![expect(clippy::disallowed_methods, reason = "a test changes the file of a tournament")]

use serde_json::Value;

use crate::common::World;
use crate::games::{custom_game, done};

/// Asks each seat once, and keeps what it says in the details.
const RULES: &str = r#"
import json
input()
asks = [{"seat": seat, "send": ["say"]} for seat in (0, 1)]
print(json.dumps({"type": "ask", "asks": asks}), flush=True)
answers = json.loads(input())["answers"]
details = {"said": [answer.get("lines", [answer.get("fault")])[0] for answer in answers]}
print(json.dumps({"type": "end", "scores": [0, 0], "reason": "heard", "details": details}), flush=True)
"#;

/// Says how many matches it has played, by what it has kept.
const COUNTER: &str =
    "read line; [ -n \"$RATHAUS_STORAGE\" ] || { echo none; exit; }; cd \"$RATHAUS_STORAGE\"
n=$(cat deep/n 2> /dev/null || echo 0); mkdir -p deep; echo $((n+1)) > deep/n; echo NAME $n";

fn world(storage: &str) -> World {
    let world = World::sharing_builds();
    custom_game(&world, RULES, "[reuse]\nbots = true\n");
    for name in ["one", "other"] {
        world.file(&format!("{name}/bot.sh"), &COUNTER.replace("NAME", name));
        world.file(&format!("{name}/bot.toml"), "run = [\"sh\", \"{dir}/bot.sh\"]\nreuse = true\n");
    }
    let file = "game = \"mine\"\nseed = 1\ngames = 3\nentrants = [\"one/bot.toml\", \"other/bot.toml\"]\n";
    world.file("tournament.toml", &format!("{file}{storage}[running]\nconcurrency = 4\n"));
    world
}

/// What the bots said in the match with this number, in the order of their names.
fn said(world: &World, number: u32) -> Vec<String> {
    let shown = done(world, &["tournament", "show", &number.to_string(), "--json"]).json();
    let said = shown["record"]["details"]["game"]["said"].clone();
    let mut said: Vec<String> = serde_json::from_value(said).unwrap();
    said.sort();
    said
}

#[test]
fn a_bot_finds_what_it_left_in_the_match_before() {
    let world = world("storage_mib = 1\n");
    done(&world, &["tournament", "run", "--quiet"]);
    for number in 1..=6 {
        let count = number - 1;
        assert_eq!(said(&world, number), [format!("one {count}"), format!("other {count}")]);
    }
    // A tournament that goes on knows what was kept.
    let file = std::fs::read_to_string(world.path("tournament.toml")).unwrap();
    std::fs::write(world.path("tournament.toml"), file.replace("games = 3", "games = 4")).unwrap();
    done(&world, &["tournament", "run", "--quiet"]);
    assert_eq!(said(&world, 7), ["one 6", "other 6"]);
    assert_eq!(done(&world, &["tournament", "check", "--json"]).json()["broken"], Value::Null);
}

#[test]
fn nothing_is_kept_unless_the_organiser_says_so() {
    let world = world("");
    done(&world, &["tournament", "run", "--quiet"]);
    assert_eq!(said(&world, 4), ["none", "none"]);
}

/// Too many bytes, links and odd names are not kept. What was kept before stays.
#[test]
fn what_cannot_be_kept_costs_only_what_was_left() {
    for bad in [
        "head -c 2000000 /dev/zero > large",
        "ln -s /etc/passwd link",
        "mkfifo pipe",
        "touch \"$(printf 'a\\001b')\"",
        "mkdir -p 1/2/3/4/5/6/7/8/9/10",
    ] {
        let world = world("storage_mib = 1\n");
        // After its answer, the match may be over before it does anything.
        world.file("one/bot.sh", &COUNTER.replace("echo NAME $n", &format!("{bad}; echo one $n")));
        done(&world, &["tournament", "run", "--quiet"]);
        assert_eq!(said(&world, 3), ["one 0", "other 2"], "{bad}");
    }
}

#[test]
fn such_matches_are_played_only_where_the_files_are() {
    let world = world("storage_mib = 1\n");
    let plan = |world: &World| {
        let mut command = world.command(&["tournament", "plan"]);
        command.current_dir(world.path(""));
        world.run_command(command)
    };
    plan(&world).assert_refused(2, &["storage_mib"]);
    done(&world, &["tournament", "run", "--quiet"]);
    let mut command = world.command(&["tournament", "rerun", "2"]);
    command.current_dir(world.path(""));
    world.run_command(command).assert_refused(2, &["storage_mib"]);
}
