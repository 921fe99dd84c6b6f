//! Packages that a bot brings, or that the organiser gives it.
#![expect(clippy::disallowed_methods, reason = "the test makes a virtual environment")]

use std::fs;
use std::process::Command;

use crate::common::{World, assert_mentions};

/// A solver that gives up after it has used its package.
const BOT: &str = "import tenner\nassert tenner.TEN == 10\nprint('0')\n";

/// What is known of a match of this bot, as JSON.
fn played(world: &World, bot: &str) -> String {
    let run = world.run(&["play", "lights-out", "--boards", "1", "--json", bot]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.json().to_string()
}

#[test]
fn a_bot_brings_its_packages() {
    let world = World::new();
    let bot = world.file("bot/solver.py", BOT);
    let folder = world.path("bot").to_str().unwrap().to_owned();
    world.file("bot/packages/tenner/__init__.py", "TEN = 10\n");
    // Packages are no candidates for the program of the bot.
    world.file("bot/packages/aaa.py", "print('another')\n");
    assert!(played(&world, &bot).contains("ModuleNotFoundError"));
    world.file("bot/bot.toml", "requirements = \"packages\"\n");
    let found = played(&world, &folder);
    assert!(!found.contains("Traceback"), "{found}");
    // In Ruby too.
    fs::remove_file(&bot).unwrap();
    world.file("bot/solver.rb", "require 'tenner'\nputs TEN == 10 ? '0' : raise\n");
    world.file("bot/packages/tenner.rb", "TEN = 10\n");
    let found = played(&world, &folder);
    assert!(!found.contains("LoadError") && !found.contains("unhandled"), "{found}");
    for hostile in ["../elsewhere", "/etc", ".", "", "missing"] {
        world.file("bot/bot.toml", &format!("requirements = {hostile:?}\n"));
        let run = world.run(&["play", "lights-out", &folder]);
        assert_eq!(run.code, Some(3), "{hostile}: {}", run.stderr);
        assert_mentions(&run.stderr, &["requirements", hostile]);
    }
}

/// Interpreters import some packages by themselves when they start. One that is started beforehand
/// would carry what these keep from question to question.
#[test]
fn packages_keep_nothing_from_round_to_round() {
    let world = World::new();
    let bot = |name: &str, file: &str, text: &str, package: (&str, &str)| {
        world.file(&format!("{name}/{file}"), text);
        world.file(&format!("{name}/packages/{}", package.0), package.1);
        world.file(&format!("{name}/bot.toml"), "requirements = \"packages\"\n");
        world.path(name).to_str().unwrap().to_owned()
    };
    let python = bot(
        "python",
        "taker.py",
        "import os, sys\nsys.exit(3 if os.environ['PID'] != str(os.getpid()) else 0)\n",
        ("sitecustomize.py", "import os\nos.environ.setdefault('PID', str(os.getpid()))\n"),
    );
    let ruby = bot(
        "ruby",
        "taker.rb",
        "exit 3 if $pid && $pid != Process.pid\n",
        ("set.rb", "$pid ||= Process.pid\nclass Set; end\n"),
    );
    let run = world.run(&["play", "prisoners-dilemma", &python, &ruby, "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(!run.stdout.contains("exit status 3"), "{}", run.stdout);
}

#[test]
fn the_organiser_names_a_virtual_environment() {
    let world = World::new();
    let made = Command::new("python3")
        .args(["-m", "venv", "--without-pip"])
        .arg(world.path("venv"))
        .status()
        .unwrap();
    assert!(made.success());
    let version = fs::read_dir(world.path("venv/lib")).unwrap().next().unwrap().unwrap().path();
    let packages = version.join("site-packages/tenner.py");
    world.file(packages.to_str().unwrap(), "TEN = 10\n");
    world.file("bots/solver.py", BOT);
    let entrant = "[[entrant]]\npath = \"bots/solver.py\"\npython = \"venv/bin/python\"\n";
    let text = format!("game = \"lights-out\"\nseed = 1\nboards = 1\n{entrant}");
    let file = world.file("tournament.toml", &text);
    let run = world.run(&["tournament", "run", &file, "--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let shown = world.run(&["tournament", "show", "solver/1", "--file", &file, "--json"]).json();
    assert!(!shown.to_string().contains("ModuleNotFoundError"), "{shown:#}");
    let without = world.file("without.toml", &text.replace("python = \"venv/bin/python\"\n", ""));
    assert_eq!(world.run(&["tournament", "run", &without, "--quiet"]).code, Some(0));
    let shown = world.run(&["tournament", "show", "solver/1", "--file", &without, "--json"]).json();
    assert!(shown.to_string().contains("ModuleNotFoundError"), "{shown:#}");
}
