//! Workers that lie, and what an organiser takes back.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::broker::{Broker, Process, results, stored, wait_until};
use super::fake_worker::{FakeWorker, match_run, play};
use super::{TRUSTED, expected, skipped, tournament, workers, world};
use crate::common::World;
use crate::games::done;

/// The specs of a tournament, in the order of its schedule.
fn plan(world: &World, file: &str) -> Vec<Value> {
    let planned = done(world, &["tournament", "plan", file]);
    planned.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn workers_that_lie_are_found_and_leave_nothing() {
    let world = world(0.0);
    let Some(broker) = Broker::start(&world, "") else { return skipped() };
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
        let begun = Instant::now();
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
    let Some(broker) = Broker::start(&world, "") else { return skipped() };
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
