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

/// What other programs of the machine do meanwhile goes away by itself; so do processes that have
/// ended but not gone.
const TIMEOUT: Duration = Duration::from_secs(3);

/// What a program names its files, so that they are found.
const MARK: &str = "zoo-was-here";

/// What there was before the host began.
pub struct Before {
    kept: BTreeSet<String>,
}

impl Before {
    /// Looks.
    pub fn look() -> Before {
        Before { kept: kept_by_the_system() }
    }
}

/// What the kernel keeps that no process need hold: mounts, semaphores, queues, and memory to be
/// shared.
fn kept_by_the_system() -> BTreeSet<String> {
    let files = ["/proc/self/mountinfo", "/proc/sysvipc/shm", "/proc/sysvipc/sem", "/proc/sysvipc/msg"];
    let mut kept = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(file).unwrap_or_default();
        // What is said of one changes with its use; the first two fields name it.
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

/// No process, file, mount, group, semaphore and memory is left by a host that has ended.
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

/// The control groups of this host, so many folders below this one.
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

/// The files below this folder that hostile programs have made, other than in what their own builds
/// have left.
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

/// What a bot says reaches no terminal as it is.
pub fn words_are_harmless(run: &Run) {
    let is_harmful = |text: &str| text.contains(['\0', '\u{1b}', '\u{7}', '\u{8}']);
    assert!(!is_harmful(&run.stdout) && !is_harmful(&run.stderr), "{}{}", run.stdout, run.stderr);
}

/// These faults of the hostile program are what its act was to come to.
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
            // In each match or round there may be faults that only follow from the one that counts.
            let says = |fault: &Value| cause.split('|').any(|cause| fault.to_string().contains(cause));
            assert!(faults.iter().any(says), "none of it says `{cause}`: {text}");
        }
    }
}
