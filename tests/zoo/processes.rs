//! Processes, as `/proc` shows them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The first user of those that hosts give to sandboxes, and how many each host has, by its process
/// number (`crates/sandbox/src/sandbox_user.rs`).
const FIRST_USER: u64 = 0x7000_0000;
const USERS_OF_A_HOST: u64 = 256;
const HOSTS: u64 = 1 << 20;

/// A process: its number, and when it began, because numbers come back.
pub type Process = (u32, u64);

/// All that run now, with their parents.
fn all() -> BTreeMap<Process, u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    numbers
        .filter_map(|pid| stat(pid).map(|(state, parent, began)| ((pid, began, state), parent)))
        // Who has ended and was not buried yet runs no more.
        .filter(|((_, _, state), _)| *state != 'Z')
        .map(|((pid, began, _), parent)| ((pid, began), parent))
        .collect()
}

/// The state, the parent and the beginning of a process.
fn stat(pid: u32) -> Option<(char, u32, u64)> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before it is in parentheses, and may have blanks and more of them.
    let fields: Vec<&str> = text.rsplit_once(") ")?.1.split(' ').collect();
    Some((fields.first()?.chars().next()?, fields.get(1)?.parse().ok()?, fields.get(19)?.parse().ok()?))
}

/// All that descend from this one now.
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

/// Which of these still run, or belong to a user of this host's, or name this folder on their
/// command line.
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

/// The most memory that a process had so far, in KiB.
pub fn peak_kib(pid: u32) -> Option<u64> {
    status(pid, "VmHWM:")
}

/// The first number in a line of a process's status.
fn status(pid: u32, field: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    text.lines().find_map(|line| line.strip_prefix(field))?.split_whitespace().next()?.parse().ok()
}
