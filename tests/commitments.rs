//! `rathaus commit` and `rathaus verify`, as players and organisers use them.
#![expect(clippy::disallowed_methods, reason = "a test reads the guide for organisers")]

mod common;

use std::fs::File;
use std::process::Stdio;

use common::{World, repository};
use insta::assert_snapshot;
use serde_json::{Value, json};

/// The lazy plant of the prisoner's dilemma, and its hash as it was published.
const LAZY: &str = "pass\n";
const LAZY_HASH: &str = "n1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=";

/// Sources of our own: indented by tabs, and with an earlier version.
const CAREFUL: &str = "for i in range(3):\n\tprint(i)\n";
const CAREFUL_BEFORE: &str = "for i in range(2):\n\tprint(i)\n";

const EARLY: &str = "2014-05-02T18:12:00Z";
const LATE: &str = "2014-05-09T00:00:01Z";

/// A ledger with the deadlines of the prisoner's dilemma, and these postings: player, source and time.
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

/// The exit code and all that was said, without the world's own path.
fn verify(world: &World, arguments: &[&str]) -> String {
    let run = world.run(&[&["verify", "--ledger"], arguments].concat());
    let stdout = run.stdout.replace(world.path("").to_str().expect("a path"), "[WORLD]/");
    format!("exit code {}\n{stdout}{}", run.code.expect("an exit code"), run.stderr)
}

#[test]
fn a_commitment_is_a_hash_and_a_file() {
    let world = World::new();
    let (lazy, careful) = (world.file("lazy.py", LAZY), world.file("careful.py", CAREFUL));
    assert_eq!(world.run(&["commit", &lazy]).stdout, format!("{LAZY_HASH}  {lazy}\n"));
    let both = world.run(&["commit", &careful, &lazy]);
    assert_eq!(both.stdout.lines().nth(1), Some(format!("{LAZY_HASH}  {lazy}").as_str()));
    let as_data = world.run(&["commit", "--json", &lazy]).json();
    assert_eq!(as_data, json!([{ "file": lazy, "hash": LAZY_HASH }]));
}

#[test]
fn standard_input_and_seeds_are_hashed() {
    let world = World::new();
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
    let world = World::new();
    world.file("bot/bot.toml", "name = \"lazy\"\nsource = \"player.py\"\n");
    world.file("bot/notes.txt", "to be lazy is not easy\n");
    let source = world.file("bot/player.py", LAZY);
    let folder = world.path("bot");
    let folder = folder.to_str().expect("a path");
    assert_eq!(world.run(&["commit", folder]).stdout, format!("{LAZY_HASH}  {source}\n"));
    let ledger = ledger(&world, &[("lazy", LAZY, EARLY)], "");
    assert_snapshot!(verify(&world, &[&ledger, folder]));
}

#[test]
fn files_that_cannot_be_read_have_no_commitment() {
    let world = World::new();
    world.file("several/one.py", "");
    world.file("several/other.py", "");
    let several = world.path("several");
    let lazy = world.file("lazy.py", LAZY);
    let run = world.run(&["commit", &lazy, "nowhere.py", several.to_str().expect("a path")]);
    assert_eq!(run.stdout, "", "a list from which some are missing could pass for the whole");
    assert_snapshot!(format!("exit code {}\n{}", run.code.expect("an exit code"), run.stderr));
    let twice = world.run(&["commit", "-", "-"]);
    assert_eq!((twice.code, twice.stdout.as_str()), (Some(2), ""), "{}", twice.stderr);
}

#[test]
fn all_match() {
    let world = World::new();
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
    let world = World::new();
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
    let world = World::new();
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
    let world = World::new();
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
    let world = World::new();
    assert_snapshot!("a_missing_ledger", verify(&world, &["nowhere.toml"]));
    let ledger = world.file("ledger.toml", "deadline = the ninth of May\n");
    assert_snapshot!("a_ledger_that_is_no_toml", verify(&world, &[&ledger]));
}

#[test]
fn sources_that_cannot_be_told_apart_or_read() {
    let world = World::new();
    let reveal =
        "\n[[reveal]]\nplayer = \"careful\"\nrevealed = 2014-05-09T18:00:00Z\nsource = \"nowhere.py\"\n";
    let ledger = ledger(&world, &[("lazy", LAZY, EARLY), ("careful", CAREFUL, EARLY)], reveal);
    let (one, other) = (world.file("one/lazy.py", LAZY), world.file("other/lazy.py", LAZY));
    assert_snapshot!(verify(&world, &[&ledger, &one, &other, "missing.py"]));
}

#[test]
fn the_guide_tells_the_truth() {
    let world = World::new();
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
