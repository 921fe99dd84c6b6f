//! What workers on a NATS server cost, as tables: `scripts/bench`, or `cargo bench --bench cluster`.
//!
//! The same matches are played by one process, and by two workers with half of its matches at once
//! each. Bots sleep, so that a match takes as long as it should. The second table is of many workers
//! that report at once without playing. Needs `nats-server`.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock and starts processes")]
#![expect(clippy::disallowed_macros, reason = "a benchmark prints its tables")]

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use async_nats::jetstream::{self, consumer::PullConsumer};
use futures_util::StreamExt;
use futures_util::future::join_all;
use rathaus::matches::MatchSpec;
use serde_json::{Value, json};

/// The times that bots sleep in a match, in seconds, and the number of matches.
const LENGTHS: [(f64, u32); 3] = [(0.01, 1_000), (0.1, 300), (10.0, 8)];

/// How often each tournament is played. The fastest one counts.
const RUNS: usize = 3;

/// Workers that report at once, and their matches.
const SIMULATED: usize = 1_000;
const REPORTED: u32 = 20_000;

const RULES: &str = r#"
import json
while True:
    start = json.loads(input())
    asks = [{"seat": seat, "send": ["go"]} for seat in (0, 1)]
    print(json.dumps({"type": "ask", "asks": asks}), flush=True)
    input()
    print(json.dumps({"type": "end", "scores": [1, 0], "reason": "slept"}), flush=True)
"#;

fn main() {
    let Some(server) = nats_server() else {
        println!("nats-server is not installed: apt-get install nats-server");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = folder.path();
    fs::create_dir_all(place.join("game")).expect("a folder");
    fs::write(place.join("game/game.py"), RULES).expect("a file");
    let config = "name = \"sleep\"\nsource = \"game.py\"\nseats = 2\nlimits = { answer_ms = 60_000 }\n[reuse]\nprogram = true\nbots = true\n";
    fs::write(place.join("game/game.toml"), config).expect("a file");
    let port =
        TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port();
    let mut command = Command::new(server);
    command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(place.join("store"));
    let _server = Running::start(command);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let url = format!("nats://127.0.0.1:{port}");
    overhead(place, &url);
    simulated(place, &url);
}

/// A process that is killed when it is dropped.
struct Running(Child);

impl Running {
    fn start(mut command: Command) -> Running {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Running(command.spawn().expect("a process"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn nats_server() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    places.map(|place| place.join("nats-server")).find(|program| program.is_file())
}

fn rathaus(place: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rathaus"));
    command.args(arguments).current_dir(place).env("XDG_CACHE_HOME", place.join("cache"));
    command
}

/// Writes a tournament of two bots that sleep for so many seconds.
fn tournament(place: &Path, seconds: f64, matches: u32, more: &str) {
    for name in ["one", "other"] {
        fs::create_dir_all(place.join(name)).expect("a folder");
        let text = "name = \"NAME\"\nrun = [\"sh\", \"{dir}/bot.sh\"]\nreuse = true\n".replace("NAME", name);
        fs::write(place.join(name).join("bot.toml"), text).expect("a file");
        let text = format!("while read line; do sleep {seconds}; echo done; done\n");
        fs::write(place.join(name).join("bot.sh"), text).expect("a file");
    }
    let text = format!(
        "game = \"game\"\nseed = 1\nformat = \"round-robin\"\ngames = {matches}\nentrants = [\"one/bot.toml\", \"other/bot.toml\"]\n{more}"
    );
    fs::write(place.join("tournament.toml"), text).expect("a file");
}

/// Plays the tournament from its beginning, and returns how long that takes.
fn played(place: &Path, more: &[&str]) -> f64 {
    for end in ["db", "db-wal", "db-shm"] {
        let _ = fs::remove_file(place.join(format!("tournament.{end}")));
    }
    let begin = Instant::now();
    let output = rathaus(place, &[&["tournament", "run", "--quiet"], more].concat()).output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    begin.elapsed().as_secs_f64()
}

fn overhead(place: &Path, url: &str) {
    println!("The same matches on one machine and by two workers on it, the fastest of {RUNS} runs\n");
    println!(
        "{:>10} {:>8} {:>12} {:>12} {:>20} {:>12}",
        "a match", "matches", "here, s", "workers, s", "more a match, ms", "throughput"
    );
    let settings =
        "[workers]\ntrusted = [\"a\", \"b\"]\n[records]\nkeep = \"none\"\n[running]\nconcurrency = 4\n";
    let worker = |name: &str| {
        Running::start(rathaus(
            place,
            &["worker", "--nats", url, "--name", name, "--concurrency", "2", "--ignore-load"],
        ))
    };
    let _workers = [worker("a"), worker("b")];
    for (seconds, matches) in LENGTHS {
        tournament(place, seconds, matches, settings);
        let fastest = |more: &[&str]| (0..RUNS).map(|_| played(place, more)).fold(f64::INFINITY, f64::min);
        let (here, workers) = (fastest(&[]), fastest(&["--nats", url]));
        println!(
            "{:>8} ms {matches:>8} {here:>12.2} {workers:>12.2} {:>20.2} {:>12.2}",
            seconds * 1e3,
            (workers - here) * 4e3 / f64::from(matches),
            here / workers
        );
    }
    println!();
}

fn simulated(place: &Path, url: &str) {
    tournament(place, 0.0, 1, "");
    played(place, &[]);
    let shown = rathaus(place, &["tournament", "show", "1", "--json"]).output().expect("a match");
    let mut template: Value = serde_json::from_slice(&shown.stdout).expect("a match");
    template.as_object_mut().expect("a match").remove("replay");
    let names: Vec<String> = (0..SIMULATED).map(|number| format!("sim-{number}")).collect();
    tournament(
        place,
        0.0,
        REPORTED,
        &format!("[workers]\ntrusted = {names:?}\n[records]\nkeep = \"none\"\n"),
    );
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let own = url.to_owned();
    std::thread::spawn(move || {
        runtime.block_on(async {
            let client = async_nats::connect(own).await.expect("a connection");
            join_all(
                names.iter().map(|name| simulated_worker(jetstream::new(client.clone()), name, &template)),
            )
            .await
        })
    });
    let took = played(place, &["--nats", url]);
    println!(
        "{SIMULATED} workers that report at once: {REPORTED} results in {took:.1} s, {:.0} a second",
        f64::from(REPORTED) / took
    );
}

/// Takes specs without end, and reports the result of another match for each.
async fn simulated_worker(jetstream: jetstream::Context, name: &str, template: &Value) {
    loop {
        let found = jetstream.get_consumer_from_stream("workers", "RATHAUS_MATCHES").await;
        let Ok(consumer): Result<PullConsumer, _> = found else {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        loop {
            let Ok(mut batch) =
                consumer.batch().max_messages(1).expires(Duration::from_secs(20)).messages().await
            else {
                break;
            };
            let Some(Ok(message)) = batch.next().await else { continue };
            let order: Value = serde_json::from_slice(&message.payload).expect("an order");
            let spec: MatchSpec = serde_json::from_value(order["spec"].clone()).expect("a spec");
            let mut played = template.clone();
            (played["key"], played["spec"]) = (json!(spec.key()), order["spec"].clone());
            let report = json!({ "protocol": 1, "deliveries": 1, "is_audit": false,
                                 "played": { "played": played, "recording": null } });
            let tournament = order["tournament"].as_str().unwrap_or_default();
            let subject = format!("rathaus.reports.{tournament}.{name}.{}", spec.key());
            let sent = jetstream.publish(subject, report.to_string().into()).await;
            if let Ok(sent) = sent
                && sent.await.is_ok()
            {
                let _ = message.ack().await;
            }
        }
    }
}
