//! What the processes of a sandbox hold in memory together, where no control group counts it.
//!
//! A first sum is cheap and never too small. Only where that is too much, a second one looks closely.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use rustix::process::Pid;

/// File descriptors that processes may have together before somebody looks at what they are.
const UNREMARKABLE_FILES: u64 = 256;

/// Bytes that a pipe holds at the most: 16 pages, because the sandbox forbids larger ones.
const PIPE_BYTES: u64 = 64 << 10;

/// Bytes that a socket holds at the most: the usual `net.core.wmem_max`, which the sandbox does not let programs change.
const SOCKET_BYTES: u64 = 208 << 10;

/// Bytes of the kernel's for each file in memory, and for its name.
const INODE_BYTES: u64 = 1_024;

/// What is known of a process without looking closely, in bytes.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Status {
    /// Its private memory, swapped out or not, and its page tables.
    own: u64,
    /// Shared memory that no file on a disk holds.
    shared: u64,
    /// Pages of files, which the kernel can drop.
    files: u64,
    /// Its page tables alone.
    page_tables: u64,
    /// How many files it has room for.
    descriptors: u64,
}

/// How many bytes these processes hold, counted closely only if it could be more than `most`, and no further than that: on a machine that is
/// full of them, each look costs time.
pub(super) fn memory(processes: &[Pid], most: u64) -> u64 {
    let known: Vec<(Pid, Status)> =
        processes.iter().filter_map(|pid| Some((*pid, Status::of(*pid)?))).collect();
    let sum =
        |of: fn(&Status) -> u64| known.iter().map(|(_, status)| of(status)).fold(0, u64::saturating_add);
    let files = known.iter().map(|(_, status)| status.files).max().unwrap_or(0);
    let first = files.saturating_add(sum(|status| status.own)).saturating_add(sum(|status| status.shared));
    let held = match first <= most {
        true => first,
        false => closely(&known, files.saturating_add(sum(|status| status.page_tables)), most),
    };
    match sum(|status| status.descriptors) {
        0..=UNREMARKABLE_FILES => held,
        _ if held > most => held,
        _ => held.saturating_add(in_pipes(&known, most - held)),
    }
}

/// This many bytes, and what the processes have alone or with others, until it is too much.
fn closely(processes: &[(Pid, Status)], bytes: u64, most: u64) -> u64 {
    let mut held = bytes;
    for (pid, status) in processes {
        held = held.saturating_add(of_its_own(*pid).unwrap_or(status.own + status.shared));
        if held > most {
            break;
        }
    }
    held
}

/// How many bytes the file systems in memory hold that a sandbox has in these folders, seen from its first process.
pub(super) fn in_folders(first: Pid, folders: &[&str]) -> u64 {
    let root = PathBuf::from(format!("/proc/{}/root", first.as_raw_nonzero()));
    let of = |folder: &&str| {
        let found = rustix::fs::statvfs(root.join(folder.trim_start_matches('/'))).ok()?;
        let blocks = found.f_blocks.saturating_sub(found.f_bfree).saturating_mul(found.f_frsize);
        let inodes = found.f_files.saturating_sub(found.f_ffree).saturating_mul(INODE_BYTES);
        Some(blocks.saturating_add(inodes))
    };
    folders.iter().filter_map(of).fold(0, u64::saturating_add)
}

impl Status {
    fn of(pid: Pid) -> Option<Status> {
        let text = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero())).ok()?;
        Some(Status::read(&text))
    }

    /// Reads lines `NAME: NUMBER kB`, by the kernel's documentation.
    fn read(text: &str) -> Status {
        let mut status = Status::default();
        for (name, rest) in text.lines().filter_map(|line| line.split_once(':')) {
            let Some(number) = rest.split_whitespace().next().and_then(|number| number.parse::<u64>().ok())
            else {
                continue;
            };
            let bytes = number.saturating_mul(1 << 10);
            match name {
                "RssAnon" | "VmSwap" | "HugetlbPages" => status.own += bytes,
                "VmPTE" => {
                    status.own += bytes;
                    status.page_tables = bytes;
                }
                "RssShmem" => status.shared = bytes,
                "RssFile" => status.files = bytes,
                "FDSize" => status.descriptors = number,
                _ => {}
            }
        }
        status
    }
}

/// A process's part of the memory that it has alone or with others, but for files: what several share counts once.
fn of_its_own(pid: Pid) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{}/smaps_rollup", pid.as_raw_nonzero())).ok()?;
    let of = |line: &str| {
        let (name, rest) = line.split_once(':')?;
        let is_counted =
            matches!(name, "Pss_Anon" | "Pss_Shmem" | "SwapPss" | "Private_Hugetlb" | "Shared_Hugetlb");
        let number = is_counted.then(|| rest.split_whitespace().next())??;
        number.parse::<u64>().ok()
    };
    Some(text.lines().filter_map(of).fold(0, u64::saturating_add).saturating_mul(1 << 10))
}

/// The most that can be in the pipes and sockets that these processes hold open, each counted once.
fn in_pipes(processes: &[(Pid, Status)], most: u64) -> u64 {
    let mut seen = BTreeSet::new();
    let mut bytes = 0;
    for (pid, status) in processes {
        let entries = match fs::read_dir(format!("/proc/{}/fd", pid.as_raw_nonzero())) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                // It has hidden them, so each of them may be a pipe.
                bytes += status.descriptors.saturating_mul(PIPE_BYTES);
                continue;
            }
            Err(_) => continue,
        };
        for entry in entries.flatten() {
            let Ok(target) = fs::read_link(entry.path()) else { continue };
            let held = held_by(&target.to_string_lossy());
            if held > 0 && seen.insert(target) {
                bytes += held;
            }
            if bytes > most {
                return bytes;
            }
        }
    }
    bytes
}

/// How many bytes can be in what `/proc/PID/fd` calls so.
fn held_by(target: &str) -> u64 {
    match target.split(':').next() {
        Some("pipe") => PIPE_BYTES,
        Some("socket") => SOCKET_BYTES,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{PIPE_BYTES, SOCKET_BYTES, Status, closely, held_by, memory};

    #[test]
    fn page_tables_swap_and_shared_memory_are_counted() {
        let text = "Name:\tbot\nFDSize:\t64\nRssAnon:\t 100 kB\nRssFile:\t 7 kB\nRssShmem:\t 30 kB\n\
                    VmPTE:\t 5 kB\nVmSwap:\t 2 kB\n";
        let kib = 1 << 10;
        let expected = Status {
            own: 107 * kib,
            shared: 30 * kib,
            files: 7 * kib,
            page_tables: 5 * kib,
            descriptors: 64,
        };
        assert_eq!(Status::read(text), expected);
    }

    #[test]
    fn pipes_and_sockets_are_told_from_other_files() {
        let held = ["pipe:[12]", "socket:[3]", "/usr/bin/pipe:x", "anon_inode:[eventpoll]"].map(held_by);
        assert_eq!(held, [PIPE_BYTES, SOCKET_BYTES, 0, 0]);
    }

    /// Looking closely never finds more than the first sum, and finds this very process either way.
    #[test]
    fn both_sums_are_of_the_same_memory() {
        let own = [rustix::process::getpid()];
        let first = memory(&own, u64::MAX);
        let close = closely(&[(own[0], Status::of(own[0]).unwrap())], 0, u64::MAX);
        assert!(close > 0 && close <= first + (1 << 20), "{close} of {first}");
    }
}
