//! Runs the binary like a user, in a temporary world.
#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(clippy::allow_attributes, reason = "whether the one above is needed depends on the test file")]
#![allow(clippy::disallowed_methods, reason = "tests start the host and look at what it leaves behind")]

use std::fs;
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use rathaus_sandbox::{SandboxProofCache, SandboxTier};
use serde_json::Value;

/// The time limit of a run.
const TIMEOUT: Duration = Duration::from_secs(900);

/// The proofs of this machine's sandboxes, which all worlds begin with. They hold for all runs whose
/// test changes no conditions.
static PROOFS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = open_folder();
    let bot = folder.path().join("ends.sh");
    fs::write(&bot, "exit\n").expect("a file");
    for tier in SandboxTier::ALL {
        let mut command = Command::new(program());
        command.args(["play", "lights-out", "--boards", "1", "--sandbox", tier.name()]).arg(&bot);
        let _ = command.env("XDG_CACHE_HOME", folder.path()).output().expect("the program runs");
    }
    fs::read(folder.path().join("rathaus").join(SandboxProofCache::FILE)).unwrap_or_default()
});

/// A temporary folder with a build cache.
pub struct World {
    folder: tempfile::TempDir,
    shared_builds: Option<Arc<tempfile::TempDir>>,
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
        let world = World { folder: open_folder(), shared_builds: None };
        fs::create_dir(world.path("tmp")).expect("a folder");
        keep_proofs(&world.cache());
        world
    }

    /// A world whose build cache is also that of other tests, so that the sample bots are built
    /// once. The cache is removed with the last of these worlds.
    pub fn sharing_builds() -> World {
        static SHARED: Mutex<Weak<tempfile::TempDir>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        let builds = shared.upgrade().unwrap_or_else(|| {
            let folder = open_folder();
            keep_proofs(folder.path());
            Arc::new(folder)
        });
        *shared = Arc::downgrade(&builds);
        World { shared_builds: Some(builds), ..World::new() }
    }

    /// The folder of the program's cache.
    pub fn cache(&self) -> PathBuf {
        self.shared_builds.as_ref().map_or_else(|| self.path("cache"), |shared| shared.path().to_owned())
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
        self.command_of(program(), arguments)
    }

    /// A command of a copy of the program that other users can start. The repository may be in a
    /// folder that is closed to them.
    pub fn open_command(&self, arguments: &[&str]) -> Command {
        self.command_of(&self.open_program(), arguments)
    }

    /// A copy of the program that other users can start.
    pub fn open_program(&self) -> PathBuf {
        let copy = self.path("rathaus");
        if !copy.exists() {
            // Not by this process: what other threads start meanwhile would have the copy open, too.
            let status = Command::new("cp").arg(program()).arg(&copy).status().expect("cp starts");
            assert!(status.success(), "a copy of the program");
        }
        copy
    }

    fn command_of(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).env("XDG_CACHE_HOME", self.cache()).env_remove("RUST_LOG");
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

    /// A report without what differs between machines and versions, for snapshots.
    pub fn redacted(&self, text: &str) -> String {
        let text = text.replace(self.folder.path().to_str().unwrap(), "[WORLD]");
        let patterns = [
            (r"sandbox (full|namespaces|launcher)[^.\n]*", "sandbox [SANDBOX]"),
            (r"g\+\+ \([^)\n]*\)", "g++"),
            (r"\d+\.\d+\.\d+(\(\d+\))?[^\s,;)]*( \([^)\n]*-linux-[^)\n]*\))?", "[VERSION]"),
            (r"\d+(\.\d+)? (ms|s)\b", "[TIME]"),
            (r"\d+(\.\d+)? % of the limit", "[SHARE] of the limit"),
            (r"\([0-9a-f]{12}\)", "([IDENTITY])"),
            (r"\d{2,}\.\d{4,}", "[NUMBER]"),
            // How much was sent or said when it was cut off.
            (r"(?m)^( +\w+:).* \[\d+ bytes left out\] .*$", "$1 [EXCERPT]"),
            // Where an error is in its line, which not all versions of Python show.
            (r"(?m)^\s*[~^]+\n", ""),
        ];
        patterns.iter().fold(text, |text, (pattern, name)| {
            let pattern = regex::Regex::new(pattern).expect("a pattern");
            pattern.replace_all(&text, *name).into_owned()
        })
    }

    /// Plays the rat race and returns its JSON.
    pub fn play(&self, arguments: &[&str]) -> Value {
        let run = self.run(&[&["play", "rat-race", "--json", "--quiet"], arguments].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.json()
    }
}

/// The program under test.
fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_rathaus"))
}

/// Writes the proofs of sandboxes where the program keeps them.
fn keep_proofs(cache: &Path) {
    let folder = cache.join("rathaus");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(SandboxProofCache::FILE);
    fs::write(&file, &*PROOFS).expect("a file");
    fs::set_permissions(file, fs::Permissions::from_mode(0o600)).expect("its permissions");
}

/// A temporary folder that bots can enter if they run as another user.
fn open_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o711)).expect("a new folder");
    folder
}

impl Run {
    /// Checks that the program exited with this code, and that its stderr has these facts.
    #[track_caller]
    pub fn assert_refused(&self, code: i32, facts: &[&str]) {
        assert_eq!(self.code, Some(code), "{}{}", self.stderr, self.stdout);
        assert_mentions(&self.stderr, facts);
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {}", self.stdout))
    }

    /// The command lines of processes that descend from this run.
    pub fn left_running(&self) -> Vec<String> {
        descendants(self.pid)
    }
}

/// Checks that a text has these facts, each as a whole word: names, numbers, places, options. A
/// message with the same facts in other words passes.
#[track_caller]
pub fn assert_mentions(text: &str, facts: &[&str]) {
    let missing: Vec<&&str> = facts.iter().filter(|fact| !mentions(text, fact)).collect();
    assert!(missing.is_empty(), "no {missing:?} in: {text}");
}

/// Checks that one line of a text has all of these facts.
#[track_caller]
pub fn assert_line_mentions(text: &str, facts: &[&str]) {
    assert_ne!(lines_with(text, facts), 0, "no line has {facts:?} in: {text}");
}

/// The number of lines of a text that have all of these facts.
pub fn lines_with(text: &str, facts: &[&str]) -> usize {
    text.lines().filter(|line| facts.iter().all(|fact| mentions(line, fact))).count()
}

/// Whether a text has this fact, and not as a part of a longer word or number.
pub fn mentions(text: &str, fact: &str) -> bool {
    let is_apart = |one: Option<char>, other: Option<char>| {
        !one.zip(other).is_some_and(|(one, other)| one.is_alphanumeric() && other.is_alphanumeric())
    };
    text.match_indices(fact).any(|(at, _)| {
        let end = at + fact.len();
        is_apart(text[..at].chars().next_back(), fact.chars().next())
            && is_apart(fact.chars().next_back(), text[end..].chars().next())
    })
}

/// All whole numbers in a text.
pub fn numbers(text: &str) -> Vec<u64> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}

/// The command lines of the bots that the run with this process number started.
pub fn descendants(pid: u32) -> Vec<String> {
    let namespace = fs::metadata("/proc/self/ns/pid").expect("a namespace").ino();
    let tag = format!("RATHAUS_PROCESS={namespace}-{pid}-");
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
