//! The server with many connections, and with replays that are larger than they look.
#![expect(clippy::disallowed_methods, reason = "tests look at processes and write files")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};

use crate::common::{World, repository};

/// How long a test waits for a response, on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: String,
}

impl Server {
    /// Starts a server. `None` if the binary was built without pages.
    pub(crate) fn start(world: &World, files: &[&str]) -> Option<Server> {
        if !repository().join("web/dist/index.html").exists() {
            return None;
        }
        let mut command = world.command(&[&["serve", "--listen", "127.0.0.1:0"], files].concat());
        command.current_dir(world.path(""));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim().strip_prefix("http://").expect("an address").trim_end_matches('/').to_owned();
        Some(Server { child, address })
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream
    }

    /// Sends a request and returns the status and the body of the response.
    pub(crate) fn send(&self, request: &str) -> (u32, String) {
        let mut stream = self.connect();
        // A server that refuses a request may close the connection before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        (head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default(), body.to_owned())
    }

    pub(crate) fn get(&self, path: &str) -> (u32, Value) {
        let (status, body) =
            self.send(&format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"));
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    /// The peak memory of the server, in bytes.
    fn peak(&self) -> u64 {
        peak(self.child.id()).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn peak(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
}

/// Raises the limit of open files of this process as far as possible, and returns it.
fn more_files() -> u64 {
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

#[test]
fn two_thousand_idle_connections_keep_nobody_out() {
    let world = World::sharing_builds();
    let folder = world.path("empty");
    fs::create_dir(&folder).unwrap();
    let Some(server) = Server::start(&world, &[folder.to_str().unwrap()]) else { return };
    let count = 2_000.min(more_files().saturating_sub(100)) as usize;
    let mut idle: Vec<TcpStream> = Vec::new();
    for number in 0..count {
        let mut stream = server.connect();
        match number % 3 {
            0 => {}
            1 => stream.write_all(b"GET /api HTT").unwrap(),
            _ => stream.write_all(b"GET /api HTTP/1.1\r\nhost: localhost\r\nx-slow:").unwrap(),
        }
        idle.push(stream);
        if number % 500 == 499 {
            assert_eq!(server.get("/api").0, 200, "after {number}");
        }
    }
    for _ in 0..5 {
        assert_eq!(server.get("/api").0, 200);
    }
    let files = fs::read_dir(format!("/proc/{}/fd", server.child.id())).unwrap().count();
    assert!(files < 900, "{files} open files");
    // The remaining connections are closed because they never send a request.
    let mut last = idle.pop().unwrap();
    let mut rest = Vec::new();
    let _ = last.read_to_end(&mut rest);
    assert!(!String::from_utf8_lossy(&rest).contains("200 OK"));
}

#[test]
fn streams_and_readers_that_do_not_read_keep_nobody_out() {
    let world = World::sharing_builds();
    let bot = world.file("bot.sh", "read line; echo 0\n");
    let text = format!(
        "game = \"lights-out\"\nseed = 1\nboards = 1\nentrants = [{bot:?}]\n[parameters]\ncolumns = 3\nrows = 3\n"
    );
    let file = world.file("contest.toml", &text);
    world.run(&["tournament", "run", &file, "--quiet"]);
    let Some(server) = Server::start(&world, &[&file]) else { return };
    more_files();
    let mut held = Vec::new();
    for number in 0..900 {
        let mut stream = server.connect();
        let path = if number % 2 == 0 { "/api/tournaments/contest/events" } else { "/" };
        write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
        held.push(stream);
    }
    assert_eq!(server.get("/api").0, 200);
}

#[test]
fn requests_are_bounded() {
    let world = World::sharing_builds();
    let folder = world.path("empty");
    fs::create_dir(&folder).unwrap();
    let Some(server) = Server::start(&world, &[folder.to_str().unwrap()]) else { return };
    let long = "x".repeat(1 << 20);
    for (request, status) in [
        (format!("GET /api HTTP/1.1\r\nhost: localhost\r\nx: {long}\r\n\r\n"), 431),
        (format!("GET /{long} HTTP/1.1\r\nhost: localhost\r\n\r\n"), 414),
        (format!("GET /api HTTP/1.1\r\nhost: localhost\r\n{}\r\n", "a: b\r\n".repeat(1_000)), 431),
        ("GET /api HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9999999999\r\n\r\n".into(), 413),
        ("GET /api HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n".into(), 413),
    ] {
        let (answered, _) = server.send(&request);
        // A connection that was reset returns nothing.
        assert!(answered == status || answered == 0 || answered == 431, "{answered} for {request:.60}");
    }
    assert_eq!(server.get("/api").0, 200);
}

/// A file with the layout of a replay.
fn replay(head: &str, answers: &[u8], clocks: &[u8]) -> Vec<u8> {
    let head = zstd::encode_all(head.as_bytes(), 19).unwrap();
    let mut bytes = b"rathaus replay 1\n".to_vec();
    for part in [head.as_slice(), answers, clocks] {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part);
    }
    bytes
}

fn head(names: &Value, details: &str) -> String {
    let spec = json!({ "game": "lights-out", "parameters": {}, "seed": "0x0000000000000001", "greeting_seconds": 10, "submissions": ["a"] });
    format!(
        "{{\"names\":{names},\"spec\":{spec},\"record\":{{\"scores\":[0.0],\"ended\":\"x\",\"details\":{details},\"faults\":[],\"took_seconds\":1.0}},\"provenance\":null}}"
    )
}

fn frame(bytes: &[u8]) -> Vec<u8> {
    [vec![1], zstd::encode_all(bytes, 19).unwrap()].concat()
}

/// Replays of a few kilobytes that would take gigabytes.
fn bombs() -> Vec<(&'static str, Vec<u8>)> {
    let objects = format!("{{\"x\":[{}0]}}", "{\"a\":0},".repeat(7_000_000));
    let empty = format!("{{\"x\":[{}0]}}", "[],".repeat(20_000_000));
    let names = json!(["a"]);
    let name = json!(["n".repeat(50 << 20)]);
    let beginning = json!({ "seed": "0x0000000000000001", "hellos": [null], "ids": null, "numbers": null });
    let begun = format!("{beginning}\n").into_bytes();
    let numbers = format!(
        "{{\"seed\":\"0x0000000000000001\",\"hellos\":[null],\"ids\":null,\"numbers\":[{}0]}}\n",
        "0,".repeat(15_000_000)
    );
    // A turn with a reply of seat 0 that has 60 MB.
    let long = [&begun[..], &[1, 0, 0, 0x80, 0xd6, 0xcd, 0x1c], &vec![b'a'; 60_000_000]].concat();
    vec![
        ("objects", replay(&head(&names, &objects), &frame(&begun), &frame(b""))),
        ("empty", replay(&head(&names, &empty), &frame(&begun), &frame(b""))),
        ("name", replay(&head(&name, "{}"), &frame(&begun), &frame(b""))),
        ("numbers", replay(&head(&names, "{}"), &frame(numbers.as_bytes()), &frame(b""))),
        ("answer", replay(&head(&names, "{}"), &frame(&long), &frame(b""))),
    ]
}

/// The most memory that a small file may cost, in bytes.
const MOST: u64 = 300 << 20;

/// A folder shows what is in it and one folder down, and no further.
#[test]
fn replays_one_folder_down_are_found() {
    let world = World::sharing_builds();
    let bot = world.testbot("steady", &[]);
    let replays = world.path("shown/races");
    let play = ["play", "rat-race", &bot, "--boards", "1", "--seed", "1", "--set", "turns=30", "--replays"];
    assert_eq!(world.run(&[play.as_slice(), &[replays.to_str().unwrap()]].concat()).code, Some(0));
    for (folder, count) in [("shown/races", 1), ("shown", 1), ("", 0)] {
        let Some(server) = Server::start(&world, &[world.path(folder).to_str().unwrap()]) else { return };
        let (status, told) = server.get("/api");
        assert_eq!((status, told["replays"].as_array().unwrap().len()), (200, count), "{folder}");
    }
}

#[test]
fn replays_that_unpack_to_gigabytes_are_refused() {
    let world = World::sharing_builds();
    let bombs = bombs();
    for (name, bytes) in &bombs {
        assert!(bytes.len() < 100_000, "{name}: {}", bytes.len());
        let path = world.path(&format!("{name}.replay"));
        fs::write(&path, bytes).unwrap();
        let mut most = 0;
        let command = world.command(&["replay", path.to_str().unwrap()]);
        let run = world.run_watched(command, |process| most = most.max(peak(process).unwrap_or_default()));
        assert_eq!(run.code, Some(3), "{name}: {}", run.stderr);
        assert!(run.stderr.len() < 5_000, "{name}: {}", run.stderr.len());
        assert!(most < MOST, "{name}: {most}");
    }
    let folder = world.path("");
    let Some(server) = Server::start(&world, &[folder.to_str().unwrap()]) else { return };
    for _ in 0..3 {
        let (status, told) = server.get("/api");
        assert_eq!((status, told["replays"].as_array().unwrap().len()), (200, 5));
    }
    for (name, _) in &bombs {
        assert!(server.get(&format!("/api/replays/{name}")).0 >= 400, "{name}");
    }
    assert!(server.peak() < MOST, "{}", server.peak());
}
