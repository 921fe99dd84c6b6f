//! Users for sandboxes of a host that is root. Each sandbox has a different user,
//! which owns nothing.

use std::fs;
use std::io;
use std::os::unix::fs::lchown;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// The first user of a range that no system assigns: in systemd's list of ranges, it is above the
/// containers and below the remote users.
const FIRST: u32 = 0x7000_0000;

/// How many users a host takes in turn.
const PER_HOST: u32 = 256;

/// How many hosts have different users, by their process numbers.
const HOSTS: u32 = 1 << 20;

/// The users to take if the high numbers do not exist, as in a container. systemd assigns these to
/// services while they run.
const LOW: std::ops::Range<u32> = 61_184..65_520;

/// The user for the next sandbox, if the host may choose one.
pub(crate) fn next() -> Option<u32> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    if !can_choose() {
        return None;
    }
    let number = NEXT.fetch_add(1, Ordering::Relaxed) % PER_HOST;
    let host = std::process::id() % HOSTS;
    let high = FIRST + host * PER_HOST + number;
    Some(if is_mapped(high) { high } else { LOW.start + (host * PER_HOST + number) % (LOW.end - LOW.start) })
}

/// Whether the host may run programs as other users. Root of a namespace that has no other
/// users may not.
pub(crate) fn can_choose() -> bool {
    is_root() && is_mapped(LOW.end - 1)
}

pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Whether this is the user of this host, or one that hosts take for their sandboxes if
/// they are root.
pub(crate) fn is_own(user: u32) -> bool {
    let high = FIRST..FIRST + HOSTS * PER_HOST;
    user == rustix::process::geteuid().as_raw() || is_root() && (high.contains(&user) || LOW.contains(&user))
}

/// Whether this user exists here. The map has lines `FIRST OUTSIDE COUNT`.
fn is_mapped(user: u32) -> bool {
    let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    map.lines().any(|line| {
        let fields: Vec<u64> = line.split_whitespace().filter_map(|field| field.parse().ok()).collect();
        matches!(fields.as_slice(), [first, _, count] if (*first..first + count).contains(&u64::from(user)))
    })
}

/// Makes a user the owner of a file, or of a folder and everything in it. Does not follow links.
pub(crate) fn change_owner(path: &Path, user: u32) -> io::Result<()> {
    lchown(path, Some(user), Some(user))?;
    if path.symlink_metadata()?.is_dir() {
        for entry in fs::read_dir(path)? {
            change_owner(&entry?.path(), user)?;
        }
    }
    Ok(())
}
