//! Processes and sandboxes that serve several matches.

use serde_json::{Value, json};

use crate::common::World;
use crate::games::{custom_game, done};

/// Asks each seat twice, and keeps what it said in the details. Counts the matches of its process.
const RULES: &str = r#"
import json
matches = 0
while True:
    start = json.loads(input())
    matches += 1
    said = [[], []]
    for turn in range(4):
        ask = {"type": "ask", "asks": [{"seat": turn % 2, "send": ["say"]}]}
        print(json.dumps(ask), flush=True)
        answer = json.loads(input())["answers"][0]
        said[turn % 2] += answer.get("lines", [answer.get("fault")])
    details = {"said": said, "matches": matches}
    print(json.dumps({"type": "end", "scores": [0, 0], "reason": "heard", "details": details}), flush=True)
"#;

/// Says how many lines it has got so far.
const COUNTER: &str = "n=0; while read line; do n=$((n+1)); echo $n $line; done";

/// A game with these lines in its game.toml, and two bots with these scripts and manifests.
fn world(game: &str, bots: [(&str, &str); 2]) -> World {
    let world = World::sharing_builds();
    custom_game(&world, RULES, game);
    for (name, (script, manifest)) in ["one", "other"].into_iter().zip(bots) {
        world.file(&format!("{name}/bot.sh"), script);
        world.file(&format!("{name}/bot.toml"), &format!("run = [\"sh\", \"{{dir}}/bot.sh\"]\n{manifest}"));
    }
    let file = "game = \"mine\"\nseed = 1\ngames = 4\nformat = \"round-robin\"\n\
                entrants = [\"one/bot.toml\", \"other/bot.toml\"]\n[records]\nkeep = \"all\"\n[running]\nconcurrency = 1\n";
    world.file("tournament.toml", file);
    world
}

/// The details of all matches of the tournament, which has one worker.
fn played(world: &World) -> Vec<Value> {
    done(world, &["tournament", "run", "--quiet"]);
    let show = |number: u32| done(world, &["tournament", "show", &number.to_string(), "--json"]).json();
    (1..=4).map(|number| show(number)["record"]["details"]["game"].clone()).collect()
}

#[test]
fn a_process_is_new_for_each_match_unless_its_author_says_otherwise() {
    let world = world("", [(COUNTER, ""), (COUNTER, "reuse = true\n")]);
    for details in played(&world) {
        assert_eq!(details, json!({"said": [["1 say", "2 say"], ["1 say", "2 say"]], "matches": 1}));
    }
}

#[test]
fn a_process_plays_several_matches_if_game_and_bot_say_so() {
    let game = "[reuse]\nprogram = true\nbots = true\nreset = [\"new\", \"match\"]\n";
    let world = world(game, [(COUNTER, ""), (&COUNTER.replace("$n $line", "kept $n"), "reuse = true\n")]);
    for (number, details) in played(&world).iter().enumerate() {
        assert_eq!(details["matches"], number + 1);
        // Each match has two questions for it, and two lines of the reset before all but the first.
        let first = 4 * number + 1;
        let kept = json!([format!("kept {first}"), format!("kept {}", first + 1)]);
        let mut said = details["said"].as_array().unwrap().clone();
        said.sort_by_key(Value::to_string);
        assert_eq!(said, [json!(["1 say", "2 say"]), kept]);
    }
}

/// Looks for what earlier matches may have left, and leaves something.
const SPY: &str = "read line; echo found $(cat /tmp/x /dev/shm/y 2> /dev/null)
echo left > /tmp/x; echo left > /dev/shm/y; read line; echo done $(cat /tmp/x)";

#[test]
fn a_bot_finds_nothing_of_its_earlier_matches() {
    let world = world("[reuse]\nprogram = true\nbots = true\n", [(SPY, ""), (SPY, "")]);
    for details in played(&world) {
        assert_eq!(details["said"], json!([["found", "done left"], ["found", "done left"]]));
    }
}

#[test]
fn a_bot_that_would_notice_is_started_anew() {
    // One writes a line that nobody asked for, the other one exits after its last answer.
    let chatty = "n=0; while read line; do n=$((n+1)); echo $n; [ $n = 2 ] && echo more; done";
    let exits = "read line; echo 1; read line; echo 2";
    let manifest = "reuse = true\n";
    let world = world("[reuse]\nprogram = true\nbots = true\n", [(chatty, manifest), (exits, manifest)]);
    for details in played(&world) {
        assert_eq!(details["said"], json!([["1", "2"], ["1", "2"]]));
    }
}

#[test]
fn matches_of_kept_processes_are_those_of_new_ones() {
    let stateless = "while read line; do echo $line; done";
    let details = |game: &str, manifest: &str| {
        let world = world(game, [(stateless, manifest), (stateless, manifest)]);
        let played = played(&world);
        let replay = world.path("4.replay");
        done(&world, &["tournament", "replay", "4", "--out", replay.to_str().unwrap()]);
        let replayed = done(&world, &["replay", replay.to_str().unwrap(), "--json"]).json();
        assert_eq!(replayed["came_out_the_same"], true);
        played.iter().map(|details| details["said"].clone()).collect::<Vec<_>>()
    };
    let kept = details("[reuse]\nprogram = true\nbots = true\n", "reuse = true\n");
    assert_eq!(details("", ""), kept);
}

#[test]
fn mistakes_in_reuse_are_said() {
    let world = World::new();
    custom_game(&world, RULES, "[reuse]\nreset = [\"new\"]\n");
    let bots = ["play", "games/mine", "one", "other"];
    let run = |world: &World| {
        let mut command = world.command(&bots);
        command.current_dir(world.path(""));
        world.run_command(command)
    };
    run(&world).assert_refused(3, &["reset", "bots = true"]);
    custom_game(&world, RULES, "[reuse]\nbots = true\nreset = [\"a\\nb\"]\n");
    run(&world).assert_refused(3, &["reset"]);
    custom_game(&world, RULES, "[reuse]\nbot = true\n");
    run(&world).assert_refused(3, &["bot", "bots"]);
}

/// Ends with the number of matches that its process has played.
const REMEMBERS: &str = r#"
import json
matches = 0
while True:
    input()
    matches += 1
    asks = [{"seat": seat, "send": ["say"]} for seat in (0, 1)]
    print(json.dumps({"type": "ask", "asks": asks}), flush=True)
    input()
    print(json.dumps({"type": "end", "scores": [0, 0], "reason": "match %d" % MATCHES}), flush=True)
"#;

#[test]
fn check_game_finds_a_program_that_remembers_other_matches() {
    let world = World::sharing_builds();
    let kinds = |rules: &str, game: &str| {
        custom_game(&world, rules, &format!("{game}[answers]\nexamples = [\"a\"]\n"));
        let mut command = world.command(&["check-game", "games/mine", "--json"]);
        command.current_dir(world.path(""));
        let findings = world.run_command(command).json()["findings"].clone();
        let failed = findings.as_array().unwrap().iter().filter(|finding| finding["level"] == "failed");
        failed.map(|finding| finding["kind"].clone()).collect::<Vec<_>>()
    };
    let (remembers, forgets) = (REMEMBERS.replace("MATCHES", "matches"), REMEMBERS.replace("MATCHES", "1"));
    assert_eq!(kinds(&remembers, "[reuse]\nprogram = true\n"), ["process_remembers"]);
    assert_eq!(kinds(&forgets, "[reuse]\nprogram = true\n"), Vec::<Value>::new());
    assert_eq!(kinds(&remembers, ""), Vec::<Value>::new());
}

#[test]
fn check_finds_a_bot_that_remembers_other_matches() {
    let world = World::sharing_builds();
    custom_game(&world, RULES, "[reuse]\nbots = true\n[answers]\nexamples = [\"a\"]\n");
    let check = |script: &str, manifest: &str| {
        world.file("bot/bot.sh", script);
        world.file("bot/bot.toml", &format!("run = [\"sh\", \"{{dir}}/bot.sh\"]\n{manifest}"));
        let mut command = world.command(&["check", "games/mine", "bot"]);
        command.current_dir(world.path(""));
        world.run_command(command).code
    };
    assert_eq!(check(COUNTER, "reuse = true\n"), Some(7));
    assert_eq!(check(COUNTER, ""), Some(0));
    assert_eq!(check("while read line; do echo $line; done", "reuse = true\n"), Some(0));
    // A bot that plays at random is not compared.
    assert_eq!(
        check("while read line; do cat /proc/sys/kernel/random/uuid; done", "reuse = true\n"),
        Some(0)
    );
}

/// A match that the host ends by a fault leaves the program in the middle of it.
#[test]
fn a_program_that_did_not_end_its_match_is_not_kept() {
    let game = "[reuse]\nprogram = true\n[faults]\ndefault = \"end\"\n";
    let crashes = "read line; [ -z \"$line\" ] || exit 1";
    let world = world(game, [(COUNTER, ""), (crashes, "")]);
    done(&world, &["tournament", "run", "--quiet"]);
    for number in 1..=4 {
        let shown = done(&world, &["tournament", "show", &number.to_string(), "--json"]).json();
        assert_eq!(shown["record"]["faults"].as_array().unwrap().len(), 1, "{shown}");
    }
}

/// A kept process does not get the messages that end a process.
#[test]
fn a_kept_process_is_not_told_to_exit() {
    let rules = RULES.replace(
        "\"details\": details}",
        "\"details\": details, \"tells\": [{\"seat\": seat, \"send\": [\"quit\"]} for seat in (0, 1)]}",
    );
    assert_ne!(rules, RULES);
    let world = World::sharing_builds();
    custom_game(&world, &rules, "protocol = 2\n[reuse]\nprogram = true\nbots = true\n");
    let quits = "n=0; while read line; do [ $line = quit ] && exit; n=$((n+1)); echo $n; done";
    for (name, manifest) in [("one", "reuse = true\n"), ("other", "")] {
        world.file(&format!("{name}/bot.sh"), quits);
        world.file(&format!("{name}/bot.toml"), &format!("run = [\"sh\", \"{{dir}}/bot.sh\"]\n{manifest}"));
    }
    let file = "game = \"mine\"\nseed = 1\ngames = 4\nformat = \"round-robin\"\n\
                entrants = [\"one/bot.toml\", \"other/bot.toml\"]\n[running]\nconcurrency = 1\n";
    world.file("tournament.toml", file);
    for (number, details) in played(&world).iter().enumerate() {
        let mut said = details["said"].as_array().unwrap().clone();
        said.sort_by_key(Value::to_string);
        let kept = json!([(2 * number + 1).to_string(), (2 * number + 2).to_string()]);
        assert!(said.contains(&kept) && said.contains(&json!(["1", "2"])), "{details}");
    }
}
