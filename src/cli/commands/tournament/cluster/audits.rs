//! Compares results with those of trusted workers, and takes back what liars have sent.

use super::held::{HeldOutcome, ReportedResult};
use super::play::ClusterRun;
use super::reports::{UnusableResult, harmless_words};
use crate::cli::commands::tournament::patience::patiently;
use crate::cli::exit::CommandError;
use crate::cluster::{Delivery, Lane, ReportBody, WorkerName};
use crate::matches::MatchKey;
use crate::tournament::{PlayedMatch, ResultTrustLevel, Verdict};

impl ClusterRun<'_> {
    /// Offers a match to trusted workers, to compare their result with that of a worker.
    pub(super) fn offer_audit(&mut self, key: MatchKey, claim: &PlayedMatch, worker: &WorkerName) {
        let order = self.session.order(claim.spec.clone(), [worker.to_string()]);
        self.session.coordinator.offer(Lane::Audits, key, &order);
    }

    /// What a trusted worker found.
    pub(super) async fn audit_report(
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
            ReportBody::Played(report) => {
                self.complete(&worker, key, *report).await.map_err(UnusableResult::into_words)
            }
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
    pub(super) async fn refuted(
        &mut self,
        claim: ReportedResult,
        result: PlayedMatch,
    ) -> Result<(), CommandError> {
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
    pub(super) async fn refused(
        &mut self,
        worker: &WorkerName,
        key: MatchKey,
        why: &str,
    ) -> Result<(), CommandError> {
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
    pub(super) async fn quarantine_if_due(&mut self, worker: &WorkerName) -> Result<(), CommandError> {
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
}
