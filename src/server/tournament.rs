//! The current state of a tournament, read from its database whenever that changes.

use std::hash::{Hash, Hasher};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::recent::RecentResponses;
use super::request_error::RequestError;
use super::snapshot::{CachedSnapshot, Snapshot};
use crate::store::Store;
use crate::tournament::PlayedMatch;
use crate::tournament::config::{ReplayRetention, ReplayRetentionConfig};
use crate::tournament::replay::Replay;
use crate::untrusted::{self, MAX_CONFIG_BYTES, SymlinkPolicy};

/// The part of a tournament file that says which replays are kept.
#[derive(Debug, Deserialize)]
struct KeptReplays {
    #[serde(default)]
    records: ReplayRetentionConfig,
}

/// The most connections that wait for pages. Each has a cache of two megabytes.
const MOST_IDLE: usize = 4;

/// How many lists of workers are kept, and the most bytes of all of them.
const WORKER_LISTS: usize = 2;
const MOST_BYTES: usize = 4 << 20;

#[derive(Debug)]
pub(super) struct ServedTournament {
    file: PathBuf,
    database: PathBuf,
    seen: Mutex<ReadState>,
    news: watch::Sender<Value>,
    /// The lists of workers that were made last.
    pub(super) workers: RecentResponses,
}

#[derive(Debug, Default)]
struct ReadState {
    /// The database with the inode number of its file.
    store: Option<(u64, Store)>,
    /// More connections to it, so that pages do not wait for each other.
    idle: Vec<Store>,
    snapshot: Option<CachedSnapshot>,
    /// Whether a thread is reading the next snapshot.
    is_refreshing: bool,
}

pub(super) struct FoundMatch {
    /// Its index in the schedule.
    pub(super) position: usize,
    pub(super) played: PlayedMatch,
    /// The names of its entrants, by seat.
    pub(super) names: Vec<String>,
    pub(super) has_replay: bool,
    pub(super) snapshot: Arc<Snapshot>,
}

impl ServedTournament {
    pub(super) fn new(file: PathBuf, database: PathBuf) -> ServedTournament {
        let (seen, news) = (Mutex::default(), watch::Sender::new(Value::Null));
        let workers = RecentResponses::new(WORKER_LISTS, MOST_BYTES);
        ServedTournament { file, database, seen, news, workers }
    }

    /// Receives the status whenever it changes.
    pub(super) fn news(&self) -> watch::Receiver<Value> {
        self.news.subscribe()
    }

    /// Publishes changes of the status. Reads the database only while a page listens.
    pub(super) async fn watch(self: Arc<ServedTournament>, every: Duration) {
        loop {
            tokio::time::sleep(every).await;
            if self.news.receiver_count() == 0 {
                continue;
            }
            let tournament = Arc::clone(&self);
            if let Ok(status) = tokio::task::spawn_blocking(move || tournament.status()).await {
                self.news.send_if_modified(|last| std::mem::replace(last, status.clone()) != status);
            }
        }
    }

    /// The name of its file, without folders.
    pub(super) fn file_name(&self) -> String {
        self.file.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Which replays its file keeps. `None` if the file cannot be read.
    pub(super) fn keep(&self) -> Option<ReplayRetention> {
        let text = untrusted::read_text(&self.file, SymlinkPolicy::Follow, MAX_CONFIG_BYTES).ok()?;
        toml::from_str(&text).ok().map(|file: KeptReplays| file.records.keep)
    }

    /// A short summary of the progress. Pages ask for it often, so it stays small.
    pub(super) fn status(self: &Arc<Self>) -> Value {
        let stem = super::stem(&self.file);
        let host = Store::host(&self.database).is_some();
        let snapshot = self.snapshot();
        match snapshot.as_deref() {
            Ok(Snapshot { state, standings, workers, .. }) => json!({
                "title": state.title,
                "game": state.game,
                "played": standings.played.0,
                "ruled": standings.ruled(),
                "all": standings.played.1,
                "goes_on": standings.continues,
                "is_being_played": host,
                "workers": workers,
                "phase": state.phases.in_words(Timestamp::now()),
            }),
            Err(_) => {
                json!({ "title": stem, "game": null, "played": 0, "ruled": 0, "all": null, "goes_on": false, "is_being_played": host, "workers": 0, "phase": null })
            }
        }
    }

    /// The current state. Where reading takes long, the last known one, while a thread reads the
    /// next.
    pub(super) fn snapshot(self: &Arc<Self>) -> Result<Arc<Snapshot>, RequestError> {
        let mut seen = self.seen();
        self.open(&mut seen)?;
        let ReadState { store, snapshot, is_refreshing, .. } = &mut *seen;
        let Some((identity, store)) = store else {
            return Err(RequestError::host("a database was opened and is not there"));
        };
        // Read the version before the data, so that the next call notices what is written
        // meanwhile.
        let (identity, version) = (*identity, store.changes()?);
        match snapshot {
            Some(known) if known.is_current(version) => {}
            Some(known) if known.is_slow() => {
                if !std::mem::replace(is_refreshing, true) {
                    let tournament = Arc::clone(self);
                    std::thread::spawn(move || tournament.refresh(identity, version));
                }
            }
            _ => *snapshot = Some(CachedSnapshot::read(store, version)?),
        }
        let known = snapshot.as_ref().ok_or_else(|| RequestError::missing("nothing has been played yet"))?;
        Ok(Arc::clone(&known.snapshot))
    }

    fn seen(&self) -> MutexGuard<'_, ReadState> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens the database, if that has not been done or if another file has taken its place.
    fn open(&self, seen: &mut ReadState) -> Result<(), RequestError> {
        let identity = self.inode();
        if seen.store.as_ref().is_none_or(|(opened, _)| *opened != identity) {
            let none = || RequestError::missing("nothing has been played yet");
            let store = Store::open_read_only(&self.database)?.ok_or_else(none)?;
            (seen.store, seen.idle, seen.snapshot) = (Some((identity, store)), Vec::new(), None);
        }
        Ok(())
    }

    /// The inode number of the database, or 0 if there is none.
    fn inode(&self) -> u64 {
        std::fs::metadata(&self.database).map(|found| found.ino()).unwrap_or_default()
    }

    /// Reads the next snapshot with a connection of its own, so that nobody waits for it. The
    /// database has at least this version, unless another file has taken its place.
    fn refresh(&self, identity: u64, version: i64) {
        let read = || -> Result<Option<CachedSnapshot>, RequestError> {
            let store = Store::open_read_only(&self.database)?;
            store.map(|store| CachedSnapshot::read(&store, version)).transpose()
        };
        let fresh = read();
        let mut seen = self.seen();
        seen.is_refreshing = false;
        let is_same = seen.store.as_ref().is_some_and(|(opened, _)| *opened == identity);
        match fresh {
            Ok(Some(fresh)) if is_same => seen.snapshot = Some(fresh),
            Ok(_) => {}
            Err(error) => tracing::warn!(?error, "the results cannot be read"),
        }
    }

    /// The match that a page asks for by key or handle.
    pub(super) fn found(self: &Arc<Self>, wanted: &str) -> Result<FoundMatch, RequestError> {
        let snapshot = self.snapshot()?;
        let position = snapshot.find(wanted)?;
        let key = snapshot.schedule.key(position);
        self.with_store(|store| {
            let missing = || RequestError::missing("this match has not been played yet");
            let played = store.get(&key)?.ok_or_else(missing)?;
            let has_replay = store.has_replay(&key)?;
            Ok(FoundMatch {
                position,
                played,
                names: snapshot.names(position),
                has_replay,
                snapshot: Arc::clone(&snapshot),
            })
        })
    }

    /// An error if there is no such match, or if its replies must not be shown yet.
    pub(super) fn may_show(self: &Arc<Self>, wanted: &str) -> Result<(), RequestError> {
        let snapshot = self.snapshot()?;
        snapshot.find(wanted)?;
        match snapshot.visibility().is_open() {
            true => Ok(()),
            false => Err(RequestError::not_yet()),
        }
    }

    /// A hash that changes when another result of this match is stored. An error if its replies
    /// must not be shown yet.
    pub(super) fn version(self: &Arc<Self>, wanted: &str) -> Result<u64, RequestError> {
        self.may_show(wanted)?;
        let FoundMatch { played, .. } = self.found(wanted)?;
        let mut hasher = std::hash::DefaultHasher::new();
        serde_json::to_vec(&played.result).map_err(RequestError::host)?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    /// The recorded match that a page asks for, ready to replay. An error if its replies must not
    /// be shown yet or its recording is not kept.
    pub(super) fn replay(self: &Arc<Self>, wanted: &str) -> Result<Replay, RequestError> {
        self.may_show(wanted)?;
        let FoundMatch { played, names, .. } = self.found(wanted)?;
        let recording = self.with_store(|store| Ok(store.replay(&played.key)?))?;
        let missing = || {
            RequestError::missing(
                "no replay of this match is kept; `keep = \"all\"` under [records] keeps those of all that are played from then on",
            )
        };
        Replay::of(PlayedMatch { recording, ..played }, names).ok_or_else(missing)
    }

    /// Reads the database with a connection that nobody else uses.
    pub(super) fn with_store<T>(
        &self,
        work: impl FnOnce(&Store) -> Result<T, RequestError>,
    ) -> Result<T, RequestError> {
        let none = || RequestError::missing("nothing has been played yet");
        let (identity, idle) = {
            let mut seen = self.seen();
            let (identity, _) = seen.store.as_ref().ok_or_else(none)?;
            (*identity, seen.idle.pop())
        };
        let (store, opened) = match idle {
            Some(store) => (store, identity),
            None => (Store::open_read_only(&self.database)?.ok_or_else(none)?, self.inode()),
        };
        let found = work(&store);
        let mut seen = self.seen();
        let is_same = seen.store.as_ref().is_some_and(|(current, _)| *current == opened);
        if is_same && seen.idle.len() < MOST_IDLE {
            seen.idle.push(store);
        }
        found
    }
}
