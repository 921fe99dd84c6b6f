//! Files that have no name any more and still take room on a disk, because a process holds them open or has mapped them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::process::Pid;

/// Bytes of a block, as `stat` counts them.
const BLOCK: u64 = 512;

/// How many bytes of the list of mappings of a process are read: some ten thousand lines.
const MOST_OF_MAPS: u64 = 1 << 20;

/// What the kernel writes behind the path of a file that has no name any more.
const DELETED: &str = " (deleted)";

/// How many bytes such files of these processes take on the file systems of these folders. What is only mapped cannot be looked at, and counts
/// as much as a file may have.
pub(super) fn held(processes: &[Pid], folders: &[PathBuf], most_of_one: u64) -> u64 {
    let devices: Vec<u64> = folders.iter().filter_map(|folder| Some(folder.metadata().ok()?.dev())).collect();
    let processes = || processes.iter().map(|pid| PathBuf::from(format!("/proc/{}", pid.as_raw_nonzero())));
    let open = processes().flat_map(|process| opened(&process)).filter(|file| devices.contains(&file.device));
    let mut all: BTreeMap<u64, u64> = open.map(|file| (file.inode, file.bytes)).collect();
    for process in processes() {
        let maps = maps(&process);
        for inode in maps.lines().filter_map(|line| mapped(line, folders)) {
            all.entry(inode).or_insert(most_of_one);
        }
    }
    all.values().fold(0, |sum, bytes| sum.saturating_add(*bytes))
}

/// What a process has mapped, as far as that is looked at: nobody else is to wait for a process with very many mappings.
fn maps(process: &Path) -> String {
    let mut maps = Vec::new();
    let opened = File::open(process.join("maps"));
    // What cannot be read has ended, or is of somebody else.
    let _ = opened.and_then(|file| file.take(MOST_OF_MAPS).read_to_end(&mut maps));
    String::from_utf8_lossy(&maps).into_owned()
}

/// A file without a name that is open.
struct Unnamed {
    device: u64,
    inode: u64,
    bytes: u64,
}

/// Those that a process holds open.
fn opened(process: &Path) -> impl Iterator<Item = Unnamed> + use<> {
    let entries = fs::read_dir(process.join("fd")).into_iter().flatten().flatten();
    let metadata = entries.filter_map(|entry| fs::metadata(entry.path()).ok());
    let unnamed = metadata.filter(|found| found.is_file() && found.nlink() == 0);
    unnamed.map(|found| Unnamed {
        device: found.dev(),
        inode: found.ino(),
        bytes: found.blocks().saturating_mul(BLOCK),
    })
}

/// The inode in a line `RANGE MODE OFFSET DEVICE INODE PATH` of a mapped file without a name that was in one of these folders.
fn mapped(line: &str, folders: &[PathBuf]) -> Option<u64> {
    let path = line.strip_suffix(DELETED)?;
    let place = path.find('/')?;
    let is_there = folders.iter().any(|folder| Path::new(&path[place..]).starts_with(folder));
    path.split_whitespace().nth(4).filter(|_| is_there)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_that_was_removed_counts_as_long_as_it_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let (own, folders) = ([rustix::process::getpid()], [folder.path().to_owned()]);
        let before = held(&own, &folders, 1);
        let path = folder.path().join("file");
        let mut file = File::create(&path).unwrap();
        file.write_all(&[1; 1 << 20]).unwrap();
        file.sync_all().unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(held(&own, &folders, 1) >= before + (1 << 20));
        drop(file);
        assert!(held(&own, &folders, 1) < before + (1 << 20));
    }

    #[test]
    fn mappings_count_where_they_are_of_these_folders_and_removed() {
        let folders = [PathBuf::from("/tmp/one")];
        let line = |path: &str| mapped(&format!("7f00-7f01 rw-s 00000000 fe:00 77   {path}"), &folders);
        assert_eq!(line("/tmp/one/a file (deleted)"), Some(77));
        assert_eq!((line("/tmp/one/a file"), line("/tmp/other/a file (deleted)")), (None, None));
    }
}
