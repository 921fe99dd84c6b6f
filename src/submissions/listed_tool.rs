//! The programs that the organiser offers to submissions, by name.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// A program that the organiser offers to submissions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTool {
    /// The name by which submissions start it.
    pub name: String,
    pub path: PathBuf,
    /// The SHA-256 of its file, in hexadecimal, if its bytes are part of the identity of the
    /// submissions that start it.
    pub sha256: Option<String>,
}

impl ListedTool {
    /// An interpreter or compiler. Like those of the adapters, it may be another one on another
    /// machine, and the same matches are played.
    pub fn interpreter(path: &Path) -> Option<ListedTool> {
        let name = path.file_name()?.to_str()?.to_owned();
        Some(ListedTool { name, path: path.to_owned(), sha256: None })
    }

    /// An engine, which decides what the submissions that start it play.
    pub fn engine(name: &str, path: &Path) -> io::Result<ListedTool> {
        let sha256 = Some(sha256_of(path)?);
        Ok(ListedTool { name: name.to_owned(), path: path.to_owned(), sha256 })
    }
}

/// The SHA-256 of a file, in hexadecimal. Engines contain networks of a hundred megabytes, so the
/// file is not read as a whole.
pub(super) fn sha256_of(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            return Ok(hex::encode(hash.finalize()));
        }
        hash.update(bytes);
        let read = bytes.len();
        file.consume(read);
    }
}
