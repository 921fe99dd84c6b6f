//! Users for bots, where the host is root: each sandbox has one of its own, who owns nothing.

use std::fs;
use std::io;
use std::os::unix::fs::lchown;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// The first user of those that no system hands out: by systemd's list of ranges, above its containers and below its
/// remote users.
const FIRST: u32 = 0x7000_0000;

/// How many users a host takes in turn.
const OF_A_HOST: u32 = 256;

/// How many hosts have users of their own, by their process numbers.
const HOSTS: u32 = 1 << 20;

/// Users where there are no such high numbers, as in a container: those that systemd gives to services for a while.
const LOW: std::ops::Range<u32> = 61_184..65_520;

/// The user for the next sandbox, if the host may choose.
pub(super) fn next() -> Option<u32> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    if !may_choose() {
        return None;
    }
    let number = NEXT.fetch_add(1, Ordering::Relaxed) % OF_A_HOST;
    let host = std::process::id() % HOSTS;
    let high = FIRST + host * OF_A_HOST + number;
    Some(if is_mapped(high) { high } else { LOW.start + (host * OF_A_HOST + number) % (LOW.end - LOW.start) })
}

/// Whether the host may choose as whom bots run: it is root, and not only in a namespace where there is nobody else.
pub(super) fn may_choose() -> bool {
    is_root() && is_mapped(LOW.end - 1)
}

/// Whether the host is root.
pub(super) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Whether what belongs to a user is this host's: its own, or that of a user whom hosts of root take for their sandboxes.
pub(super) fn is_own(user: u32) -> bool {
    let high = FIRST..FIRST + HOSTS * OF_A_HOST;
    user == rustix::process::geteuid().as_raw() || is_root() && (high.contains(&user) || LOW.contains(&user))
}

/// Whether there is such a user here, by lines `FIRST OUTSIDE COUNT`.
fn is_mapped(user: u32) -> bool {
    let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    map.lines().any(|line| {
        let fields: Vec<u64> = line.split_whitespace().filter_map(|field| field.parse().ok()).collect();
        matches!(fields.as_slice(), [first, _, count] if (*first..first + count).contains(&u64::from(user)))
    })
}

/// Gives a file, or a folder with all that is in it, to a user. Links are given, not followed.
pub(super) fn give(path: &Path, user: u32) -> io::Result<()> {
    lchown(path, Some(user), Some(user))?;
    if path.symlink_metadata()?.is_dir() {
        for entry in fs::read_dir(path)? {
            give(&entry?.path(), user)?;
        }
    }
    Ok(())
}
