//! Removed files that still take space on a disk because a process has them open or mapped.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::process::Pid;

/// The block size of `stat`, in bytes.
const BLOCK: u64 = 512;

/// How many bytes of a process's list of mappings are read: about ten thousand lines.
const MAX_MAPS: u64 = 1 << 20;

/// The suffix that the kernel adds to the path of a removed file.
const DELETED: &str = " (deleted)";

/// The bytes of the removed files of these processes on the file systems of these folders. The size
/// of a file that is only mapped is unknown, so it counts as `max_file`, the largest size allowed.
pub(super) fn size(processes: &[Pid], folders: &[PathBuf], max_file: u64) -> u64 {
    let devices: Vec<u64> = folders.iter().filter_map(|folder| Some(folder.metadata().ok()?.dev())).collect();
    let directories = || processes.iter().map(|pid| PathBuf::from(format!("/proc/{}", pid.as_raw_nonzero())));
    let open =
        directories().flat_map(|process| open_files(&process)).filter(|file| devices.contains(&file.device));
    let mut all: BTreeMap<u64, u64> = open.map(|file| (file.inode, file.bytes)).collect();
    for process in directories() {
        let maps = maps(&process);
        for inode in maps.lines().filter_map(|line| removed_inode(line, folders)) {
            all.entry(inode).or_insert(max_file);
        }
    }
    all.values().fold(0, |sum, bytes| sum.saturating_add(*bytes))
}

/// The mappings of a process, truncated so that one process cannot delay the check of the others.
fn maps(process: &Path) -> String {
    let mut maps = Vec::new();
    let opened = File::open(process.join("maps"));
    // It is unreadable if the process has ended or belongs to another user.
    let _ = opened.and_then(|file| file.take(MAX_MAPS).read_to_end(&mut maps));
    String::from_utf8_lossy(&maps).into_owned()
}

/// A removed file that is open.
struct UnnamedFile {
    device: u64,
    inode: u64,
    bytes: u64,
}

fn open_files(process: &Path) -> impl Iterator<Item = UnnamedFile> + use<> {
    let entries = fs::read_dir(process.join("fd")).into_iter().flatten().flatten();
    let metadata = entries.filter_map(|entry| fs::metadata(entry.path()).ok());
    let unnamed = metadata.filter(|found| found.is_file() && found.nlink() == 0);
    unnamed.map(|found| UnnamedFile {
        device: found.dev(),
        inode: found.ino(),
        bytes: found.blocks().saturating_mul(BLOCK),
    })
}

/// The inode in a line `RANGE MODE OFFSET DEVICE INODE PATH`, if the file was removed from one of
/// these folders.
fn removed_inode(line: &str, folders: &[PathBuf]) -> Option<u64> {
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
    fn a_removed_file_counts_while_it_is_open() {
        let folder = tempfile::tempdir().unwrap();
        let (own, folders) = ([rustix::process::getpid()], [folder.path().to_owned()]);
        let before = size(&own, &folders, 1);
        let path = folder.path().join("file");
        let mut file = File::create(&path).unwrap();
        file.write_all(&[1; 1 << 20]).unwrap();
        file.sync_all().unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(size(&own, &folders, 1) >= before + (1 << 20));
        drop(file);
        assert!(size(&own, &folders, 1) < before + (1 << 20));
    }

    #[test]
    fn mappings_of_removed_files_in_these_folders_count() {
        let folders = [PathBuf::from("/tmp/one")];
        let line =
            |path: &str| removed_inode(&format!("7f00-7f01 rw-s 00000000 fe:00 77   {path}"), &folders);
        assert_eq!(line("/tmp/one/a file (deleted)"), Some(77));
        assert_eq!((line("/tmp/one/a file"), line("/tmp/other/a file (deleted)")), (None, None));
    }
}
