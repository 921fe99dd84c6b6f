//! Runs the binary like a user, in a temporary world.
#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(clippy::allow_attributes, reason = "whether the one above is needed depends on the test file")]
#![allow(clippy::disallowed_methods, reason = "tests start the host and look at what it leaves behind")]

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The time limit of a run.
const TIMEOUT: Duration = Duration::from_secs(900);

/// A temporary folder with a build cache.
pub struct World {
    folder: tempfile::TempDir,
}

/// The result of a run of the program.
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub code: Option<i32>,
    pub took: Duration,
    pub pid: u32,
}

impl World {
    pub fn new() -> World {
        let world = World { folder: tempfile::tempdir().expect("a temporary folder") };
        fs::create_dir(world.path("tmp")).expect("a folder");
        // Bots may run as another user, who must be able to enter their folders.
        let open = fs::Permissions::from_mode(0o711);
        fs::set_permissions(world.folder.path(), open).expect("a folder of one's own");
        world
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, contents: &str) -> String {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, contents).expect("a file");
        path.to_str().expect("a path in UTF-8").into()
    }

    /// The test bot with these flags, as a submission.
    pub fn testbot(&self, name: &str, flags: &[&str]) -> String {
        let words: Vec<&str> = std::iter::once("testbot").chain(flags.iter().copied()).collect();
        self.file(&format!("{name}/bot.toml"), &format!("name = {name:?}\nrun = {words:?}\n"))
    }

    /// A command of the program in this world.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rathaus"));
        command.args(arguments).env("XDG_CACHE_HOME", self.path("cache")).env_remove("RUST_LOG");
        // What a killed host leaves in the temporary folder is removed with this world.
        command.env("TMPDIR", self.path("tmp"));
        // Allows submissions to name the test bot, which is not a normal tool.
        command.env("RATHAUS_TOOLS", testbot());
        command
    }

    /// Runs the program, and checks that it leaves no processes running.
    pub fn run(&self, arguments: &[&str]) -> Run {
        let run = self.run_command(self.command(arguments));
        assert_eq!(run.left_running(), Vec::<String>::new(), "left running by {arguments:?}");
        run
    }

    pub fn run_command(&self, command: Command) -> Run {
        self.run_watched(command, |_| ())
    }

    /// Runs a command, and regularly calls `look` with its process number while it runs.
    pub fn run_watched(&self, mut command: Command, mut look: impl FnMut(u32)) -> Run {
        let begin = Instant::now();
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (stdout, stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let (stdout, stderr) = (thread::spawn(|| read(stdout)), thread::spawn(|| read(stderr)));
        let status = loop {
            if let Some(status) = child.try_wait().expect("a child") {
                break status;
            }
            look(child.id());
            if begin.elapsed() > TIMEOUT {
                let _ = child.kill();
                panic!("the program hangs: {command:?}");
            }
            thread::sleep(Duration::from_millis(5));
        };
        let took = begin.elapsed();
        Run {
            stdout: stdout.join().expect("its output"),
            stderr: stderr
                .join()
                .expect("its errors")
                .replace(self.folder.path().to_str().unwrap(), "[WORLD]"),
            code: status.code(),
            took,
            pid: child.id(),
        }
    }

    /// Plays the rat race and returns its JSON.
    pub fn play(&self, arguments: &[&str]) -> Value {
        let run = self.run(&[&["play", "rat-race", "--json", "--quiet"], arguments].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.json()
    }
}

impl Run {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {}", self.stdout))
    }

    /// The command lines of processes that descend from this run.
    pub fn left_running(&self) -> Vec<String> {
        descendants(self.pid)
    }
}

/// The command lines of the bots that the run with this process number started.
pub fn descendants(pid: u32) -> Vec<String> {
    let tag = format!("RATHAUS_PROCESS={pid}-");
    let entries = fs::read_dir("/proc").expect("/proc").filter_map(Result::ok);
    entries
        .filter(|entry| {
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|variable| variable.starts_with(tag.as_bytes()))
        })
        .map(|entry| fs::read_to_string(entry.path().join("cmdline")).unwrap_or_default().replace('\0', " "))
        .collect()
}

/// The results of a submission's matches, without the values that differ from run to run.
pub fn matches(result: &Value, submission: usize) -> Vec<Value> {
    let matches = result["submissions"][submission]["matches"].as_array().expect("matches").clone();
    matches
        .into_iter()
        .map(|mut one| {
            let fields = one.as_object_mut().expect("a match");
            fields.remove("took_seconds");
            for fault in fields["faults"].as_array_mut().expect("faults") {
                fault.as_object_mut().expect("a fault").remove("took_seconds");
            }
            one
        })
        .collect()
}

pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The path of a sample bot.
pub fn sample(name: &str) -> String {
    repository().join("bots/rat-race").join(name).to_str().expect("a path in UTF-8").into()
}

fn read(mut from: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = from.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The path of the test bot, in the folder above that of the tests. `cargo test` builds it, except
/// when it runs a single test file; then this function builds it.
pub fn testbot() -> String {
    static BUILT: std::sync::Once = std::sync::Once::new();
    let test = std::env::current_exe().expect("the path of this test");
    let folder = test.ancestors().nth(2).expect("the folder of the build").to_owned();
    let path = folder.join("examples/testbot");
    BUILT.call_once(|| {
        let source = repository().join("tests/fixtures/testbot/main.rs");
        let changed = |path: &Path| path.metadata().and_then(|metadata| metadata.modified()).ok();
        if changed(&path) <= changed(&source) {
            let profile = if folder.ends_with("release") { "release" } else { "dev" };
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args(["build", "--quiet", "--example", "testbot", "--profile", profile]);
            assert!(
                cargo.current_dir(repository()).status().expect("cargo").success(),
                "the test bot is not built"
            );
        }
    });
    path.to_str().expect("a path in UTF-8").into()
}
