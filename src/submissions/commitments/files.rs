//! Reads ledgers and the sources that were revealed.

use std::path::{Path, PathBuf};

use super::ledger::CommitmentLedger;
use super::problem::{LedgerErrors, LedgerProblem};
use crate::submissions::{RevealedSource, SubmissionError};
use crate::untrusted::{self, MAX_LEDGER_BYTES, SymlinkPolicy, UnreadableReason};

impl CommitmentLedger {
    /// Reads a ledger, and resolves the paths of its sources relative to it.
    pub fn read(path: &Path) -> Result<CommitmentLedger, LedgerErrors> {
        let failed = |problems| LedgerErrors { path: path.into(), problems };
        let text = untrusted::read_text(path, SymlinkPolicy::Follow, MAX_LEDGER_BYTES)
            .map_err(|error| failed(vec![unreadable(&error.why)]))?;
        let mut ledger = CommitmentLedger::parse(&text).map_err(failed)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for reveal in ledger.players.iter_mut().filter_map(|player| player.reveal.as_mut()) {
            reveal.source = reveal.source.take().map(|source| folder.join(source));
        }
        Ok(ledger)
    }
}

fn unreadable(why: &UnreadableReason) -> LedgerProblem {
    let help = "give the path of a ledger: a TOML file with a `deadline`, and a `[[posting]]` for each hash";
    LedgerProblem { line: None, problem: why.to_string(), help: help.into() }
}

/// A revealed source with its player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevealedPlayerSource {
    /// The player's name: from the ledger's `[[reveal]]` that names this file, else the source's
    /// own name.
    pub player: String,
    pub source: RevealedSource,
}

impl RevealedPlayerSource {
    /// Finds the player of a source.
    pub fn of(ledger: &CommitmentLedger, source: RevealedSource) -> RevealedPlayerSource {
        let named = ledger.players.iter().find(|player| {
            let file = player.reveal.as_ref().and_then(|reveal| reveal.source.as_deref());
            file.is_some_and(|file| same_file(file, &source))
        });
        let player = named.map_or_else(|| source.name.clone(), |player| player.name.clone());
        RevealedPlayerSource { player, source }
    }
}

/// Whether a path leads to this submission, by whichever route.
fn same_file(path: &Path, source: &RevealedSource) -> bool {
    let resolved = |path: &Path| path.canonicalize().ok();
    let is_it = |path: &Path| resolved(path).is_some_and(|path| Some(path) == resolved(&source.file));
    is_it(path) || RevealedSource::read(path).is_ok_and(|other| is_it(&other.file))
}

/// Reads the sources that the ledger names and those at `paths`. A missing source is the
/// organiser's mistake, and all missing ones are reported at once. An existing source that cannot
/// be read is its player's mistake, and becomes a finding.
pub fn gather(
    ledger: &CommitmentLedger,
    paths: &[PathBuf],
) -> Result<Vec<RevealedPlayerSource>, Vec<SubmissionError>> {
    let (mut gathered, mut errors): (Vec<RevealedPlayerSource>, Vec<SubmissionError>) =
        (Vec::new(), Vec::new());
    for player in &ledger.players {
        let Some(reveal) = &player.reveal else { continue };
        match reveal.source.as_deref().map(read) {
            Some(Ok(source)) => gathered.push(RevealedPlayerSource { player: player.name.clone(), source }),
            Some(Err(error)) => errors.push(error.with_help(format!(
                "put the source of `{}` there, or correct `source` in line {} of the ledger",
                player.name, reveal.line
            ))),
            None => {}
        }
    }
    for path in paths {
        match read(path).map(|source| RevealedPlayerSource::of(ledger, source)) {
            Ok(new) if gathered.iter().any(|one| same_file(&one.source.file, &new.source)) => {}
            Ok(new) => gathered.push(new),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(gathered) } else { Err(errors) }
}

fn read(path: &Path) -> Result<RevealedSource, SubmissionError> {
    match RevealedSource::read(path) {
        Err(error) if path.symlink_metadata().is_ok() => Ok(RevealedSource::unreadable(path, &error)),
        read => read,
    }
}
