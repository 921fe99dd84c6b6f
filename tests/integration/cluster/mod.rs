//! Tournaments on workers, with a NATS server. Skipped if none is installed.
#![expect(clippy::disallowed_methods, reason = "tests look at what processes leave behind")]
#![expect(clippy::disallowed_macros, reason = "a test that is skipped says so")]

mod broker;
mod fake_worker;
mod proxy;

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_nats::jetstream::stream;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::common::World;
use crate::games::{custom_game, done};
use broker::{Broker, Process, results, stored, wait_until};
use fake_worker::{FakeWorker, match_run, play};
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
fn expected(world: &World, more: &str) -> std::collections::BTreeMap<String, Vec<String>> {
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

macro_rules! broker_or_skip {
    ($world:expr, $more:expr) => {
        match Broker::start($world, $more) {
            Some(broker) => broker,
            None => return eprintln!("skipped: nats-server is not installed"),
        }
    };
}

#[test]
fn all_formats_come_out_as_on_one_machine() {
    let world = world(0.0);
    let broker = broker_or_skip!(&world, "");
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
    let broker = broker_or_skip!(&world, "");
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
    let mut broker = broker_or_skip!(&world, "");
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
    let broker = broker_or_skip!(&world, "");
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

/// The specs of a tournament, in the order of its schedule.
fn plan(world: &World, file: &str) -> Vec<Value> {
    let planned = done(world, &["tournament", "plan", file]);
    planned.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn workers_that_lie_are_found_and_leave_nothing() {
    let world = world(0.0);
    let broker = broker_or_skip!(&world, "");
    let more = "games = 8\n";
    let expected = expected(&world, more);
    let settings = "[workers]\naudit_first = 2\naudit_share = 0.5\nrefuted_results = 2\n";
    tournament(&world, "cluster", &format!("{more}{settings}"));
    // The same matches with other bots, whose recordings are as good as those of the true ones.
    for name in ["ann", "ben", "cem", "dan"] {
        world.file(&format!("forged/{name}.sh"), "while read line; do echo 1; done\n");
    }
    world.file("forged.toml", &format!("game = \"mine\"\nseed = 7\nentrants_folder = \"forged\"\n{more}"));
    let keys = plan(&world, "cluster.toml").into_iter().map(|spec| spec.to_string());
    let forged: BTreeMap<String, Value> = keys.zip(plan(&world, "forged.toml")).collect();
    let report = |played: Value| Some(json!({ "played": { "played": played, "recording": null } }));
    let url = broker.url();
    let honest = match_run(&world, "bots");
    let mut coordinator =
        Process::start(&world, "run", &["tournament", "run", "cluster.toml", "--nats", &url]);
    let mut quarantined = |name: &str| {
        let begun = std::time::Instant::now();
        wait_until("a liar is quarantined", || {
            if coordinator.has_ended() || begun.elapsed() > Duration::from_secs(120) {
                panic!("{name}: {}{}", coordinator.log(), workers(&world, "cluster.toml"));
            }
            let run = crate::games::run(&world, &["tournament", "status", "cluster.toml", "--json"]);
            let workers = if run.code == Some(0) { run.json()["workers"].clone() } else { json!([]) };
            let mut liars = workers.as_array().into_iter().flatten().filter(|worker| worker["name"] == name);
            liars.any(|worker| worker["quarantine"].is_string())
        });
    };
    // Its reports are none.
    let babbler = FakeWorker::start(&url, "babbler", |_| Some(json!({ "played": 7 })));
    quarantined("babbler");
    drop(babbler);
    let flipper = FakeWorker::start(&url, "flipper", move |order| {
        let mut played = play(honest(), &order["spec"]);
        played["record"]["scores"].as_array_mut().unwrap().reverse();
        played["record"]["scores"][0] = json!(2.0);
        report(played)
    });
    quarantined("flipper");
    drop(flipper);
    let honest = match_run(&world, "bots");
    let accuser = FakeWorker::start(&url, "accuser", move |order| {
        let mut played = play(honest(), &order["spec"]);
        let fault = json!({ "seat": 0, "turn": 1, "fault": "late", "limit_seconds": 1.0, "took_seconds": 1.0,
                            "sent": "", "said": "", "stderr": "" });
        match played["record"]["faults"].as_array_mut().unwrap() {
            faults if faults.is_empty() => faults.push(fault),
            faults => faults.clear(),
        }
        report(played)
    });
    quarantined("accuser");
    drop(accuser);
    let (honest, forger) = (match_run(&world, "bots"), match_run(&world, "forged"));
    let count = AtomicUsize::new(0);
    let forger = FakeWorker::start(&url, "forger", move |order| {
        if count.fetch_add(1, Ordering::Relaxed) < 4 {
            return report(play(honest(), &order["spec"]));
        }
        let mut played = play(forger(), &forged[&order["spec"].to_string()]);
        let key = order["spec"].clone();
        played["spec"] = key;
        let spec: rathaus::matches::MatchSpec = serde_json::from_value(order["spec"].clone()).unwrap();
        played["key"] = json!(spec.key());
        report(played)
    });
    quarantined("forger");
    drop(forger);
    let _one = Process::worker(&world, &url, "one", &[]);
    let (code, log) = coordinator.end();
    assert_eq!(code, Some(0), "{log}");
    assert_eq!(results(&world, "cluster.db"), expected);
    let of = |name: &str| {
        done(&world, &["tournament", "standings", name, "--format", "json"]).json()["entrants"].clone()
    };
    assert_eq!(of("cluster.toml"), of("alone.toml"));
    let connection = rusqlite::Connection::open(world.path("cluster.db")).unwrap();
    let query = "SELECT count(*) FROM matches WHERE provenance LIKE '%\"name\":\"forger\"%'";
    assert_eq!(connection.query_row(query, [], |row| row.get::<_, i64>(0)), Ok(0));
    assert_eq!(
        done(&world, &["tournament", "check", "cluster.toml", "--json"]).json()["broken"],
        Value::Null
    );
}

#[test]
fn an_organiser_takes_back_what_a_worker_has_played() {
    let world = world(0.0);
    let broker = broker_or_skip!(&world, "");
    let more = "games = 2\n";
    let expected = expected(&world, more);
    tournament(&world, "cluster", &format!("{more}{TRUSTED}"));
    let run = ["tournament", "run", "cluster.toml", "--nats", &broker.url(), "--quiet"];
    {
        let _one = Process::worker(&world, &broker.url(), "one", &[]);
        done(&world, &run);
    }
    assert_eq!(results(&world, "cluster.db"), expected);
    done(&world, &["tournament", "quarantine", "one", "--file", "cluster.toml"]);
    assert_eq!(stored(&world, "cluster.db"), 0);
    let named = ["tournament", "quarantine", "nobody", "--file", "cluster.toml"];
    crate::games::run(&world, &named).assert_refused(2, &["nobody", "one"]);
    let _two = Process::worker(&world, &broker.url(), "two", &[]);
    done(&world, &run);
    assert_eq!(results(&world, "cluster.db"), expected);
    assert_eq!(
        done(&world, &["tournament", "check", "cluster.toml", "--json"]).json()["broken"],
        Value::Null
    );
}

#[test]
fn users_of_the_example_configuration_can_do_what_they_need_and_no_more() {
    let world = world(0.0);
    let Some(broker) = Broker::start_with_users(&world) else {
        return eprintln!("skipped: nats-server or openssl is not installed");
    };
    let certificate = broker.folder.join("server.crt").display().to_string();
    let more = "games = 2\n";
    let expected = expected(&world, more);
    tournament(&world, "cluster", &format!("{more}[workers]\ntrusted = [\"lab\"]\naudit_first = 3\n"));
    let worker = |user: &str, name: &str, more: &[&str]| {
        Process::worker(&world, &broker.url_of(user), name, &[&["--ca", &certificate], more].concat())
    };
    let (_ann, _lab) = (worker("ann", "ann", &[]), worker("lab", "lab", &["--audit"]));
    let organiser = broker.url_of("organiser");
    let run = ["tournament", "run", "cluster.toml", "--nats", &organiser, "--ca", &certificate, "--quiet"];
    done(&world, &run);
    assert_eq!(results(&world, "cluster.db"), expected);
    // Another name than that of the user.
    let (code, log) = worker("ann", "ben", &[]).end();
    assert_eq!(code, Some(1), "{log}");
    crate::common::assert_mentions(&log, &["docs/CLUSTER.md"]);
    // No certificate, another password, and nobody.
    let refused = |url: &str, more: &[&str], facts: &[&str]| {
        let run = crate::games::run(
            &world,
            &[&["tournament", "run", "cluster.toml", "--nats", url], more].concat(),
        );
        run.assert_refused(1, facts);
        assert!(!run.stderr.contains("change-"), "a password is shown: {}", run.stderr);
    };
    let place = format!("localhost:{}", broker.port);
    refused(&organiser, &[], &[&place]);
    refused(&organiser.replace("change-me", "change-you"), &["--ca", &certificate], &[&place, "--creds"]);
    refused("nats://localhost:1", &[], &["localhost:1", "nats-server"]);
    assert_eq!(results(&world, "cluster.db"), expected);
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let world = world(0.0);
    let mut broker = broker_or_skip!(&world, "");
    let more = "games = 1\n";
    let expected = expected(&world, more);
    tournament(&world, "cluster", &format!("{more}{TRUSTED}"));
    let url = broker.url();
    let jetstream = |work: &dyn Fn(async_nats::jetstream::Context) -> Pin<Box<dyn Future<Output = ()>>>| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let client = async_nats::connect(&url).await.unwrap();
            work(async_nats::jetstream::new(client.clone())).await;
            client.flush().await.unwrap();
        });
    };
    let run = ["tournament", "run", "cluster.toml", "--nats", &url, "--quiet"];
    // A stream of somebody else.
    let foreign = || stream::Config {
        name: "RATHAUS_MATCHES".into(),
        subjects: vec!["rathaus.matches.mine".into()],
        ..stream::Config::default()
    };
    jetstream(&|context| Box::pin(async move { drop(context.create_stream(foreign()).await.unwrap()) }));
    crate::games::run(&world, &run)
        .assert_refused(1, &["RATHAUS_MATCHES", &format!("127.0.0.1:{}", broker.port)]);
    broker.restart_empty();
    // A spec of another version ends a worker. A source that somebody has changed is mended.
    let coordinator = Process::start(&world, "run", &run);
    wait_until("specs are there", || {
        jetstream(&|context| {
            Box::pin(async move {
                let stream = context.get_stream("RATHAUS_MATCHES").await;
                // The sources are there before the specs.
                let is_there = stream.is_ok_and(|stream| stream.cached_info().state.messages > 0);
                IS_THERE.store(is_there, Ordering::Relaxed);
            })
        });
        IS_THERE.load(Ordering::Relaxed)
    });
    drop(coordinator);
    jetstream(&|context| {
        Box::pin(async move {
            let store = context.get_object_store("RATHAUS_SOURCES").await.unwrap();
            let mut list = store.list().await.unwrap();
            let mut names = Vec::new();
            while let Some(object) = futures_util::StreamExt::next(&mut list).await {
                names.push(object.unwrap().name);
            }
            for name in names {
                store.put(name.as_str(), &mut &b"{}"[..]).await.unwrap();
            }
            let old = json!({ "protocol": 1, "rathaus": "0.0.9", "of": "an older version" }).to_string();
            let subject = format!("rathaus.matches.old.{}", "0".repeat(64));
            context.publish(subject, old.into()).await.unwrap().await.unwrap();
            // Results for no spec, and of a worker of another version.
            let report = json!({ "protocol": 1, "deliveries": 1, "is_audit": false,
                                 "declined": { "reason": "unable", "words": "\u{1b}[31mred" } })
            .to_string();
            let subject = format!("rathaus.reports.old.zoe.{}", "0".repeat(64));
            context.publish(subject, report.into()).await.unwrap().await.unwrap();
        })
    });
    let mut coordinator = Process::start(&world, "run", &run);
    let mut one = Process::worker(&world, &url, "one", &["-v"]);
    let (code, log) = one.end();
    assert_eq!(code, Some(1), "{log}");
    crate::common::assert_mentions(&log, &["0.0.9", env!("CARGO_PKG_VERSION")]);
    // NATS 2.9 then gives earlier specs to nobody.
    jetstream(&|context| {
        Box::pin(async move {
            let stream = context.get_stream("RATHAUS_MATCHES").await.unwrap();
            stream.purge().filter("rathaus.matches.old.*").await.unwrap();
        })
    });
    let two = Process::worker(&world, &url, "two", &["-v"]);
    let (code, log) = coordinator.end();
    assert_eq!(code, Some(0), "{log}{}", two.log());
    assert_eq!(results(&world, "cluster.db"), expected);
}

/// Whether specs were found on the server.
static IS_THERE: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
