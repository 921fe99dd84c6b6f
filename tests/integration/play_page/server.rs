//! A server on which a person plays, and what a page does with it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::World;
use crate::serving::{Server, TIMEOUT};

/// A server with games to play.
pub(super) struct PlayServer(Server);

/// The events of a match, as a page gets them.
pub(super) struct MatchEvents(BufReader<TcpStream>);

impl PlayServer {
    /// Starts a server with these arguments. `None` if the binary was built without pages.
    pub(super) fn start(world: &World, arguments: &[&str]) -> Option<PlayServer> {
        std::fs::create_dir_all(world.path("empty")).unwrap();
        let folder = world.path("empty").display().to_string();
        Server::start(world, &[&[folder.as_str()], arguments].concat()).map(PlayServer)
    }

    pub(super) fn address(&self) -> &str {
        &self.0.address
    }

    /// Sends a request as it is. Returns the status and the body of the response.
    pub(super) fn send(&self, request: &str) -> (u32, String) {
        self.0.send(request)
    }

    /// The body of the response to a request.
    pub(super) fn bytes(&self, request: &str) -> Vec<u8> {
        let mut stream = self.0.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let head = answer.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
        answer.split_off(head + 4)
    }

    pub(super) fn get(&self, path: &str) -> (u32, Value) {
        let head = format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address());
        let (status, body) = self.send(&head);
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    /// Posts as a page of this server does.
    pub(super) fn post(&self, path: &str, body: &Value) -> (u32, Value) {
        self.post_with(path, &body.to_string(), &[])
    }

    /// Posts with other headers than a page has. An empty value removes the header.
    pub(super) fn post_with(&self, path: &str, body: &str, changed: &[(&str, &str)]) -> (u32, Value) {
        let origin = format!("http://{}", self.address());
        let length = body.len().to_string();
        let mut headers = vec![
            ("host", self.address()),
            ("origin", origin.as_str()),
            ("content-type", "application/json"),
            ("content-length", length.as_str()),
        ];
        headers.retain(|(name, _)| !changed.iter().any(|(other, _)| other == name));
        headers.extend(changed.iter().filter(|(_, value)| !value.is_empty()));
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let (status, body) =
            self.send(&format!("POST {path} HTTP/1.1\r\n{headers}connection: close\r\n\r\n{body}"));
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    /// Begins a match. Returns its path.
    pub(super) fn begin(&self, game: &str, seats: &Value, more: &Value) -> String {
        let (status, started) = self.post("/api/play/matches", &request(game, seats, more));
        assert_eq!(status, 201, "{started}");
        format!("/api/play/matches/{}", started["token"].as_str().unwrap())
    }

    /// Looks at a match as a page does.
    pub(super) fn watch(&self, path: &str) -> MatchEvents {
        let mut stream = self.0.connect();
        let host = self.address();
        write!(stream, "GET {path}/events HTTP/1.1\r\nhost: {host}\r\n\r\n").unwrap();
        MatchEvents(BufReader::new(stream))
    }

    pub(super) fn reply(&self, path: &str, question: &Value, lines: &[&str]) -> u32 {
        self.post(&format!("{path}/replies"), &json!({ "question": question["number"], "lines": lines })).0
    }

    /// The processes that this server has started and that still run.
    pub(super) fn processes(&self) -> usize {
        descendants(self.0.child.id())
    }

    /// Waits until the server has no more processes than this.
    pub(super) fn wait_for_processes(&self, most: usize) {
        let begin = Instant::now();
        while self.processes() > most {
            assert!(begin.elapsed() < TIMEOUT, "{} processes are left", self.processes());
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl MatchEvents {
    /// The next state.
    pub(super) fn next(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert_ne!(self.0.read_line(&mut line).unwrap(), 0, "the stream has ended");
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).unwrap();
            }
        }
    }

    /// The next state in which the match waits for the person, or is over.
    pub(super) fn turn(&mut self) -> Value {
        loop {
            let state = self.next();
            if state["phase"] == "person" || state["phase"] == "over" {
                return state;
            }
        }
    }

    /// The end of the match.
    pub(super) fn end(&mut self) -> Value {
        loop {
            let state = self.next();
            if state["phase"] == "over" {
                return state["end"].clone();
            }
        }
    }
}

pub(super) fn request(game: &str, seats: &Value, more: &Value) -> Value {
    let mut request = json!({ "game": game, "seats": seats });
    for (name, value) in more.as_object().unwrap() {
        request[name] = value.clone();
    }
    request
}

/// The number of processes below this one.
fn descendants(process: u32) -> usize {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let children: Vec<u32> = children
        .flat_map(|text| text.split(' ').filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect();
    children.iter().map(|child| 1 + descendants(*child)).sum()
}
