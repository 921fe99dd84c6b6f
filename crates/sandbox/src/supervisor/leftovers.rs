//! Finds out whether a run has left something in its sandbox that the next run could notice.
//!
//! A run cannot change the limits, the scheduling or the memory of the supervisor, and it can make
//! neither sockets nor objects of System V (see `system_calls`). What is left are files, and the
//! numbers of processes.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::process::Pid;

use super::orders::SupervisorOrders;

/// The state of a sandbox before its first run.
pub(super) struct UntouchedFolders(Vec<(PathBuf, FolderTimes)>);

/// The times of a folder: of the last access, the last change of its contents, and the last change
/// of its attributes, each with nanoseconds.
type FolderTimes = [(i64, i64); 3];

impl UntouchedFolders {
    /// The folders that the program may write to. They must be empty.
    pub(super) fn of(orders: &SupervisorOrders) -> UntouchedFolders {
        let folders = orders.writable.iter().filter(|path| path.is_dir());
        UntouchedFolders(folders.filter_map(|folder| Some((folder.clone(), folder_times(folder)?))).collect())
    }

    /// Whether a run has left nothing behind. All of its processes have been reaped.
    pub(super) fn are_left_by(&self, program: Pid) -> bool {
        let is_untouched = |(folder, times): &(PathBuf, FolderTimes)| folder_times(folder) == Some(*times);
        self.0.iter().all(is_untouched) && last_process_number() == Some(program.as_raw_nonzero().get())
    }
}

fn folder_times(folder: &Path) -> Option<FolderTimes> {
    let times = |found: Metadata| {
        [
            (found.atime(), found.atime_nsec()),
            (found.mtime(), found.mtime_nsec()),
            (found.ctime(), found.ctime_nsec()),
        ]
    };
    fs::metadata(folder).ok().map(times)
}

/// The number of the process or thread of this namespace that was started last: the last field of
/// `/proc/loadavg` (see `man 5 proc_loadavg`).
fn last_process_number() -> Option<i32> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().last()?.parse().ok()
}
