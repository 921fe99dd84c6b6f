//! The findings about each player of a ledger and each revealed source.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Serialize, Serializer};

use super::files::RevealedPlayerSource;
use super::hash::CommitmentHash;
use super::ledger::{CommitmentLedger, LedgerPlayer, folded};
use super::verdict::{CommitmentCheckInput, CommitmentVerdict, SourceHashScope};
use crate::submissions::{MANIFEST, RevealedSource};

/// The entry for the file's name in a list of unbound parts.
const FILE_NAME: &str = "file name";

/// The finding about a player or a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CommitmentFinding {
    /// The player's name, from the ledger or else from the source.
    pub player: String,
    #[serde(serialize_with = "as_text")]
    pub source: Option<PathBuf>,
    /// The hash of the folder, if the source is one and the posting is not that of a file.
    /// Otherwise the hash of the file.
    pub hash: Option<CommitmentHash>,
    /// The parts of the submission that no hash binds: other files by their paths, fields of the
    /// manifest as `bot.toml: FIELD`, and `file name` for a single file.
    #[serde(rename = "unbound")]
    pub without_commitments: Vec<String>,
    #[serde(flatten)]
    pub verdict: CommitmentVerdict,
}

/// Checks all players of the ledger, in its order, and then the sources that belong to none
/// of them.
pub fn findings(ledger: &CommitmentLedger, revealed: &[RevealedPlayerSource]) -> Vec<CommitmentFinding> {
    let mut sources: BTreeMap<String, Vec<&RevealedSource>> = BTreeMap::new();
    revealed.iter().for_each(|one| sources.entry(folded(&one.player)).or_default().push(&one.source));
    let players: BTreeSet<String> = ledger.players.iter().map(|player| folded(&player.name)).collect();
    let of_player = |player: &LedgerPlayer| match sources.get(&folded(&player.name)) {
        None => vec![finding(&player.name, None, |evidence| ledger.verdict_of(player, evidence))],
        Some(own) => of_player(ledger, player, own),
    };
    let strangers = revealed.iter().filter(|one| !players.contains(&folded(&one.player)));
    let of_stranger = |one: &RevealedPlayerSource| {
        finding(&one.player, Some(&one.source), |_| CommitmentVerdict::NoCommitment)
    };
    ledger.players.iter().flat_map(of_player).chain(strangers.map(of_stranger)).collect()
}

/// The findings about one player's sources, in their order. If several match, the first one plays.
/// So somebody who reveals a source under another player's name cannot keep that player out, since
/// it matches none of that player's hashes.
fn of_player(
    ledger: &CommitmentLedger,
    player: &LedgerPlayer,
    own: &[&RevealedSource],
) -> Vec<CommitmentFinding> {
    let mut first: Option<PathBuf> = None;
    let mut found = Vec::new();
    for source in own {
        let mut of_source =
            finding(&player.name, Some(source), |evidence| ledger.verdict_of(player, evidence));
        if of_source.verdict.is_match() {
            match &first {
                None => first = of_source.source.clone(),
                Some(first) => of_source.verdict = CommitmentVerdict::Second { first: first.clone() },
            }
        }
        found.push(of_source);
    }
    found
}

fn finding(
    player: &str,
    source: Option<&RevealedSource>,
    verdict: impl Fn(Option<&CommitmentCheckInput<'_>>) -> CommitmentVerdict,
) -> CommitmentFinding {
    let others = source.map(others).unwrap_or_default();
    let evidence = source.map(|source| evidence(source, &others));
    let verdict = verdict(evidence.as_ref());
    CommitmentFinding {
        player: player.into(),
        source: source.map(|source| source.file.clone()),
        hash: evidence.and_then(|evidence| shown_hash(&evidence, &verdict)),
        without_commitments: without_commitments(&verdict),
        verdict,
    }
}

/// Serialises a path as text. Players' paths may not be UTF-8, but JSON must be.
fn as_text<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    path.as_ref().map(|path| path.to_string_lossy()).serialize(serializer)
}

/// The parts that the hash of the main file does not bind: other files, and fields of the manifest.
fn others(source: &RevealedSource) -> Vec<String> {
    let files = source.others.iter().map(|file| file.display().to_string());
    files.chain(source.decides.iter().map(|field| format!("{MANIFEST}: {field}"))).collect()
}

fn evidence<'a>(source: &'a RevealedSource, others: &'a [String]) -> CommitmentCheckInput<'a> {
    match &source.bytes {
        Err(why) => CommitmentCheckInput::Unreadable(why),
        Ok(bytes) => CommitmentCheckInput::Read {
            folder: source.listing.as_ref().map(CommitmentHash::of_folder),
            file: bytes.as_deref(),
            others,
        },
    }
}

fn shown_hash(evidence: &CommitmentCheckInput<'_>, verdict: &CommitmentVerdict) -> Option<CommitmentHash> {
    let CommitmentCheckInput::Read { folder, file, .. } = evidence else { return None };
    let of_file = file.map(CommitmentHash::of);
    match verdict {
        CommitmentVerdict::Matches { binds: SourceHashScope::File, .. }
        | CommitmentVerdict::NotBound { .. } => of_file,
        _ => folder.or(of_file),
    }
}

fn without_commitments(verdict: &CommitmentVerdict) -> Vec<String> {
    match verdict {
        CommitmentVerdict::Matches { binds: SourceHashScope::File, .. } => vec![FILE_NAME.to_owned()],
        CommitmentVerdict::NotBound { others, .. } => others.clone(),
        _ => Vec::new(),
    }
}
