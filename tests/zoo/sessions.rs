//! Plays each game with a hostile program and honest rivals, and checks that it had no effect
//! on them.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::checks;
use crate::common::{Run, World, matches, testbot};
use crate::habitat::{Habitat, python};
use crate::items::{Item, Outcome, Play, Session};
use crate::tiers::Tier;
use crate::watched;

/// The time limit of a trial, on a busy machine.
const WITHIN: Duration = Duration::from_secs(60);

/// The time limits of bots that should be late, of those that should run out of memory first, and of
/// others, in milliseconds.
const SHORT_MS: u32 = 1_000;
const MEMORY_MS: u32 = 3_000;
const LONG_MS: u32 = 10_000;

/// The time limit of a bot that starts processes without end for two seconds, in milliseconds.
/// In sandboxes without control groups, such a bot also takes time from the honest bots of
/// other trials.
const BOMB_MS: u32 = 1_500;

/// The time limits of builds in milliseconds: for one that should hang, and for one that
/// fills gigabytes.
const SHORT_BUILD_MS: u32 = 6_000;
const LONG_BUILD_MS: u32 = 40_000;

/// The result of a session: the faults of the hostile program, and everything about the others.
struct Found {
    faults: Vec<Value>,
    others: Value,
}

/// Plays a session with an item, and checks everything.
pub fn play(item: &Item, play: &Play, tier: Tier) {
    let outcome = match (tier, &play.in_launcher) {
        (Some("launcher"), Some(outcome)) => outcome,
        _ => &play.outcome,
    };
    let habitat = Habitat::new();
    let bad = habitat.hostile(item, play.session);
    let mut options: Vec<String> = item.options.iter().map(|option| (*option).to_owned()).collect();
    options.extend(tier.iter().flat_map(|tier| ["--sandbox".to_owned(), (*tier).to_owned()]));
    let limit = limit(item, play.session, outcome);
    let found = session(&habitat.world, play.session, &bad, &options, limit);
    habitat.is_undisturbed();
    checks::outcome(outcome, &found.faults);
    assert_eq!(found.others, baseline(play.session, item.is_slow()), "others do not play as without it");
}

/// Plays the race without a sandbox. The program must notice that there is none, because otherwise
/// its trials would prove nothing.
pub fn control(item: &Item) {
    let run = alone(item, &["--trusted", "--json"], World::run_command);
    assert!(run.stdout.contains("ESCAPED"), "it has not noticed: {}{}", run.stdout, run.stderr);
}

/// Plays the race with the report for people. The report must show the bot's output, but not let it
/// control the terminal.
pub fn read(item: &Item) {
    let run = alone(item, &["--verbose"], |world, command| watched::run(world, command, WITHIN));
    let all = format!("{}{}", run.stdout, run.stderr);
    assert!(all.contains(r"\x1b[2J"), "{all}");
}

/// Runs a short race of the hostile program alone.
fn alone(item: &Item, options: &[&str], run: impl Fn(&World, Command) -> Run) -> Run {
    let habitat = Habitat::new();
    let bad = habitat.hostile(item, Session::Race);
    let race = ["play", "rat-race", &bad, "--boards", "1", "--seed", "11", "--set", "turns=60"];
    run(&habitat.world, command(&habitat.world, &[race.as_slice(), options].concat()))
}

impl Item {
    /// Whether its rivals think slowly.
    fn is_slow(&self) -> bool {
        self.options.contains(&"--freeze")
    }
}

/// The time limit, which is short if the host waits until it is over.
fn limit(item: &Item, session: Session, outcome: &Outcome) -> u32 {
    match outcome {
        Outcome::Fault { cause: "did not end within 6 s", .. } => SHORT_BUILD_MS,
        _ if session == Session::Build => LONG_BUILD_MS,
        _ if matches!(item.number, 1 | 2) => BOMB_MS,
        Outcome::Fault { kinds, .. } if kinds.contains("late") => {
            if matches!(item.number, 31 | 32 | 51) {
                MEMORY_MS
            } else {
                SHORT_MS
            }
        }
        Outcome::Fault { cause: "limit_seconds", .. } => SHORT_MS,
        // Their children may hold the pipe open, and then the host waits.
        _ if item.number == 26 || item.number == 3 => SHORT_MS,
        _ if item.number == 37 => SHORT_MS,
        _ => LONG_MS,
    }
}

/// What the others do if an idle bot replaces the hostile program.
fn baseline(session_: Session, is_slow: bool) -> Value {
    static KNOWN: Mutex<BTreeMap<(&str, bool), Value>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let make = || {
        let habitat = Habitat::new();
        let world = &habitat.world;
        let none = match session_ {
            Session::Race | Session::Build => world.testbot("bad", &["--plain"]),
            Session::Grid => world.file("bad.sh", &grid_bot("echo NONE")),
            Session::Dilemma | Session::Warm => world.file("bad.sh", "exit 0\n"),
        };
        let options: &[String] = if is_slow { &["--freeze".to_owned()] } else { &[] };
        let found = session(world, session_, &none, options, LONG_MS);
        assert_eq!(found.faults, Vec::<Value>::new(), "who does nothing has faults");
        found.others
    };
    known.entry((session_.name(), is_slow)).or_insert_with(make).clone()
}

fn session(world: &World, session: Session, bad: &str, options: &[String], limit: u32) -> Found {
    match session {
        Session::Race => race(world, bad, options, limit),
        Session::Grid => grid(world, bad, options, limit),
        Session::Dilemma => of_players(&dilemma(world, bad, options, limit)),
        Session::Warm => warm(world, bad, options, limit),
        Session::Build => build(world, bad, options, limit),
    }
}

/// Runs `play` and returns its data. If a bot cannot play, the exit code is not 0.
fn played(world: &World, game: &str, words: &[&str], options: &[String]) -> Value {
    let mut command = command(world, &["play", game, "--json", "--quiet"]);
    command.args(words).args(options);
    let run = watched::run(world, command, WITHIN);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    run.json()
}

fn command(world: &World, arguments: &[&str]) -> Command {
    let usual = world.command(arguments);
    // The shell starts the program with a file open for writing, as scripts do. The bots must not
    // see it.
    let mut command = Command::new("sh");
    command.args(["-c", "exec 9>>\"$0\"; exec \"$@\""]).arg(world.path("results.db"));
    command.arg(usual.get_program()).args(usual.get_args());
    for (name, value) in usual.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.env("HOME", world.path("home")).current_dir(world.path(""));
    command.env("RATHAUS_TOOLS", format!("{}:{}", testbot(), python()));
    command
}

fn race(world: &World, bad: &str, options: &[String], limit: u32) -> Found {
    let good = world.testbot("good", &[]);
    let time = format!("turn_ms={limit}");
    let words = ["--boards", "2", "--seed", "11", "--set", "turns=60", "--set", "move_us=0", "--set", &time];
    let result = played(world, "rat-race", &[&[bad, &good], words.as_slice()].concat(), options);
    let place = |name: &str| {
        let all = result["submissions"].as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter().position(|one| one["name"] == name).unwrap_or_else(|| panic!("no {name} in {result:#}"))
    };
    let of_bad = matches(&result, place("bad"));
    assert_eq!(of_bad.len(), 2, "{result:#}");
    let faults: Vec<Value> =
        of_bad.iter().flat_map(|one| one["faults"].as_array().cloned().unwrap_or_default()).collect();
    Found { faults, others: matches(&result, place("good")).into() }
}

/// A bot that replies to ACTIVATE with these shell commands.
fn grid_bot(activate: &str) -> String {
    format!(
        "while read word n rest; do\n case $word in\n DESTROY) echo NONE;;\n ACTIVATE) {activate};;\n SCORE) exit 0;;\n esac\ndone\n"
    )
}

fn grid(world: &World, bad: &str, options: &[String], limit: u32) -> Found {
    let pause = if options.iter().any(|option| option == "--freeze") { "sleep 0.7; " } else { "" };
    let [one, other] = [0, 1].map(|column| {
        let slow =
            grid_bot(&format!("echo VERTEX {column},$n")).replace("DESTROY) ", &format!("DESTROY) {pause}"));
        world.file(&format!("good{column}.sh"), &slow)
    });
    let times = [format!("question_ms={limit}"), format!("exit_ms={}", limit.min(2_000))];
    // Each round of slow rivals takes seconds.
    let rounds = if pause.is_empty() { "2" } else { "1" };
    let words =
        ["--rounds", rounds, "--seed", "1", "--set", "side=2", "--set", "turns=2", "--set", &times[0]];
    let words = [&[bad, &one, &other], words.as_slice(), &["--set", &times[1]]].concat();
    let result = played(world, "grid-routing", &words, options);
    of_players(&result)
}

/// The dilemma with a program that its adapter can keep warm.
fn warm(world: &World, bad: &str, options: &[String], limit: u32) -> Found {
    // By its path, because the default Python may be in a home folder, which not every tier
    // can read.
    let options = [options, &["--python".to_owned(), python().to_owned()]].concat();
    let result = dilemma(world, bad, &options, limit);
    let all = result["players"].as_array().map(Vec::as_slice).unwrap_or_default();
    let starts = all.iter().find(|player| player["name"] == "bad").map(|player| &player["starts"]);
    let is_warm = starts.is_some_and(|starts| starts["warm"].as_u64() > Some(0));
    let found = of_players(&result);
    // The process that forks may have ended with its sandbox. Then the host repeats the request
    // without it.
    assert!(
        is_warm || bad.ends_with(".sh") || !found.faults.is_empty(),
        "it was never forked from a process that was kept ready: {result:#}"
    );
    found
}

fn dilemma(world: &World, bad: &str, options: &[String], limit: u32) -> Value {
    let [one, other] = ["good0", "good1"]
        .map(|name| world.file(&format!("{name}.sh"), "read p me r; echo $((me % p + 1))\n"));
    let time = format!("time_ms={limit}");
    let words = [bad, &one, &other, "--order", "bad,good0,good1", "--seed", "1"];
    // One after the other, so that each has the processor for itself.
    let more = ["--concurrency", "1", "--set", "rounds_per_player=1", "--set", &time];
    played(world, "prisoners-dilemma", &[words.as_slice(), &more].concat(), options)
}

/// All rounds of a multiplayer game concern all players.
fn of_players(result: &Value) -> Found {
    let players = result["players"].as_array().cloned().unwrap_or_default();
    let faults = |is_bad: bool| -> Vec<Value> {
        let of = players.iter().filter(|player| (player["name"] == "bad") == is_bad);
        of.flat_map(|player| player["faults"].as_array().cloned().unwrap_or_default()).collect()
    };
    assert_eq!(players.len(), 3, "{result:#}");
    assert_eq!(faults(false), Vec::<Value>::new(), "an honest one is blamed");
    Found { faults: faults(true), others: json!([result["rounds"]]) }
}

/// A tournament, because its file can limit the time of a build.
fn build(world: &World, bad: &str, options: &[String], limit: u32) -> Found {
    let good = world.testbot("good", &[]);
    let config = json!([bad, good]);
    let file = world.file(
        "tournament.toml",
        &format!(
            "boards = 2\nentrants = {config}\ngame = \"rat-race\"\nseed = 11\n[parameters]\nturns = 60\n[limits]\nbuild_seconds = {}\n",
            limit / 1000
        ),
    );
    let mut run = command(world, &["tournament", "run", &file]);
    run.args(options);
    let ran = watched::run(world, run, WITHIN);
    let standings =
        world.run_command(command(world, &["tournament", "standings", &file, "--format", "json"]));
    assert_eq!(standings.code, Some(0), "{}{}{}", ran.stdout, ran.stderr, standings.stderr);
    let result = standings.json();
    let of = |name: &str| {
        let all = result["entrants"].as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("no {name} in {result:#}"))
    };
    let (bad, good) = (of("bad"), of("good"));
    let scores = good["scores"].clone();
    assert!(scores.as_array().is_some_and(|scores| scores.len() == 2), "{result:#}");
    // An entrant that cannot be built has a reason instead of a fault. This adds its kind.
    let out = bad["out"].as_object().map(|out| json!({ "fault": "unbuildable", "out": out }));
    let faulty = (bad["faulty"] != 0).then(|| json!({ "fault": "faulty", "is": bad }));
    Found { faults: out.into_iter().chain(faulty).collect(), others: scores }
}
