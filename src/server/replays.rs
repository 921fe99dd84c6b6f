//! Replays in files.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rathaus_games::custom::ScoreOrder;
use rustix::fs::OFlags;
use serde_json::{Value, json};

use super::request_error::RequestError;
use crate::report::{harmless, sanitize, shortened};
use crate::tournament::MatchSpec;
use crate::tournament::replay::{Replay, ReplayFileError, ReplayListEntry};

/// The maximum number of bytes to read from a file: the largest recording and its head.
const MOST: u64 = 1 << 29;

/// The maximum length in a list of the reason why a match ended, in characters.
const MOST_WORDS: usize = 300;

/// A replay file with its cached summary, which is read again when the file changes.
#[derive(Debug, Clone)]
pub(super) struct CachedReplayFile {
    path: PathBuf,
    seen: Arc<Mutex<Option<LastRead>>>,
}

type LastRead = (FileVersion, Result<Arc<ReplayListEntry>, ReplayFileError>);

/// Metadata that differs after a file was written or replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileVersion {
    inode: (u64, u64),
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl CachedReplayFile {
    pub(super) fn new(path: PathBuf) -> CachedReplayFile {
        CachedReplayFile { path, seen: Arc::default() }
    }

    pub(super) fn version(&self) -> Option<FileVersion> {
        let found = std::fs::metadata(&self.path).ok()?;
        Some(FileVersion {
            inode: (found.dev(), found.ino()),
            size: found.size(),
            modified: (found.mtime(), found.mtime_nsec()),
            changed: (found.ctime(), found.ctime_nsec()),
        })
    }

    pub(super) fn read(&self) -> Result<Replay, RequestError> {
        let mut bytes = Vec::new();
        let read = self.open().and_then(|file| file.take(MOST).read_to_end(&mut bytes));
        read.map_err(|error| self.unreadable(&error))?;
        Replay::read(&bytes).map_err(|error| self.broken(&error))
    }

    /// Names, spec and result, without a replay. Cached until the file changes.
    pub(super) fn summary(&self) -> Result<Arc<ReplayListEntry>, RequestError> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let version = self.version().ok_or_else(|| self.unreadable(&io::ErrorKind::NotFound.into()))?;
        if let Some((_, summary)) = seen.as_ref().filter(|(last, _)| *last == version) {
            return summary.clone().map_err(|error| self.broken(&error));
        }
        let file = self.open().map_err(|error| self.unreadable(&error))?;
        let summary = ReplayListEntry::read(file.take(MOST)).map(Arc::new);
        *seen = Some((version, summary.clone()));
        summary.map_err(|error| self.broken(&error))
    }

    /// Opens the file without blocking. An error if it is not a regular file, such as a FIFO.
    fn open(&self) -> io::Result<File> {
        let flags = OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
        let file = OpenOptions::new().read(true).custom_flags(flags.bits() as i32).open(&self.path)?;
        if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is no regular file")) }
    }

    fn unreadable(&self, error: &io::Error) -> RequestError {
        tracing::warn!(path = %self.path.display(), %error, "a replay cannot be read");
        RequestError::missing("the replay cannot be read; the log says why")
    }

    fn broken(&self, error: &ReplayFileError) -> RequestError {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        RequestError::broken(&harmless(&name), error)
    }

    /// The entry of this file in the list of replays.
    pub(super) fn listed(&self, name: &str, hides: impl Fn(&MatchSpec) -> bool) -> Value {
        let Ok(summary) = self.summary() else { return json!({ "name": name, "game": null }) };
        let ReplayListEntry { names, spec, result } = summary.as_ref();
        if hides(spec) {
            return json!({ "name": name, "game": spec.game, "hidden": true });
        }
        let mut listed = json!({
            "name": name,
            "game": spec.game,
            "names": names,
            "scores": result.scores,
            "best": spec.program.as_ref().map_or(ScoreOrder::default(), |program| program.config.best),
            "ended": shortened(&result.ended, MOST_WORDS),
        });
        sanitize(&mut listed);
        listed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(names: &[&str]) -> Vec<u8> {
        let spec = json!({ "game": "lights-out", "parameters": {}, "seed": "0x01", "greeting_seconds": 10, "submissions": ["a"] });
        let result =
            json!({ "scores": [0.0], "ended": "over", "details": {}, "faults": [], "took_seconds": 1.0 });
        let head = json!({ "names": names, "spec": spec, "record": result, "provenance": null }).to_string();
        let head = zstd::encode_all(head.as_bytes(), 1).unwrap();
        [b"rathaus replay 1\n", &(head.len() as u64).to_le_bytes()[..], &head, &[0; 16]].concat()
    }

    #[test]
    fn a_summary_is_read_once_until_the_file_is_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.replay");
        std::fs::write(&path, bytes(&["ann"])).unwrap();
        let file = CachedReplayFile::new(path.clone());
        let (first, again) = (file.summary().unwrap(), file.clone().summary().unwrap());
        assert!(Arc::ptr_eq(&first, &again));
        let other = folder.path().join("b.replay");
        std::fs::write(&other, bytes(&["ben"])).unwrap();
        std::fs::rename(&other, &path).unwrap();
        assert_eq!(file.summary().unwrap().names, ["ben"]);
    }

    #[test]
    fn what_is_no_file_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.replay");
        rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
        assert!(CachedReplayFile::new(path.clone()).summary().is_err());
        assert!(CachedReplayFile::new(path).read().is_err());
    }
}
