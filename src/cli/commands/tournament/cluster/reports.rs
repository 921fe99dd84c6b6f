//! Verifies what workers report.

use std::time::Instant;

use super::held::{HeldResult, ReportedResult};
use super::play::{ClusterRun, Verification};
use crate::cli::commands::tournament::result_verifier::{ResultVerifier, draw};
use crate::cli::exit::CommandError;
use crate::cluster::{Delivery, Lane, PlayedReport, ReceivedReport, ReportBody, WorkerName};
use crate::matches::{MatchKey, WorkerProvenance};
use crate::report::harmless;
use crate::tournament::PlayedMatch;
use crate::untrusted::{harmless_text, shortened};

impl ClusterRun<'_> {
    pub(super) async fn report(&mut self, received: ReceivedReport) -> Result<(), CommandError> {
        self.last_event = Instant::now();
        let ReceivedReport { worker, key, report, delivery } = received;
        if !self.session.workers.has_room(&worker) {
            // The match is offered again when the broker is asked what it has.
            delivery.accept().await;
            return Ok(());
        }
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
        if !self.verifier.is_own(key) {
            // The pairings may have changed since it was offered.
            tracing::info!(%key, %worker, "a report on a match that does not belong to the tournament");
            self.session.coordinator.settle(Lane::Matches, key);
            delivery.accept().await;
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
    pub(super) async fn claim(
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
            Err(unusable) => {
                delivery.accept().await;
                return self.unusable(&worker, key, unusable).await;
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

    /// Gives a match to others whose result cannot be used. Only what no honest worker sends counts
    /// against the worker.
    async fn unusable(
        &mut self,
        worker: &WorkerName,
        key: MatchKey,
        unusable: UnusableResult,
    ) -> Result<(), CommandError> {
        match unusable {
            UnusableResult::Wrong(why) => self.refused(worker, key, &why).await,
            UnusableResult::Incomplete(why) => {
                self.session.workers.about(worker).declined += 1;
                let why = harmless_words(&why);
                self.progress.say(&format!("worker {worker}, match {key:.12}: {why}; others play it again"));
                self.give_to_others(key, Some(worker), &why);
                Ok(())
            }
        }
    }

    /// The match of a report, with its recording.
    pub(super) async fn complete(
        &self,
        worker: &WorkerName,
        key: MatchKey,
        report: PlayedReport,
    ) -> Result<PlayedMatch, UnusableResult> {
        let mut played = report.played;
        if played.key != key.to_string() {
            return Err(UnusableResult::Wrong("it is the result of another match than it says".into()));
        }
        if let Some(why) = self.verifier.refusal(&self.opened.schedule, &played) {
            return Err(UnusableResult::Wrong(why));
        }
        let incomplete = UnusableResult::Incomplete;
        if let Some(place) = &report.recording {
            // Another worker may have overwritten it, or the broker lost it.
            played.recording = Some(self.session.coordinator.recording(place).await.map_err(incomplete)?);
        }
        if played.recording.is_none() && !self.session.workers.is_trusted(worker) {
            return Err(incomplete("it has no recording that could be replayed".into()));
        }
        let provenance =
            played.provenance.as_mut().ok_or(incomplete("it does not say how it was played".into()))?;
        if provenance.rathaus != env!("CARGO_PKG_VERSION") {
            return Err(incomplete(format!("it was played by Rathaus {}", harmless(&provenance.rathaus))));
        }
        // Only the name that the broker has checked counts.
        let speed_percent = provenance.worker.as_ref().map_or(0, |worker| worker.speed_percent);
        if speed_percent < self.session.conditions.minimum_speed_percent {
            return Err(incomplete(format!("it was played at {speed_percent} % of the reference speed")));
        }
        provenance.worker = Some(WorkerProvenance { name: worker.to_string(), speed_percent });
        Ok(played)
    }

    pub(super) async fn verified(&mut self, verification: Verification) -> Result<(), CommandError> {
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
    pub(super) fn is_audited(&mut self, claim: &ReportedResult) -> bool {
        if self.session.workers.is_trusted(&claim.worker) {
            return false;
        }
        let draw = draw(&self.session.secret, &format!("audit {}", claim.played.key));
        let record = self.session.workers.about(&claim.worker);
        // Results that wait count as well, so that no more are audited than have to be.
        let accepted = record.accepted.max(record.audited);
        self.session.audits.selects(&claim.played.result, accepted, draw)
    }
}

/// Why a result cannot be used.
pub(super) enum UnusableResult {
    /// No honest worker sends this.
    Wrong(String),
    /// Something is missing that the broker may have lost, or the worker should not have played.
    Incomplete(String),
}

impl UnusableResult {
    pub(super) fn into_words(self) -> String {
        let (UnusableResult::Wrong(why) | UnusableResult::Incomplete(why)) = self;
        why
    }
}

/// Words of a worker, as a terminal may show them.
pub(super) fn harmless_words(words: &str) -> String {
    shortened(&harmless_text(words), 2_000)
}
