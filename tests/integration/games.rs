//! Custom games, through the binary: those of the repository, and some that fail.
#![expect(clippy::disallowed_methods, reason = "tests look at what is stored, and copy the games")]
#![expect(clippy::disallowed_macros, reason = "a language that is skipped is named")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::common::{Run, World, assert_line_mentions, assert_mentions};

/// The games of the repository, with the number of seats of a match in these tests, and the number
/// of matches in a tournament of their bots.
const GAMES: [(&str, usize, usize); 3] = [("connect-four", 2, 12), ("light-cycles", 3, 2), ("auction", 3, 2)];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A copy of a game of the repository, with time limits that are long enough for a busy machine.
fn game(world: &World, name: &str) -> PathBuf {
    let folder = world.path("games").join(name);
    copy(&root().join("games").join(name), &folder);
    let file = folder.join("game.toml");
    let text = fs::read_to_string(&file).unwrap();
    let patient =
        |line: &str| if line.starts_with("answer_ms") { "answer_ms = 60_000" } else { line }.to_owned();
    fs::write(&file, text.lines().map(patient).collect::<Vec<_>>().join("\n")).unwrap();
    folder
}

pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The paths of a game's bots.
fn bots(game: &Path) -> Vec<String> {
    let entries = fs::read_dir(game.join("bots")).unwrap();
    let mut bots: Vec<String> =
        entries.map(|entry| entry.unwrap().path().to_str().unwrap().to_owned()).collect();
    bots.sort();
    bots
}

pub(crate) fn run(world: &World, arguments: &[&str]) -> Run {
    let mut command = world.command(arguments);
    command.current_dir(world.path(""));
    world.run_command(command)
}

pub(crate) fn done(world: &World, arguments: &[&str]) -> Run {
    let run = run(world, arguments);
    assert_eq!(run.code, Some(0), "{arguments:?}: {}{}", run.stderr, run.stdout);
    run
}

/// Writes a custom game of two seats with this program. `more` is added to its `game.toml`.
pub(crate) fn custom_game(world: &World, program: &str, more: &str) {
    world.file("games/mine/game.py", program);
    world.file(
        "games/mine/game.toml",
        &format!("name = \"mine\"\nsource = \"game.py\"\nseats = 2\nlimits = {{ answer_ms = 60_000, turns = 50 }}\n{more}"),
    );
    world.file("one.sh", "while read line; do echo heads; done\n");
    world.file("other.sh", "while read line; do echo tails; done\n");
}

/// Asks both seats. The one that replies `heads` wins.
const COIN: &str = r#"
import json, sys
start = json.loads(input())
ask = {"type": "ask", "asks": [{"seat": seat, "send": ["say"]} for seat in (0, 1)]}
ask["frame"] = {"rows": ["ab"], "legend": [{"letter": "a", "tone": "seat 0", "means": "the first"}]}
print(json.dumps(ask), flush=True)
answers = json.loads(input())["answers"]
scores = [int(answer.get("lines") == ["heads"]) for answer in answers]
print(json.dumps({"type": "end", "scores": scores, "reason": "the coin fell"}), flush=True)
"#;

#[test]
fn a_tournament_of_each_game_comes_out_the_same_at_any_concurrency() {
    for (name, seats, matches) in GAMES {
        let world = World::sharing_builds();
        let folder = game(&world, name);
        assert!(bots(&folder).len() >= 3);
        let file = |concurrency: usize| {
            format!(
                "name = \"t\"\ngame = {name:?}\nentrants_folder = \"games/{name}/bots\"\nseed = 5\ngames = 2\nseats = {seats}\n[records]\nkeep = \"all\"\n[running]\nconcurrency = {concurrency}\n"
            )
        };
        let standings = |concurrency: usize| {
            let (file, stem) = (file(concurrency), format!("t{concurrency}.toml"));
            world.file(&stem, &file);
            done(&world, &["tournament", "run", &stem]);
            done(&world, &["tournament", "standings", &stem, "--format", "json"]).json()
        };
        let (one, two) = (standings(1), standings(2));
        assert_eq!(one["matches"]["played"], json!(matches), "{one:#}");
        assert_eq!(one["entrants"], two["entrants"], "{name}");
        let scores = one["entrants"].as_array().unwrap().iter().map(|entrant| &entrant["scores"]);
        assert!(scores.clone().all(|scores| !scores.as_array().unwrap().is_empty()), "{one:#}");
        assert!(one["entrants"].as_array().unwrap().iter().all(|entrant| entrant["faulty"] == 0), "{one:#}");
        replays_and_plays_elsewhere(&world, name);
    }
}

/// Replays a match of that tournament without its bots, and plays it alone with them.
fn replays_and_plays_elsewhere(world: &World, name: &str) {
    done(world, &["tournament", "rerun", "1", "--file", "t1.toml"]);
    let replay = world.path("1.replay");
    done(world, &["tournament", "replay", "1", "--file", "t1.toml", "--out", replay.to_str().unwrap()]);
    let replayed = done(world, &["replay", replay.to_str().unwrap(), "--json"]).json();
    assert_eq!(replayed["came_out_the_same"], true, "{name}");
    let shown = done(world, &["tournament", "show", "1", "--file", "t1.toml", "--json"]).json();
    let spec = shown["spec"].to_string();
    assert!(spec.contains("\"terms\""), "{spec}");
    let spec = world.file("spec.json", &spec);
    let mut command = world.command(&["match", "run", "--submissions", "."]);
    command.args(["--submissions", &format!("games/{name}/bots")]).current_dir(world.path(""));
    command.stdin(Stdio::from(fs::File::open(spec).unwrap()));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let played: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(played["key"], shown["key"]);
    assert_eq!(played["record"]["scores"], shown["record"]["scores"], "{name}");
}

/// Asks both seats for a number, which becomes their score.
const NUMBERS: &str = r#"
import json, sys
start = json.loads(input())
print(json.dumps({"type": "ask", "asks": [{"seat": seat, "send": ["say"]} for seat in (0, 1)]}), flush=True)
answers = json.loads(input())["answers"]
print(json.dumps({"type": "end", "scores": [int(answer["lines"][0]) for answer in answers], "reason": "all have spoken"}), flush=True)
"#;

/// Writes a tournament of seven bots, in which the bot with the greater number always wins.
pub(crate) fn seven(world: &World, stem: &str, more: &str) {
    custom_game(world, NUMBERS, "");
    for number in 1..=7 {
        world.file(&format!("bots/b{number}.sh"), &format!("while read line; do echo {number}; done\n"));
    }
    world.file(
        stem,
        &format!("name = \"t\"\ngame = \"mine\"\nentrants_folder = \"bots\"\nseed = 5\n{more}\n"),
    );
}

fn standings(world: &World, stem: &str) -> Value {
    done(world, &["tournament", "standings", stem, "--format", "json"]).json()
}

#[test]
fn matches_that_depend_on_results_come_out_the_same_however_they_are_played() {
    for (format, games, played) in [("swiss", 3, 18), ("knock-out", 3, 12)] {
        let world = World::sharing_builds();
        for stem in ["one", "two", "elsewhere"] {
            let concurrency = if stem == "two" { 2 } else { 1 };
            let more =
                format!("format = \"{format}\"\ngames = {games}\n[running]\nconcurrency = {concurrency}");
            seven(&world, &format!("{stem}.toml"), &more);
        }
        done(&world, &["tournament", "run", "one.toml"]);
        done(&world, &["tournament", "run", "two.toml"]);
        let planned = play_elsewhere(&world, "elsewhere.toml");
        assert!(planned >= 3, "{planned}");
        let [one, two, elsewhere] =
            ["one.toml", "two.toml", "elsewhere.toml"].map(|stem| standings(&world, stem));
        assert_eq!(one["matches"], json!({ "played": played, "ruled": 0, "all": played, "goes_on": false }));
        assert_eq!((&one["entrants"], &one["entrants"]), (&two["entrants"], &elsewhere["entrants"]));
        assert_eq!(one["entrants"][0]["name"], "b7", "{one:#}");
        let status = done(&world, &["tournament", "status", "one.toml", "--json"]).json();
        assert_eq!((&status["played"], &status["all"]), (&json!(played), &json!(played)));
    }
}

#[test]
fn an_adaptive_tournament_stops_when_all_is_decided() {
    let world = World::sharing_builds();
    for stem in ["one", "two", "elsewhere", "short"] {
        let games = if stem == "short" { 6 } else { 40 };
        let more = format!("format = \"adaptive\"\ngames = {games}\n[running]\nconcurrency = 2");
        seven(&world, &format!("{stem}.toml"), &more);
    }
    // Only the best and the worst of the seven play.
    (2..=6).for_each(|number| std::fs::remove_file(world.path(&format!("bots/b{number}.sh"))).unwrap());
    done(&world, &["tournament", "run", "one.toml"]);
    let one = standings(&world, "one.toml");
    // One is better in all rounds. Eight can prove that, which is when the first decision is made.
    assert_eq!(one["matches"], json!({ "played": 16, "ruled": 0, "all": 16, "goes_on": false }), "{one:#}");
    let decided = json!({
        "decide": "winner", "is_decided": true, "rounds": 8, "undecided": [],
        "missing_rounds": null, "missing_matches": null
    });
    assert_eq!(one["adaptive"], decided);
    let best = &one["entrants"][0];
    assert_eq!((&best["name"], &best["rank"]), (&json!("b7"), &json!({ "best": 1, "worst": 1 })));
    let place = json!({ "adaptive": { "mean": 1.0, "rounds": 8, "better": 0, "worse": 1 } });
    assert_eq!(best["place"], place);

    // A run that was stopped by the number of rounds goes on when that is raised.
    done(&world, &["tournament", "run", "short.toml"]);
    let short = standings(&world, "short.toml");
    assert_eq!(short["adaptive"]["is_decided"], false, "{short:#}");
    assert_eq!(short["adaptive"]["rounds"], 6);
    std::fs::rename(world.path("short.db"), world.path("two.db")).unwrap();
    done(&world, &["tournament", "run", "two.toml"]);
    assert_eq!(standings(&world, "two.toml")["entrants"], one["entrants"]);

    assert_eq!(play_elsewhere(&world, "elsewhere.toml"), 1);
    assert_eq!(standings(&world, "elsewhere.toml")["entrants"], one["entrants"]);
}

/// Plays a tournament as another machine does. Returns the number of plans that had matches.
fn play_elsewhere(world: &World, stem: &str) -> usize {
    let lines = |run: &Run| run.stderr.lines().count();
    let mut said = usize::MAX;
    for times in 0.. {
        let planned = done(world, &["tournament", "plan", stem]);
        if planned.stdout.is_empty() {
            let status = done(world, &["tournament", "status", stem, "--json"]).json();
            assert_eq!(status["goes_on"], false, "{}", planned.stderr);
            assert!(lines(&planned) < said, "it does not ask for another plan: {}", planned.stderr);
            return times;
        }
        said = lines(&planned);
        let mut results = String::new();
        for spec in planned.stdout.lines() {
            let spec = world.file("spec.json", spec);
            let mut command = world.command(&["match", "run", "--submissions", "bots", "--submissions", "."]);
            command.current_dir(world.path("")).stdin(Stdio::from(fs::File::open(spec).unwrap()));
            let output = command.output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            results += &String::from_utf8(output.stdout).unwrap();
        }
        world.file("results.json", &results);
        done(world, &["tournament", "collect", "results.json", "--file", stem]);
    }
    unreachable!("it ends")
}

#[test]
fn a_knock_out_is_between_two_and_takes_nobody_in_later() {
    let world = World::sharing_builds();
    seven(&world, "t.toml", "format = \"knock-out\"\nseats = 3");
    let refused = run(&world, &["tournament", "run", "t.toml"]);
    refused.assert_refused(3, &["t.toml:6:9", "knock-out", "`seats`"]);
    seven(&world, "t.toml", "format = \"knock-out\"\ngames = 1");
    let text = done(&world, &["tournament", "run", "t.toml"]).stdout;
    insta::assert_snapshot!(world.redacted(&text));
    world.file("bots/b8.sh", "while read line; do echo 8; done\n");
    let refused = run(&world, &["tournament", "run", "t.toml"]);
    refused.assert_refused(2, &["b8", "--replace"]);
}

#[test]
fn a_game_is_found_by_name_and_by_path_and_tells_its_parameters() {
    let world = World::sharing_builds();
    custom_game(
        &world,
        COIN,
        "[parameters.side]\ndefault = 2\nfrom = 1\nto = 6\nmeaning = \"how many sides it has\"\n",
    );
    for named in ["mine", "games/mine", "games/mine/game.toml"] {
        let result = done(&world, &["play", named, "one.sh", "other.sh", "--seed", "1", "--json"]).json();
        assert_eq!(result["players"][0]["name"], "one", "{result:#}");
        assert_eq!((&result["players"][0]["score"], &result["ended"]), (&json!(1), &json!("the coin fell")));
    }
    let help = done(&world, &["play", "mine", "one.sh", "--set", "help"]).stdout;
    assert_line_mentions(&help, &["side", "2", "how many sides it has", "1", "6"]);
    let wrong = run(&world, &["play", "mine", "one.sh", "other.sh", "--set", "side=7", "--set", "sides=1"]);
    wrong.assert_refused(2, &["side", "7", "1", "6", "sides"]);
    let unknown = run(&world, &["play", "yours", "one.sh", "other.sh"]);
    unknown.assert_refused(2, &["yours", "mine"]);
}

#[test]
fn a_match_shows_how_it_ended_and_with_whom() {
    let world = World::sharing_builds();
    custom_game(&world, COIN, "");
    let played = done(&world, &["play", "mine", "other.sh", "one.sh", "--seed", "1", "--quiet"]);
    insta::assert_snapshot!(world.redacted(&played.stdout));
    let lone = run(&world, &["play", "mine", "one.sh"]);
    lone.assert_refused(2, &["mine", "2", "1"]);
}

#[test]
fn where_less_is_more_the_least_is_the_best() {
    let world = World::sharing_builds();
    custom_game(&world, COIN, "best = \"lowest\"\n");
    let result = done(&world, &["play", "mine", "one.sh", "other.sh", "--seed", "1", "--json"]).json();
    assert_eq!(result["players"][0]["name"], "other", "{result:#}");
    world.file("t.toml", "game = \"mine\"\nentrants = [\"one.sh\", \"other.sh\"]\nseed = 1\n");
    done(&world, &["tournament", "run", "t.toml"]);
    let standings = done(&world, &["tournament", "standings", "t.toml", "--format", "json"]).json();
    assert_eq!(
        (&standings["entrants"][0]["name"], &standings["matches"]["all"]),
        (&json!("other"), &json!(20))
    );
    let ratings: Vec<f64> = (0..2)
        .map(|row| {
            standings["entrants"][row]["rating"]["value"].as_f64().unwrap_or_else(|| panic!("{standings:#}"))
        })
        .collect();
    assert!(ratings[0] > 1500.0 && ratings[1] < 1500.0, "{ratings:?}");
}

#[test]
fn two_bots_are_compared_until_it_is_known_who_is_better() {
    let world = World::sharing_builds();
    custom_game(&world, COIN, "");
    let told = done(&world, &["compare", "mine", "other.sh", "one.sh", "--seed", "1", "--json"]).json();
    assert_eq!(told["decision"], "second");
    assert_mentions(told["verdict"].as_str().unwrap(), &["one", "other"]);
    assert_eq!((&told["difference"], &told["bots"][0]["scores"][0]), (&json!(-1.0), &json!(0.0)));
    let alike = ["compare", "mine", "one.sh", "one.sh", "--seed", "1", "--margin", "0.3"];
    let told = done(&world, &[alike.as_slice(), &["--json"]].concat()).json();
    assert_eq!((&told["decision"], &told["margin"]), (&json!("neither"), &json!(0.3)));
    insta::assert_snapshot!(world.redacted(&done(&world, &alike).stdout));
}

/// The program fails in matches with an odd seed.
#[test]
fn a_program_that_fails_makes_its_match_void_and_the_tournament_goes_on() {
    let world = World::sharing_builds();
    let fails = "import sys\n".to_owned()
        + &COIN.replace(
            "answers = json",
            "if int(start[\"seed\"], 16) % 2: sys.exit(\"the dice are gone\")\nanswers = json",
        );
    custom_game(&world, &fails, "");
    world.file("t.toml", "game = \"mine\"\nentrants = [\"one.sh\", \"other.sh\"]\nseed = 3\ngames = 8\n");
    let ended = run(&world, &["tournament", "run", "t.toml"]);
    // What the program and the bots said.
    ended.assert_refused(1, &["the dice are gone", "heads"]);
    let standings = done(&world, &["tournament", "standings", "t.toml", "--format", "json"]).json();
    let played = standings["matches"]["played"].as_u64().unwrap();
    assert!(0 < played && played < 16, "{standings:#}");
    assert_line_mentions(&ended.stderr, &[&(16 - played).to_string()]);
    assert!(standings["entrants"].as_array().unwrap().iter().all(|entrant| entrant["faulty"] == 0));
}

#[test]
fn what_is_wrong_with_a_game_is_shown_in_its_place() {
    let world = World::sharing_builds();
    custom_game(&world, COIN, "");
    world.file(
        "games/mine/game.toml",
        "name = \"Mine\"\nsource = \"game.py\"\nseats = 0\nresults = \"ranks\"\n",
    );
    let wrong = run(&world, &["play", "mine", "one.sh", "other.sh"]);
    let places = ["game.toml:1:8", "game.toml:3:9", "game.toml:4:1"];
    wrong.assert_refused(3, &[places.as_slice(), &["Mine", "`results`", "`result`"]].concat());
    world.file("games/mine/game.toml", "name = \"mine\"\nsource = \"game.pi\"\nseats = 2\n");
    let missing = run(&world, &["play", "mine", "one.sh", "other.sh"]);
    missing.assert_refused(3, &["game.pi"]);
}

#[test]
fn another_program_is_another_game() {
    let world = World::sharing_builds();
    custom_game(&world, COIN, "");
    world.file("games/mine/bots/nobody.sh", "");
    world.file(
        "t.toml",
        "game = \"games/mine\"\nentrants = [\"one.sh\", \"other.sh\"]\nseed = 3\ngames = 1\n",
    );
    done(&world, &["tournament", "run", "t.toml"]);
    // Bots beside the program are not part of it.
    world.file("games/mine/bots/nobody.sh", "exit 0");
    done(&world, &["tournament", "run", "t.toml"]);
    world.file("games/mine/game.py", &COIN.replace("coin fell", "coin fell again"));
    let refused = run(&world, &["tournament", "run", "t.toml"]);
    refused.assert_refused(2, &["t.toml", "--replace"]);
}

#[test]
fn a_game_is_checked_and_what_is_wrong_with_it_is_said() {
    let world = World::sharing_builds();
    let examples = "[answers]\nexamples = [\"heads\", \"tails\"]\n";
    custom_game(&world, COIN, examples);
    let mut reports = done(&world, &["check-game", "games/mine"]).stdout;
    for (what, from, to) in [
        ("a seat that does not exist", "for seat in (0, 1)", "for seat in (0, 2)"),
        ("no end", "scores = [", "while True: print(json.dumps(ask), flush=True); input()\nscores = ["),
        ("a clock", "scores = [", "import time; scores = [time.perf_counter() + "),
        (
            "no answer expected to be missing",
            "answers]\n",
            "answers if answer[\"lines\"][0] in \"heads tails\" or int(answer[\"lines\"][0])]\n",
        ),
        ("no JSON", "print(json.dumps(ask)", "print(json.dumps(ask)[1:]"),
    ] {
        assert!(COIN.contains(from), "{from}");
        custom_game(&world, &COIN.replace(from, to), examples);
        let bad = run(&world, &["check-game", "mine"]);
        assert_eq!(bad.code, Some(7), "{from}: {}{}", bad.stdout, bad.stderr);
        reports += &format!("\n{what}:\n{}", bad.stdout);
    }
    insta::assert_snapshot!(world.redacted(&reports));
    let built_in = run(&world, &["check-game", "rat-race"]);
    assert_eq!(built_in.code, Some(2), "{}", built_in.stderr);
}

/// A first game in each language, with a first bot in each installed language.
#[test]
fn first_games_and_bots_play_at_once() {
    let world = World::sharing_builds();
    let mut said = Vec::new();
    for language in ["python", "javascript", "rust"] {
        let folder = format!("games/first-{language}");
        let written = done(&world, &["new", "game", "--language", language, &folder]).stdout;
        assert_mentions(&written, &["game.toml", "rathaus check-game"]);
        let schema = fs::read_to_string(world.path(&folder).join("game.schema.json")).unwrap();
        let schema: Value = serde_json::from_str(&schema).unwrap();
        assert_eq!(schema["title"], "game.toml");
        done(&world, &["check-game", &folder]);
        let bots = ["bots/balanced.py", "bots/greedy.mjs"].map(|bot| format!("{folder}/{bot}"));
        let mut played = done(&world, &["play", &folder, &bots[0], &bots[1], "--seed", "7", "--json"]).json();
        played["game"] = Value::Null;
        for player in played["players"].as_array_mut().unwrap() {
            player["faults"] = player["faults"].as_array().unwrap().len().into();
        }
        said.push(played);
    }
    assert_eq!(said[0], said[1]);
    assert_eq!(said[0], said[2], "the same game in three languages");
    for language in ["python", "javascript", "ruby", "bash", "cpp", "java", "csharp", "rust"] {
        let folder = format!("bots/{language}");
        done(&world, &["new", "bot", "--game", "first-python", "--language", language, &folder]);
        let played =
            run(&world, &["play", "first-python", &folder, "games/first-python/bots/balanced.py", "--json"]);
        if played.code == Some(4) {
            println!("{language} is not installed: {}", played.stderr);
            continue;
        }
        assert_eq!(played.code, Some(0), "{language}: {}", played.stderr);
        let first = &played.json()["players"];
        let bot = first.as_array().unwrap().iter().find(|player| player["name"] == language).unwrap();
        let crashed = |fault: &Value| fault["fault"] != "illegal" && fault["fault"] != "malformed";
        assert!(!bot["faults"].as_array().unwrap().iter().any(crashed), "{bot:#}");
    }
    let unknown = run(&world, &["new", "game", "--language", "cobol", "games/other"]);
    unknown.assert_refused(3, &["cobol", "javascript", "python", "rust"]);
    let again = run(&world, &["new", "game", "--language", "python", "games/first-python"]);
    again.assert_refused(3, &["games/first-python"]);
}

/// Runs all commands of the guide in an empty folder.
#[test]
fn a_contest_is_hosted_as_the_guide_says() {
    let world = World::sharing_builds();
    let guide = fs::read_to_string(root().join("docs/HOSTING.md")).unwrap();
    let commands: String =
        guide.split("```sh\n").skip(1).filter_map(|block| block.split("```").next()).collect();
    assert!(commands.lines().count() >= 15, "{commands}");
    let tools = world.path("tools");
    fs::create_dir(&tools).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_rathaus"), tools.join("rathaus")).unwrap();
    fs::create_dir(world.path("contest")).unwrap();
    let usual = world.command(&[]);
    let mut command = Command::new("bash");
    command.args(["-euxc", &commands]).current_dir(world.path("contest"));
    for (name, value) in usual.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap_or_default());
    let hosted = world.run_command({
        command.env("PATH", path);
        command
    });
    assert_eq!(hosted.code, Some(0), "{}{}", hosted.stdout, hosted.stderr);
    let leaderboard = fs::read_to_string(world.path("contest/leaderboard.md")).unwrap();
    for name in ["ann", "ben", "balanced", "greedy"] {
        assert!(leaderboard.contains(name), "{leaderboard}");
    }
    let page = fs::read_to_string(world.path("contest/best.html")).unwrap();
    assert!(page.contains("seat 0 begins"), "the page has the pictures of the match");
    assert!(world.path("contest/charts").is_dir());
}

/// Games have a copy of the helper library, so that their folders are complete.
#[test]
fn copies_of_helper_libraries_are_the_libraries() {
    for (copy, library) in [
        ("connect-four/rathaus_game.py", "helpers/python/rathaus_game.py"),
        ("chess/rathaus_game.py", "helpers/python/rathaus_game.py"),
        ("go/rathaus_game.py", "helpers/python/rathaus_game.py"),
        ("light-cycles/rathaus-game.mjs", "helpers/javascript/rathaus-game.mjs"),
    ] {
        let read = |name: &str| fs::read_to_string(root().join("games").join(name)).unwrap();
        assert_eq!(read(copy), read(library), "copy games/{library} to games/{copy}");
    }
}

#[test]
fn bots_for_games_of_ones_own_are_checked() {
    let world = World::sharing_builds();
    custom_game(&world, COIN, "[answers]\nexamples = [\"heads\", \"tails\"]\n");
    let good = done(&world, &["check", "mine", "one.sh"]).stdout;
    // The bot loses, but the check passes.
    done(&world, &["check", "games/mine", "other.sh"]);
    let broken = world.file("broken.sh", "read line; echo oh dear >&2; exit 3\n");
    let bad = run(&world, &["check", "mine", &broken]);
    assert_eq!(bad.code, Some(7), "{}{}", bad.stderr, bad.stdout);
    insta::assert_snapshot!(world.redacted(&format!("{good}\n{}", bad.stdout)));
    custom_game(&world, "raise SystemExit('I am no game')", "");
    let void = run(&world, &["check", "mine", "one.sh"]);
    // The fault is not the bot's, so the exit code is not that of a bot that needs work.
    void.assert_refused(1, &["I am no game", "rathaus check-game"]);
}

#[test]
fn the_game_that_the_guide_writes_by_hand_is_fit_to_play() {
    let world = World::sharing_builds();
    let guide = fs::read_to_string(root().join("docs/CUSTOM-GAMES.md")).unwrap();
    let block = |language: &str, begins: &str| {
        let blocks = guide.split("```").filter_map(|block| block.strip_prefix(&format!("{language}\n")));
        blocks.into_iter().find(|block| block.starts_with(begins)).unwrap().to_owned()
    };
    let program = block("python", "# game.py");
    assert!(program.lines().count() <= 50);
    world.file("guess/game.py", &program);
    world.file("guess/game.toml", &block("toml", "# game.toml"));
    done(&world, &["check-game", "guess"]);
}

#[test]
fn standings_show_the_means_of_what_a_game_counts() {
    let program = r#"
import json
start = json.loads(input())
asks = [{"seat": seat, "send": ["say"]} for seat in (0, 1)]
print(json.dumps({"type": "ask", "asks": asks}), flush=True)
words = [answer["lines"][0] for answer in json.loads(input())["answers"]]
stats = [{"heads": int(word == "heads"), "seat": seat} for seat, word in enumerate(words)]
print(json.dumps({"type": "end", "scores": [0, 0], "reason": "both have chosen", "stats": stats}), flush=True)
"#;
    let world = World::sharing_builds();
    custom_game(&world, program, "protocol = 2\n");
    world.file("t.toml", "game = \"mine\"\nseed = 1\ngames = 3\nentrants = [\"one.sh\", \"other.sh\"]\n");
    done(&world, &["tournament", "run", "t.toml"]);
    let standings = done(&world, &["tournament", "standings", "t.toml", "--format", "json"]).json();
    let stats = |name: &str| {
        let entrants = standings["entrants"].as_array().unwrap();
        entrants.iter().find(|entrant| entrant["name"] == name).unwrap()["stats"].clone()
    };
    // Each plays six matches, three in each seat.
    let of = |heads: f64| json!({"heads": {"mean": heads, "count": 6}, "seat": {"mean": 0.5, "count": 6}});
    assert_eq!((stats("one"), stats("other")), (of(1.0), of(0.0)));
    let shown = done(&world, &["tournament", "standings", "t.toml"]);
    assert_line_mentions(&shown.stdout, &["heads", "seat", "bot"]);
}

/// The adapter for Python replaces files of these names in submissions to the rat race.
#[test]
fn programs_keep_their_files_whatever_their_names() {
    let world = World::sharing_builds();
    let program = "import board\nboard.play()\n";
    custom_game(&world, program, "");
    world.file(
        "games/mine/board.py",
        &format!("def play():\n{}", COIN.trim().replace('\n', "\n    ").replacen("import", "    import", 1)),
    );
    let played = done(&world, &["play", "games/mine", "one.sh", "other.sh", "--json"]).json();
    assert_eq!(played["ended"], "the coin fell");
}
