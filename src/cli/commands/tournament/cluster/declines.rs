//! Matches that workers do not play.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::play::ClusterRun;
use crate::cli::commands::worker::AUDITOR;
use crate::cli::exit::ExitKind;
use crate::cluster::{DeclineReason, Lane, WorkerName};
use crate::matches::MatchKey;
use crate::report::harmless;

/// How often a match that workers fail to play is given to others.
const MOST_FAILURES: usize = 3;

/// How long all workers that are there must have declined a match until it counts as one that cannot
/// be played: another worker may come.
const NOBODY_FOR: Duration = Duration::from_secs(15);

/// A match that has been declined.
#[derive(Default)]
pub(super) struct DeclinedMatch {
    /// The workers that do not get it again.
    pub(super) except: BTreeSet<String>,
    /// How often somebody failed to play it.
    failures: usize,
    words: String,
    since: Option<Instant>,
}

impl ClusterRun<'_> {
    /// What follows if a worker does not play a match.
    pub(super) async fn declined(
        &mut self,
        worker: &WorkerName,
        key: MatchKey,
        reason: DeclineReason,
        words: &str,
    ) {
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
    pub(super) fn failed(&mut self, key: MatchKey, position: usize, words: &str) {
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
    pub(super) fn give_to_others(&mut self, key: MatchKey, worker: Option<&WorkerName>, words: &str) {
        let Some((_, position)) = self.left.get(&key).copied() else { return };
        let declined = self.declined.entry(key).or_default();
        declined.except.extend(worker.map(ToString::to_string));
        declined.words = words.into();
        declined.since.get_or_insert_with(Instant::now);
        self.offer(position);
    }

    /// Finds the matches that none of the workers can play.
    pub(super) fn find_unplayable(&mut self) {
        let players = self.session.workers.present().filter(|name| *name != AUDITOR);
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
}
