//! `rathaus commit` and `rathaus verify`, as players and organisers use them.
#![expect(clippy::disallowed_methods, reason = "a test reads the guide for organisers")]

use std::fs::File;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::common::{World, assert_line_mentions, repository};

/// The lazy plant of the prisoner's dilemma, and its published hash.
const LAZY: &str = "pass\n";
const LAZY_HASH: &str = "n1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=";

/// A source of these tests, indented by tabs, and an earlier version of it.
const CAREFUL: &str = "for i in range(3):\n\tprint(i)\n";
const CAREFUL_BEFORE: &str = "for i in range(2):\n\tprint(i)\n";

const EARLY: &str = "2014-05-02T18:12:00Z";
const LATE: &str = "2014-05-09T00:00:01Z";

/// A ledger with the deadlines of the prisoner's dilemma and these postings, each with player,
/// source and time.
fn ledger(world: &World, postings: &[(&str, &str, &str)], more: &str) -> String {
    let mut text = "deadline = 2014-05-09T00:00:00Z\nreveal_deadline = 2014-05-10T00:00:00Z\n".to_owned();
    for (player, source, posted) in postings {
        let hash = hash_of(world, source);
        text += &format!("\n[[posting]]\nplayer = \"{player}\"\nhash = \"{hash}\"\nposted = {posted}\n");
    }
    world.file("ledger.toml", &(text + more))
}

fn hash_of(world: &World, source: &str) -> String {
    let run = world.run(&["commit", &world.file("to-be-hashed", source)]);
    run.stdout.split_once("  ").expect("a hash and a file").0.to_owned()
}

/// The exit code and the output of `verify`, without the path of the world.
fn verify(world: &World, arguments: &[&str]) -> String {
    let run = world.run(&[&["verify", "--ledger"], arguments].concat());
    let stdout = run.stdout.replace(world.path("").to_str().expect("a path"), "[WORLD]/");
    format!("exit code {}\n{stdout}{}", run.code.expect("an exit code"), run.stderr)
}

#[test]
fn a_commitment_is_a_hash_and_a_file() {
    let world = World::sharing_builds();
    let (lazy, careful) = (world.file("lazy.py", LAZY), world.file("careful.py", CAREFUL));
    assert_eq!(world.run(&["commit", &lazy]).stdout, format!("{LAZY_HASH}  {lazy}\n"));
    let both = world.run(&["commit", &careful, &lazy]);
    assert_eq!(both.stdout.lines().nth(1), Some(format!("{LAZY_HASH}  {lazy}").as_str()));
    let as_data = world.run(&["commit", "--json", &lazy]).json();
    assert_eq!(as_data, json!([{ "file": lazy, "hash": LAZY_HASH }]));
}

#[test]
fn standard_input_and_seeds_are_hashed() {
    let world = World::sharing_builds();
    let lazy = world.file("lazy.py", LAZY);
    let mut command = world.command(&["commit", "-"]);
    command.stdin(File::open(lazy).expect("a file")).stderr(Stdio::inherit());
    let output = command.output().expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{LAZY_HASH}  -\n"));
    let hash = hash_of(&world, "255");
    assert_eq!(world.run(&["commit", "--seed", "0xff"]).stdout, format!("{hash}  255\n"));
}

#[test]
fn the_source_of_a_folder_is_what_its_manifest_names() {
    let world = World::sharing_builds();
    world.file("bot/bot.toml", "name = \"lazy\"\nsource = \"player.py\"\n");
    let source = world.file("bot/player.py", LAZY);
    let folder = world.path("bot");
    let folder = folder.to_str().expect("a path");
    assert_eq!(world.run(&["commit", &source]).stdout, format!("{LAZY_HASH}  {source}\n"));
    let ledger = ledger(&world, &[("lazy", LAZY, EARLY)], "");
    assert_snapshot!(verify(&world, &[&ledger, folder]));
}

#[test]
fn files_that_cannot_be_read_have_no_commitment() {
    let world = World::sharing_builds();
    world.file("several/one.py", "");
    world.file("several/other.py", "");
    let several = world.path("several");
    let lazy = world.file("lazy.py", LAZY);
    std::os::unix::fs::symlink("one.py", several.join("link.py")).expect("a link");
    let run = world.run(&["commit", &lazy, "nowhere.py", several.to_str().expect("a path")]);
    assert_eq!(run.stdout, "", "a list from which some are missing could pass for the whole");
    assert_snapshot!(format!("exit code {}\n{}", run.code.expect("an exit code"), run.stderr));
    let twice = world.run(&["commit", "-", "-"]);
    assert_eq!((twice.code, twice.stdout.as_str()), (Some(2), ""), "{}", twice.stderr);
}

#[test]
fn all_match() {
    let world = World::sharing_builds();
    let careful = [("careful", CAREFUL_BEFORE, EARLY), ("careful", CAREFUL, EARLY), ("careful", "", LATE)];
    let reveal =
        "\n[[reveal]]\nplayer = \"lazy\"\nrevealed = 2014-05-09T18:00:00Z\nsource = \"plants/1.py\"\n";
    let ledger = ledger(&world, &[&[("lazy", LAZY, EARLY)], careful.as_slice()].concat(), reveal);
    let lazy = world.file("plants/1.py", LAZY);
    let careful = world.file("Careful.py", CAREFUL);
    assert_snapshot!(verify(&world, &[&ledger, &careful]));
    assert_eq!(verify(&world, &[&ledger, &careful]), verify(&world, &[&ledger, &careful, &lazy, &lazy]));
}

#[test]
fn each_way_not_to_match() {
    let world = World::sharing_builds();
    let postings = [
        ("lazy", LAZY, EARLY),
        ("careful", CAREFUL_BEFORE, EARLY),
        ("careful", CAREFUL, EARLY),
        ("other", "something else\n", EARLY),
        ("late", CAREFUL, LATE),
        ("later", CAREFUL, EARLY),
        ("silent", CAREFUL, EARLY),
    ];
    let reveal = "\n[[reveal]]\nplayer = \"later\"\nrevealed = 2014-05-10T00:00:01Z\n";
    let ledger = ledger(&world, &postings, reveal);
    let sources = [
        ("lazy.py", LAZY),
        ("careful.py", "for i in range(3):\r\n    print(i)\r\n"),
        ("other.py", LAZY),
        ("late.py", CAREFUL),
        ("later.py", CAREFUL),
        ("stranger\nlazy.py", LAZY),
    ];
    let sources: Vec<String> = sources.iter().map(|(name, source)| world.file(name, source)).collect();
    let arguments: Vec<&str> = [&ledger].into_iter().chain(&sources).map(String::as_str).collect();
    assert_snapshot!(verify(&world, &arguments));
    let run = world.run(&[&["verify", "--json", "--ledger"], arguments.as_slice()].concat());
    assert_eq!(run.code, Some(8));
    let found = run.json();
    assert_eq!(found["verified"], false);
    let verdicts: Vec<&Value> =
        found["players"].as_array().unwrap().iter().map(|one| &one["verdict"]).collect();
    assert_eq!(
        verdicts,
        ["matches", "mismatch", "mismatch", "posted_late", "revealed_late", "missing", "no_commitment"]
    );
    assert_eq!(found["players"][1]["accident"]["steps"], json!(["spaces_to_tabs", "line_feeds"]));
    assert_eq!(found["players"][1]["accident"]["posting"]["number"], 2);
    assert_eq!(found["players"][2]["accident"], Value::Null);
}

#[test]
fn a_promise_is_checked_when_it_is_opened() {
    let world = World::sharing_builds();
    let seeds = world.file("seeds.txt", "4696634734863777023\n");
    let (file, seed) = (hash_of(&world, "4696634734863777023\n"), hash_of(&world, "0xff"));
    let text = format!("deadline = 2014-05-09T00:00:00Z\nseed_file = \"{file}\"\nseed = \"{seed}\"\n");
    let ledger = world.file("ledger.toml", &text);
    assert_snapshot!("promises_kept", verify(&world, &[&ledger, "--seed-file", &seeds, "--seed", "255"]));
    let other = world.file("other.txt", "4696634734863777023");
    assert_snapshot!("promises_broken", verify(&world, &[&ledger, "--seed-file", &other, "--seed", "256"]));
    assert_snapshot!("promises_not_opened", verify(&world, &[&ledger]));
}

#[test]
fn a_ledger_with_mistakes_says_all_of_them() {
    let world = World::sharing_builds();
    let ledger = world.file(
        "ledger.toml",
        &format!(
            r#"deadline = 2014-05-09T00:00:00
reveal_dedline = 2014-05-10T00:00:00Z
seed = 17

[[posting]]
player = "lazy"
hash = "9f56e761d79bfdb34304a012586cb04d16b435ef6130091a97702e559260a2f2"
posted = 2014-05-02

[[posting]]
player = "Lazy "
hash = "{LAZY_HASH}"
posted = {EARLY}

[[posting]]
player = "greedy"
hash = "n1bnYdeb"

[[reveal]]
player = "greedy"
revealed = "on Friday"

[[reveal]]
player = "careful\u001b[2J"
revealed = {EARLY}
source = ""

[[reveal]]
player = "lazy"
revealed = {EARLY}

[[reveal]]
player = "lazy"
revealed = {EARLY}
"#
        ),
    );
    assert_snapshot!(verify(&world, &[&ledger]));
}

#[test]
fn ledgers_that_are_none() {
    let world = World::sharing_builds();
    assert_snapshot!("a_missing_ledger", verify(&world, &["nowhere.toml"]));
    let ledger = world.file("ledger.toml", "deadline = the ninth of May\n");
    assert_snapshot!("a_ledger_that_is_no_toml", verify(&world, &[&ledger]));
}

#[test]
fn sources_that_cannot_be_told_apart_or_read() {
    let world = World::sharing_builds();
    let reveal =
        "\n[[reveal]]\nplayer = \"careful\"\nrevealed = 2014-05-09T18:00:00Z\nsource = \"nowhere.py\"\n";
    let ledger = ledger(&world, &[("lazy", LAZY, EARLY), ("careful", CAREFUL, EARLY)], reveal);
    let (one, other) = (world.file("one/lazy.py", LAZY), world.file("other/lazy.py", LAZY));
    assert_snapshot!(verify(&world, &[&ledger, &one, &other, "missing.py"]));
}

#[test]
fn the_guide_tells_the_truth() {
    let world = World::sharing_builds();
    let guide = std::fs::read_to_string(repository().join("docs/COMMITMENTS.md")).expect("the guide");
    let (_, rest) = guide.split_once("```toml\n").expect("a ledger in the guide");
    let (example, _) = rest.split_once("```").expect("the end of the ledger");
    let ledger = world.file("ledger.toml", example);
    world.file("plants/lazy.py", LAZY);
    let cautious = world.file("players/cautious.py", "# kVw3Zq9T\nprint(\"1 2\")\n");
    let run = world.run(&["verify", "--json", "--ledger", &ledger, &cautious]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert_eq!(run.json()["players"][1]["posting"]["number"], 2);
}

/// A program that takes from the other player when there are two players.
const FIRST: &str = "read p me r; echo $((3 - me))\n";

/// Programs for the prisoner's dilemma. Each test decides which players have posted hashes.
fn field(world: &World) -> [String; 3] {
    [("first.sh", FIRST), ("second.sh", "echo\n"), ("third.sh", "echo 1\n")]
        .map(|(name, text)| world.file(name, text))
}

/// Plays a short game with a ledger. Returns the exit code and the output, without the path of
/// the world.
fn play_with_commitments(world: &World, ledger: &str, arguments: &[&str]) -> String {
    let game =
        ["play", "prisoners-dilemma", "--quiet", "--set", "rounds_per_player=1", "--set", "time_ms=60000"];
    let run = world.run(&[&game, ["--ledger", ledger].as_slice(), arguments].concat());
    let stdout = run.stdout.replace(env!("CARGO_PKG_VERSION"), "[VERSION]");
    let path = format!("{}/", world.path("").to_str().expect("a path").trim_end_matches('/'));
    format!("exit code {}\n{stdout}{}", run.code.expect("an exit code"), run.stderr)
        .replace(&path, "[WORLD]/")
        // The sandbox depends on the machine.
        .lines()
        .map(|line| format!("{}\n", line.split(", sandbox ").next().unwrap_or_default()))
        .collect()
}

#[test]
fn a_game_seats_only_those_who_verify() {
    let world = World::sharing_builds();
    let [first, second, third] = field(&world);
    let postings = [
        ("first", FIRST, EARLY),
        ("second", "echo\n", EARLY),
        ("third", "echo 1\r\n", EARLY),
        ("fourth", "echo 4\n", EARLY),
    ];
    let ledger = ledger(&world, &postings, "");
    let order = ["--order", "second,third,first", "--seed", "1"];
    assert_snapshot!(play_with_commitments(
        &world,
        &ledger,
        &[&[&*first, &*second, &*third], order.as_slice()].concat()
    ));
    // One player is not enough, and the error explains why there are no more.
    assert_snapshot!(play_with_commitments(&world, &ledger, &[&first, &third, "--seed", "1"]));
    let json = world
        .run(&[
            "play",
            "prisoners-dilemma",
            "--quiet",
            "--json",
            "--ledger",
            &ledger,
            &first,
            &second,
            &third,
        ])
        .json();
    let out: Vec<&Value> =
        json["players"].as_array().expect("players").iter().map(|player| &player["out"]).collect();
    assert_eq!(out[..2], [&Value::Null, &Value::Null]);
    assert_eq!(out[2]["unverified"], "third");
    let verdicts: Vec<&Value> = json["commitments"]["players"]
        .as_array()
        .expect("players")
        .iter()
        .map(|player| &player["verdict"])
        .collect();
    assert_eq!(verdicts, ["matches", "matches", "mismatch", "missing"]);
}

#[test]
fn a_game_is_played_with_what_was_promised_or_not_at_all() {
    let world = World::sharing_builds();
    let [first, second, _] = field(&world);
    let numbers = world.file("numbers", "7\n8\n");
    let other = world.file("other", "7\n8\n\n");
    let promise = |name: &str, text: &str| {
        let postings = [("first", FIRST, EARLY), ("second", "echo\n", EARLY)];
        let line = format!("{name} = \"{}\"\n", hash_of(&world, text));
        let path = ledger(&world, &postings, "");
        let text = std::fs::read_to_string(&path).expect("the ledger");
        world.file(&format!("{name}.toml"), &(line + &text))
    };
    let (by_file, by_seed) = (promise("seed_file", "7\n8\n"), promise("seed", "1"));
    let order = ["--order", "first,second", &first, &second];
    let play =
        |ledger: &str, options: &[&str]| play_with_commitments(&world, ledger, &[options, &order].concat());
    assert_snapshot!(play(&by_file, &["--seed-file", &numbers]));
    assert_snapshot!(play(&by_seed, &["--seed", "0x1"]));
    let refusals = [
        play(&by_file, &["--seed-file", &other]),
        play(&by_file, &["--seed", "1"]),
        play(&by_seed, &["--seed", "2"]),
        play(&by_seed, &["--seed-file", &numbers]),
    ];
    assert!(refusals.iter().all(|said| said.starts_with("exit code 8\nerror: ")), "{refusals:#?}");
    assert_snapshot!(refusals.join("\n"));
}

#[test]
fn other_games_seat_only_those_who_verify_as_well() {
    let world = World::sharing_builds();
    let player = |step: &str| {
        format!(
            "class Mine(Player):\n    def __init__(self):\n        Player.__init__(self)\n\n    def turn(self):\n        return Coordinate({step})\n"
        )
    };
    let files = [("east", "1, 0"), ("north-east", "1, 1")]
        .map(|(name, step)| world.file(&format!("{name}.py"), &player(step)));
    let ledger =
        ledger(&world, &[("east", &player("1, 0"), EARLY), ("north-east", &player("1, -1"), EARLY)], "");
    let game = ["play", "rat-race", "--quiet", "--boards", "1", "--seed", "1", "--set", "turns=100"];
    let with_ledger = [game.as_slice(), &["--ledger", &ledger, &files[0], &files[1]]].concat();
    let run = world.run(&[with_ledger.as_slice(), &["--json"]].concat());
    assert_eq!(run.code, Some(8), "{}{}", run.stdout, run.stderr);
    let result = run.json();
    let [east, north_east] = [0, 1].map(|index| &result["submissions"][index]);
    assert_eq!((&east["name"], &east["out"]), (&json!("east"), &Value::Null), "{result:#}");
    assert_eq!(north_east["out"]["unverified"], "north-east", "{result:#}");
    let players = result["commitments"]["players"].as_array().unwrap();
    let verdicts: Vec<&Value> = players.iter().map(|player| &player["verdict"]).collect();
    assert_eq!(verdicts, ["matches", "mismatch"]);
    // The report says who did not play, and how many were verified.
    let text = world.run(&with_ledger).stdout;
    assert_line_mentions(&text, &["north-east", north_east["out"]["why"].as_str().unwrap()]);
    assert_line_mentions(&text, &["1", "2", "ledger"]);
}

#[test]
fn whoever_takes_a_players_name_keeps_nobody_from_playing() {
    let world = World::sharing_builds();
    let [first, second, _] = field(&world);
    let thief = world.file("other/first.sh", "echo\n");
    let ledger = ledger(&world, &[("first", FIRST, EARLY), ("second", "echo\n", EARLY)], "");
    for files in [[&thief, &first, &second], [&first, &second, &thief]] {
        let files = files.map(String::as_str);
        let run = world.run(&[&["verify", "--json", "--ledger", &ledger], files.as_slice()].concat());
        assert_eq!(run.code, Some(8), "{}{}", run.stdout, run.stderr);
        let players = run.json()["players"].as_array().unwrap().clone();
        let verdicts: Vec<&str> = players.iter().map(|one| one["verdict"].as_str().unwrap()).collect();
        assert_eq!(verdicts.iter().filter(|verdict| **verdict == "matches").count(), 2, "{verdicts:?}");
        assert!(verdicts.contains(&"mismatch"), "{verdicts:?}");
        let said = play_with_commitments(&world, &ledger, &[files.as_slice(), &["--seed", "1"]].concat());
        assert!(said.starts_with("exit code 8\n"), "{said}");
        assert_line_mentions(&said, &["2", "3", "ledger"]);
    }
}

#[test]
fn a_seed_file_is_made_once() {
    let world = World::sharing_builds();
    let path = world.path("numbers").to_str().expect("a path").to_owned();
    let made = world.run(&["seed-file", "50", "--output", &path]);
    assert_eq!(
        (made.code, &made.stdout),
        (Some(0), &world.run(&["commit", &path]).stdout),
        "{}",
        made.stderr
    );
    let text = std::fs::read_to_string(&path).expect("the numbers");
    let numbers: std::collections::BTreeSet<u64> =
        text.lines().map(|line| line.parse().expect("a number")).collect();
    assert_eq!(numbers.len(), 50);
    let [first, second, _] = field(&world);
    assert_eq!(
        world.run(&["play", "prisoners-dilemma", "--quiet", "--seed-file", &path, &first, &second]).code,
        Some(0)
    );
    let again = world.run(&["seed-file", "50", "--output", &path]);
    again.assert_refused(3, &["[WORLD]/numbers"]);
    assert_eq!(std::fs::read_to_string(&path).expect("the numbers"), text);
    assert_eq!(world.run(&["seed-file", "3"]).stdout.lines().count(), 3);
    assert_eq!(world.run(&["seed-file", "0"]).code, Some(2));
}

/// A bot whose behaviour depends on its manifest and other files.
const DUMMY: &str = "print(0)\n";

fn committed(world: &World, path: &str) -> String {
    let run = world.run(&["commit", path]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.stdout.split_whitespace().next().unwrap().to_owned()
}

fn ledger_of(world: &World, player: &str, hash: &str) -> String {
    let text = format!(
        "deadline = 2014-05-09T00:00:00Z\n[[posting]]\nplayer = {player:?}\nhash = {hash:?}\nposted = {EARLY}\n"
    );
    world.file("ledger.toml", &text)
}

fn verdict(world: &World, ledger: &str, path: &str) -> Value {
    let run = world.run(&["verify", "--json", "--ledger", ledger, path]);
    run.json()["players"][0].clone()
}

/// A manifest or another file that was added after others revealed their sources must have
/// no effect.
#[test]
fn what_no_hash_binds_is_not_played() {
    let world = World::sharing_builds();
    let file = world.file("bot/dummy.py", DUMMY);
    let ledger = ledger_of(&world, "mallory", &committed(&world, &file));
    let folder = world.path("bot").to_str().unwrap().to_owned();
    let manifest = |more: &str| world.file("bot/bot.toml", &format!("name = \"mallory\"\n{more}"));
    manifest("source = \"dummy.py\"\ngame = \"prisoners-dilemma\"\n");
    assert_eq!(verdict(&world, &ledger, &folder)["verdict"], "matches");
    for (field, more) in [
        ("run", "run = [\"python3\", \"-c\", \"print(2)\"]\n"),
        ("build", "build = [[\"true\"]]\nrun = [\"sh\", \"-c\", \"echo 2\"]\n"),
        ("entry", "entry = \"Other\"\n"),
        ("language", "language = \"shell\"\n"),
        ("python", "python = \"python3\"\n"),
    ] {
        manifest(more);
        let found = verdict(&world, &ledger, &folder);
        assert_eq!(found["verdict"], "not_bound", "{field}: {found:#}");
        let without_commitments = found["unbound"].as_array().unwrap();
        assert!(without_commitments.contains(&format!("bot.toml: {field}").into()), "{found:#}");
        // Even if such a bot can be built, it does not play.
        let said = play_with_commitments(&world, &ledger, &[&folder, &file, "--seed", "1"]);
        assert!(said.starts_with("exit code 8\n") || said.starts_with("exit code 3\n"), "{field}: {said}");
    }
    manifest("source = \"dummy.py\"\n");
    world.file("bot/helper.py", "ANSWER = 2\n");
    let found = verdict(&world, &ledger, &folder);
    assert_eq!((&found["verdict"], &found["unbound"]), (&"not_bound".into(), &json!(["helper.py"])));
}

/// The hash of a folder covers names, bytes, modes and the manifest, but no files that bots
/// never see.
#[test]
fn the_hash_of_a_folder_binds_all_of_it() {
    let world = World::new();
    let main = world.file("bot/main.sh", "read p me r; echo $((me % p + 1))\n");
    world.file("bot/lib/b.txt", "1\n");
    world.file("bot/lib.txt", "2\n");
    world.file("bot/bot.toml", "name = \"ann\"\nrun = [\"sh\", \"{dir}/main.sh\"]\n");
    let folder = world.path("bot").to_str().unwrap().to_owned();
    let hash = committed(&world, &folder);
    assert_eq!(committed(&world, &world.path("bot/bot.toml").to_string_lossy()), hash);
    let ledger = ledger_of(&world, "ann", &hash);
    let matches = || verdict(&world, &ledger, &folder)["verdict"] == "matches";
    assert!(matches() && verdict(&world, &ledger, &folder)["unbound"] == json!([]));
    world.file("bot/.hidden", "no bot sees this\n");
    world.file("bot/__pycache__/x.pyc", "nor this\n");
    assert!(matches(), "{:#}", verdict(&world, &ledger, &folder));
    let changed = |name: &str, text: &str| {
        let path = world.path(name);
        let before = std::fs::read(&path).ok();
        world.file(name, text);
        assert!(!matches(), "{name} is not bound");
        match before {
            Some(bytes) => std::fs::write(&path, bytes).unwrap(),
            None => std::fs::remove_file(&path).unwrap(),
        }
        assert!(matches());
    };
    changed("bot/lib/b.txt", "3\n");
    changed("bot/new.txt", "");
    changed("bot/bot.toml", "name = \"ann\"\nrun = [\"sh\", \"-c\", \"echo 2\"]\n");
    let mode = |mode| std::fs::set_permissions(&main, std::fs::Permissions::from_mode(mode)).unwrap();
    mode(0o755);
    assert!(!matches(), "modes are not bound");
    mode(0o600);
    assert!(matches(), "only whether somebody may run it counts");
    std::fs::rename(world.path("bot/lib.txt"), world.path("bot/other.txt")).unwrap();
    assert!(!matches(), "names are not bound");
}

/// The recipe in docs/COMMITMENTS.md for people without `rathaus` gives the same hash.
#[test]
fn the_hash_of_a_folder_can_be_made_by_hand() {
    let world = World::sharing_builds();
    world.file("bot/a.py", "print(1)\n");
    world.file("bot/a/b.txt", "two words\n");
    world.file("bot/a.b", "");
    let program = world.file("bot/run me.sh", "exit 0\n");
    std::fs::set_permissions(program, std::fs::Permissions::from_mode(0o755)).unwrap();
    world.file("bot/bot.toml", "source = \"a.py\"\n");
    let guide = include_str!("../../docs/COMMITMENTS.md");
    let (_, rest) = guide.split_once("```sh\n# The hash of a folder").expect("the recipe in the guide");
    let (recipe, _) = rest.split_once("```").expect("the end of the recipe");
    let folder = world.path("bot");
    let script = format!("#{recipe}");
    let output =
        std::process::Command::new("bash").args(["-ec", &script]).current_dir(&folder).output().unwrap();
    let by_hand = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    assert_eq!(
        by_hand,
        committed(&world, folder.to_str().unwrap()),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
