//! Hostile manifests: they decide only what the bot itself does, neither what its sandbox shows nor
//! whether others play.
#![expect(clippy::disallowed_methods, reason = "tests look at what hosts leave behind")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{Run, World};

/// The contents of files that no bot may read.
const SECRET: &str = "a-secret-of-the-host";

const TIERS: [&str; 3] = ["full", "namespaces", "launcher"];

/// First words of commands that submissions could once use to choose what they see.
fn hostile_programs(world: &World) -> Vec<String> {
    let rival = world.file("rival/bot.sh", "#!/bin/sh\n");
    fs::set_permissions(&rival, fs::Permissions::from_mode(0o755)).unwrap();
    let fixed = [
        "/bin/bash",
        "/usr/bin/env",
        "/home/../bin/bash",
        "/var/run/../bin/bash",
        "//bin/bash",
        "/proc/self/exe",
        "../rival/bot.sh",
        "bin/run.sh",
        "./../rival/bot.sh",
        "{dir}/../../bin/bash",
        "{out}/../../../bin/bash",
        "{source}/../bash",
        "{dir}",
        "{rathaus}",
        "~/bot.sh",
        "bash\u{0}",
        "",
    ];
    fixed.into_iter().map(str::to_owned).chain([rival]).collect()
}

/// Writes a bot for each of these programs. Half of them run it, and the others use it in
/// the build.
fn hostile_bots(world: &World) -> Vec<String> {
    let write = |(number, program): (usize, String)| {
        let words = json!([program, "-c", "cat ~/secret"]);
        let manifest = match number % 2 {
            0 => format!("run = {words}\n"),
            _ => format!("build = [[\"true\"], {words}]\nrun = [\"true\"]\n"),
        };
        let file = world.file(&format!("bots/bad{number}/bot.toml"), &manifest);
        world.file(&format!("bots/bad{number}/bin/run.sh"), "cat ~/secret\n");
        Path::new(&file).parent().unwrap().to_str().unwrap().to_owned()
    };
    hostile_programs(world).into_iter().enumerate().map(write).collect()
}

/// The tiers that work on this machine.
fn tiers(world: &World) -> Vec<&'static str> {
    let sandboxes = world.run(&["doctor", "--json"]).json()["sandboxes"].clone();
    let fit = |tier: &&str| {
        let all = sandboxes.as_array().unwrap();
        all.iter().any(|one| one["tier"] == *tier && one["fit"] == true)
    };
    TIERS.into_iter().filter(fit).collect()
}

#[test]
fn a_command_starts_a_tool_or_a_file_of_the_submission_and_nothing_else() {
    let world = World::new();
    let good = world.testbot("good", &[]);
    let bad = hostile_bots(&world);
    for tier in tiers(&world) {
        let bots: Vec<&str> = [&good].into_iter().chain(&bad).map(String::as_str).collect();
        let options = ["--boards", "1", "--set", "turns=20", "--json", "--quiet", "--sandbox", tier];
        let run = world.run(&[&["play", "rat-race"], bots.as_slice(), &options].concat());
        assert_eq!(run.code, Some(5), "{}{}", run.stdout, run.stderr);
        let result = run.json();
        let submissions = result["submissions"].as_array().unwrap();
        let is_out =
            |one: &&Value| one["unbuildable"].is_string() || one["out"].is_string() || !one["out"].is_null();
        assert_eq!(submissions.iter().filter(is_out).count(), bad.len(), "{result:#}");
        let played = submissions.iter().find(|one| one["name"] == "good").unwrap();
        assert_eq!(played["matches"].as_array().map(Vec::len), Some(1), "{result:#}");
    }
}

/// A program of the dilemma that replies `found` if it can read one of the files, and
/// otherwise plays.
const READER: &str = "read players me rounds
for file in \"$@\"; do
    cat \"$file\" >&2 && { echo found; exit; }
done
echo $((me % players + 1))
";

#[test]
fn the_folder_of_a_submission_may_be_called_anything() {
    let world = World::new();
    let secrets = ["home/secret", "secret", "rivals/ann/bot.sh", "contest/lib/key"].map(|name| {
        let file = world.file(name, SECRET);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        file
    });
    let words = |first: &[&str]| json!([first, &secrets.each_ref().map(String::as_str)].concat());
    let mut readers = BTreeMap::new();
    for folder in ["contest/bin", "contest/sbin", "contest/shims", "contest/lib/bot/bin"] {
        for (form, run) in
            [("file", words(&["bash", "{dir}/reader.sh"])), ("source", words(&["sh", "{source}"]))]
        {
            let name = format!("{}-{form}", folder.replace('/', "-"));
            // Both have the folder's own name, one of them below a folder of another name.
            let folder = if form == "file" { folder.to_owned() } else { format!("other/{folder}") };
            world.file(&format!("{folder}/reader.sh"), READER);
            let manifest = format!("name = {name:?}\nsource = \"reader.sh\"\nrun = {run}\n");
            readers.insert(name, world.file(&format!("{folder}/bot.toml"), &manifest));
        }
    }
    let bots: Vec<&str> = readers.values().map(String::as_str).collect();
    for tier in tiers(&world) {
        let found = dilemma(&world, &bots, &["--sandbox", tier]);
        for name in readers.keys() {
            assert_eq!(faults(&found.json(), name), Vec::<Value>::new(), "{tier}: {}", found.stdout);
        }
        assert!(!found.stdout.contains(SECRET), "{}", found.stdout);
    }
}

/// Plays the dilemma with two honest players and these bots.
fn dilemma(world: &World, bots: &[&str], options: &[&str]) -> Run {
    let run = world.run_command(dilemma_command(world, bots, options));
    assert!(run.stdout.starts_with('{'), "{}{}", run.stdout, run.stderr);
    run
}

fn dilemma_command(world: &World, bots: &[&str], options: &[&str]) -> Command {
    let honest =
        ["one", "two"].map(|name| world.file(&format!("{name}.sh"), "read p me r; echo $((me % p + 1))\n"));
    let fixed = ["--seed", "1", "--set", "rounds_per_player=1", "--json", "--quiet"];
    let mut command = world
        .command(&[&["play", "prisoners-dilemma", &honest[0], &honest[1]], bots, &fixed, options].concat());
    command.env("HOME", world.path("home"));
    command
}

fn faults(result: &Value, player: &str) -> Vec<Value> {
    let players = result["players"].as_array().unwrap();
    let found = players
        .iter()
        .find(|one| one["name"] == player)
        .unwrap_or_else(|| panic!("no {player} in {result:#}"));
    found["faults"].as_array().cloned().unwrap_or_default()
}

#[test]
fn one_hostile_entrant_costs_the_others_no_match() {
    let world = World::new();
    for name in ["ann", "bob"] {
        world.file(&format!("entrants/{name}.sh"), "read p me r; echo $((me % p + 1))\n");
    }
    let hostile = [
        ("missing-folder", "run = [\"/no/such/folder/bin/bot\"]\n"),
        ("outside", "run = [\"/home/../bin/bash\"]\n"),
        ("a-tool-that-is-none", "run = [\"/dev/shm/../../bin/sh\", \"-c\", \"true\"]\n"),
        ("no-such-language", "language = \"klingon\"\n"),
        ("no-toml", "run = [\n"),
        ("nothing", ""),
    ];
    for (number, (what, manifest)) in hostile.into_iter().enumerate() {
        world.file("entrants/mallory/bot.toml", manifest);
        let name = format!("cup{number}.toml");
        let file = world.file(
            &name,
            "game = \"prisoners-dilemma\"\nseed = 1\ngames = 2\nentrants_folder = \"entrants\"\n[parameters]\nrounds_per_player = 1\n",
        );
        let run = world.run(&["tournament", "run", &file, "--quiet"]);
        assert_ne!(run.code, Some(0), "{what}: it is said that somebody does not play");
        let standings = world.run(&["tournament", "standings", &file, "--format", "json"]);
        assert_eq!(standings.code, Some(0), "{what}: {}{}", run.stderr, standings.stderr);
        let standings = standings.json();
        let entrants = standings["entrants"].as_array().unwrap();
        assert_eq!(entrants.len(), 3, "{what}: {standings:#}");
        for entrant in entrants {
            let is_hostile = entrant["name"] == "mallory";
            assert_eq!(!entrant["out"].is_null(), is_hostile, "{what}: {standings:#}");
            if !is_hostile {
                assert_eq!(entrant["scores"].as_array().map(Vec::len), Some(2), "{what}: {entrant:#}");
            }
        }
    }
}

#[test]
fn the_program_of_a_custom_game_is_held_to_the_same() {
    let world = World::new();
    let folder = world.path("games/mine");
    let run = world.run(&["new", "game", "--language", "python", folder.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let file = folder.join("game.toml");
    let honest = fs::read_to_string(&file).unwrap();
    let bot = world.file("bot.sh", "while read line; do echo 1; done\n");
    for program in ["/bin/../bin/bash", "bin/run.sh", "{dir}/../../rival"] {
        let without =
            honest.lines().filter(|line| !line.starts_with("source")).collect::<Vec<_>>().join("\n");
        let (head, tables) = without.split_once("\n[").unwrap_or((&without, ""));
        let tables = if tables.is_empty() { String::new() } else { format!("\n[{tables}") };
        fs::write(&file, format!("{head}\nrun = {}\n{tables}\n", json!([program]))).unwrap();
        let run = world.run(&["play", folder.to_str().unwrap(), &bot, &bot, "--quiet"]);
        assert_eq!(run.code, Some(5), "{program}: {}", run.stderr);
    }
}

#[test]
fn a_listed_tool_can_be_named_and_an_unlisted_one_cannot() {
    let world = World::new();
    let tool = world.file("tools/answer", "#!/bin/sh\nread p me r; echo $((me % p + 1))\n");
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    let bot = world.file("bot/bot.toml", "name = \"bad\"\nrun = [\"answer\"]\n");
    let found = dilemma(&world, &[&bot], &["--tool", &tool]);
    assert_eq!((found.code, faults(&found.json(), "bad").len()), (Some(0), 0), "{}", found.stdout);
    // A program in PATH is not a tool yet, because it may not be meant for untrusted submissions.
    let mut command = dilemma_command(&world, &[&bot], &[]);
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{path}", world.path("tools").display()));
    assert_eq!(world.run_command(command).code, Some(5));
    // A relative folder in PATH depends on the current folder.
    let mut command = dilemma_command(&world, &[&bot], &[]);
    command.env("PATH", format!("tools:.:{path}")).current_dir(world.path(""));
    assert_eq!(world.run_command(command).code, Some(4));
    let refused = world.run_command(dilemma_command(&world, &[&bot], &["--tool", "answer"]));
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
}

#[test]
fn builds_with_the_same_words_in_other_commands_are_different_builds() {
    let world = World::new();
    let script = "read p me r; echo $((me % p + 1))";
    let check = |build: &str| {
        world.file("bot/b.sh", "if [ $# = 1 ]; then echo one > ../out/it; else echo none > ../out/it; fi\n");
        let run = json!(["sh", "-c", format!("cat {{out}}/it >&2; {script}")]);
        let manifest = format!("build = {build}\nrun = {run}\n");
        let bot = world.file("bot/bot.toml", &manifest);
        let run = dilemma(&world, &[&bot], &[]);
        let built = fs::read_dir(world.path("cache/rathaus/builds")).unwrap().count();
        (built, run.stdout + &run.stderr)
    };
    let (first, _) = check("[[\"sh\", \"b.sh\", \"true\"]]");
    let (second, words) = check("[[\"sh\", \"b.sh\"], [\"true\"]]");
    assert_eq!(second, first + 1, "{words}");
}
