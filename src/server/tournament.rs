//! The current state of a tournament, read from its database whenever that changes.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::request_error::RequestError;
use super::visibility::Visibility;
use crate::report::standings::Standings;
use crate::store::Store;
use crate::tournament::config::{RecordConfig, ReplayRetention};
use crate::tournament::replay::Replay;
use crate::tournament::{MatchSchedule, MatchSpec, PlayedMatch, StoredTournament};
use crate::untrusted::{self, MAX_CONFIG_BYTES, SymlinkPolicy};

/// Standings are computed at most this often: with many matches that is slow.
const SNAPSHOT_LIFETIME: Duration = Duration::from_secs(1);

/// The part of a tournament file that says which replays are kept.
#[derive(Debug, Deserialize)]
struct KeptReplays {
    #[serde(default)]
    records: RecordConfig,
}

#[derive(Debug)]
pub(super) struct ServedTournament {
    file: PathBuf,
    database: PathBuf,
    seen: Mutex<ReadState>,
    news: watch::Sender<Value>,
}

#[derive(Debug, Default)]
struct ReadState {
    store: Option<(u64, Store)>,
    snapshot: Option<(i64, Instant, Arc<Snapshot>)>,
}

/// Everything that pages show of a tournament, at one moment.
#[derive(Debug)]
pub(super) struct Snapshot {
    pub(super) state: StoredTournament,
    pub(super) schedule: MatchSchedule,
    pub(super) standings: Standings,
    /// One entry for each match of the schedule that has been played.
    pub(super) lines: Vec<MatchListEntry>,
    /// How often each entrant had the only best score of a match, shared it, or did not have it.
    /// `None` in games with one seat.
    pub(super) won_drawn_lost: Option<BTreeMap<String, [u32; 3]>>,
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

/// A played match in a list.
#[derive(Debug, Clone)]
pub(super) struct MatchListEntry {
    /// Its index in the schedule.
    pub(super) position: usize,
    pub(super) scores: Vec<f64>,
    pub(super) ended: String,
    /// The seats with a fault.
    pub(super) faulty: Vec<usize>,
    pub(super) took: Duration,
    pub(super) has_replay: bool,
}

impl Snapshot {
    /// The names of the entrants in the match at this position, by seat.
    pub(super) fn names(&self, position: usize) -> Vec<String> {
        let seats = &self.schedule.scheduled_matches[position].seats;
        seats.iter().map(|entrant| self.schedule.names[*entrant].clone()).collect()
    }

    pub(super) fn visibility(&self) -> Visibility {
        Visibility::at(&self.state.phases, Timestamp::now())
    }

    /// The positions of the played matches before and after this one in the order of the schedule.
    pub(super) fn neighbours(&self, position: usize) -> [Option<usize>; 2] {
        let found = self.lines.partition_point(|line| line.position < position);
        let at = |index: usize| self.lines.get(index).map(|line| line.position);
        let is_played = at(found) == Some(position);
        [found.checked_sub(1).and_then(at), at(found + usize::from(is_played))]
    }

    /// The position of the match that a page asks for by key or handle.
    fn find(&self, wanted: &str) -> Result<usize, RequestError> {
        let found = self.visibility().find(wanted, &self.schedule.keys);
        found.ok_or_else(|| RequestError::missing("there is no such match"))
    }

    /// Whether this match has an entrant of the tournament and sources are not revealed yet.
    pub(super) fn hides(&self, spec: &MatchSpec) -> bool {
        let is_entrant =
            |submission: &String| self.state.entrants.values().any(|entrant| entrant.identity == *submission);
        !self.visibility().is_open() && spec.submissions.iter().any(is_entrant)
    }
}

impl ServedTournament {
    pub(super) fn new(file: PathBuf, database: PathBuf) -> ServedTournament {
        ServedTournament { file, database, seen: Mutex::default(), news: watch::Sender::new(Value::Null) }
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
    pub(super) fn status(&self) -> Value {
        let stem = super::stem(&self.file);
        let host = Store::host(&self.database).is_some();
        let snapshot = self.snapshot();
        match snapshot.as_deref() {
            Ok(Snapshot { state, standings, .. }) => json!({
                "title": state.title,
                "game": state.game,
                "played": standings.played.0,
                "all": standings.played.1,
                "goes_on": standings.continues,
                "is_being_played": host,
                "phase": state.phases.in_words(Timestamp::now()),
            }),
            Err(_) => {
                json!({ "title": stem, "game": null, "played": 0, "all": null, "goes_on": false, "is_being_played": host, "phase": null })
            }
        }
    }

    /// The current state, at most `SNAPSHOT_LIFETIME` old.
    pub(super) fn snapshot(&self) -> Result<Arc<Snapshot>, RequestError> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let identity = std::fs::metadata(&self.database).map(|found| found.ino()).unwrap_or_default();
        if seen.store.as_ref().is_none_or(|(opened, _)| *opened != identity) {
            let none = || RequestError::missing("nothing has been played yet");
            *seen = ReadState {
                store: Some((identity, Store::open_read_only(&self.database)?.ok_or_else(none)?)),
                snapshot: None,
            };
        }
        let ReadState { store, snapshot } = &mut *seen;
        let Some((_, store)) = store else {
            return Err(RequestError::host("a database was opened and is not there"));
        };
        // Read the version before the data, so that the next call notices what is
        // written meanwhile.
        let version = store.changes()?;
        if let Some((_, _, last)) =
            snapshot.as_ref().filter(|(seen, at, _)| *seen == version || at.elapsed() < SNAPSHOT_LIFETIME)
        {
            return Ok(Arc::clone(last));
        }
        let fresh = Arc::new(read(store)?);
        *snapshot = Some((version, Instant::now(), Arc::clone(&fresh)));
        Ok(fresh)
    }

    /// The match that a page asks for by key or handle.
    pub(super) fn found(&self, wanted: &str) -> Result<FoundMatch, RequestError> {
        let snapshot = self.snapshot()?;
        let position = snapshot.find(wanted)?;
        let key = &snapshot.schedule.keys[position];
        self.with_store(|store| {
            let missing = || RequestError::missing("this match has not been played yet");
            let played = store.get(key)?.ok_or_else(missing)?;
            let has_replay = store.has_replay(key)?;
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
    pub(super) fn may_show(&self, wanted: &str) -> Result<(), RequestError> {
        let snapshot = self.snapshot()?;
        snapshot.find(wanted)?;
        match snapshot.visibility().is_open() {
            true => Ok(()),
            false => Err(RequestError::not_yet()),
        }
    }

    /// A hash that changes when another result of this match is stored. An error if its replies
    /// must not be shown yet.
    pub(super) fn version(&self, wanted: &str) -> Result<u64, RequestError> {
        self.may_show(wanted)?;
        let FoundMatch { played, .. } = self.found(wanted)?;
        let mut hasher = std::hash::DefaultHasher::new();
        serde_json::to_vec(&played.result).map_err(RequestError::host)?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    /// The recorded match that a page asks for, ready to replay. An error if its replies must not
    /// be shown yet or its recording is not kept.
    pub(super) fn replay(&self, wanted: &str) -> Result<Replay, RequestError> {
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

    fn with_store<T>(&self, work: impl FnOnce(&Store) -> Result<T, RequestError>) -> Result<T, RequestError> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match &seen.store {
            Some((_, store)) => work(store),
            None => Err(RequestError::missing("nothing has been played yet")),
        }
    }
}

fn read(store: &Store) -> Result<Snapshot, RequestError> {
    let state = store.tournament()?.ok_or_else(|| RequestError::missing("nothing has been played yet"))?;
    let schedule = state.schedule(&store.scores(state.format)?).map_err(RequestError::host)?;
    let (stored, replays) = (store.results(&schedule)?, store.replay_keys()?);
    let line = |(position, stored): (usize, &Option<_>)| {
        let crate::store::StoredResult { result, .. } = stored.as_ref()?;
        Some(MatchListEntry {
            position,
            scores: result.scores.clone(),
            ended: result.ended.clone(),
            faulty: result.faults.iter().map(|fault| fault.seat).collect(),
            took: result.took,
            has_replay: replays.contains(&schedule.keys[position]),
        })
    };
    let lines: Vec<MatchListEntry> = stored.iter().enumerate().filter_map(line).collect();
    let won_drawn_lost = won_drawn_lost(&schedule, &lines);
    let standings = Standings::as_of(state.clone(), &schedule, stored, Timestamp::now());
    Ok(Snapshot { state, schedule, standings, lines, won_drawn_lost })
}

fn won_drawn_lost(schedule: &MatchSchedule, lines: &[MatchListEntry]) -> Option<BTreeMap<String, [u32; 3]>> {
    if !schedule.rules.is_multiplayer() {
        return None;
    }
    let order = schedule.rules.best();
    let mut counts = vec![[0; 3]; schedule.names.len()];
    for MatchListEntry { position, scores, .. } in lines {
        let worth = |score: &f64| order.worth(*score);
        let best = scores.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
        let is_shared = scores.iter().filter(|score| worth(score) == best).count() > 1;
        for (entrant, score) in schedule.scheduled_matches[*position].seats.iter().zip(scores) {
            let outcome = if worth(score) < best { 2 } else { usize::from(is_shared) };
            counts[*entrant][outcome] += 1;
        }
    }
    Some(schedule.names.iter().cloned().zip(counts).collect())
}
