//! What the server shows of the workers of a tournament.
#![expect(
    clippy::disallowed_methods,
    reason = "the tests read the database, and when workers were seen counts"
)]

use jiff::{SignedDuration, Timestamp};
use rathaus::store::Store;
use rathaus::tournament::{WorkerActivity, WorkerRecord};
use serde_json::{Value, json};

use crate::common::World;
use crate::serving::Server;

const WORKERS: &str = "/api/tournaments/contest/workers";

/// Plays a tournament of two bots, stores these workers, and serves it.
fn serve(world: &World, phases: &str, workers: impl Fn(&[String]) -> Vec<WorkerRecord>) -> Option<Server> {
    let bots = ["ann", "ben"].map(|name| world.file(&format!("{name}.sh"), "read line; echo 0\n"));
    let text = format!(
        "game = \"lights-out\"\nseed = 77\nboards = 2\nentrants = {bots:?}\n[parameters]\ncolumns = 3\nrows = 3\n{phases}"
    );
    let file = world.file("contest.toml", &text);
    let run = world.run(&["tournament", "run", &file, "--early", "--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let mut store = Store::open(&world.path("contest.db"), "a test").unwrap();
    store.put_workers(&workers(&keys(world))).unwrap();
    drop(store);
    Server::start(world, &[&file])
}

/// The keys of the four matches.
fn keys(world: &World) -> Vec<String> {
    let connection = rusqlite::Connection::open(world.path("contest.db")).unwrap();
    let mut query = connection.prepare("SELECT key FROM matches").unwrap();
    let keys: Vec<String> = query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(keys.len(), 4);
    keys
}

fn worker(name: &str, playing: &[String]) -> WorkerRecord {
    let now = Timestamp::now();
    WorkerRecord {
        accepted: 8,
        refuted: 1,
        first_seen: now - SignedDuration::from_hours(2),
        activity: WorkerActivity { playing: playing.to_vec(), paused: None },
        ..WorkerRecord::new(name, now)
    }
}

#[test]
fn a_tournament_without_workers_has_none() {
    let world = World::sharing_builds();
    let Some(server) = serve(&world, "", |_| Vec::new()) else { return };
    assert_eq!(server.get(WORKERS), (200, json!({ "all": 0, "present": 0, "workers": [] })));
    assert_eq!(server.get("/api/tournaments/contest").1["status"]["workers"], 0);
    assert_eq!(server.get("/api/tournaments/other/workers").0, 404);
}

#[test]
fn workers_are_listed_with_what_they_play() {
    let world = World::sharing_builds();
    let long_ago = |name: &str| {
        let seen = Timestamp::now() - SignedDuration::from_hours(1);
        let quarantine = Some("2 of its results were wrong\u{202e}".into());
        WorkerRecord { quarantine, last_seen: seen, ..worker(name, &[]) }
    };
    let workers = |keys: &[String]| {
        let playing = [&keys[..2], &["no key".into(), "0".repeat(64)]].concat();
        vec![worker("<b>fast</b>", &playing), long_ago("slow\u{1b}[31m")]
    };
    let Some(server) = serve(&world, "", workers) else { return };
    let (status, list) = server.get(WORKERS);
    assert_eq!((status, &list["all"], &list["present"]), (200, &json!(2), &json!(1)), "{list:#}");
    let [fast, slow] = [&list["workers"][0], &list["workers"][1]];
    assert_eq!((&fast["name"], &fast["is_present"]), (&json!("<b>fast</b>"), &json!(true)));
    assert_eq!((&fast["accepted_per_hour"], &fast["refuted"]), (&json!(4.0), &json!(1)));
    assert_eq!((&fast["playing"], fast["matches"].as_array().unwrap().len()), (&json!(4), 2), "{fast:#}");
    let shown = &fast["matches"][0];
    assert!([1, 2].map(Value::from).contains(&shown["number"]) && shown["group"].is_null(), "{shown}");
    assert!(["ann", "ben"].map(Value::from).contains(&shown["names"][0]), "{shown}");
    assert_eq!((&slow["name"], &slow["is_present"]), (&json!("slow\\u{1b}[31m"), &json!(false)));
    assert_eq!(slow["quarantine"], "2 of its results were wrong\\u{202e}");
    assert!(slow["seen_seconds_ago"].as_u64().unwrap() >= 3_600);
    assert_eq!(server.get("/api/tournaments/contest").1["status"]["workers"], 2);
}

#[test]
fn before_the_reveal_only_the_number_of_matches_of_a_worker_is_shown() {
    let world = World::sharing_builds();
    let workers = |keys: &[String]| {
        let mut talkative = worker("talkative", keys);
        talkative.activity.paused = Some("ben says my secret plan".into());
        talkative.rathaus = "my secret version".into();
        vec![talkative]
    };
    let phases = "[phases]\nreveals_until = 2999-01-01T00:00:00Z\n";
    let Some(server) = serve(&world, phases, workers) else { return };
    let (status, list) = server.get(WORKERS);
    let shown = &list["workers"][0];
    assert_eq!((status, &shown["name"], &shown["playing"]), (200, &json!("talkative"), &json!(4)));
    assert_eq!((&shown["matches"], &shown["paused"]), (&json!([]), &json!("(shown after the reveal)")));
    let hidden = ["secret", "ann", "ben", "number"];
    assert_eq!(hidden.map(|word| list.to_string().contains(word)), [false; 4], "{list}");
    let is_long =
        |text: &str| text.split(|letter: char| !letter.is_ascii_hexdigit()).any(|part| part.len() > 20);
    assert!(!is_long(&list.to_string()), "there is a key in {list}");
}

#[test]
fn a_list_of_workers_is_bounded() {
    let world = World::sharing_builds();
    let workers = |keys: &[String]| {
        let busy: Vec<String> = keys.iter().cycle().take(150).cloned().collect();
        let mut all: Vec<WorkerRecord> =
            (0..1_001).map(|number| worker(&format!("worker-{number:04}"), &busy)).collect();
        all[7].last_seen -= SignedDuration::from_secs(30);
        all
    };
    let Some(server) = serve(&world, "", workers) else { return };
    let (status, list) = server.get(WORKERS);
    let shown = list["workers"].as_array().unwrap();
    assert_eq!((status, &list["all"], shown.len()), (200, &json!(1_001), 1_000));
    let names: Vec<&str> = shown.iter().map(|worker| worker["name"].as_str().unwrap()).collect();
    assert!(names.is_sorted() && !names.contains(&"worker-0007"), "{names:?}");
    let listed = |worker: &Value| worker["matches"].as_array().unwrap().len();
    assert_eq!((&shown[0]["playing"], listed(&shown[0])), (&json!(150), 100));
    assert_eq!(shown.iter().map(listed).sum::<usize>(), 5_000);
}
