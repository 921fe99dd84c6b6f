//! Results that do not count until trusted workers have played their matches again.

use rathaus_games::ConfiguredGame;

use crate::cluster::{Delivery, RecordingPlace, WorkerName};
use crate::tournament::{MatchResult, PlayedMatch, ResultTrustLevel, Verdict, judge};

/// How often trusted workers may fail to play a match again before its result counts without that.
const MOST_FAILURES: usize = 3;

/// A verified result of a worker.
pub(super) struct ReportedResult {
    pub(super) worker: WorkerName,
    pub(super) played: PlayedMatch,
    pub(super) level: ResultTrustLevel,
    /// Where its recording is on the broker, if it is large.
    pub(super) place: Option<RecordingPlace>,
    pub(super) delivery: Delivery,
}

/// A result that waits.
pub(super) struct HeldResult {
    pub(super) claim: ReportedResult,
    /// What trusted workers had, so far.
    trusted: Vec<PlayedMatch>,
    failures: usize,
}

/// What follows from a held result.
pub(super) enum HeldOutcome {
    /// A trusted worker has to play the match once more.
    Again,
    /// The claim counts.
    Counts(ReportedResult, Verdict),
    /// Another result counts: the claim is wrong.
    Refuted { claim: ReportedResult, result: Box<PlayedMatch> },
}

impl HeldResult {
    pub(super) fn new(claim: ReportedResult) -> HeldResult {
        HeldResult { claim, trusted: Vec::new(), failures: 0 }
    }

    /// What follows after a trusted worker has played the match.
    pub(super) fn with(
        mut self,
        played: PlayedMatch,
        rules: &ConfiguredGame,
    ) -> (HeldOutcome, Option<HeldResult>) {
        self.trusted.push(played);
        let results: Vec<&MatchResult> = self.trusted.iter().map(|played| &played.result).collect();
        match judge(&self.claim.played.result, &results, rules) {
            Verdict::Open => (HeldOutcome::Again, Some(self)),
            verdict @ (Verdict::Confirmed | Verdict::Unsteady) => {
                (HeldOutcome::Counts(self.claim, verdict), None)
            }
            Verdict::Refuted => {
                let result = self.trusted.pop().expect("a claim is refuted by results");
                (HeldOutcome::Refuted { claim: self.claim, result: Box::new(result) }, None)
            }
        }
    }

    /// What follows after a trusted worker could not play the match.
    pub(super) fn without(mut self) -> (HeldOutcome, Option<HeldResult>) {
        self.failures += 1;
        match self.failures < MOST_FAILURES {
            true => (HeldOutcome::Again, Some(self)),
            false => (HeldOutcome::Counts(self.claim, Verdict::Open), None),
        }
    }
}
