//! The memory of all processes of a sandbox together, if no control group counts it.
//!
//! A cheap estimate, which is never too small, comes first. Only if it exceeds the limit, the exact
//! memory is counted.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::PathBuf;

use rustix::process::Pid;

/// Up to this many file descriptors of all processes together, pipes are not counted.
const FEW_DESCRIPTORS: u64 = 256;

/// The most bytes in a pipe: 16 pages, because the sandbox forbids larger pipes.
const PIPE_BYTES: u64 = 64 << 10;

/// The most bytes in a socket: the usual `net.core.wmem_max`. The sandbox forbids larger buffers.
const SOCKET_BYTES: u64 = 208 << 10;

/// The bytes that the kernel needs for a file in memory and its name.
const INODE_BYTES: u64 = 1_024;

/// The cheap figures in `/proc/PID/status`. All numbers except `descriptors` are bytes.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct MemoryStatus {
    /// Private memory, including swap and page tables.
    private: u64,
    /// Shared memory that is not backed by a file on a disk.
    shared: u64,
    /// Mapped pages of files, which the kernel can drop.
    files: u64,
    page_tables: u64,
    /// The size of the table of file descriptors.
    descriptors: u64,
}

/// The bytes of memory that these processes use. Counts exactly only if it could be more than
/// `most`, and stops once it is, because each count takes long on a busy machine.
pub(super) fn of_processes(processes: &[Pid], most: u64) -> u64 {
    let known: Vec<(Pid, MemoryStatus)> =
        processes.iter().filter_map(|pid| Some((*pid, MemoryStatus::of(*pid)?))).collect();
    let sum = |of: fn(&MemoryStatus) -> u64| {
        known.iter().map(|(_, status)| of(status)).fold(0, u64::saturating_add)
    };
    let files = known.iter().map(|(_, status)| status.files).max().unwrap_or(0);
    let first =
        files.saturating_add(sum(|status| status.private)).saturating_add(sum(|status| status.shared));
    let held = match first <= most {
        true => first,
        false => count(&known, files.saturating_add(sum(|status| status.page_tables)), most),
    };
    match sum(|status| status.descriptors) {
        0..=FEW_DESCRIPTORS => held,
        _ if held > most => held,
        _ => held.saturating_add(in_pipes(&known, most - held)),
    }
}

/// Adds the exact memory of the processes to `bytes`, until the sum exceeds `most`.
fn count(processes: &[(Pid, MemoryStatus)], bytes: u64, most: u64) -> u64 {
    let mut held = bytes;
    for (pid, status) in processes {
        held = held.saturating_add(proportional(*pid).unwrap_or(status.private + status.shared));
        if held > most {
            break;
        }
    }
    held
}

/// The bytes in the memory file systems that a sandbox has at these folders. `first` is a process
/// in the sandbox.
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

impl MemoryStatus {
    fn of(pid: Pid) -> Option<MemoryStatus> {
        let text = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero())).ok()?;
        Some(MemoryStatus::read(&text))
    }

    /// Parses lines `NAME: NUMBER kB`, by the kernel's documentation.
    fn read(text: &str) -> MemoryStatus {
        let mut status = MemoryStatus::default();
        for (name, rest) in text.lines().filter_map(|line| line.split_once(':')) {
            let Some(number) = rest.split_whitespace().next().and_then(|number| number.parse::<u64>().ok())
            else {
                continue;
            };
            let bytes = number.saturating_mul(1 << 10);
            match name {
                "RssAnon" | "VmSwap" | "HugetlbPages" => status.private += bytes,
                "VmPTE" => {
                    status.private += bytes;
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

/// The memory of a process without files, in bytes. Memory that several processes share is
/// divided between them.
fn proportional(pid: Pid) -> Option<u64> {
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

/// The most bytes that the open pipes and sockets of these processes can hold, each counted once.
fn in_pipes(processes: &[(Pid, MemoryStatus)], most: u64) -> u64 {
    let mut seen = BTreeSet::new();
    let mut bytes = 0;
    for (pid, status) in processes {
        let entries = match fs::read_dir(format!("/proc/{}/fd", pid.as_raw_nonzero())) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                // The process hides its descriptors, so each of them may be a pipe.
                bytes += status.descriptors.saturating_mul(PIPE_BYTES);
                continue;
            }
            Err(_) => continue,
        };
        for entry in entries.flatten() {
            let Ok(target) = fs::read_link(entry.path()) else { continue };
            let held = capacity(&target.to_string_lossy());
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

/// The most bytes in the target of a link in `/proc/PID/fd`.
fn capacity(target: &str) -> u64 {
    match target.split(':').next() {
        Some("pipe") => PIPE_BYTES,
        Some("socket") => SOCKET_BYTES,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_tables_swap_and_shared_memory_are_counted() {
        let text = "Name:\tsort\nFDSize:\t64\nRssAnon:\t 100 kB\nRssFile:\t 7 kB\nRssShmem:\t 30 kB\n\
                    VmPTE:\t 5 kB\nVmSwap:\t 2 kB\n";
        let kib = 1 << 10;
        let expected = MemoryStatus {
            private: 107 * kib,
            shared: 30 * kib,
            files: 7 * kib,
            page_tables: 5 * kib,
            descriptors: 64,
        };
        assert_eq!(MemoryStatus::read(text), expected);
    }

    #[test]
    fn pipes_and_sockets_have_a_capacity() {
        let held = ["pipe:[12]", "socket:[3]", "/usr/bin/pipe:x", "anon_inode:[eventpoll]"].map(capacity);
        assert_eq!(held, [PIPE_BYTES, SOCKET_BYTES, 0, 0]);
    }

    /// The exact count is never more than the estimate.
    #[test]
    fn the_estimate_is_not_too_small() {
        let own = [rustix::process::getpid()];
        let first = of_processes(&own, u64::MAX);
        let close = count(&[(own[0], MemoryStatus::of(own[0]).unwrap())], 0, u64::MAX);
        assert!(close > 0 && close <= first + (1 << 20), "{close} of {first}");
    }
}
