//! Processes, as `/proc` shows them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The first user ID that hosts give to sandboxes, and the number of IDs of each host, which depend
/// on its process number (`crates/sandbox/src/sandbox_user.rs`).
const FIRST_USER: u64 = 0x7000_0000;
const USERS_OF_A_HOST: u64 = 256;
const HOSTS: u64 = 1 << 20;

/// A process: its number, and its start time, because numbers are reused.
pub type Process = (u32, u64);

/// All running processes, with their parents.
fn all() -> BTreeMap<Process, u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    numbers
        .filter_map(|pid| stat(pid).map(|(state, parent, began)| ((pid, began, state), parent)))
        // Zombies do not run any more.
        .filter(|((_, _, state), _)| *state != 'Z')
        .map(|((pid, began, _), parent)| ((pid, began), parent))
        .collect()
}

/// The state, the parent and the start time of a process.
fn stat(pid: u32) -> Option<(char, u32, u64)> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before it is in parentheses, and may contain blanks and parentheses.
    let fields: Vec<&str> = text.rsplit_once(") ")?.1.split(' ').collect();
    Some((fields.first()?.chars().next()?, fields.get(1)?.parse().ok()?, fields.get(19)?.parse().ok()?))
}

/// All current descendants of this process.
pub fn below(host: u32) -> BTreeSet<Process> {
    let all = all();
    let mut found = BTreeSet::new();
    let mut parents = BTreeSet::from([host]);
    loop {
        let more: Vec<Process> = all
            .iter()
            .filter(|(process, parent)| parents.contains(parent) && !found.contains(*process))
            .map(|(process, _)| *process)
            .collect();
        if more.is_empty() {
            return found;
        }
        parents.extend(more.iter().map(|(pid, _)| *pid));
        found.extend(more);
    }
}

/// The processes among `seen` that still run, and those that belong to a user of this host or have
/// this folder in their command lines.
pub fn left(host: u32, seen: &BTreeSet<Process>, folder: &str) -> Vec<String> {
    let is_left = |process: &Process| {
        seen.contains(process) || is_of_user(process.0, host) || command_line(process.0).contains(folder)
    };
    let words = |process: &Process| format!("{}: {}", process.0, command_line(process.0));
    all().keys().filter(|process| is_left(process)).map(words).collect()
}

fn is_of_user(pid: u32, host: u32) -> bool {
    let first = FIRST_USER + u64::from(host) % HOSTS * USERS_OF_A_HOST;
    status(pid, "Uid:").is_some_and(|user| (first..first + USERS_OF_A_HOST).contains(&user))
}

fn command_line(pid: u32) -> String {
    let bytes = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).replace('\0', " ")
}

/// The peak memory of a process, in KiB.
pub fn peak_kib(pid: u32) -> Option<u64> {
    status(pid, "VmHWM:")
}

/// The first number in a line of a process's status.
fn status(pid: u32, field: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    text.lines().find_map(|line| line.strip_prefix(field))?.split_whitespace().next()?.parse().ok()
}
