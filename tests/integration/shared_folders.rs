//! Folders that other users of the machine can write to: Rathaus runs nothing from them, and leaves
//! nothing there.
#![expect(clippy::disallowed_methods, reason = "tests look at what hosts leave behind")]
#![expect(clippy::disallowed_macros, reason = "what is skipped is said")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{World, sample};

/// The time limit for a run to get this far.
const TIMEOUT: Duration = Duration::from_secs(120);

fn mode(world: &World, name: &str, mode: u32) {
    fs::set_permissions(world.path(name), fs::Permissions::from_mode(mode)).expect("one's own");
}

/// A dilemma of this player and two others.
fn dilemma(world: &World, bot: &str, options: &[&str]) -> Command {
    let honest =
        ["one", "two"].map(|name| world.file(&format!("{name}.sh"), "read p me r; echo $((me % p + 1))\n"));
    let fixed = ["--seed", "1", "--set", "rounds_per_player=1", "--json", "--quiet"];
    world.command(
        &[&["play", "prisoners-dilemma", &honest[0], &honest[1], bot], fixed.as_slice(), options].concat(),
    )
}

/// Programs in the shared temporary folder must not be run, not even for their version.
#[test]
fn what_lies_in_the_shared_temporary_folder_is_not_run() {
    let world = World::new();
    let fake =
        world.file("tmp/bin/rustc", "#!/bin/sh\ntouch \"$(dirname \"$0\")/../was-run\"\necho rustc 1.0.0\n");
    fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
    world.file("tmp/rust-toolchain.toml", &format!("[toolchain]\npath = {:?}\n", world.path("tmp")));
    world.file("tmp/.local/lib/python3/site-packages/usercustomize.py", "import os; os._exit(3)\n");
    world.file("tmp/.python-version", "9.9.9\n");
    let found = world.run(&["doctor", "--json"]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    let solver = world.file("bot.py", "print(1)\n");
    let trusted = world.run_command(dilemma(&world, &solver, &["--trusted"])).json();
    for player in trusted["players"].as_array().unwrap() {
        assert_eq!(
            player["faults"].as_array().cloned().unwrap_or_default(),
            Vec::<Value>::new(),
            "{player:#}"
        );
    }
    assert!(!world.path("tmp/was-run").exists(), "a stranger's rustc was run");
    let languages = found.json()["languages"].clone();
    let python = languages.as_array().unwrap().iter().find(|one| one["tool"] == "python").unwrap().clone();
    assert!(python["path"].is_string(), "{python:#}");
}

/// The next host removes what a killed host left in the shared temporary folder.
#[test]
fn scratch_of_a_killed_host_is_removed_by_the_next() {
    let world = World::new();
    let slow = world.file("slow.sh", "sleep 60\n");
    let left = || {
        let names = fs::read_dir(world.path("tmp")).unwrap().flatten().map(|entry| entry.file_name());
        names.filter(|name| name.to_string_lossy().starts_with("rathaus-scratch-")).count()
    };
    let options = ["--sandbox", "launcher", "--set", "time_ms=60000"];
    let mut command = dilemma(&world, &slow, &options);
    let mut host = command.stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null()).spawn().unwrap();
    let begin = Instant::now();
    while left() == 0 && host.try_wait().unwrap().is_none() && begin.elapsed() < TIMEOUT {
        thread::sleep(Duration::from_millis(10));
    }
    host.kill().unwrap();
    host.wait().unwrap();
    let before = left();
    // A folder whose name belongs to a live process is kept.
    fs::create_dir(
        world.path(&format!("tmp/rathaus-scratch-{}-1-lives", rathaus_sandbox::process_numbers_id())),
    )
    .unwrap();
    let run =
        world.run_command(dilemma(&world, &world.file("three.sh", "echo 0\n"), &["--sandbox", "launcher"]));
    if run.code == Some(1) {
        eprintln!("skipped: there is no launcher here: {}", run.stderr);
        return;
    }
    assert!(before > 0, "the killed host left nothing to be removed");
    assert_eq!(left(), 1, "{}", run.stderr);
}

#[test]
fn a_folder_in_which_others_can_replace_what_is_made_is_not_used() {
    let world = World::new();
    let play = || {
        let options = ["--boards", "1", "--set", "turns=20", "--quiet", "--sandbox", "launcher"];
        let sample = sample("look-ahead");
        let arguments = [&["play", "rat-race", sample.as_str()], options.as_slice()].concat();
        world.run_command(world.open_command(&arguments))
    };
    mode(&world, "tmp", 0o777);
    assert_eq!(play().code, Some(1), "temporary folder");
    mode(&world, "tmp", 0o1777);
    let first = play();
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    mode(&world, "cache/rathaus", 0o777);
    let refused = play();
    assert_eq!(refused.code, Some(1), "cache: {}", refused.stderr);
    assert!(refused.stderr.contains("XDG_CACHE_HOME"), "{}", refused.stderr);
}
