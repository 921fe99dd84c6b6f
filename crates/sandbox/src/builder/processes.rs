//! Counts the processes of a user.

use std::fs;

/// The number of processes and threads of a user.
pub(super) fn count_of_user(user: u32) -> u64 {
    let of_process = |entry: fs::DirEntry| -> Option<u64> {
        let status = fs::read_to_string(entry.path().join("status")).ok()?;
        let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let owner: u32 = field("Uid:")?.split_whitespace().next()?.parse().ok()?;
        (owner == user).then(|| field("Threads:")?.parse().ok()).flatten()
    };
    fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(of_process).sum()
}
