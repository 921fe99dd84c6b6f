//! What is to be said of each player of a ledger, and of each source.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::{Serialize, Serializer};

use super::files::Revealed;
use super::hash::Hash;
use super::ledger::{Ledger, Player, folded};
use super::verdict::{Binds, Evidence, Verdict};
use crate::submissions::{MANIFEST, RevealedSource};

/// What stands in a list of what is not bound for the name of a file.
const FILE_NAME: &str = "file name";

/// What was found of a player or of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The player, as the ledger or the source has the name.
    pub player: String,
    #[serde(serialize_with = "as_text")]
    pub source: Option<PathBuf>,
    /// Its hash: of the folder, if it is one and the posting is not that of a file.
    pub hash: Option<Hash>,
    /// What belongs to the submission and is bound by no hash: other files by their paths, fields
    /// of its manifest as `bot.toml: FIELD`, and the `file name` of a single file.
    pub unbound: Vec<String>,
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// Looks up all players of the ledger, in its order, and after them the sources of nobody in it.
pub fn findings(ledger: &Ledger, revealed: &[Revealed]) -> Vec<Finding> {
    let mut sources: BTreeMap<String, Vec<&RevealedSource>> = BTreeMap::new();
    revealed.iter().for_each(|one| sources.entry(folded(&one.player)).or_default().push(&one.source));
    let players: BTreeSet<String> = ledger.players.iter().map(|player| folded(&player.name)).collect();
    let of_player = |player: &Player| match sources.get(&folded(&player.name)) {
        None => vec![finding(&player.name, None, |evidence| ledger.verdict_of(player, evidence))],
        Some(own) => of_player(ledger, player, own),
    };
    let strangers = revealed.iter().filter(|one| !players.contains(&folded(&one.player)));
    let of_stranger = |one: &Revealed| finding(&one.player, Some(&one.source), |_| Verdict::NoCommitment);
    ledger.players.iter().flat_map(of_player).chain(strangers.map(of_stranger)).collect()
}

/// The findings of one player's sources, in their order. Whoever takes the name of another has
/// posted none of that one's hashes, and keeps nobody from playing; of several that match, the
/// first one plays.
fn of_player(ledger: &Ledger, player: &Player, own: &[&RevealedSource]) -> Vec<Finding> {
    let mut first: Option<PathBuf> = None;
    let mut found = Vec::new();
    for source in own {
        let mut of_source =
            finding(&player.name, Some(source), |evidence| ledger.verdict_of(player, evidence));
        if of_source.verdict.is_match() {
            match &first {
                None => first = of_source.source.clone(),
                Some(first) => of_source.verdict = Verdict::Second { first: first.clone() },
            }
        }
        found.push(of_source);
    }
    found
}

fn finding(
    player: &str,
    source: Option<&RevealedSource>,
    verdict: impl Fn(Option<&Evidence<'_>>) -> Verdict,
) -> Finding {
    let others = source.map(others).unwrap_or_default();
    let evidence = source.map(|source| evidence(source, &others));
    let verdict = verdict(evidence.as_ref());
    Finding {
        player: player.into(),
        source: source.map(|source| source.file.clone()),
        hash: evidence.and_then(|evidence| shown_hash(&evidence, &verdict)),
        unbound: unbound(&verdict),
        verdict,
    }
}

/// A path as text: those of players need not be UTF-8, of which JSON is.
fn as_text<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    path.as_ref().map(|path| path.to_string_lossy()).serialize(serializer)
}

/// What the hash of its main file does not bind: other files, and fields of its manifest.
fn others(source: &RevealedSource) -> Vec<String> {
    let files = source.others.iter().map(|file| file.display().to_string());
    files.chain(source.decides.iter().map(|field| format!("{MANIFEST}: {field}"))).collect()
}

fn evidence<'a>(source: &'a RevealedSource, others: &'a [String]) -> Evidence<'a> {
    match &source.bytes {
        Err(why) => Evidence::Unreadable(why),
        Ok(bytes) => Evidence::Read {
            folder: source.listing.as_ref().map(Hash::of_folder),
            file: bytes.as_deref(),
            others,
        },
    }
}

fn shown_hash(evidence: &Evidence<'_>, verdict: &Verdict) -> Option<Hash> {
    let Evidence::Read { folder, file, .. } = evidence else { return None };
    let of_file = file.map(Hash::of);
    match verdict {
        Verdict::Matches { binds: Binds::File, .. } | Verdict::NotBound { .. } => of_file,
        _ => folder.or(of_file),
    }
}

fn unbound(verdict: &Verdict) -> Vec<String> {
    match verdict {
        Verdict::Matches { binds: Binds::File, .. } => vec![FILE_NAME.to_owned()],
        Verdict::NotBound { others, .. } => others.clone(),
        _ => Vec::new(),
    }
}
