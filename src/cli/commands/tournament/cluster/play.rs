//! Offers matches to workers, and stores what they report.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::ClusterSession;
use super::held::{HeldOutcome, HeldResult, ReportedResult};
use crate::cli::InterruptSignal;
use crate::cli::commands::tournament::open::OpenTournament;
use crate::cli::commands::tournament::patience::patiently;
use crate::cli::commands::tournament::result_verifier::{ResultVerifier, VerifiedResult, draw};
use crate::cli::commands::tournament::run::RunEnding;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::terminal::progress::RunProgress;
use crate::cluster::{
    CoordinatorEvent, DeclineReason, Delivery, Lane, PlayedReport, ReceivedReport, RecordingPlace,
    ReportBody, UnreadableReport, WorkerName,
};
use crate::matches::{MatchKey, RunEvent, ScheduledMatch, WorkerProvenance};
use crate::report::harmless;
use crate::store::{IncomingResultOrigin, StoreOutcome};
use crate::tournament::{PlayedMatch, ResultTrustLevel, Verdict};

/// How often this process looks after what it waits for.
const TICK: Duration = Duration::from_secs(1);

/// How often results that wait are kept from being sent again, and workers are stored.
const HOLD_EVERY: Duration = Duration::from_secs(4);

/// The most results that are verified at once, and that are stored in one transaction.
const MOST_VERIFYING: usize = 64;
const MOST_IN_BATCH: usize = 256;

/// How often a match that workers fail to play is given to others.
const MOST_FAILURES: usize = 3;

/// How long all workers that are there must have declined a match until it counts as one that cannot
/// be played: another worker may come.
const NOBODY_FOR: Duration = Duration::from_secs(15);

/// How long nobody plays until a person is told, for the first time and again.
const NO_WORKER_FOR: Duration = Duration::from_secs(8);
const NO_WORKER_AGAIN: Duration = Duration::from_secs(120);

/// How long the broker does not answer until a person is told, once.
const NO_BROKER_FOR: Duration = Duration::from_secs(3);

/// A match that has been declined.
#[derive(Default)]
struct DeclinedMatch {
    /// The workers that do not get it again.
    except: BTreeSet<String>,
    /// How often somebody failed to play it.
    failures: usize,
    words: String,
    since: Option<Instant>,
}

/// The result of a verification, with what it was about.
type Verification = (WorkerName, MatchKey, Option<RecordingPlace>, Delivery, VerifiedResult);

/// The matches of one run.
struct ClusterRun<'a> {
    session: &'a mut ClusterSession,
    opened: &'a mut OpenTournament,
    progress: &'a mut RunProgress,
    verifier: ResultVerifier,
    /// The matches to play, in the order in which progress shows them.
    scheduled: Vec<ScheduledMatch>,
    /// The places in `scheduled` and the positions in the schedule of the matches without a result.
    left: BTreeMap<MatchKey, (usize, usize)>,
    verifying: FuturesUnordered<Pin<Box<dyn Future<Output = Verification>>>>,
    batch: Vec<ReportedResult>,
    declined: BTreeMap<MatchKey, DeclinedMatch>,
    void: BTreeMap<usize, String>,
    is_stopped: bool,
    /// Whether a worker was quarantined, so that its matches have to be planned again.
    is_outdated: bool,
    last_event: Instant,
    told_of_workers: Option<Instant>,
    broker_gone: Option<(Instant, bool)>,
    /// What workers said when they could not play. Each is told once.
    told: BTreeSet<(WorkerName, String)>,
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
    fn offer(&mut self, position: usize) {
        let key = self.opened.schedule.keys[position];
        if self.session.held.contains_key(&key) {
            return;
        }
        let except = self.declined.get(&key).map(|declined| declined.except.clone()).unwrap_or_default();
        let order = self.session.order(self.opened.schedule.spec(position), except);
        self.session.coordinator.offer(Lane::Matches, key, &order);
    }

    /// Offers a match to trusted workers, to compare their result with that of a worker.
    fn offer_audit(&mut self, key: MatchKey, claim: &PlayedMatch, worker: &WorkerName) {
        let order = self.session.order(claim.spec.clone(), [worker.to_string()]);
        self.session.coordinator.offer(Lane::Audits, key, &order);
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
                        self.last_event = Instant::now();
                        self.session.coordinator.settle(Lane::Matches, key);
                        self.session.workers.heard(&worker);
                        delivery.accept().await;
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

    async fn report(&mut self, received: ReceivedReport) -> Result<(), CommandError> {
        self.last_event = Instant::now();
        let ReceivedReport { worker, key, report, delivery } = received;
        let record = self.session.workers.heard(&worker);
        record.redelivered += u64::from(report.deliveries > 1);
        if report.is_audit {
            return self.audit_report(worker, key, report.body, delivery).await;
        }
        if self.session.workers.is_quarantined(&worker) {
            self.session.coordinator.settle(Lane::Matches, key);
            delivery.accept().await;
            self.give_to_others(key, Some(&worker), "the worker is quarantined");
            return Ok(());
        }
        match report.body {
            ReportBody::Played(played) => self.claim(worker, key, *played, delivery).await,
            ReportBody::Declined { reason, words } => {
                self.session.coordinator.settle(Lane::Matches, key);
                delivery.accept().await;
                self.declined(&worker, key, reason, &harmless_words(&words)).await;
                Ok(())
            }
        }
    }

    /// Begins to verify what a worker claims.
    async fn claim(
        &mut self,
        worker: WorkerName,
        key: MatchKey,
        report: PlayedReport,
        delivery: Delivery,
    ) -> Result<(), CommandError> {
        self.session.coordinator.settle(Lane::Matches, key);
        let place = report.recording.clone();
        let played = match self.complete(&worker, key, report).await {
            Ok(played) => played,
            Err(why) => {
                delivery.accept().await;
                return self.refused(&worker, key, &why).await;
            }
        };
        if ResultVerifier::is_proven(&self.opened.store, &self.opened.schedule, &played)? {
            self.session.workers.about(&worker).duplicates += 1;
            delivery.accept().await;
            return Ok(());
        }
        let is_trusted = self.session.workers.is_trusted(&worker);
        let verified = self.verifier.verify(&self.opened.schedule, played, is_trusted);
        self.verifying.push(Box::pin(async move { (worker, key, place, delivery, verified.await) }));
        Ok(())
    }

    /// The match of a report, with its recording. An error if it cannot be a result.
    async fn complete(
        &self,
        worker: &WorkerName,
        key: MatchKey,
        report: PlayedReport,
    ) -> Result<PlayedMatch, String> {
        let mut played = report.played;
        if played.key != key.to_string() {
            return Err("it is the result of another match than it says".into());
        }
        if let Some(why) = self.verifier.refusal(&self.opened.schedule, &played) {
            return Err(why);
        }
        if let Some(place) = &report.recording {
            played.recording = Some(self.session.coordinator.recording(place).await?);
        }
        let provenance = played.provenance.as_mut().ok_or("it does not say how it was played")?;
        if provenance.rathaus != env!("CARGO_PKG_VERSION") {
            return Err(format!("it was played by Rathaus {}", harmless(&provenance.rathaus)));
        }
        // Only the name that the broker has checked counts.
        let speed_percent = provenance.worker.as_ref().map_or(0, |worker| worker.speed_percent);
        if speed_percent < self.session.conditions.minimum_speed_percent {
            return Err(format!("it was played at {speed_percent} % of the reference speed"));
        }
        provenance.worker = Some(WorkerProvenance { name: worker.to_string(), speed_percent });
        Ok(played)
    }

    async fn verified(&mut self, verification: Verification) -> Result<(), CommandError> {
        let (worker, key, place, delivery, verified) = verification;
        if self.session.workers.is_quarantined(&worker) {
            delivery.accept().await;
            self.give_to_others(key, Some(&worker), "the worker is quarantined");
            return Ok(());
        }
        let (played, level) = match verified {
            Ok(verified) => verified,
            Err(why) => {
                delivery.accept().await;
                return self.refused(&worker, key, &why).await;
            }
        };
        let claim = ReportedResult { worker, played, level, place, delivery };
        if self.left.contains_key(&key) && self.is_audited(&claim) {
            self.session.workers.about(&claim.worker).audited += 1;
            self.offer_audit(key, &claim.played, &claim.worker);
            self.session.held.insert(key, HeldResult::new(claim));
        } else {
            self.batch.push(claim);
        }
        Ok(())
    }

    /// Whether a trusted worker plays the match again before the claim counts.
    fn is_audited(&mut self, claim: &ReportedResult) -> bool {
        if self.session.workers.is_trusted(&claim.worker) {
            return false;
        }
        let draw = draw(&self.session.secret, &format!("audit {}", claim.played.key));
        let record = self.session.workers.about(&claim.worker);
        // Results that wait count as well, so that no more are audited than have to be.
        let accepted = record.accepted.max(record.audited);
        self.session.audits.selects(&claim.played.result, accepted, draw)
    }

    /// What a trusted worker found.
    async fn audit_report(
        &mut self,
        worker: WorkerName,
        key: MatchKey,
        body: ReportBody,
        delivery: Delivery,
    ) -> Result<(), CommandError> {
        delivery.accept().await;
        if !self.session.workers.is_trusted(&worker) {
            self.progress.say(&format!(
                "warning: worker {worker} plays audits, and is not trusted; they do not count"
            ));
            return Ok(());
        }
        self.session.coordinator.settle(Lane::Audits, key);
        let Some(held) = self.session.held.remove(&key) else { return Ok(()) };
        let found = match body {
            ReportBody::Played(report) => self.complete(&worker, key, *report).await,
            ReportBody::Declined { words, .. } => Err(harmless_words(&words)),
        };
        let rules = self.opened.schedule.rules_for(&held.claim.played.spec);
        let (outcome, held) = match found {
            Ok(played) => held.with(played, rules),
            Err(why) => {
                self.progress.say(&format!("worker {worker} could not audit the match {key:.12}: {why}"));
                held.without()
            }
        };
        if let Some(held) = held {
            let (claim, claimant) = (held.claim.played.clone(), held.claim.worker.clone());
            self.session.held.insert(key, held);
            self.offer_audit(key, &claim, &claimant);
        }
        match outcome {
            HeldOutcome::Again => Ok(()),
            HeldOutcome::Counts(claim, verdict) => {
                if verdict != Verdict::Confirmed {
                    let why = match verdict {
                        Verdict::Unsteady => "comes out differently each time",
                        _ => "could not be played again by a trusted worker",
                    };
                    self.progress.say(&format!(
                        "warning: the match {key:.12} {why}; the result of {} counts",
                        claim.worker
                    ));
                }
                self.batch.push(claim);
                Ok(())
            }
            HeldOutcome::Refuted { claim, result } => self.refuted(claim, *result).await,
        }
    }

    /// A claim is wrong: another result counts.
    async fn refuted(&mut self, claim: ReportedResult, result: PlayedMatch) -> Result<(), CommandError> {
        let ReportedResult { worker, delivery, place, played, .. } = claim;
        let difference = played.result.difference(&result.result).unwrap_or_default();
        self.progress.say(&format!(
            "warning: worker {worker} reported a wrong result of the match {:.12}: {}",
            played.key,
            harmless_words(&difference)
        ));
        self.session.workers.about(&worker).refuted += 1;
        let trusted = result.provenance.as_ref().and_then(|from| from.worker.as_ref());
        let trusted = trusted.and_then(|trusted| WorkerName::parse(&trusted.name).ok());
        let level = ResultTrustLevel::Trusted;
        let name = trusted.unwrap_or_else(|| worker.clone());
        self.batch.push(ReportedResult { worker: name, played: result, level, place, delivery });
        self.quarantine_if_due(&worker).await
    }

    /// A worker has sent what cannot be a result.
    async fn refused(&mut self, worker: &WorkerName, key: MatchKey, why: &str) -> Result<(), CommandError> {
        if self.session.workers.is_quarantined(worker) {
            self.give_to_others(key, Some(worker), "the worker is quarantined");
            return Ok(());
        }
        self.progress.say(&format!("warning: worker {worker}, match {key:.12}: {}", harmless_words(why)));
        self.session.workers.about(worker).refused += 1;
        self.give_to_others(key, Some(worker), why);
        self.quarantine_if_due(worker).await
    }

    /// Takes back all results of a worker that has sent too many wrong ones.
    async fn quarantine_if_due(&mut self, worker: &WorkerName) -> Result<(), CommandError> {
        let most = self.session.most_wrong;
        let is_trusted = self.session.workers.is_trusted(worker);
        let record = self.session.workers.about(worker);
        if record.wrong() < most || record.quarantine.is_some() || is_trusted {
            return Ok(());
        }
        // What others have found so far comes first.
        self.store_batch().await?;
        let record = self.session.workers.about(worker);
        record.quarantine = Some(format!("{} of its results were wrong", record.wrong()));
        record.accepted = 0;
        let record = record.clone();
        let store = &mut self.opened.store;
        let taken = patiently(|| store.quarantine(&record), |words| self.progress.say(words)).await?;
        self.progress.say(&format!(
            "warning: worker {worker} is quarantined: {}; {} of its results are taken back, and played again",
            record.quarantine.unwrap_or_default(),
            taken.len()
        ));
        let held = std::mem::take(&mut self.session.held);
        for (key, held) in held {
            match held.claim.worker == *worker {
                true => held.claim.delivery.accept().await,
                false => drop(self.session.held.insert(key, held)),
            }
        }
        self.is_outdated = true;
        Ok(())
    }

    /// What follows if a worker does not play a match.
    async fn declined(&mut self, worker: &WorkerName, key: MatchKey, reason: DeclineReason, words: &str) {
        self.session.workers.about(worker).declined += 1;
        let Some((_, position)) = self.left.get(&key).copied() else { return };
        tracing::info!(%key, %worker, ?reason, words, "declined");
        if reason != DeclineReason::NotReady && self.told.insert((worker.clone(), words.to_owned())) {
            self.progress.say(&format!("worker {worker} cannot play a match: {words}"));
        }
        match reason {
            DeclineReason::Source => {
                for identity in self.opened.schedule.spec(position).submissions {
                    self.session.coordinator.restore_source(&identity).await;
                }
                if let Some(program) = self.opened.schedule.rules().program() {
                    self.session.coordinator.restore_source(&program.identity.clone()).await;
                }
                self.failed(key, position, words);
            }
            DeclineReason::Unable => self.give_to_others(key, Some(worker), words),
            DeclineReason::Void | DeclineReason::Poisonous => self.failed(key, position, words),
            DeclineReason::NotReady => {
                let names: Vec<String> =
                    self.opened.schedule.names_of(position).map(|name| harmless(name)).collect();
                self.progress.say(&format!("{}: {words}", names.join(" and ")));
                self.opened.failures.push(ExitKind::NotReady);
                self.left.remove(&key);
            }
        }
    }

    /// Gives a match that somebody failed to play to anybody, a few times.
    fn failed(&mut self, key: MatchKey, position: usize, words: &str) {
        let declined = self.declined.entry(key).or_default();
        declined.failures += 1;
        if declined.failures >= MOST_FAILURES {
            self.left.remove(&key);
            self.void.insert(position, words.into());
            return;
        }
        self.offer(position);
    }

    /// Gives a match to others than this worker.
    fn give_to_others(&mut self, key: MatchKey, worker: Option<&WorkerName>, words: &str) {
        let Some((_, position)) = self.left.get(&key).copied() else { return };
        let declined = self.declined.entry(key).or_default();
        declined.except.extend(worker.map(ToString::to_string));
        declined.words = words.into();
        declined.since.get_or_insert_with(Instant::now);
        self.offer(position);
    }

    /// Finds the matches that none of the workers can play.
    fn find_unplayable(&mut self) {
        let players = self.session.workers.present().filter(|name| *name != super::OWN_NAME);
        let present: BTreeSet<&str> = players.collect();
        let is_hopeless = |declined: &DeclinedMatch| {
            !present.is_empty()
                && declined.since.is_some_and(|since| since.elapsed() >= NOBODY_FOR)
                && present.iter().all(|name| declined.except.contains(*name))
        };
        let found: Vec<MatchKey> = self
            .declined
            .iter()
            .filter(|(key, declined)| self.left.contains_key(key) && is_hopeless(declined))
            .map(|(key, _)| *key)
            .collect();
        for key in found {
            let Some((_, position)) = self.left.remove(&key) else { continue };
            let words = self.declined.remove(&key).map(|declined| declined.words).unwrap_or_default();
            self.session.coordinator.settle(Lane::Matches, key);
            self.void.insert(position, format!("no worker that is there can play it: {words}"));
        }
    }

    /// Tells a person if nobody plays.
    fn tell_of_workers(&mut self) {
        if self.session.workers.present().any(|name| name != super::OWN_NAME) {
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
    async fn store_batch(&mut self) -> Result<(), CommandError> {
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

/// Words of a worker, as a terminal may show them.
fn harmless_words(words: &str) -> String {
    crate::untrusted::shortened(&crate::untrusted::harmless_text(words), 2_000)
}
