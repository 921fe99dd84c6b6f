//! What every trial asserts.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Run, World};
use crate::items::Outcome;
use crate::processes::{self, Process};

/// How long to wait for effects of other programs, and for processes that have ended but are
/// not gone.
const TIMEOUT: Duration = Duration::from_secs(3);

/// The mark in the names of files that the programs make, so that the tests find them.
const MARK: &str = "zoo-was-here";

/// The state of the system before the host started.
pub struct Before {
    kept: BTreeSet<String>,
}

impl Before {
    pub fn look() -> Before {
        Before { kept: kept_by_the_system() }
    }
}

/// What the kernel keeps independently of processes: mounts, semaphores, queues, and shared memory.
fn kept_by_the_system() -> BTreeSet<String> {
    let files = ["/proc/self/mountinfo", "/proc/sysvipc/shm", "/proc/sysvipc/sem", "/proc/sysvipc/msg"];
    let mut kept = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(file).unwrap_or_default();
        // The first two fields are its name. The others change as it is used.
        let name = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        kept.extend(text.lines().map(|line| format!("{file}: {}", name(line))));
    }
    kept.extend(names("/dev/shm".as_ref()).into_iter().map(|name| format!("/dev/shm/{name}")));
    for folder in ["/var/tmp", "/run", "/", "/usr", "/etc"] {
        let marked = names(folder.as_ref()).into_iter().filter(|name| name.contains(MARK));
        kept.extend(marked.map(|name| format!("{folder}/{name}")));
    }
    kept
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Asserts that a host that ended left no process, file, mount, group, semaphore or memory.
pub fn nothing_is_left(world: &World, run: &Run, before: &Before, seen: &BTreeSet<Process>) {
    let folder = world.path("").to_string_lossy().into_owned();
    let left = || {
        let mut left = processes::left(run.pid, seen, &folder);
        left.extend(run.left_running());
        left.extend(names(&world.path("tmp")).into_iter().map(|name| format!("tmp/{name}")));
        let builds = names(&world.path("cache/rathaus/builds")).into_iter();
        left.extend(builds.filter(|name| name.starts_with('.')).map(|name| format!("builds/{name}")));
        left.extend(groups_of(run.pid, "/sys/fs/cgroup".as_ref(), 3));
        left.extend(kept_by_the_system().difference(&before.kept).cloned());
        left
    };
    let begin = Instant::now();
    let mut found = left();
    while !found.is_empty() && begin.elapsed() < TIMEOUT {
        thread::sleep(Duration::from_millis(50));
        found = left();
    }
    assert_eq!(found, Vec::<String>::new(), "left behind: {}", run.stderr);
    assert_eq!(marked(&world.path("")), Vec::<String>::new(), "written where nothing may be written");
}

/// The control groups of this host, at most `depth` folders below this one.
fn groups_of(host: u32, folder: &Path, depth: u32) -> Vec<String> {
    let prefix = format!("rathaus-{host}-");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        if entry.file_name().to_string_lossy().starts_with(&prefix) {
            found.push(path.display().to_string());
        } else if depth > 0 {
            found.extend(groups_of(host, &path, depth - 1));
        }
    }
    found
}

/// The files below this folder that hostile programs made, without those in the output of their
/// own builds.
fn marked(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_built = path.parent().is_some_and(|folder| folder.ends_with("out"));
        let is_marked = path.to_string_lossy().contains(MARK) && !is_built;
        match entry.file_type() {
            _ if is_marked => found.push(path.display().to_string()),
            Ok(kind) if kind.is_dir() => found.extend(marked(&path)),
            _ => {}
        }
    }
    found
}

/// Asserts that a bot's output reaches no terminal unescaped.
pub fn words_are_harmless(run: &Run) {
    let is_harmful = |text: &str| text.contains(['\0', '\u{1b}', '\u{7}', '\u{8}']);
    assert!(!is_harmful(&run.stdout) && !is_harmful(&run.stderr), "{}{}", run.stdout, run.stderr);
}

/// Asserts that the faults of the hostile program are the expected outcome of its act.
pub fn outcome(expected: &Outcome, faults: &[Value]) {
    let text = format!("{faults:#?}");
    assert!(!text.contains("ESCAPED"), "the sandbox does not hold: {text}");
    match expected {
        Outcome::Harmless => assert!(faults.is_empty(), "{text}"),
        Outcome::Fault { kinds, cause } => {
            if faults.is_empty() && kinds.contains("none") {
                return;
            }
            assert!(!faults.is_empty(), "it has no fault, but should be {kinds}");
            for fault in faults {
                let kind = fault["fault"].as_str().unwrap_or_default();
                assert!(kinds.split(' ').any(|expected| expected == kind), "not {kinds}: {text}");
            }
            // In each match or round, other faults may follow from the one that counts.
            let says = |fault: &Value| cause.split('|').any(|cause| fault.to_string().contains(cause));
            assert!(faults.iter().any(says), "none of it says `{cause}`: {text}");
        }
    }
}
