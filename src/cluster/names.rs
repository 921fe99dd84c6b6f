//! The names of streams, subjects and stores on the broker.

use std::fmt;
use std::time::Duration;

use async_nats::jetstream::consumer::AckPolicy;
use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy};

use crate::matches::MatchKey;

/// The stream of specs to play, and that of specs that trusted workers play again.
const MATCHES: &str = "RATHAUS_MATCHES";
const AUDITS: &str = "RATHAUS_AUDITS";

/// The stream of reports of workers.
pub(super) const REPORTS: &str = "RATHAUS_REPORTS";

/// The consumer of all workers in the stream of a lane.
pub(super) const WORKERS: &str = "workers";

/// The stores of packed submissions, by their identities, and of recordings.
pub(super) const SOURCES: &str = "RATHAUS_SOURCES";
pub(super) const RECORDINGS: &str = "RATHAUS_RECORDINGS";

/// How long the broker waits for a sign of life of the worker that has taken a match.
pub(super) const ACK_WAIT: Duration = Duration::from_secs(30);

/// How often a worker gives a sign of life.
pub(super) const ALIVE_EVERY: Duration = Duration::from_secs(8);

/// How often workers publish their status.
pub(super) const STATUS_EVERY: Duration = Duration::from_secs(3);

/// How long the broker remembers the ids of messages, to drop the same message again.
const DUPLICATE_WINDOW: Duration = Duration::from_secs(120);

/// How long reports, sources and recordings that nobody fetches stay on the broker.
const KEPT_FOR: Duration = Duration::from_secs(14 * 86_400);

/// The most matches that all workers together may have taken.
const MOST_TAKEN: i64 = 20_000;

/// What a match is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// For its result.
    Matches,
    /// To compare its result with that of another worker. Only trusted workers take these.
    Audits,
}

impl Lane {
    pub(super) const ALL: [Lane; 2] = [Lane::Matches, Lane::Audits];

    pub(super) fn stream(self) -> &'static str {
        match self {
            Lane::Matches => MATCHES,
            Lane::Audits => AUDITS,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Lane::Matches => "matches",
            Lane::Audits => "audits",
        }
    }

    /// The subject of a match of a tournament.
    pub(super) fn subject(self, tournament: &str, key: MatchKey) -> String {
        format!("rathaus.{}.{tournament}.{key}", self.word())
    }

    /// The subjects of all matches of a tournament.
    pub(super) fn subjects_of(self, tournament: &str) -> String {
        format!("rathaus.{}.{tournament}.*", self.word())
    }

    /// The stream of the specs. Each is removed once a worker has reported on it.
    pub(super) fn config(self) -> Config {
        Config {
            name: self.stream().into(),
            subjects: vec![format!("rathaus.{}.*.*", self.word())],
            retention: RetentionPolicy::WorkQueue,
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            duplicate_window: DUPLICATE_WINDOW,
            ..Config::default()
        }
    }
}

/// The consumer through which workers take specs.
pub(super) fn workers_consumer() -> pull::Config {
    pull::Config {
        durable_name: Some(WORKERS.into()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        max_ack_pending: MOST_TAKEN,
        ..pull::Config::default()
    }
}

/// The stream of reports. Each is removed once its coordinator has stored it.
pub(super) fn reports_config() -> Config {
    Config {
        name: REPORTS.into(),
        subjects: vec!["rathaus.reports.*.*.*".into()],
        retention: RetentionPolicy::WorkQueue,
        max_age: KEPT_FOR,
        duplicate_window: DUPLICATE_WINDOW,
        ..Config::default()
    }
}

/// The consumer of a coordinator.
pub(super) fn reports_consumer(tournament: &str) -> pull::Config {
    pull::Config {
        durable_name: Some(format!("coordinator-{tournament}")),
        filter_subject: reports_of(tournament),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        max_ack_pending: MOST_TAKEN,
        ..pull::Config::default()
    }
}

/// The subjects of all reports on matches of a tournament.
pub(super) fn reports_of(tournament: &str) -> String {
    format!("rathaus.reports.{tournament}.*.*")
}

/// A store of objects.
pub(super) fn bucket(name: &str) -> async_nats::jetstream::object_store::Config {
    async_nats::jetstream::object_store::Config {
        bucket: name.into(),
        max_age: KEPT_FOR,
        ..Default::default()
    }
}

/// The subject of a report. The broker decides who may publish under the name of a worker.
pub(super) fn report_subject(tournament: &str, worker: &WorkerName, key: MatchKey) -> String {
    format!("rathaus.reports.{tournament}.{worker}.{key}")
}

/// The worker and the key in the subject of a report.
pub(super) fn parse_report_subject(subject: &str) -> Option<(WorkerName, MatchKey)> {
    let (before, key) = subject.rsplit_once('.')?;
    let (_, worker) = before.rsplit_once('.')?;
    Some((WorkerName::parse(worker).ok()?, MatchKey::parse(key)?))
}

/// The subject of the statuses of a worker.
pub(super) fn status_subject(worker: &WorkerName) -> String {
    format!("rathaus.workers.{worker}")
}

/// The subjects of the statuses of all workers.
pub(super) const ALL_STATUSES: &str = "rathaus.workers.*";

/// The name of a worker: part of subjects, so it has few kinds of letters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct WorkerName(String);

/// The longest name of a worker, in bytes.
const MOST_NAME: usize = 64;

impl WorkerName {
    /// Parses a name: letters, digits, `-` and `_`.
    pub fn parse(text: &str) -> Result<WorkerName, String> {
        let is_name = !text.is_empty()
            && text.len() <= MOST_NAME
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        match is_name {
            true => Ok(WorkerName(text.into())),
            false => Err(format!("a worker has a name of 1 to {MOST_NAME} letters, digits, `-` and `_`")),
        }
    }

    /// The name of this machine as that of a worker.
    pub fn of_this_machine() -> WorkerName {
        let system = rustix::system::uname();
        let name = system.nodename().to_string_lossy().into_owned();
        let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let name: String = name.chars().take(MOST_NAME).map(letter).collect();
        WorkerName(if name.is_empty() { "worker".into() } else { name })
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for WorkerName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subject_of_a_report_names_its_worker() {
        let key = MatchKey::parse(&"0a".repeat(32)).unwrap();
        let ann = WorkerName::parse("ann-1").unwrap();
        let subject = report_subject("4c3f", &ann, key);
        assert_eq!(parse_report_subject(&subject), Some((ann, key)));
        for other in ["", "a", "rathaus.reports.x.ann", "rathaus.reports.x.a b.00", "rathaus.workers.ann"] {
            assert_eq!(parse_report_subject(other), None, "{other}");
        }
    }

    #[test]
    fn names_of_workers_cannot_be_subjects() {
        for name in ["", "a.b", "*", ">", "a b", "ä", &"a".repeat(65)] {
            assert!(WorkerName::parse(name).is_err(), "{name}");
        }
    }
}
