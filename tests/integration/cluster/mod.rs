//! Tournaments on workers, with a NATS server. Skipped if none is installed.
#![expect(clippy::disallowed_methods, reason = "tests look at what processes leave behind")]
#![expect(clippy::disallowed_macros, reason = "a test that is skipped says so")]

mod broker;
mod fake_worker;
mod proxy;
mod refusals;
mod trust;

use std::collections::BTreeMap;
use std::time::Duration;

use rustix::process::Signal;
use serde_json::Value;

use crate::common::World;
use crate::games::{custom_game, done};
use broker::{Broker, Process, results, stored, wait_until};
use proxy::Proxy;

/// Each bot says a number, and who says the larger one wins. One that says nothing loses.
const RULES: &str = r#"
import json
start = json.loads(input())
scores, said = [0, 0], []
for turn in range(2):
    asks = [{"seat": seat, "send": ["say %d" % (int(start["seed"], 16) % 1000)]} for seat in (0, 1)]
    print(json.dumps({"type": "ask", "asks": asks}), flush=True)
    answers = json.loads(input())["answers"]
    numbers = [int(answer.get("lines", ["-1"])[0]) for answer in answers]
    said.append(numbers)
    if numbers[0] != numbers[1]:
        scores[numbers[1] > numbers[0]] += 1
print(json.dumps({"type": "end", "scores": scores, "reason": "all is said", "details": {"said": said}}), flush=True)
"#;

/// Bots that depend on the seed of the match, each in its own way, after some work.
fn bot(factor: u32, seconds: f64) -> String {
    format!("while read word number; do sleep {seconds}; echo $((number * {factor} % 17)); done\n")
}

/// A world with a game and four bots, one of which crashes in some matches.
fn world(seconds: f64) -> World {
    let world = World::sharing_builds();
    custom_game(&world, RULES, "");
    for (name, factor) in [("ann", 3), ("ben", 5), ("cem", 7)] {
        world.file(&format!("bots/{name}.sh"), &bot(factor, seconds));
    }
    world.file("bots/dan.sh", "while read word number; do [ $((number % 3)) = 0 ] && exit 3; echo 8; done\n");
    world
}

fn tournament(world: &World, name: &str, more: &str) {
    let file = format!("game = \"mine\"\nseed = 7\nentrants_folder = \"bots\"\n{more}\n");
    world.file(&format!("{name}.toml"), &file);
}

/// Plays a tournament on this machine, and returns its results.
fn expected(world: &World, more: &str) -> BTreeMap<String, Vec<String>> {
    // Bots that sleep need no processor.
    tournament(world, "alone", &format!("{more}[running]\nconcurrency = 12\n"));
    done(world, &["tournament", "run", "alone.toml", "--quiet"]);
    results(world, "alone.db")
}

fn workers(world: &World, file: &str) -> Value {
    done(world, &["tournament", "status", file, "--json"]).json()["workers"].clone()
}

/// A worker trusts the tests, and is trusted by them, where audits are not what is tested.
const TRUSTED: &str = "[workers]\ntrusted = [\"one\", \"two\", \"three\"]\n";

fn skipped() {
    eprintln!("skipped: nats-server is not installed");
}

#[test]
fn all_formats_come_out_as_on_one_machine() {
    let world = world(0.0);
    let Some(broker) = Broker::start(&world, "") else { return skipped() };
    let _workers = ["one", "two", "three"].map(|name| Process::worker(&world, &broker.url(), name, &[]));
    for more in [
        "games = 3\n",
        "games = 3\nformat = \"swiss\"\n",
        "games = 2\nformat = \"knock-out\"\n",
        "games = 6\nformat = \"adaptive\"\n",
    ] {
        let expected = expected(&world, more);
        tournament(&world, "cluster", &format!("{more}{TRUSTED}"));
        done(&world, &["tournament", "run", "cluster.toml", "--nats", &broker.url(), "--quiet"]);
        assert_eq!(results(&world, "cluster.db"), expected, "{more}");
        let names: Vec<String> = workers(&world, "cluster.toml")
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["name"].to_string())
            .collect();
        assert_eq!(names.len(), 3, "{names:?}");
        let of = |name: &str| {
            done(&world, &["tournament", "standings", name, "--format", "json"]).json()["entrants"].clone()
        };
        assert_eq!(of("cluster.toml"), of("alone.toml"), "{more}");
        for name in ["alone", "cluster"] {
            std::fs::remove_file(world.path(&format!("{name}.db"))).unwrap();
        }
    }
}

#[test]
fn built_in_games_of_all_kinds_are_played_by_workers() {
    let world = World::sharing_builds();
    let Some(broker) = Broker::start(&world, "") else { return skipped() };
    let _worker = Process::worker(&world, &broker.url(), "one", &[]);
    // The sample bots of this game all draw at random.
    world.file("bots/grid-routing/pass.sh", "while read line; do echo pass; done\n");
    world.file("bots/grid-routing/hold.sh", "while read line; do echo hold; done\n");
    let sample = |name: &str| match world.path("bots").join(name) {
        own if own.exists() => own.display().to_string(),
        _ => crate::common::repository().join("bots").join(name).display().to_string(),
    };
    for (game, bots, more) in [
        (
            "rat-race",
            ["rat-race/color-score-cpp", "rat-race/hard-believers"],
            "boards = 2\n[parameters]\nturns = 300\n",
        ),
        ("lights-out", ["lights-out/chase.rb", "lights-out/elimination.cpp"], "boards = 3\n"),
        (
            "prisoners-dilemma",
            ["prisoners-dilemma/lazy.py", "prisoners-dilemma/titfortat.sh"],
            "games = 2\n[parameters]\nrounds_per_player = 4\n",
        ),
        (
            "grid-routing",
            ["grid-routing/pass.sh", "grid-routing/hold.sh"],
            "games = 1\n[parameters]\nrounds = 2\n",
        ),
    ] {
        for (name, more) in [("alone", more.to_owned()), ("cluster", format!("{more}{TRUSTED}"))] {
            let entrants = bots.map(sample);
            world.file(
                &format!("{name}.toml"),
                &format!("game = \"{game}\"\nseed = 3\nentrants = {entrants:?}\n{more}"),
            );
        }
        done(&world, &["tournament", "run", "alone.toml", "--quiet"]);
        done(&world, &["tournament", "run", "cluster.toml", "--nats", &broker.url(), "--quiet"]);
        assert_eq!(results(&world, "cluster.db"), results(&world, "alone.db"), "{game}");
        for name in ["alone", "cluster"] {
            std::fs::remove_file(world.path(&format!("{name}.db"))).unwrap();
        }
    }
}

#[test]
fn nothing_is_lost_when_anything_is_killed() {
    let world = world(0.1);
    let Some(mut broker) = Broker::start(&world, "") else { return skipped() };
    let more = "games = 30\n";
    let expected = expected(&world, more);
    tournament(&world, "cluster", &format!("{more}{TRUSTED}"));
    let url = broker.url();
    let worker = |name: &str| Process::worker(&world, &url, name, &[]);
    let run =
        || Process::start(&world, "run", &["tournament", "run", "cluster.toml", "--nats", &url, "--quiet"]);
    let (mut one, mut two, three) = (worker("one"), worker("two"), worker("three"));
    let mut coordinator = run();
    let progress = |more: usize| {
        let before = stored(&world, "cluster.db");
        let enough = (before + more).min(expected.len());
        wait_until("matches are stored", || stored(&world, "cluster.db") >= enough);
    };
    progress(10);
    // A worker that hangs: its match is played by another one, and its own result comes later.
    three.signal(Signal::STOP);
    let stopped = std::time::Instant::now();
    one.kill();
    let mut one = worker("one");
    progress(10);
    broker.kill();
    std::thread::sleep(Duration::from_millis(500));
    broker.restart();
    progress(10);
    coordinator.kill();
    std::thread::sleep(Duration::from_millis(500));
    let mut coordinator = run();
    progress(10);
    broker.restart_empty();
    progress(10);
    // All at once.
    two.kill();
    one.kill();
    broker.kill();
    coordinator.kill();
    broker.restart();
    let (_one, _two, mut coordinator) = (worker("one"), worker("two"), run());
    let counted = |name: &str| -> u64 {
        let workers = workers(&world, "cluster.toml");
        workers.as_array().unwrap().iter().map(|worker| worker[name].as_u64().unwrap()).sum()
    };
    wait_until("a match is given to another worker", || counted("redelivered") > 0);
    assert!(stored(&world, "cluster.db") < expected.len(), "{:?}", stopped.elapsed());
    three.signal(Signal::CONT);
    let (code, log) = coordinator.end();
    assert_eq!(code, Some(0), "{log}");
    assert_eq!(results(&world, "cluster.db"), expected);
    assert!(counted("duplicates") > 0);
    let status = done(&world, &["tournament", "check", "cluster.toml", "--json"]).json();
    assert_eq!(status["broken"], Value::Null);
}

#[test]
fn a_worker_goes_on_when_the_network_is_there_again() {
    let world = world(0.1);
    let Some(broker) = Broker::start(&world, "") else { return skipped() };
    let more = "games = 3\n";
    let expected = expected(&world, more);
    tournament(&world, "cluster", &format!("{more}{TRUSTED}"));
    let proxy = Proxy::start(broker.port);
    let _one = Process::worker(&world, &format!("nats://127.0.0.1:{}", proxy.port), "one", &[]);
    let run = ["tournament", "run", "cluster.toml", "--nats", &broker.url(), "--quiet"];
    let mut coordinator = Process::start(&world, "run", &run);
    wait_until("matches are stored", || stored(&world, "cluster.db") > 3);
    proxy.cut(true);
    std::thread::sleep(Duration::from_secs(10));
    assert!(stored(&world, "cluster.db") < expected.len());
    proxy.cut(false);
    let (code, log) = coordinator.end();
    assert_eq!(code, Some(0), "{log}");
    assert_eq!(results(&world, "cluster.db"), expected);
}

#[test]
fn a_tournament_that_is_stopped_leaves_others_alone() {
    let world = world(0.0);
    let Some(broker) = Broker::start(&world, "") else { return skipped() };
    let more = "games = 2\n";
    let expected = expected(&world, more);
    for name in ["other", "cluster"] {
        tournament(&world, name, &format!("{more}{TRUSTED}"));
    }
    let url = broker.url();
    let start = |name: &str| {
        let file = format!("{name}.toml");
        Process::start(&world, name, &["tournament", "run", &file, "--nats", &url])
    };
    let (mut other, mut coordinator) = (start("other"), start("cluster"));
    // Each has published its specs when it misses workers.
    for process in [&other, &coordinator] {
        wait_until("workers are missed", || process.log().contains("rathaus worker"));
    }
    other.signal(Signal::INT);
    assert_eq!(other.end().0, Some(130));
    let _one = Process::worker(&world, &url, "one", &[]);
    let (code, log) = coordinator.end();
    assert_eq!(code, Some(0), "{log}");
    assert_eq!(results(&world, "cluster.db"), expected);
    assert_eq!(stored(&world, "other.db"), 0);
}
