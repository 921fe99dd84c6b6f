//! Reads all files of a folder into memory.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Dir, FileType};

use super::file::{SymlinkPolicy, kind_of, not_regular, open_folder, read_at};
use super::problem::{UnreadableFile, UnreadableReason};

/// The limits of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FolderLimits {
    /// Bytes of all its files together.
    pub bytes: u64,
    /// Number of files and folders, including excluded ones.
    pub files: usize,
    /// Depth of nested folders.
    pub depth: usize,
    /// Bytes of a path relative to the folder.
    pub name_bytes: usize,
}

impl FolderLimits {
    /// The limits of a submission.
    pub const SUBMISSION: FolderLimits =
        FolderLimits { bytes: super::MAX_SOURCE_BYTES, files: 10_000, depth: 32, name_bytes: 1_024 };
}

/// The files of a folder, by path relative to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FolderContents {
    pub files: BTreeMap<PathBuf, Vec<u8>>,
    /// The executable files.
    pub programs: BTreeSet<PathBuf>,
}

/// Reads all files of a folder, except those whose relative path `is_left_out`. Fails if it has
/// anything other than regular files and folders.
pub fn read_folder(
    root: &Path,
    links: SymlinkPolicy,
    bounds: FolderLimits,
    is_left_out: &dyn Fn(&Path) -> bool,
) -> Result<FolderContents, UnreadableFile> {
    let opened = open_folder(CWD, root, links).map_err(|why| why.at(root))?;
    let mut walk =
        FolderWalk { root, bounds, is_left_out, found: FolderContents::default(), entries: 0, bytes: 0 };
    walk.folder(&opened, Path::new(""), 0)?;
    Ok(walk.found)
}

/// The sorted names in a folder. Fails if there are more than `most`.
pub fn list_folder(folder: &Path, links: SymlinkPolicy, most: usize) -> Result<Vec<PathBuf>, UnreadableFile> {
    let opened = open_folder(CWD, folder, links).map_err(|why| why.at(folder))?;
    names(&opened, most).map_err(|why| why.at(folder))
}

/// The state of reading a folder.
struct FolderWalk<'a> {
    root: &'a Path,
    bounds: FolderLimits,
    is_left_out: &'a dyn Fn(&Path) -> bool,
    found: FolderContents,
    entries: usize,
    bytes: u64,
}

impl FolderWalk<'_> {
    fn folder(&mut self, opened: &OwnedFd, within: &Path, depth: usize) -> Result<(), UnreadableFile> {
        if depth > self.bounds.depth {
            return Err(UnreadableReason::TooDeep(self.bounds.depth).at(self.root));
        }
        let left = self.bounds.files - self.entries;
        let names = names(opened, left).map_err(|why| match why {
            UnreadableReason::TooManyFiles(_) => {
                UnreadableReason::TooManyFiles(self.bounds.files).at(self.root)
            }
            other => other.at(&self.root.join(within)),
        })?;
        self.entries += names.len();
        for name in names {
            self.entry(opened, &name, &within.join(&name), depth)?;
        }
        Ok(())
    }

    /// Reads a file or folder in an opened folder. `relative` is its path relative to the root.
    fn entry(
        &mut self,
        parent: &OwnedFd,
        name: &Path,
        relative: &Path,
        depth: usize,
    ) -> Result<(), UnreadableFile> {
        if (self.is_left_out)(relative) {
            return Ok(());
        }
        self.check_name(relative)?;
        let failed = |why: UnreadableReason| why.at(&self.root.join(relative));
        match kind_of(parent, name, SymlinkPolicy::Refuse).map_err(failed)? {
            FileType::Directory => {
                let opened = open_folder(parent, name, SymlinkPolicy::Refuse).map_err(failed)?;
                self.folder(&opened, relative, depth + 1)
            }
            FileType::RegularFile => self.file(parent, name, relative),
            other => Err(failed(not_regular(other))),
        }
    }

    fn file(&mut self, parent: &OwnedFd, name: &Path, relative: &Path) -> Result<(), UnreadableFile> {
        let left = self.bounds.bytes - self.bytes;
        let (bytes, is_program) =
            read_at(parent, name, SymlinkPolicy::Refuse, left).map_err(|why| match why {
                UnreadableReason::TooLarge(_) => {
                    UnreadableReason::FolderTooLarge(self.bounds.bytes).at(self.root)
                }
                other => other.at(&self.root.join(relative)),
            })?;
        self.bytes += bytes.len() as u64;
        if is_program {
            self.found.programs.insert(relative.into());
        }
        self.found.files.insert(relative.into(), bytes);
        Ok(())
    }

    fn check_name(&self, relative: &Path) -> Result<(), UnreadableFile> {
        if relative.as_os_str().len() > self.bounds.name_bytes {
            return Err(UnreadableReason::LongName(self.bounds.name_bytes).at(self.root));
        }
        check_shown(relative).map_err(|why| why.at(self.root))
    }
}

/// Fails unless a name is UTF-8 without control characters: names become part of identities and of
/// results, which are JSON, and compilers and bots print them.
pub fn check_shown(name: &Path) -> Result<(), UnreadableReason> {
    match name.to_str() {
        Some(text) if !text.contains(char::is_control) => Ok(()),
        _ => Err(UnreadableReason::OddName(name.as_os_str().as_bytes().escape_ascii().to_string())),
    }
}

/// The sorted names in an opened folder.
fn names(opened: &OwnedFd, most: usize) -> Result<Vec<PathBuf>, UnreadableReason> {
    let mut names = Vec::new();
    for entry in Dir::read_from(opened)? {
        let entry = entry?;
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if name != "." && name != ".." {
            names.push(PathBuf::from(name));
        }
        if names.len() > most {
            return Err(UnreadableReason::TooManyFiles(most));
        }
    }
    names.sort();
    Ok(names)
}
