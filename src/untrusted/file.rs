//! Reads one file, without blocking and up to a limit.

use std::fs::File;
use std::io::{BufRead, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags};
use rustix::io::Errno;

use super::problem::{UnreadableFile, UnreadableReason};

/// Whether the last component of a path may be a symbolic link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymlinkPolicy {
    /// It may: the user named this path.
    Follow,
    /// It may not: the path was found in a folder.
    Refuse,
}

/// Reads a file of at most `most` bytes.
pub fn read_file(path: &Path, links: SymlinkPolicy, most: u64) -> Result<Vec<u8>, UnreadableFile> {
    let (bytes, _) = read_at(CWD, path, links, most).map_err(|why| why.at(path))?;
    Ok(bytes)
}

pub fn read_text(path: &Path, links: SymlinkPolicy, most: u64) -> Result<String, UnreadableFile> {
    into_text(read_file(path, links, most)?).map_err(|why| why.at(path))
}

/// Reads a file in a folder as text. Returns `None` if it does not exist. It may not be a link,
/// even if the user named the folder.
pub fn read_file_in(
    folder: &Path,
    links: SymlinkPolicy,
    name: &str,
    most: u64,
) -> Result<Option<String>, UnreadableFile> {
    let opened = open_folder(CWD, folder, links).map_err(|why| why.at(folder))?;
    let text = match rustix::fs::statat(&opened, name, AtFlags::SYMLINK_NOFOLLOW) {
        Err(Errno::NOENT) => return Ok(None),
        Err(error) => Err(error.into()),
        Ok(_) => read_at(opened, Path::new(name), SymlinkPolicy::Refuse, most)
            .and_then(|(bytes, _)| into_text(bytes)),
    };
    text.map(Some).map_err(|why| why.at(&folder.join(name)))
}

/// Standard input, for callers that read in pieces and have their own limits.
pub fn stdin() -> impl Read {
    std::io::stdin()
}

/// The next line of stdin without its line end, of at most `most` bytes; a longer one is cut.
/// `None` at its end, and if it cannot be read.
pub fn read_stdin_line(most: u64) -> Option<String> {
    let mut line = Vec::new();
    let count = std::io::stdin().lock().take(most).read_until(b'\n', &mut line).ok()?;
    let line = String::from_utf8_lossy(&line);
    (count > 0).then(|| line.trim_end_matches(['\n', '\r']).to_owned())
}

/// Reads standard input, at most `most` bytes.
pub fn read_stdin(most: u64) -> Result<Vec<u8>, UnreadableFile> {
    read_bounded(std::io::stdin().lock(), most).map_err(|why| why.at(Path::new("-")))
}

/// Fails unless the path is a regular file of at most `most` bytes. For libraries that
/// open files themselves.
pub fn check_regular(path: &Path, links: SymlinkPolicy, most: u64) -> Result<(), UnreadableFile> {
    open_regular(CWD, path, links, most).map(drop).map_err(|why| why.at(path))
}

/// Opens a regular file of at most `most` bytes, for callers that read only a part of it.
pub fn open_file(path: &Path, links: SymlinkPolicy, most: u64) -> Result<File, UnreadableFile> {
    open_regular(CWD, path, links, most).map_err(|why| why.at(path))
}

/// Whether the path is a folder. A link to one counts only with `SymlinkPolicy::Follow`.
pub fn is_folder(path: &Path, links: SymlinkPolicy) -> bool {
    kind_of(CWD, path, links).is_ok_and(|kind| kind == FileType::Directory)
}

/// Reads a file. Also returns whether it is executable for anyone.
pub(super) fn read_at(
    folder: impl AsFd,
    path: &Path,
    links: SymlinkPolicy,
    most: u64,
) -> Result<(Vec<u8>, bool), UnreadableReason> {
    let file = open_regular(folder, path, links, most)?;
    let is_program = rustix::fs::fstat(&file)?.st_mode & 0o111 != 0;
    Ok((read_bounded(file, most)?, is_program))
}

/// Reads to the end and checks the size then, because a file may grow after its size was queried.
fn read_bounded(from: impl Read, most: u64) -> Result<Vec<u8>, UnreadableReason> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(UnreadableReason::TooLarge(most)) } else { Ok(bytes) }
}

fn into_text(bytes: Vec<u8>) -> Result<String, UnreadableReason> {
    String::from_utf8(bytes).map_err(|_| UnreadableReason::NoText)
}

/// Opens a regular file. Checks its type before, because opening a device can have effects, and
/// after, because the file may have been replaced in between.
fn open_regular(
    folder: impl AsFd,
    path: &Path,
    links: SymlinkPolicy,
    most: u64,
) -> Result<File, UnreadableReason> {
    expect_regular(kind_of(&folder, path, links)?)?;
    let opened = open_at(&folder, path, links, OFlags::NOCTTY)?;
    let found = rustix::fs::fstat(&opened)?;
    expect_regular(FileType::from_raw_mode(found.st_mode))?;
    match u64::try_from(found.st_size).is_ok_and(|size| size > most) {
        true => Err(UnreadableReason::TooLarge(most)),
        false => Ok(opened.into()),
    }
}

/// Opens a folder, to list it and to open its entries.
pub(super) fn open_folder(
    folder: impl AsFd,
    path: &Path,
    links: SymlinkPolicy,
) -> Result<OwnedFd, UnreadableReason> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    match kind_of(&folder, path, links)? {
        FileType::Symlink => Err(UnreadableReason::Link),
        _ => open_at(folder, path, links, OFlags::DIRECTORY),
    }
}

fn open_at(
    folder: impl AsFd,
    path: &Path,
    links: SymlinkPolicy,
    more: OFlags,
) -> Result<OwnedFd, UnreadableReason> {
    let follow = match links {
        SymlinkPolicy::Follow => OFlags::empty(),
        SymlinkPolicy::Refuse => OFlags::NOFOLLOW,
    };
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | follow | more;
    Ok(rustix::fs::openat(folder, path, flags, Mode::empty())?)
}

pub(super) fn kind_of(
    folder: impl AsFd,
    path: &Path,
    links: SymlinkPolicy,
) -> Result<FileType, UnreadableReason> {
    let flags = match links {
        SymlinkPolicy::Follow => AtFlags::empty(),
        SymlinkPolicy::Refuse => AtFlags::SYMLINK_NOFOLLOW,
    };
    Ok(FileType::from_raw_mode(rustix::fs::statat(folder, path, flags)?.st_mode))
}

fn expect_regular(kind: FileType) -> Result<(), UnreadableReason> {
    match kind {
        FileType::RegularFile => Ok(()),
        FileType::Symlink => Err(UnreadableReason::Link),
        other => Err(UnreadableReason::NotRegular(words(other))),
    }
}

fn words(kind: FileType) -> &'static str {
    match kind {
        FileType::Directory => "a folder",
        FileType::Fifo => "a FIFO",
        FileType::Socket => "a socket",
        FileType::CharacterDevice | FileType::BlockDevice => "a device",
        _ => "something else",
    }
}

pub(super) fn not_regular(kind: FileType) -> UnreadableReason {
    expect_regular(kind).err().unwrap_or(UnreadableReason::NotRegular(words(kind)))
}
