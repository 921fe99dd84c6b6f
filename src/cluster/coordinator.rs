//! The coordinator's side of the broker: publishes specs and sources, and receives reports.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use async_nats::Subscriber;
use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::context::{CreateStreamErrorKind, PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, Stream};
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use futures_util::{StreamExt, TryStreamExt};

use super::broker::{Broker, BrokerError};
use super::message::{MatchOrder, RecordingPlace, WorkerStatus, written};
use super::names::{self, Lane, WorkerName};
use super::objects::{Objects, sha256};
use super::received::{CoordinatorEvent, received};
use crate::matches::{MatchKey, RecordedReplies, bounded};
use crate::submissions::{PackageError, Submission};
use crate::untrusted::MAX_REPLAY_BYTES;

/// The most matches that wait on the broker for workers. The others wait here.
const MOST_QUEUED: usize = 4_096;

/// How often the broker is asked what it still has.
const CHECK_EVERY: Duration = Duration::from_secs(5);

/// When the broker is asked after a match was offered again while its last message was still there.
const SOON: Duration = Duration::from_millis(200);

/// The most reports that the broker sends without being asked again.
const REPORTS_AT_ONCE: usize = 512;

/// The connection of a tournament's coordinator.
pub struct Coordinator {
    broker: Broker,
    tournament: String,
    /// The packed submissions of the tournament, by their identities.
    sources: BTreeMap<String, Vec<u8>>,
    connected: Option<Connected>,
    statuses: Subscriber,
    /// How often each match was published.
    published: BTreeMap<(Lane, MatchKey), u32>,
    /// The matches that are offered.
    offered: BTreeMap<(Lane, MatchKey), Offer>,
    /// Those that were never published.
    waiting: VecDeque<(Lane, MatchKey)>,
    next_check: Instant,
    /// When each source was looked at last, because a worker could not use it.
    restored: BTreeMap<String, Instant>,
    /// Distinguishes the messages of this process from those of before.
    nonce: String,
}

/// What was found or made on the broker.
struct Connected {
    reports: pull::Stream,
    sources: Objects,
    recordings: Objects,
}

struct Offer {
    order: Vec<u8>,
    is_published: bool,
    /// Whether the match was offered before, to other workers: its last message may be there still.
    is_again: bool,
}

impl Coordinator {
    /// Connects a tournament, by its id on this broker. `nonce` is different for each process.
    pub async fn open(
        broker: Broker,
        tournament: &str,
        nonce: &str,
        sources: impl Iterator<Item = (String, &Submission)>,
    ) -> Result<Coordinator, BrokerError> {
        let packed = |(identity, submission): (String, &Submission)| {
            let packed = submission.pack().map_err(|error: PackageError| broker.failed(&error))?;
            Ok((identity, packed))
        };
        let sources = sources.map(packed).collect::<Result<_, BrokerError>>()?;
        let statuses = broker.client.subscribe(names::ALL_STATUSES).await;
        let statuses = statuses.map_err(|error| broker.failed(&error))?;
        let mut coordinator = Coordinator {
            statuses,
            tournament: tournament.into(),
            sources,
            connected: None,
            published: BTreeMap::new(),
            offered: BTreeMap::new(),
            waiting: VecDeque::new(),
            next_check: Instant::now() + CHECK_EVERY,
            restored: BTreeMap::new(),
            nonce: nonce.into(),
            broker,
        };
        coordinator.connected = Some(coordinator.connect().await?);
        Ok(coordinator)
    }

    /// Makes everything on the broker that is not there.
    async fn connect(&self) -> Result<Connected, BrokerError> {
        let failed = |error: &dyn std::error::Error| self.broker.failed(error);
        for lane in Lane::ALL {
            let stream = self.stream(lane.config()).await?;
            stream
                .get_or_create_consumer(names::WORKERS, names::workers_consumer())
                .await
                .map_err(|error| failed(&error))?;
        }
        let stream = self.stream(names::reports_config()).await?;
        let consumer = names::reports_consumer(&self.tournament);
        let name = consumer.durable_name.clone().unwrap_or_default();
        let consumer: PullConsumer =
            stream.get_or_create_consumer(&name, consumer).await.map_err(|error| failed(&error))?;
        let reports = consumer.stream().max_messages_per_batch(REPORTS_AT_ONCE).messages().await;
        let connected = Connected {
            reports: reports.map_err(|error| failed(&error))?,
            sources: Objects::create(&self.broker, names::SOURCES).await?,
            recordings: Objects::create(&self.broker, names::RECORDINGS).await?,
        };
        for (identity, packed) in &self.sources {
            if !connected.sources.has(identity).await? {
                connected.sources.put(identity, packed).await?;
            }
        }
        Ok(connected)
    }

    /// A stream with these settings, which is made if it is not there.
    async fn stream(&self, config: Config) -> Result<Stream, BrokerError> {
        let (name, subjects, retention) = (config.name.clone(), config.subjects.clone(), config.retention);
        let stream = self.broker.jetstream.get_or_create_stream(config).await;
        let stream = stream.map_err(|error| match error.kind() {
            CreateStreamErrorKind::JetStreamUnavailable | CreateStreamErrorKind::TimedOut => {
                self.broker.without_jetstream(&error)
            }
            _ => self.broker.failed(&error),
        })?;
        let found = &stream.cached_info().config;
        match found.subjects == subjects && found.retention == retention {
            true => Ok(stream),
            false => Err(self.broker.foreign(&name)),
        }
    }

    /// Offers a match to workers, or offers it to others than before.
    pub fn offer(&mut self, lane: Lane, key: MatchKey, order: &MatchOrder) {
        let is_again = !order.except.is_empty();
        self.offered.insert((lane, key), Offer { order: written(order), is_published: false, is_again });
        self.waiting.push_back((lane, key));
    }

    /// Notes that a match was reported on.
    pub fn settle(&mut self, lane: Lane, key: MatchKey) {
        self.offered.remove(&(lane, key));
    }

    /// Takes back all matches that no worker has begun.
    pub async fn withdraw(&mut self) {
        self.offered.clear();
        self.waiting.clear();
        for lane in Lane::ALL {
            // What stays is played, and its result is stored by the next run.
            if let Ok(queued) = self.keys_in(lane.stream(), &lane.subjects_of(&self.tournament)).await {
                let _ = self.remove(lane, queued.into_iter().collect()).await;
            }
        }
    }

    /// Removes specs from the broker. Not by a purge of their subjects: after that, NATS 2.9 gives
    /// workers no spec that was published before, also of other tournaments.
    async fn remove(&self, lane: Lane, keys: Vec<MatchKey>) -> Result<(), BrokerError> {
        let failed = |error: &dyn std::error::Error| self.broker.failed(error);
        let stream = self.broker.jetstream.get_stream(lane.stream()).await.map_err(|error| failed(&error))?;
        for some in keys.chunks(64) {
            let removals = some.iter().map(|key| async {
                let subject = lane.subject(&self.tournament, *key);
                // A worker may have played it meanwhile.
                if let Ok(message) = stream.get_last_raw_message_by_subject(&subject).await {
                    let _ = stream.delete_message(message.sequence).await;
                }
            });
            join_all(removals).await;
        }
        Ok(())
    }

    /// Connects if that is needed, publishes matches that wait, and asks from time to time whether
    /// the broker has lost some. Returns how many were published again.
    pub async fn maintain(&mut self) -> Result<usize, BrokerError> {
        let maintained = self.try_to_maintain().await;
        if maintained.is_err() {
            self.connected = None;
        }
        maintained
    }

    async fn try_to_maintain(&mut self) -> Result<usize, BrokerError> {
        if self.connected.is_none() {
            self.connected = Some(self.connect().await?);
            self.next_check = Instant::now();
        }
        self.publish_waiting().await?;
        if Instant::now() < self.next_check {
            return Ok(0);
        }
        self.next_check = Instant::now() + CHECK_EVERY;
        self.republish().await
    }

    /// The next thing that happens. Waits without end if there is no connection. Nothing is lost if
    /// the caller stops to wait.
    pub async fn next(&mut self) -> CoordinatorEvent {
        loop {
            let Some(connected) = &mut self.connected else { return std::future::pending().await };
            tokio::select! {
                message = connected.reports.next() => match message {
                    Some(Ok(message)) => {
                        if let Some(event) = received(message) {
                            return event;
                        }
                    }
                    Some(Err(error)) => {
                        tracing::info!(%error, "the reports are interrupted");
                        self.connected = None;
                    }
                    None => self.connected = None,
                },
                Some(message) = self.statuses.next() => {
                    let name = message.subject.as_str().rsplit('.').next().unwrap_or_default();
                    if let (Ok(name), Some(status)) = (WorkerName::parse(name), WorkerStatus::parse(&message.payload)) {
                        return CoordinatorEvent::Status(name, status);
                    }
                }
            }
        }
    }

    /// Publishes matches that were never published, as far as there is room for them.
    async fn publish_waiting(&mut self) -> Result<(), BrokerError> {
        let queued = self.offered.len().saturating_sub(self.waiting.len());
        let room = MOST_QUEUED.saturating_sub(queued);
        let (mut next, mut taken) = (Vec::new(), BTreeSet::new());
        while next.len() < room {
            let Some(name) = self.waiting.pop_front() else { break };
            // One that was settled meanwhile, or is there twice.
            if self.offered.get(&name).is_some_and(|offer| !offer.is_published) && taken.insert(name) {
                next.push(name);
            }
        }
        match self.publish(&next).await {
            Ok(()) => Ok(()),
            Err(error) => {
                next.into_iter().rev().for_each(|name| self.waiting.push_front(name));
                Err(error)
            }
        }
    }

    /// Publishes matches, many at a time.
    async fn publish(&mut self, matches: &[(Lane, MatchKey)]) -> Result<(), BrokerError> {
        let failed = |broker: &Broker, error: &dyn std::error::Error| broker.failed(error);
        for some in matches.chunks(256) {
            let mut acknowledgements = FuturesUnordered::new();
            let is_again = some.iter().any(|name| self.offered.get(name).is_some_and(|offer| offer.is_again));
            for (lane, key) in some {
                let Some(offer) = self.offered.get_mut(&(*lane, *key)) else { continue };
                offer.is_published = true;
                let times = self.published.entry((*lane, *key)).or_default();
                *times += 1;
                // The broker drops a message whose id it has seen.
                let id = format!("{}.{key}.{}.{lane:?}.{times}", self.tournament, self.nonce);
                let message = PublishMessage::build().payload(offer.order.clone().into()).message_id(id);
                let subject = lane.subject(&self.tournament, *key);
                let sent = self.broker.jetstream.send_publish(subject, message).await;
                acknowledgements.push(sent.map_err(|error| failed(&self.broker, &error))?.into_future());
            }
            while let Some(acknowledged) = acknowledgements.next().await {
                match acknowledged {
                    Ok(_) => {}
                    // It is there already.
                    Err(error) if is_known(&error) => {
                        if is_again {
                            self.next_check = self.next_check.min(Instant::now() + SOON);
                        }
                    }
                    Err(error) => return Err(failed(&self.broker, &error)),
                }
            }
        }
        Ok(())
    }

    /// Publishes again what the broker has lost: neither the spec is there nor a report on it.
    async fn republish(&mut self) -> Result<usize, BrokerError> {
        let mut lost = BTreeSet::new();
        for lane in Lane::ALL {
            let queued = self.keys_in(lane.stream(), &lane.subjects_of(&self.tournament)).await?;
            let queued = self.given_to_workers(lane, queued).await?;
            let published = self.offered.iter().filter(|((of, _), offer)| *of == lane && offer.is_published);
            lost.extend(published.map(|(name, _)| *name).filter(|(_, key)| !queued.contains(key)));
        }
        if lost.is_empty() {
            return Ok(0);
        }
        // Specs first, then reports: a spec is removed after its report was published.
        let reported = self.keys_in(names::REPORTS, &names::reports_of(&self.tournament)).await?;
        // The reports that audits are about are there still.
        let is_lost = |(lane, key): &(Lane, MatchKey)| *lane == Lane::Audits || !reported.contains(key);
        let lost: Vec<(Lane, MatchKey)> = lost.into_iter().filter(is_lost).collect();
        // Those that were offered again were not lost: their last message was there still.
        let is_again = |name: &&(Lane, MatchKey)| self.offered.get(name).is_some_and(|offer| offer.is_again);
        let again = lost.iter().filter(is_again).count();
        self.publish(&lost).await?;
        Ok(lost.len() - again)
    }

    /// These matches on the broker, if it gives them to workers. If somebody has purged subjects of the
    /// stream, NATS 2.9 keeps those that were published before, and gives them to nobody: they are
    /// removed, to be published again.
    async fn given_to_workers(
        &self,
        lane: Lane,
        queued: BTreeSet<MatchKey>,
    ) -> Result<BTreeSet<MatchKey>, BrokerError> {
        if queued.is_empty() {
            return Ok(queued);
        }
        let consumer = self.broker.jetstream.get_consumer_from_stream(names::WORKERS, lane.stream()).await;
        let consumer: PullConsumer = consumer.map_err(|error| self.broker.failed(&error))?;
        let info = consumer.cached_info();
        if info.num_pending > 0 || info.num_ack_pending > 0 {
            return Ok(queued);
        }
        tracing::warn!(count = queued.len(), "the broker gives specs to nobody");
        self.remove(lane, queued.into_iter().collect()).await?;
        Ok(BTreeSet::new())
    }

    /// The keys at the end of all subjects of a stream that have messages.
    async fn keys_in(&self, stream: &str, filter: &str) -> Result<BTreeSet<MatchKey>, BrokerError> {
        let failed = |error: &dyn std::error::Error| self.broker.failed(error);
        let found = self.broker.jetstream.get_stream(stream).await.map_err(|error| failed(&error))?;
        let mut subjects = found.info_with_subjects(filter).await.map_err(|error| failed(&error))?;
        let mut keys = BTreeSet::new();
        while let Some((subject, _)) = subjects.try_next().await.map_err(|error| failed(&error))? {
            keys.extend(subject.rsplit('.').next().and_then(MatchKey::parse));
        }
        Ok(keys)
    }

    /// Puts a source into the store again, unless it is there as it should be: a worker may be
    /// reading it.
    pub async fn restore_source(&mut self, identity: &str) {
        let now = Instant::now();
        let looked = self.restored.insert(identity.into(), now);
        if looked.is_some_and(|looked| now - looked < CHECK_EVERY) {
            return;
        }
        let Some(packed) = self.sources.get(identity) else { return };
        let Some(connected) = &self.connected else { return };
        let stored = connected.sources.get(identity, packed.len()).await;
        if stored.is_ok_and(|stored| stored.as_ref() == Some(packed)) {
            return;
        }
        if let Err(error) = connected.sources.put(identity, packed).await {
            tracing::warn!(%error, "a source could not be stored");
        }
    }

    /// The recording at a place, or why there is none.
    pub async fn recording(&self, place: &RecordingPlace) -> Result<RecordedReplies, String> {
        let Some(connected) = &self.connected else { return Err("the broker is gone".into()) };
        let bytes = connected.recordings.get(&place.name, MAX_REPLAY_BYTES as usize).await;
        let bytes = bytes.map_err(|error| error.to_string())?.ok_or("its recording is not on the broker")?;
        if sha256(&bytes) != place.sha256 {
            return Err("its recording is another one than the report says".into());
        }
        bounded::from_slice(&bytes).map_err(|error| format!("its recording cannot be read: {error}"))
    }

    /// Removes a recording that is stored elsewhere.
    pub async fn remove_recording(&self, place: &RecordingPlace) {
        if let Some(connected) = &self.connected {
            connected.recordings.remove(&place.name).await;
        }
    }

    /// The address of the broker.
    pub fn address(&self) -> String {
        self.broker.address()
    }
}

/// Whether a message was refused because it is there.
fn is_known(error: &PublishError) -> bool {
    error.kind() == PublishErrorKind::Other && format!("{error:?}").contains("maximum messages per subject")
}
