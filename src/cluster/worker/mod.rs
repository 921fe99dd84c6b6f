//! A worker: takes specs from the broker, plays their matches, and publishes the results.

mod bots;
mod publishing;
mod status;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use futures_util::future::join_all;
use rathaus_games::ConfiguredGame;
use serde_json::Value;
use tokio::sync::OnceCell;

use super::broker::{Broker, BrokerError};
use super::message::{DeclineReason, MatchOrder, PROTOCOL, PlayConditions, ReportBody, WorkerReport};
use super::names::{self, ALIVE_EVERY, Lane, WorkerName};
use super::objects::Objects;
use super::speed;
use crate::matches::{
    MatchProvenance, MatchSlots, PlayedMatch, SlotMatch, SlotOutcome, WorkerProvenance, bounded,
};
use crate::submissions::BuildContext;
use crate::untrusted::{harmless, shortened};
use bots::BotCache;

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How long one request for specs waits for them.
const FETCH_TIME: Duration = Duration::from_secs(2);

/// The pause before the broker is asked again after something has failed.
const PAUSE: Duration = Duration::from_secs(1);

/// How long a spec that this worker must not play is kept from it.
const NOT_FOR_ME: Duration = Duration::from_secs(1);

/// A spec that was delivered more often than this without a report ends workers, perhaps.
const MOST_DELIVERIES: u64 = 8;

/// The most bytes of the words of a report.
const MOST_WORDS: usize = 4_000;

/// What the command that runs a worker does for it.
pub trait WorkerHost {
    /// The sandbox and the tools for builds and bots under these conditions.
    fn context<'a>(
        &'a self,
        conditions: &'a PlayConditions,
        rules: &'a ConfiguredGame,
    ) -> Pin<Box<dyn Future<Output = Result<BuildContext, String>> + 'a>>;

    /// Tells a person something.
    fn say(&self, words: &str);
}

/// The settings of a worker.
#[derive(Debug, Clone)]
pub struct WorkerOptions {
    pub name: WorkerName,
    /// How many matches it plays at once.
    pub concurrency: usize,
    /// What it plays, the most urgent first.
    pub lanes: Vec<Lane>,
    /// Whether it pauses while other programs of this machine need the processors.
    pub yields_to_load: bool,
}

/// A worker.
pub struct Worker<'a> {
    broker: Broker,
    options: WorkerOptions,
    host: &'a dyn WorkerHost,
    slots: MatchSlots,
    bots: BotCache,
    recordings: OnceCell<Objects>,
    consumers: RefCell<BTreeMap<Lane, PullConsumer>>,
    speed_percent: u32,
    /// When each match that is being played began, by its tournament and key.
    playing: RefCell<BTreeMap<(String, String), Instant>>,
    played: Cell<u64>,
    /// Whether it takes no more matches.
    is_stopped: Cell<bool>,
    /// Why it takes no match at the moment, if so.
    paused: RefCell<Option<String>>,
    /// Why it cannot play on, if so.
    unfit: RefCell<Option<String>>,
}

impl<'a> Worker<'a> {
    /// Measures the machine and starts the slots.
    pub fn new(broker: Broker, options: WorkerOptions, host: &'a dyn WorkerHost) -> io::Result<Worker<'a>> {
        Ok(Worker {
            slots: MatchSlots::new(options.concurrency)?,
            bots: BotCache::new(broker.clone()),
            recordings: OnceCell::new(),
            consumers: RefCell::default(),
            speed_percent: speed::speed_percent(),
            broker,
            options,
            host,
            playing: RefCell::default(),
            played: Cell::default(),
            is_stopped: Cell::default(),
            paused: RefCell::default(),
            unfit: RefCell::default(),
        })
    }

    /// The speed of this machine, in percent of the reference machine.
    pub fn speed_percent(&self) -> u32 {
        self.speed_percent
    }

    /// Plays until `stop` is ready, and then what has begun. An error if it cannot go on.
    pub async fn run(&self, stop: impl Future<Output = ()>) -> Result<(), String> {
        let slots = join_all((0..self.options.concurrency).map(|_| self.serve_slot()));
        let stopping = async {
            stop.await;
            self.is_stopped.set(true);
            std::future::pending::<()>().await;
        };
        tokio::select! {
            _ = slots => {}
            () = stopping => {}
            () = self.tell_status() => {}
        }
        self.unfit.borrow().clone().map_or(Ok(()), Err)
    }

    /// Takes one spec after the other, and plays it.
    async fn serve_slot(&self) {
        while self.goes_on() {
            if self.paused.borrow().is_some() {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            match self.next_spec().await {
                // It was asked for before the end.
                Ok(Some((_, message))) if !self.goes_on() => drop(message.ack_with(AckKind::Nak(None)).await),
                Ok(Some((lane, message))) => Box::pin(self.serve(lane, &message)).await,
                Ok(None) => {}
                Err(error @ BrokerError::Forbidden { .. }) => {
                    *self.unfit.borrow_mut() = Some(error.to_string());
                }
                Err(error) => {
                    tracing::info!(%error, "no spec");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    fn goes_on(&self) -> bool {
        !self.is_stopped.get() && self.unfit.borrow().is_none()
    }

    /// Waits some time for a spec.
    async fn next_spec(&self) -> Result<Option<(Lane, Message)>, BrokerError> {
        for (number, lane) in self.options.lanes.iter().enumerate() {
            let is_last = number + 1 == self.options.lanes.len();
            match self.fetch(*lane, is_last).await {
                Ok(Some(message)) => return Ok(Some((*lane, message))),
                Ok(None) => {}
                Err(error) => {
                    self.consumers.borrow_mut().remove(lane);
                    return Err(error);
                }
            }
        }
        Ok(None)
    }

    /// Takes a spec of a lane, if there is one or if one arrives soon.
    async fn fetch(&self, lane: Lane, waits: bool) -> Result<Option<Message>, BrokerError> {
        let failed = |error: &dyn std::error::Error| self.broker.failed(error);
        let known = self.consumers.borrow().get(&lane).cloned();
        let consumer = match known {
            Some(consumer) => consumer,
            None => {
                let jetstream = &self.broker.jetstream;
                let found = jetstream.get_consumer_from_stream(names::WORKERS, lane.stream()).await;
                let found: PullConsumer = found.map_err(|error| failed(&error))?;
                self.consumers.borrow_mut().insert(lane, found.clone());
                found
            }
        };
        let batch = match waits {
            true => consumer.batch().max_messages(1).expires(FETCH_TIME).messages().await,
            false => consumer.fetch().max_messages(1).messages().await,
        };
        match batch.map_err(|error| failed(&error))?.next().await {
            Some(message) => message.map(Some).map_err(|error| failed(&*error)),
            None => Ok(None),
        }
    }

    /// Plays the match of a spec and reports on it. Gives signs of life meanwhile.
    async fn serve(&self, lane: Lane, message: &Message) {
        let Some(order) = self.readable(message).await else { return };
        if order.except.iter().any(|name| name == self.options.name.as_str()) {
            let _ = message.ack_with(AckKind::Nak(Some(NOT_FOR_ME))).await;
            return;
        }
        let wanted = order.conditions.minimum_speed_percent;
        if self.speed_percent < wanted {
            return self.refuse(
                message,
                format!(
                    "this machine has {} % of the reference speed, and {} wants {wanted} %\n  help: use a faster machine, \
                     or ask the organiser to lower `minimum_speed` in [workers]",
                    self.speed_percent,
                    harmless(&order.title)
                ),
            )
            .await;
        }
        let key = order.spec.key();
        let name = (order.tournament.clone(), key.clone());
        self.playing.borrow_mut().insert(name.clone(), Instant::now());
        let alive = async {
            loop {
                tokio::time::sleep(ALIVE_EVERY).await;
                let _ = message.ack_with(AckKind::Progress).await;
            }
        };
        let work = async {
            let (deliveries, sequence) =
                message.info().map_or((1, 0), |info| (info.delivered.max(1) as u64, info.stream_sequence));
            let body = match deliveries > MOST_DELIVERIES {
                true => Err(Decline::new(
                    DeclineReason::Poisonous,
                    format!("it was given to workers {deliveries} times, and none has reported on it"),
                )),
                // Its type is too large for those around it.
                false => Box::pin(self.play(&order, &key)).await,
            };
            let body = match body {
                Err(decline) if decline.is_unfit => return self.refuse(message, decline.words).await,
                body => body.unwrap_or_else(Decline::into_report),
            };
            let is_audit = lane == Lane::Audits;
            let report = WorkerReport { protocol: PROTOCOL, deliveries, is_audit, body };
            if Box::pin(self.publish(&order, &key, sequence, &report)).await {
                let _ = message.double_ack().await;
            }
        };
        tokio::select! {
            () = work => {}
            () = alive => {}
        }
        self.playing.borrow_mut().remove(&name);
    }

    /// The order in a message. A worker does not play for another version of Rathaus.
    async fn readable(&self, message: &Message) -> Option<MatchOrder> {
        match bounded::from_slice::<MatchOrder>(&message.payload) {
            Ok(order) if order.protocol == PROTOCOL && order.rathaus == VERSION => return Some(order),
            Ok(order) => self.refuse(message, other_version(&order.rathaus)).await,
            Err(error) => {
                let order: Option<Value> = bounded::from_slice(&message.payload).ok();
                let other =
                    order.as_ref().and_then(|order| order["rathaus"].as_str()).filter(|it| *it != VERSION);
                match other {
                    Some(version) => self.refuse(message, other_version(version)).await,
                    None => {
                        tracing::warn!(%error, "a message is no spec");
                        let _ = message.ack_with(AckKind::Term).await;
                    }
                }
            }
        }
        None
    }

    /// Gives a spec back to others, and ends this worker.
    async fn refuse(&self, message: &Message, why: String) {
        *self.unfit.borrow_mut() = Some(why);
        let _ = message.ack_with(AckKind::Nak(None)).await;
    }

    /// Plays the match of an order.
    async fn play(&self, order: &MatchOrder, key: &str) -> Result<ReportBody, Decline> {
        let lineup = self.bots.lineup(order, self.host).await?;
        let scheduled = SlotMatch {
            game: Arc::clone(&lineup.game),
            bots: lineup.bots,
            lineup: lineup.name,
            seed: order.spec.seed,
            numbers: order.spec.numbers.clone(),
            recorded: Some(order.conditions.recording_bytes),
        };
        match self.slots.play(scheduled).await {
            SlotOutcome::Played { result, recording } => {
                self.played.set(self.played.get() + 1);
                tracing::info!(key, scores = ?result.scores, "played");
                let worker = WorkerProvenance {
                    name: self.options.name.to_string(),
                    speed_percent: self.speed_percent,
                };
                let here = MatchProvenance::here(lineup.sandbox, lineup.toolchains);
                let provenance = MatchProvenance { worker: Some(worker), ..here };
                let played = PlayedMatch::new(order.spec.clone(), *result, Some(provenance));
                Ok(self.with_recording(order, played, recording).await)
            }
            SlotOutcome::NotReady(fault) => Err(Decline::new(DeclineReason::NotReady, fault.to_string())),
            SlotOutcome::Void(void) => Err(Decline::new(DeclineReason::Void, void.to_string())),
        }
    }
}

fn other_version(version: &str) -> String {
    format!(
        "the tournament is played by Rathaus {}, and this worker is Rathaus {VERSION}\n  help: install the same version \
         on all machines",
        harmless(version)
    )
}

/// Why a match is not played.
struct Decline {
    reason: DeclineReason,
    words: String,
    /// Whether this worker can play no match under these conditions.
    is_unfit: bool,
}

impl Decline {
    fn new(reason: DeclineReason, words: impl Into<String>) -> Decline {
        Decline { reason, words: words.into(), is_unfit: false }
    }

    /// This machine has no sandbox, or not one that the tournament asks for.
    fn unfit(words: String) -> Decline {
        Decline { reason: DeclineReason::Unable, words, is_unfit: true }
    }

    fn into_report(self) -> ReportBody {
        let words = shortened(&self.words, MOST_WORDS);
        ReportBody::Declined { reason: self.reason, words }
    }
}
