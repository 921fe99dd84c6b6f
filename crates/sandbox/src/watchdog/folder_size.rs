//! Computes the size of a folder while a program may be filling it.

use std::fs;
use std::io;
use std::path::Path;

use rustix::io::Errno;

use crate::confinement::ResourceLimits;

const MAX_FILES: usize = ResourceLimits::MAX_FILES;

/// The size in bytes of a file, or of everything below a folder. Adds the number of files and
/// folders to `files`, and stops counting when there are too many. Does not follow links.
pub(super) fn of(path: &Path, files: &mut usize) -> u64 {
    *files += 1;
    let found = match path.symlink_metadata() {
        Ok(found) => found,
        Err(error) => return of_unreadable(&error),
    };
    if !found.is_dir() || *files > MAX_FILES {
        return found.len();
    }
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) => return of_unreadable(&error),
    };
    let mut bytes = 0_u64;
    for entry in entries.flatten() {
        bytes = bytes.saturating_add(of(&entry.path(), files));
        // A program can make files as fast as they are counted.
        if *files > MAX_FILES {
            break;
        }
    }
    bytes
}

/// The size of a file that cannot be read. Usually it was removed meanwhile. But a program must not
/// hide files in folders that the host cannot access, or deeper than a path can be long.
fn of_unreadable(error: &io::Error) -> u64 {
    let is_hidden = matches!(Errno::from_io_error(error), Some(Errno::ACCESS | Errno::NAMETOOLONG));
    if is_hidden { u64::MAX } else { 0 }
}
