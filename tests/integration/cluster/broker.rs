//! A NATS server, a tournament, and workers for the tests.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use serde_json::Value;

use crate::common::{World, descendants};

/// How long a test waits for something on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);

/// The program of the server, if it is installed. Debian keeps it where only administrators look.
pub(super) fn nats_server() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    places.map(|place| place.join("nats-server")).find(|program| program.is_file())
}

/// A server with its store in a world.
pub(super) struct Broker {
    program: PathBuf,
    pub(super) folder: PathBuf,
    pub(super) port: u16,
    child: Option<Child>,
}

impl Broker {
    /// Starts a server. `more` is added to its configuration.
    pub(super) fn start(world: &World, more: &str) -> Option<Broker> {
        let program = nats_server()?;
        let folder = world.path("nats");
        fs::create_dir_all(&folder).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let config = format!("{}{more}", place(&folder, port));
        fs::write(folder.join("nats.conf"), config).unwrap();
        let mut broker = Broker { program, folder, port, child: None };
        broker.restart();
        Some(broker)
    }

    /// Starts a server with the configuration of the repository, and with a certificate for this
    /// machine. `None` if there is no server or no openssl.
    pub(super) fn start_with_users(world: &World) -> Option<Broker> {
        let mut broker = Broker::start(world, "")?;
        broker.kill();
        let (certificate, key) = (broker.folder.join("server.crt"), broker.folder.join("server.key"));
        let made = Command::new("openssl")
            .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"])
            .args([
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
                "-addext",
                "subjectAltName=DNS:localhost,IP:127.0.0.1",
            ])
            .args(["-addext", "basicConstraints=critical,CA:FALSE"])
            .arg("-out")
            .arg(&certificate)
            .arg("-keyout")
            .arg(&key)
            .stderr(Stdio::null())
            .status();
        made.ok().filter(std::process::ExitStatus::success)?;
        let example = fs::read_to_string(crate::common::repository().join("scripts/nats/nats.conf")).unwrap();
        let (_, after_place) = example.split_once("store_dir: \"/var/lib/rathaus-nats\" }\n").unwrap();
        let config = after_place
            .replace("/etc/rathaus-nats/server.crt", certificate.to_str().unwrap())
            .replace("/etc/rathaus-nats/server.key", key.to_str().unwrap());
        fs::write(broker.folder.join("nats.conf"), place(&broker.folder, broker.port) + &config).unwrap();
        broker.restart();
        Some(broker)
    }

    /// The URL for a user of the configuration of the repository.
    pub(super) fn url_of(&self, user: &str) -> String {
        let password = if user == "organiser" { "change-me".to_owned() } else { format!("change-{user}") };
        format!("tls://{user}:{password}@localhost:{}", self.port)
    }

    pub(super) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Starts the server again, with what it has stored.
    pub(super) fn restart(&mut self) {
        let log = File::create(self.folder.join("log")).unwrap();
        let mut command = Command::new(&self.program);
        command.arg("-c").arg(self.folder.join("nats.conf")).stdout(Stdio::null()).stderr(log);
        self.child = Some(command.spawn().unwrap());
        let address = format!("127.0.0.1:{}", self.port);
        wait_until("the server listens", || std::net::TcpStream::connect(&address).is_ok());
    }

    /// Kills the server, as a failing machine would.
    pub(super) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts the server again without anything that it has stored.
    pub(super) fn restart_empty(&mut self) {
        self.kill();
        fs::remove_dir_all(self.folder.join("store")).unwrap();
        self.restart();
    }
}

/// The lines of a configuration that say where the server listens and what it stores.
fn place(folder: &std::path::Path, port: u16) -> String {
    format!("listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: {:?} }}\n", folder.join("store"))
}

impl Drop for Broker {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A process of the program in a process group of its own.
pub(super) struct Process {
    child: Child,
    log: PathBuf,
}

impl Process {
    pub(super) fn start(world: &World, name: &str, arguments: &[&str]) -> Process {
        let log = world.path(&format!("{name}.log"));
        let mut command = world.command(arguments);
        command.current_dir(world.path("")).process_group(0).stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(File::options().create(true).append(true).open(&log).unwrap());
        Process { child: command.spawn().unwrap(), log }
    }

    /// A worker that also plays while other tests use all processors.
    pub(super) fn worker(world: &World, url: &str, name: &str, more: &[&str]) -> Process {
        let arguments = ["worker", "--nats", url, "--name", name, "--concurrency", "1", "--ignore-load"];
        Process::start(world, name, &[&arguments, more].concat())
    }

    pub(super) fn signal(&self, signal: Signal) {
        let _ = kill_process(Pid::from_child(&self.child), signal);
    }

    pub(super) fn kill(&mut self) {
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
        let pid = self.child.id();
        wait_until("its bots have ended", || descendants(pid).is_empty());
    }

    pub(super) fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Waits for its end, and returns its exit code and its stderr.
    pub(super) fn end(&mut self) -> (Option<i32>, String) {
        let begin = Instant::now();
        let code = loop {
            if let Some(code) = self.child.try_wait().unwrap() {
                break code;
            }
            assert!(begin.elapsed() < PATIENCE, "the process does not end: {}", self.log());
            thread::sleep(Duration::from_millis(20));
        };
        (code.code(), self.log())
    }

    pub(super) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

#[track_caller]
pub(super) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < PATIENCE, "waited for long: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The number of stored results.
pub(super) fn stored(world: &World, database: &str) -> usize {
    let Ok(connection) = Connection::open(world.path(database)) else { return 0 };
    connection.query_row("SELECT count(*) FROM matches", [], |row| row.get::<_, i64>(0)).unwrap_or(0) as usize
}

/// All results with what depends on bots' replies, by their keys: spec, scores, end, details, faults,
/// and provenance without the worker.
pub(super) fn results(world: &World, database: &str) -> BTreeMap<String, Vec<String>> {
    let connection = Connection::open(world.path(database)).unwrap();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut query =
        connection.prepare("SELECT key, spec, scores, ended, details, provenance FROM matches").unwrap();
    let mut rows = query.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let text = |column| row.get::<_, String>(column).unwrap();
        let mut provenance: Value = serde_json::from_str(&text(5)).unwrap();
        provenance.as_object_mut().unwrap().remove("worker");
        found.insert(text(0), vec![text(1), text(2), text(3), text(4), provenance.to_string()]);
    }
    let mut query = connection
        .prepare("SELECT match, seat, turn, cause, sent, said FROM faults ORDER BY match, number")
        .unwrap();
    let mut rows = query.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let text = |column| row.get::<_, String>(column).unwrap();
        let place = format!("{:?} {:?}", row.get::<_, i64>(1).unwrap(), row.get::<_, i64>(2).unwrap());
        found.get_mut(&text(0)).unwrap().extend([place, text(3), text(4), text(5)]);
    }
    found
}
