//! What a tournament knows about each of its workers.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How long after its last sign of life a worker counts as being there, in seconds.
pub const PRESENT_SECONDS: i64 = 12;

/// A worker of a tournament, by its name on the broker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkerRecord {
    pub name: String,
    /// The version of Rathaus that it runs.
    pub rathaus: String,
    /// Its speed in percent of the reference machine.
    pub speed_percent: u32,
    /// How many matches it plays at once.
    pub concurrency: usize,
    /// How many of its results were stored.
    pub accepted: u64,
    /// How many of its results were another one of a match whose result was stored already.
    pub duplicates: u64,
    /// How many of its matches had been given to a worker before, which did not report.
    pub redelivered: u64,
    /// How many of its results do not follow from their recordings, or cannot be results at all.
    pub refused: u64,
    /// How many of its results were played again, and how many of these came out differently, twice.
    pub audited: u64,
    pub refuted: u64,
    /// How many matches it could not play.
    pub declined: u64,
    /// Why its results do not count any more, if so.
    pub quarantine: Option<String>,
    pub first_seen: Timestamp,
    pub last_seen: Timestamp,
    /// What it does, as it told last.
    pub activity: WorkerActivity,
}

/// What a worker does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkerActivity {
    /// The keys of the matches of this tournament that it plays.
    pub playing: Vec<String>,
    /// Why it takes no further matches at the moment, if so.
    pub paused: Option<String>,
}

impl WorkerRecord {
    /// A worker that was not seen before.
    pub fn new(name: &str, now: Timestamp) -> WorkerRecord {
        WorkerRecord {
            name: name.into(),
            rathaus: String::new(),
            speed_percent: 0,
            concurrency: 0,
            accepted: 0,
            duplicates: 0,
            redelivered: 0,
            refused: 0,
            audited: 0,
            refuted: 0,
            declined: 0,
            quarantine: None,
            first_seen: now,
            last_seen: now,
            activity: WorkerActivity::default(),
        }
    }

    /// How many results that turned out to be wrong count against it.
    pub fn wrong(&self) -> u64 {
        self.refuted + self.refused
    }

    /// The results stored in an hour since it was first seen.
    pub fn hourly_rate(&self) -> f64 {
        let hours = self.last_seen.duration_since(self.first_seen).as_secs_f64() / 3_600.0;
        if hours > 0.0 { self.accepted as f64 / hours } else { 0.0 }
    }

    fn seen_seconds_ago(&self, now: Timestamp) -> i64 {
        now.duration_since(self.last_seen).as_secs().max(0)
    }

    /// Whether it has given a sign of life a short time ago.
    pub fn is_present(&self, now: Timestamp) -> bool {
        self.seen_seconds_ago(now) <= PRESENT_SECONDS
    }

    /// The worker for people and programs that ask for the state of a tournament.
    pub fn described(&self, now: Timestamp) -> Value {
        json!({
            "name": self.name,
            "rathaus": self.rathaus,
            "speed_percent": self.speed_percent,
            "concurrency": self.concurrency,
            "accepted": self.accepted,
            "accepted_per_hour": self.hourly_rate(),
            "duplicates": self.duplicates,
            "redelivered": self.redelivered,
            "refused": self.refused,
            "audited": self.audited,
            "refuted": self.refuted,
            "declined": self.declined,
            "quarantine": self.quarantine,
            "first_seen": self.first_seen,
            "last_seen": self.last_seen,
            "seen_seconds_ago": self.seen_seconds_ago(now),
            "is_present": self.is_present(now),
            "playing": self.activity.playing,
            "paused": self.activity.paused,
        })
    }
}
