//! Reads ledgers and the sources that were revealed.

use std::path::{Path, PathBuf};

use super::ledger::{Ledger, folded};
use super::problem::{LedgerError, Problem};
use crate::submission::{MainSource, SubmissionError};

impl Ledger {
    /// Reads a ledger. The sources that it names become paths that can be opened from here.
    pub fn read(path: &Path) -> Result<Ledger, LedgerError> {
        let failed = |problems| LedgerError { path: path.into(), problems };
        let text = std::fs::read_to_string(path).map_err(|error| failed(vec![unreadable(&error)]))?;
        let mut ledger = Ledger::parse(&text).map_err(failed)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for reveal in ledger.players.iter_mut().filter_map(|player| player.reveal.as_mut()) {
            reveal.source = reveal.source.take().map(|source| folder.join(source));
        }
        Ok(ledger)
    }
}

fn unreadable(error: &std::io::Error) -> Problem {
    let remedy =
        "give the path of a ledger: a TOML file with a `deadline`, and a `[[posting]]` for each hash";
    Problem { line: None, problem: format!("cannot be read: {error}"), remedy: remedy.into() }
}

/// A source, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revealed {
    /// The player, by the ledger's `[[reveal]]` if it names this file, else by the source's own name.
    pub player: String,
    /// The source.
    pub source: MainSource,
}

impl Revealed {
    /// Finds out whose source this is.
    pub fn of(ledger: &Ledger, source: MainSource) -> Revealed {
        let named = ledger.players.iter().find(|player| {
            let file = player.reveal.as_ref().and_then(|reveal| reveal.source.as_deref());
            file.is_some_and(|file| same_file(file, &source))
        });
        let player = named.map_or_else(|| source.name.clone(), |player| player.name.clone());
        Revealed { player, source }
    }
}

/// Whether the submission at a path has this main source, whichever way its path leads to it.
fn same_file(path: &Path, source: &MainSource) -> bool {
    let resolved = |source: &MainSource| source.file.canonicalize().ok();
    MainSource::read(path).is_ok_and(|other| resolved(&other) == resolved(source))
}

/// Reads the sources that the ledger names and those at these paths, with all problems at once.
pub fn gather(ledger: &Ledger, paths: &[PathBuf]) -> Result<Vec<Revealed>, Vec<SubmissionError>> {
    let (mut gathered, mut errors): (Vec<Revealed>, Vec<SubmissionError>) = (Vec::new(), Vec::new());
    for player in &ledger.players {
        let Some(reveal) = &player.reveal else { continue };
        match reveal.source.as_deref().map(MainSource::read) {
            Some(Ok(source)) => gathered.push(Revealed { player: player.name.clone(), source }),
            Some(Err(error)) => errors.push(error.with_remedy(format!(
                "put the source of `{}` there, or correct `source` in line {} of the ledger",
                player.name, reveal.line
            ))),
            None => {}
        }
    }
    for path in paths {
        match MainSource::read(path).map(|source| Revealed::of(ledger, source)) {
            Ok(revealed) => add(revealed, ledger, &mut gathered, &mut errors),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(gathered) } else { Err(errors) }
}

/// Says of each of these sources whose it is.
pub fn assign(ledger: &Ledger, sources: Vec<MainSource>) -> Result<Vec<Revealed>, Vec<SubmissionError>> {
    let (mut assigned, mut errors) = (Vec::new(), Vec::new());
    for source in sources {
        let new = Revealed::of(ledger, source);
        match second_of_player(&new, ledger, &assigned) {
            Some(error) => errors.push(error),
            None => assigned.push(new),
        }
    }
    if errors.is_empty() { Ok(assigned) } else { Err(errors) }
}

/// Adds a source, unless it is there already.
fn add(new: Revealed, ledger: &Ledger, gathered: &mut Vec<Revealed>, errors: &mut Vec<SubmissionError>) {
    if gathered.iter().any(|one| same_file(&one.source.file, &new.source)) {
        return;
    }
    match second_of_player(&new, ledger, gathered) {
        Some(error) => errors.push(error),
        None => gathered.push(new),
    }
}

/// A player can have one source only.
fn second_of_player(new: &Revealed, ledger: &Ledger, known: &[Revealed]) -> Option<SubmissionError> {
    ledger.player(&new.player)?;
    let first = known.iter().find(|one| folded(&one.player) == folded(&new.player))?;
    let problem =
        format!("a second source of the player `{}`, after {}", first.player, first.source.file.display());
    let remedy = "give one source for each player, or say with `source` in a [[reveal]] whose it is";
    Some(SubmissionError::input(&new.source.file, problem).with_remedy(remedy))
}
