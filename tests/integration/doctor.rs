//! `rathaus doctor`: what is installed, and how to install the rest.
#![expect(clippy::disallowed_methods, reason = "tests change the environment and look at what is left")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::fs::symlink;

use crate::common::{World, assert_mentions, sample};

#[test]
fn every_language_has_a_line_with_its_program_and_version() {
    let findings = World::new().run(&["doctor", "--json"]).json();
    let findings = findings["languages"].as_array().unwrap();
    for language in ["C++", "C#", "Java", "Python", "Ruby"] {
        let of_language =
            |finding: &&serde_json::Value| finding["language"] == language && finding["dialect"].is_null();
        let tools: Vec<_> = findings.iter().filter(of_language).collect();
        assert!(tools.iter().any(|finding| !finding["path"].is_null()), "{language}: {tools:#?}");
        assert!(!tools.iter().any(|finding| finding["missing"] == true), "{language}: {tools:#?}");
    }
    // One toolchain is enough for C#; here it is Mono's.
    for finding in findings.iter().filter(|finding| !finding["path"].is_null()) {
        let (path, version) = (finding["path"].as_str().unwrap(), finding["version"].as_str().unwrap());
        assert!(path.starts_with('/') && version.contains(|c: char| c.is_ascii_digit()), "{finding:#}");
        // Shims of version managers start slowly, so the path must be that of the real program.
        assert!(!path.contains("/shims/"), "{finding:#}");
    }
}

#[test]
fn what_is_missing_is_named_with_the_command_that_installs_it() {
    let world = World::new();
    let folder = world.path("tools");
    std::fs::create_dir(&folder).unwrap();
    symlink("/usr/bin/g++", folder.join("g++")).unwrap();
    let doctor = |arguments: &[&str]| {
        let mut command = world.command(arguments);
        command.env("PATH", &folder).env("PYENV_ROOT", &folder);
        let run = world.run_command(command);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run
    };
    let findings = doctor(&["doctor", "--json"]).json();
    let of = |language: &str, dialect: &serde_json::Value| {
        let all = findings["languages"].as_array().unwrap().iter();
        let of_language =
            |one: &&serde_json::Value| one["language"] == language && &one["dialect"] == dialect;
        all.filter(of_language).cloned().collect::<Vec<_>>()
    };
    let missing = |dialect: serde_json::Value, command: &str| {
        let tools = of("Python", &dialect);
        tools.iter().any(|one| one["missing"] == true && one["install"] == command)
    };
    assert!(missing(serde_json::Value::Null, "apt-get install python3"), "{findings:#}");
    assert!(missing("Python 2".into(), "apt-get install python3-fissix"), "{findings:#}");
    let compiler = &of("C++", &serde_json::Value::Null)[0];
    assert!(compiler["path"].as_str().unwrap().ends_with("tools/g++"), "{compiler:#}");
    assert_eq!(compiler["missing"], false, "{compiler:#}");
    let text = doctor(&["doctor"]).stdout;
    assert_mentions(
        &text,
        &["C++", "tools/g++", "apt-get install python3", "apt-get install python3-fissix"],
    );
}

/// The name of a promise: the first column of its row.
fn promise(row: &str) -> String {
    row.trim().split("  ").next().unwrap_or_default().to_owned()
}

#[test]
fn every_promise_of_a_sandbox_is_tried_and_told() {
    let world = World::new();
    let findings = world.run(&["doctor", "--json"]).json();
    let sandboxes = findings["sandboxes"].as_array().unwrap();
    let used: Vec<_> = sandboxes.iter().filter(|finding| finding["used"] == true).collect();
    assert_eq!(used.len(), 1, "{sandboxes:#?}");
    for finding in sandboxes {
        // A sandbox that is available keeps all of its promises on any machine that runs
        // these tests.
        let is_proven = finding["broken"].as_object().is_some_and(serde_json::Map::is_empty);
        let is_explained = finding["why_not"].is_string() && finding["help"].is_string();
        assert!(is_proven && finding["fit"] == true || is_explained, "{finding:#}");
    }
    // Only a control group limits memory in the kernel.
    for finding in sandboxes.iter().filter(|finding| finding["fit"] == true) {
        let is_watched = finding["watched"].as_array().unwrap().contains(&"memory".into());
        assert_eq!(is_watched, finding["tier"] != "full", "{finding:#}");
    }
    // Its text has a table with a row for each promise, and ends with the sandbox that is used.
    let text = world.run(&["doctor"]).stdout;
    let tiers: Vec<&str> = sandboxes.iter().map(|finding| finding["tier"].as_str().unwrap()).collect();
    let has_all_tiers = |line: &&str| tiers.iter().all(|tier| crate::common::mentions(line, tier));
    let table = text.lines().skip_while(|line| !has_all_tiers(line)).skip(1);
    let promises: Vec<String> = table.take_while(|line| line.starts_with(' ')).map(promise).collect();
    insta::assert_snapshot!(promises.join("\n"));
    assert_mentions(text.lines().last().unwrap(), &[used[0]["tier"].as_str().unwrap()]);
}

#[test]
fn a_sandbox_that_is_not_here_is_refused_with_its_remedy_and_trust_is_told() {
    let world = World::new();
    let bot = world.testbot("bot", &[]);
    let game = ["play", "rat-race", "--boards", "1", "--set", "turns=20", "--json", "--quiet", &bot];
    let mut command = world.command(&[&game[..], &["--sandbox", "namespaces"]].concat());
    command.env("PATH", world.path("nowhere"));
    let run = world.run_command(command);
    run.assert_refused(1, &["namespaces", "bubblewrap", "apt-get install bubblewrap", "--trusted"]);
    // Results from the launcher, which works everywhere, say that the kernel does not limit memory.
    let launched = world.run(&[&game[..], &["--sandbox", "launcher"]].concat());
    if launched.code == Some(0) {
        let watched = launched.json()["sandbox"]["watched"].clone();
        assert_eq!(watched, serde_json::json!(["scratch", "memory"]), "{}", launched.stdout);
    }
    let run = world.run(&[&game[..], &["--trusted"]].concat());
    assert_eq!((run.code, &run.json()["sandbox"]), (Some(0), &"none".into()), "{}", run.stderr);
    assert_mentions(&run.stderr, &["sandbox"]);
    let confined = world.run(&game).json();
    assert!(confined["sandbox"]["tier"].is_string(), "{confined:#}");
}

/// A bubblewrap that shows more than it should.
const LEAKY: &str = "#!/bin/bash
words=()
for word in \"$@\"; do
    if [ \"$word\" = -- ] && [ -z \"$shown\" ]; then
        shown=yes
        words+=(--perms 0755 --dir \"${LEAK%/*}\" --ro-bind \"$LEAK\" \"$LEAK\")
    fi
    words+=(\"$word\")
done
exec /usr/bin/bwrap \"${words[@]}\"
";

/// A sandbox that shows the home folder is not used, whatever else it hides.
#[test]
fn a_wrapper_that_shows_the_home_folder_is_noticed() {
    let world = World::new();
    let home = world.path("home");
    world.file("home/notes", "private\n");
    let leaky = LEAKY.replacen("words=()", &format!("words=() LEAK={}", home.display()), 1);
    let wrapper = world.file("bin/bwrap", &leaky);
    fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", world.path("bin").display(), std::env::var("PATH").unwrap());
    let with = |arguments: &[&str]| {
        let mut command = world.open_command(arguments);
        command.env("PATH", &path).env("HOME", &home);
        world.run_command(command)
    };
    let usual = world.run(&["doctor", "--json"]).json();
    let leaky = with(&["doctor", "--json"]).json();
    let of = |found: &serde_json::Value, tier: &str| {
        let all = found["sandboxes"].as_array().unwrap();
        all.iter().find(|one| one["tier"] == tier).unwrap().clone()
    };
    for tier in ["full", "namespaces"] {
        if of(&usual, tier)["fit"] == true {
            let found = of(&leaky, tier);
            assert_eq!(found["fit"], false, "{found:#}");
            let shown = found["broken"]["reading"].as_array().unwrap();
            assert!(shown.iter().any(|words| words.as_str().unwrap().contains("canary")), "{found:#}");
        }
    }
    assert!(
        !fs::read_dir(&home).unwrap().flatten().any(|file| file.file_name() != "notes"),
        "it left a canary"
    );
    // `play` checks the sandbox itself, without a run of `doctor`.
    let bot = sample("color-score-bash");
    let run = with(&["play", "rat-race", &bot, "--boards", "1", "--set", "turns=20", "--json", "--quiet"]);
    let result = run.json();
    assert_eq!(result["sandbox"]["tier"], "launcher", "{}", run.stderr);
}

/// The sandbox of this tier, as `doctor` reports it.
fn tier<'a>(findings: &'a serde_json::Value, name: &str) -> &'a serde_json::Value {
    let tiers = findings["sandboxes"].as_array().unwrap();
    tiers.iter().find(|finding| finding["tier"] == name).unwrap()
}

/// Without bubblewrap, a host that is root runs programs as other users. They cannot reach a cache
/// in a closed folder, such as the home folder of root.
#[test]
fn a_cache_that_bots_cannot_reach_is_found_by_doctor_and_play_alike() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let world = World::new();
    let bot = world.file("bot.sh", "while read line; do echo; done\n");
    let (closed, tools) = (world.path("closed"), world.path("tools"));
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
    fs::create_dir(&tools).unwrap();
    symlink("/usr/bin/bash", tools.join("bash")).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = world.open_command(arguments);
        command.env("XDG_CACHE_HOME", closed.join("cache")).env("PATH", &tools);
        world.run_command(command)
    };
    let launcher = tier(&run(&["doctor", "--json"]).json(), "launcher").clone();
    let play = run(&["play", "lights-out", "--boards", "1", "--quiet", &bot]);
    assert_eq!((&launcher["fit"], &launcher["used"]), (&false.into(), &false.into()), "{launcher:#}");
    play.assert_refused(1, &["launcher", "closed", "XDG_CACHE_HOME", "bubblewrap", "--trusted"]);
    if let Some(why) = launcher["why_not"].as_str() {
        assert!(
            play.stderr.contains(&why.replace(world.path("").to_str().unwrap(), "[WORLD]/")),
            "{why}: {}",
            play.stderr
        );
    }
}

#[test]
fn without_a_folder_for_temporary_files_doctor_and_play_say_the_same() {
    let world = World::new();
    let bot = world.testbot("bot", &[]);
    for arguments in [&["doctor"][..], &["play", "lights-out", "--boards", "1", &bot]] {
        let mut command = world.command(arguments);
        command.env("TMPDIR", world.path("nowhere"));
        world.run_command(command).assert_refused(1, &["TMPDIR", "sandbox"]);
    }
}

#[test]
fn the_languages_of_another_sandbox_are_looked_for_in_it() {
    let world = World::new();
    let findings = world.run(&["doctor", "--json", "--sandbox", "launcher"]).json();
    let launcher = tier(&findings, "launcher");
    assert_eq!(launcher["used"], launcher["fit"], "{launcher:#}");
    assert_eq!(tier(&findings, "full")["used"], false);
    let text = world.run(&["doctor", "--sandbox", "launcher"]).stdout;
    assert_mentions(text.lines().last().unwrap(), &["launcher"]);
}
