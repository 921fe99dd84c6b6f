//! Offers matches to workers, and stores what they report.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::ClusterSession;
use super::declines::DeclinedMatch;
use super::held::ReportedResult;
use crate::cli::InterruptSignal;
use crate::cli::commands::tournament::open::OpenTournament;
use crate::cli::commands::tournament::patience::patiently;
use crate::cli::commands::tournament::result_verifier::{ResultVerifier, VerifiedResult};
use crate::cli::commands::tournament::run::RunEnding;
use crate::cli::commands::worker::AUDITOR;
use crate::cli::exit::CommandError;
use crate::cli::terminal::progress::RunProgress;
use crate::cluster::{CoordinatorEvent, Delivery, Lane, RecordingPlace, UnreadableReport, WorkerName};
use crate::matches::{MatchKey, RunEvent, ScheduledMatch};
use crate::store::{IncomingResultOrigin, StoreOutcome};
use crate::tournament::PlayedMatch;

/// How often this process looks after what it waits for.
const TICK: Duration = Duration::from_secs(1);

/// How often results that wait are kept from being sent again, and workers are stored.
const HOLD_EVERY: Duration = Duration::from_secs(4);

/// The most results that are verified at once, and that are stored in one transaction.
const MOST_VERIFYING: usize = 64;
const MOST_IN_BATCH: usize = 256;

/// How long nobody plays until a person is told, for the first time and again.
const NO_WORKER_FOR: Duration = Duration::from_secs(8);
const NO_WORKER_AGAIN: Duration = Duration::from_secs(120);

/// How long the broker does not answer until a person is told, once.
const NO_BROKER_FOR: Duration = Duration::from_secs(3);

/// The result of a verification, with what it was about.
pub(super) type Verification = (WorkerName, MatchKey, Option<RecordingPlace>, Delivery, VerifiedResult);

/// The matches of one run.
pub(super) struct ClusterRun<'a> {
    pub(super) session: &'a mut ClusterSession,
    pub(super) opened: &'a mut OpenTournament,
    pub(super) progress: &'a mut RunProgress,
    pub(super) verifier: ResultVerifier,
    /// The matches to play, in the order in which progress shows them.
    scheduled: Vec<ScheduledMatch>,
    /// The places in `scheduled` and the positions in the schedule of the matches without a result.
    pub(super) left: BTreeMap<MatchKey, (usize, usize)>,
    pub(super) verifying: FuturesUnordered<Pin<Box<dyn Future<Output = Verification>>>>,
    pub(super) batch: Vec<ReportedResult>,
    pub(super) declined: BTreeMap<MatchKey, DeclinedMatch>,
    pub(super) void: BTreeMap<usize, String>,
    is_stopped: bool,
    /// Whether a worker was quarantined, so that its matches have to be planned again.
    pub(super) is_outdated: bool,
    pub(super) last_event: Instant,
    told_of_workers: Option<Instant>,
    broker_gone: Option<(Instant, bool)>,
    /// What workers said when they could not play. Each is told once.
    pub(super) told: BTreeSet<(WorkerName, String)>,
}

impl ClusterSession {
    /// Plays the matches at these positions of the schedule.
    pub(crate) async fn play(
        &mut self,
        opened: &mut OpenTournament,
        missing: &[usize],
        progress: &mut RunProgress,
        interrupt: &InterruptSignal,
    ) -> Result<RunEnding, CommandError> {
        let share = opened.remote.replay_share;
        let verifier =
            ResultVerifier::new(&mut opened.store, &opened.schedule, share, opened.program.clone())?;
        let schedule = &opened.schedule;
        let scheduled = missing.iter().map(|position| schedule.scheduled_matches.get(*position)).collect();
        let left = missing.iter().enumerate();
        let left = left.map(|(place, position)| (schedule.keys[*position], (place, *position))).collect();
        interrupt.take_over();
        let mut run = ClusterRun {
            session: self,
            opened,
            progress,
            verifier,
            scheduled,
            left,
            verifying: FuturesUnordered::new(),
            batch: Vec::new(),
            declined: BTreeMap::new(),
            void: BTreeMap::new(),
            is_stopped: false,
            is_outdated: false,
            last_event: Instant::now(),
            told_of_workers: None,
            broker_gone: None,
            told: BTreeSet::new(),
        };
        for position in missing {
            run.offer(*position);
        }
        run.until_done(interrupt).await?;
        run.ending()
    }
}

impl ClusterRun<'_> {
    /// Offers a match to workers, unless its result waits for an audit.
    pub(super) fn offer(&mut self, position: usize) {
        let key = self.opened.schedule.keys[position];
        if self.session.held.contains_key(&key) {
            return;
        }
        let except = self.declined.get(&key).map(|declined| declined.except.clone()).unwrap_or_default();
        let order = self.session.order(self.opened.schedule.spec(position), except);
        self.session.coordinator.offer(Lane::Matches, key, &order);
    }

    async fn until_done(&mut self, interrupt: &InterruptSignal) -> Result<(), CommandError> {
        let mut tick = tokio::time::interval(TICK);
        let mut held_at = Instant::now();
        while !(self.left.is_empty() || self.is_outdated || self.is_stopped && self.verifying.is_empty()) {
            self.maintain().await;
            let may_take = self.verifying.len() < MOST_VERIFYING && self.batch.len() < MOST_IN_BATCH;
            let is_waiting = !self.batch.is_empty();
            tokio::select! {
                biased;
                () = interrupt.asked() => self.stop().await,
                Some(verification) = self.verifying.next() => self.verified(verification).await?,
                event = self.session.coordinator.next(), if may_take => match event {
                    CoordinatorEvent::Report(report) => self.report(*report).await?,
                    CoordinatorEvent::Unreadable(unreadable) => {
                        let UnreadableReport { worker, key, why, delivery } = *unreadable;
                        delivery.accept().await;
                        if !self.session.workers.has_room(&worker) {
                            continue;
                        }
                        self.last_event = Instant::now();
                        self.session.coordinator.settle(Lane::Matches, key);
                        self.session.workers.heard(&worker);
                        self.refused(&worker, key, &format!("its report cannot be read: {why}")).await?;
                    }
                    CoordinatorEvent::Status(worker, status) => {
                        let tournament = self.session.tournament.clone();
                        self.session.workers.tells(&worker, status, &tournament);
                    }
                },
                // Nothing else is ready at the moment.
                () = std::future::ready(()), if is_waiting => self.store_batch().await?,
                _ = tick.tick() => {
                    self.find_unplayable();
                    self.tell_of_workers();
                    if held_at.elapsed() >= HOLD_EVERY {
                        held_at = Instant::now();
                        self.hold().await?;
                    }
                }
            }
            if self.batch.len() >= MOST_IN_BATCH {
                self.store_batch().await?;
            }
        }
        self.store_batch().await?;
        self.session.workers.store(&mut self.opened.store)
    }

    /// Ends the run. Matches that workers play already are stored by the next one.
    async fn stop(&mut self) {
        self.is_stopped = true;
        self.progress.say(
            "the matches that workers play now are stored by the next run; Ctrl-C once more leaves at once",
        );
        self.session.close().await;
    }

    /// Keeps the broker supplied, and tells a person if it is gone.
    async fn maintain(&mut self) {
        match self.session.coordinator.maintain().await {
            Ok(republished) => {
                if republished > 0 {
                    self.progress.say(&format!(
                        "the NATS server had lost {republished} matches, which are there again"
                    ));
                }
                if let Some((_, true)) = self.broker_gone.take() {
                    self.progress.say("the NATS server is there again");
                }
            }
            Err(error) => {
                let (since, is_told) = *self.broker_gone.get_or_insert((Instant::now(), false));
                if !is_told && since.elapsed() >= NO_BROKER_FOR {
                    self.broker_gone = Some((since, true));
                    self.progress.say(&format!("warning: {error}\n  the run goes on when it is there again"));
                }
                tokio::time::sleep(TICK / 4).await;
            }
        }
    }

    /// Keeps the broker from sending results again that wait for an audit, and stores what is known
    /// about workers.
    async fn hold(&mut self) -> Result<(), CommandError> {
        for held in self.session.held.values() {
            held.claim.delivery.hold().await;
        }
        self.session.workers.store(&mut self.opened.store)
    }

    /// Tells a person if nobody plays.
    fn tell_of_workers(&mut self) {
        if self.session.workers.present().any(|name| name != AUDITOR) {
            self.told_of_workers = None;
            return;
        }
        let wait = if self.told_of_workers.is_none() { NO_WORKER_FOR } else { NO_WORKER_AGAIN };
        if self.last_event.elapsed().min(self.told_of_workers.unwrap_or(self.last_event).elapsed()) >= wait {
            self.told_of_workers = Some(Instant::now());
            self.progress.say(&format!(
                "no worker is there: start `rathaus worker --nats {}` on each machine that plays",
                self.session.coordinator.address()
            ));
        }
    }

    /// Stores the results that count in one transaction, and lets the broker forget them.
    pub(super) async fn store_batch(&mut self) -> Result<(), CommandError> {
        let batch = std::mem::take(&mut self.batch);
        if batch.is_empty() {
            return Ok(());
        }
        let arrived: Vec<(PlayedMatch, IncomingResultOrigin)> = batch
            .iter()
            .map(|claim| {
                let source = format!("worker {}", claim.worker);
                (claim.played.clone(), IncomingResultOrigin { origin: claim.level, replace: false, source })
            })
            .collect();
        let OpenTournament { store, schedule, records, .. } = &mut *self.opened;
        let put = || store.put_all(schedule.rules(), &arrived, records);
        let outcomes = patiently(put, |words| self.progress.say(words)).await?;
        for (claim, outcome) in batch.into_iter().zip(outcomes) {
            let record = self.session.workers.about(&claim.worker);
            match outcome {
                StoreOutcome::New | StoreOutcome::Displaced(_) => record.accepted += 1,
                StoreOutcome::Known => record.duplicates += 1,
                StoreOutcome::Other(_) => {
                    record.duplicates += 1;
                    self.progress.say(&format!(
                        "warning: worker {} had another result of the match {:.12}, which is stored; it does not count",
                        claim.worker, claim.played.key
                    ));
                }
            }
            claim.delivery.accept().await;
            if let Some(place) = &claim.place {
                self.session.coordinator.remove_recording(place).await;
            }
            self.count(claim.played);
        }
        Ok(())
    }

    /// Shows that a match has been played.
    fn count(&mut self, played: PlayedMatch) {
        let Some(key) = MatchKey::parse(&played.key) else { return };
        let Some((place, _)) = self.left.remove(&key) else { return };
        let finished = RunEvent::Finished {
            scheduled_match: place,
            result: played.result,
            recording: None,
            kept: BTreeMap::new(),
        };
        self.progress.show(&self.scheduled, &finished);
    }

    fn ending(self) -> Result<RunEnding, CommandError> {
        if self.is_stopped {
            return Ok(RunEnding::Stopped);
        }
        if self.is_outdated {
            self.opened.refresh_schedule()?;
            return Ok(RunEnding::Ruled);
        }
        match self.void.is_empty() {
            true => Ok(RunEnding::Complete),
            false => Ok(RunEnding::Void(self.void)),
        }
    }
}
