//! Why an untrusted file cannot be read.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use rustix::io::Errno;

/// A file or folder that cannot be read, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why}", .path.display())]
pub struct UnreadableFile {
    pub path: PathBuf,
    pub why: UnreadableReason,
}

/// Why a file or folder cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnreadableReason {
    /// An error of the operating system, as text.
    System(String),
    /// It is a symbolic link where none is allowed.
    Link,
    /// It is not a regular file but a thing of this kind.
    NotRegular(&'static str),
    /// It has more bytes than this.
    TooLarge(u64),
    /// The files of a folder have more bytes than this.
    FolderTooLarge(u64),
    /// A folder has more files and folders than this.
    TooManyFiles(usize),
    /// Folders are nested deeper than this.
    TooDeep(usize),
    /// A path in the folder has more bytes than this.
    LongName(usize),
    /// A name has characters that cannot be displayed. Here they are escaped.
    OddName(String),
    NoText,
}

impl UnreadableReason {
    /// What the user can do, if the message does not say so.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            UnreadableReason::System(_) | UnreadableReason::TooLarge(_) => None,
            UnreadableReason::Link => Some("put the file itself there: links are not followed"),
            UnreadableReason::NotRegular(_) => Some("give a regular file"),
            UnreadableReason::FolderTooLarge(_)
            | UnreadableReason::TooManyFiles(_)
            | UnreadableReason::TooDeep(_) => {
                Some("give the source file itself, or a folder with nothing else in it")
            }
            UnreadableReason::LongName(_) => Some("give its files and folders shorter names"),
            UnreadableReason::OddName(_) => Some("rename it: names are UTF-8 without control characters"),
            UnreadableReason::NoText => Some("save it as UTF-8"),
        }
    }

    pub(super) fn at(self, path: &Path) -> UnreadableFile {
        UnreadableFile { path: path.into(), why: self }
    }
}

impl fmt::Display for UnreadableReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnreadableReason::System(error) => write!(f, "cannot be read: {error}"),
            UnreadableReason::Link => write!(f, "is a symbolic link"),
            UnreadableReason::NotRegular(kind) => write!(f, "is {kind}, not a regular file"),
            UnreadableReason::TooLarge(most) => write!(f, "is larger than {}", size(*most)),
            UnreadableReason::FolderTooLarge(most) => write!(f, "has more than {} of files", size(*most)),
            UnreadableReason::TooManyFiles(most) => write!(f, "has more than {most} files and folders"),
            UnreadableReason::TooDeep(most) => write!(f, "has folders more than {most} deep"),
            UnreadableReason::LongName(most) => write!(f, "has a path of more than {most} bytes in it"),
            UnreadableReason::OddName(name) => {
                write!(f, "has a file with a name that cannot be shown: {name}")
            }
            UnreadableReason::NoText => write!(f, "cannot be read: it is not UTF-8"),
        }
    }
}

impl From<io::Error> for UnreadableReason {
    fn from(error: io::Error) -> UnreadableReason {
        UnreadableReason::System(error.to_string())
    }
}

impl From<Errno> for UnreadableReason {
    fn from(error: Errno) -> UnreadableReason {
        match error {
            Errno::LOOP => UnreadableReason::Link,
            other => io::Error::from(other).into(),
        }
    }
}

/// A limit in the largest unit that divides it.
fn size(bytes: u64) -> String {
    match bytes {
        bytes if bytes % (1 << 30) == 0 => format!("{} GiB", bytes >> 30),
        bytes if bytes % (1 << 20) == 0 => format!("{} MiB", bytes >> 20),
        bytes if bytes % (1 << 10) == 0 => format!("{} KiB", bytes >> 10),
        bytes => format!("{bytes} bytes"),
    }
}
