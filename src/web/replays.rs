//! Replays that lie in files.

use std::path::PathBuf;
use std::time::SystemTime;

use serde_json::{Value, json};

use super::trouble::Trouble;
use crate::report::harmless;
use crate::tournament::replay::Replay;

/// A file that is read anew each time: it may be written anew as well.
#[derive(Debug, Clone)]
pub(super) struct ReplayFile {
    path: PathBuf,
}

impl ReplayFile {
    pub(super) fn new(path: PathBuf) -> ReplayFile {
        ReplayFile { path }
    }

    /// When it was written.
    pub(super) fn version(&self) -> Option<SystemTime> {
        std::fs::metadata(&self.path).ok()?.modified().ok()
    }

    fn bytes(&self) -> Result<Vec<u8>, Trouble> {
        std::fs::read(&self.path).map_err(|error| {
            tracing::warn!(path = %self.path.display(), %error, "a replay cannot be read");
            Trouble::missing("the replay cannot be read; the log says why")
        })
    }

    pub(super) fn read(&self) -> Result<Replay, Trouble> {
        Ok(Replay::read(&self.bytes()?)?)
    }

    /// What a list of replays says of it.
    pub(super) fn summary(&self, name: &str) -> Value {
        match self.read() {
            Ok(Replay { head, .. }) => {
                let names: Vec<String> = head.names.iter().map(|name| harmless(name)).collect();
                json!({ "name": name, "game": head.spec.game, "names": names, "scores": head.record.scores, "ended": head.record.ended })
            }
            Err(_) => json!({ "name": name, "game": null }),
        }
    }
}
