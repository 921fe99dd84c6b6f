//! What is known about the workers of a tournament while it is played.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use jiff::Timestamp;

use crate::cli::commands::tournament::load::unusable;
use crate::cli::exit::CommandError;
use crate::cluster::{WorkerName, WorkerStatus};
use crate::store::Store;
use crate::tournament::{PRESENT_SECONDS, WorkerActivity, WorkerRecord};

/// How long after its last status a worker counts as being there.
const SEEN_WITHIN: Duration = Duration::from_secs(PRESENT_SECONDS as u64);

/// The most workers of a tournament.
const MOST_WORKERS: usize = 10_000;

/// The workers of a tournament.
pub(super) struct KnownWorkers {
    records: BTreeMap<String, WorkerRecord>,
    /// When each was last heard of by this process.
    heard: BTreeMap<String, Instant>,
    /// The names of those whose records have changed since they were stored.
    changed: BTreeSet<String>,
    trusted: BTreeSet<String>,
}

impl KnownWorkers {
    /// The workers that the database knows.
    pub(super) fn new(store: &Store, trusted: BTreeSet<String>) -> Result<KnownWorkers, CommandError> {
        let records = store.workers().map_err(unusable)?;
        let (heard, changed) = (BTreeMap::new(), BTreeSet::new());
        Ok(KnownWorkers { records, heard, changed, trusted })
    }

    pub(super) fn is_trusted(&self, name: &WorkerName) -> bool {
        self.trusted.contains(name.as_str())
    }

    /// The record of a worker that has been heard of now, to be changed.
    pub(super) fn heard(&mut self, name: &WorkerName) -> &mut WorkerRecord {
        let (name, now) = (name.as_str(), Timestamp::now());
        self.heard.insert(name.into(), Instant::now());
        self.changed.insert(name.into());
        let record = self.records.entry(name.into()).or_insert_with(|| WorkerRecord::new(name, now));
        record.last_seen = now;
        record
    }

    /// The record of a worker, to be changed for what it has done before.
    pub(super) fn about(&mut self, name: &WorkerName) -> &mut WorkerRecord {
        self.changed.insert(name.as_str().into());
        let fresh = || WorkerRecord::new(name.as_str(), Timestamp::now());
        self.records.entry(name.as_str().into()).or_insert_with(fresh)
    }

    /// Whether the worker is known, or can still be. Whoever may use any name could send any number.
    pub(super) fn has_room(&self, name: &WorkerName) -> bool {
        self.records.len() < MOST_WORKERS || self.records.contains_key(name.as_str())
    }

    /// Notes what a worker tells about itself.
    pub(super) fn tells(&mut self, name: &WorkerName, status: WorkerStatus, tournament: &str) {
        if !self.has_room(name) {
            return;
        }
        let record = self.heard(name);
        (record.rathaus, record.speed_percent) = (status.rathaus, status.speed_percent);
        record.concurrency = status.concurrency;
        let own = status.playing.into_iter().filter(|playing| playing.tournament == tournament);
        let playing = own.map(|playing| playing.key).collect();
        record.activity = WorkerActivity { playing, paused: status.paused };
    }

    pub(super) fn is_quarantined(&self, name: &WorkerName) -> bool {
        self.records.get(name.as_str()).is_some_and(|record| record.quarantine.is_some())
    }

    /// The names of the workers that are there and may play.
    pub(super) fn present(&self) -> impl Iterator<Item = &str> {
        let is_present = |(name, heard): &(&String, &Instant)| {
            let is_free = self.records.get(*name).is_none_or(|record| record.quarantine.is_none());
            is_free && heard.elapsed() < SEEN_WITHIN
        };
        self.heard.iter().filter(is_present).map(|(name, _)| name.as_str())
    }

    /// Stores what has changed.
    pub(super) fn store(&mut self, store: &mut Store) -> Result<(), CommandError> {
        let changed: Vec<WorkerRecord> =
            self.changed.iter().filter_map(|name| self.records.get(name)).cloned().collect();
        if !changed.is_empty() {
            store.put_workers(&changed).map_err(unusable)?;
            self.changed.clear();
        }
        Ok(())
    }
}
