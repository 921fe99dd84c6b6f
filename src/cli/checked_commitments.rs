//! Checks a run against a ledger of commitments.

use std::path::Path;

use jiff::Timestamp;
use rathaus_games::Seed;

use crate::cli::commands::seed_file::SeedFile;
use crate::cli::exit::{CommandError, ExitKind};
use crate::report::{CommitmentReport, ExclusionReason};
use crate::submissions::Submission;
use crate::submissions::commitments::{
    self, CommitmentFinding, CommitmentLedger, OrganiserSeedCommitment, RevealedPlayerSource,
    RevealedRandomness,
};

/// The result of checking a run against its ledger. The promises of the organiser are kept.
#[derive(Debug)]
pub(crate) struct CheckedCommitments {
    promises: Vec<OrganiserSeedCommitment>,
    /// The findings for the submissions, in their order.
    of_submissions: Vec<CommitmentFinding>,
    /// The findings for players of the ledger without a submission.
    of_others: Vec<CommitmentFinding>,
    /// Whether only verified submissions play.
    required: bool,
    /// The deadlines of the ledger for commitments and for reveals.
    deadlines: (Timestamp, Option<Timestamp>),
}

/// How error messages name the options or settings that prove the organiser's promises.
pub(crate) struct PromiseOptionNames {
    pub(crate) seed: &'static str,
    /// For the file with the numbers of the rounds.
    pub(crate) seed_file: &'static str,
}

impl CheckedCommitments {
    /// Reads a ledger, looks up all submissions in it, and checks the organiser's promises.
    pub(crate) fn resolve(
        path: &Path,
        required: bool,
        submissions: &[Submission],
        seed: Option<Seed>,
        seed_file: Option<&SeedFile>,
        labels: &PromiseOptionNames,
    ) -> Result<CheckedCommitments, CommandError> {
        let ledger =
            CommitmentLedger::read(path).map_err(|error| CommandError::new(ExitKind::Input, error))?;
        let (of_submissions, of_others) = look_up(&ledger, submissions);
        let promises = ledger.promises.clone();
        promises.iter().try_for_each(|promise| keep(promise, &ledger, seed, seed_file, labels))?;
        let deadlines = (ledger.deadline, ledger.reveal_deadline);
        Ok(CheckedCommitments { promises, of_submissions, of_others, required, deadlines })
    }

    /// Why the ledger excludes the submission at this position, if it does.
    pub(crate) fn exclusion(&self, position: usize) -> Option<ExclusionReason> {
        let CommitmentFinding { player, verdict, .. } = &self.of_submissions[position];
        (self.required && !verdict.is_match())
            .then(|| ExclusionReason::Unverified { player: player.clone(), why: verdict.to_string() })
    }

    /// Why the submission at this position is not verified, if it is not.
    pub(crate) fn unverified(&self, position: usize) -> Option<String> {
        let verdict = &self.of_submissions[position].verdict;
        (!verdict.is_match()).then(|| verdict.to_string())
    }

    /// The deadline for commitments, and that for reveals if the ledger has one.
    pub(crate) fn deadlines(&self) -> (Timestamp, Option<Timestamp>) {
        self.deadlines
    }

    /// A message for each player of the ledger without a submission.
    pub(crate) fn absent(&self) -> impl Iterator<Item = String> {
        self.of_others.iter().map(|finding| format!("{}: {}", finding.player, finding.verdict))
    }

    pub(crate) fn report(&self) -> CommitmentReport {
        CommitmentReport {
            promises: self
                .promises
                .iter()
                .map(|promise| (promise.name(), promise.hash().to_string()))
                .collect(),
            players: self.of_submissions.iter().chain(&self.of_others).cloned().collect(),
        }
    }
}

/// The findings for the submissions in their order, and those for players without a submission.
fn look_up(
    ledger: &CommitmentLedger,
    submissions: &[Submission],
) -> (Vec<CommitmentFinding>, Vec<CommitmentFinding>) {
    let revealed: Vec<RevealedPlayerSource> = submissions
        .iter()
        .map(|submission| RevealedPlayerSource::of(ledger, submission.revealed()))
        .collect();
    let (mut of_submissions, of_others): (Vec<CommitmentFinding>, Vec<CommitmentFinding>) =
        commitments::findings(ledger, &revealed).into_iter().partition(|finding| finding.source.is_some());
    let position = |finding: &CommitmentFinding| {
        revealed.iter().position(|one| Some(&one.source.file) == finding.source.as_ref())
    };
    of_submissions.sort_by_key(position);
    (of_submissions, of_others)
}

/// Checks a promise of the organiser against the seed or seed file of the run.
fn keep(
    promise: &OrganiserSeedCommitment,
    ledger: &CommitmentLedger,
    seed: Option<Seed>,
    seed_file: Option<&SeedFile>,
    labels: &PromiseOptionNames,
) -> Result<(), CommandError> {
    let broken = |why: String| CommandError::new(ExitKind::NotVerified, why);
    let unopened = |option: &str| {
        let (name, hash) = (promise.name(), promise.hash());
        broken(format!("the ledger promises a `{name}` with the hash {hash}; show it with {option}"))
    };
    match (promise, seed_file, seed) {
        (OrganiserSeedCommitment::SeedFile(_), Some(SeedFile { path, bytes }), _) => ledger
            .check_promise(RevealedRandomness::SeedFile(bytes))
            .map_err(|error| broken(format!("{}: {error}", path.display()))),
        (OrganiserSeedCommitment::Seed(_), _, Some(seed)) => ledger
            .check_promise(RevealedRandomness::Seed(seed))
            .map_err(|error| broken(format!("{} {seed}: {error}", labels.seed))),
        (OrganiserSeedCommitment::SeedFile(_), None, _) => Err(unopened(labels.seed_file)),
        (OrganiserSeedCommitment::Seed(_), _, None) => Err(unopened(labels.seed)),
    }
}
