//! What is to be said of each player of a ledger, and of each source.

use std::path::PathBuf;

use serde::Serialize;

use super::files::Revealed;
use super::hash::Hash;
use super::ledger::{Ledger, folded};
use super::verdict::Verdict;

/// What was found of a player or of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The player, as the ledger or the source has the name.
    pub player: String,
    /// The source, if there is one.
    pub source: Option<PathBuf>,
    /// Its hash.
    pub hash: Option<Hash>,
    /// Files beside the source that belong to the submission and that no hash binds.
    pub unbound: Vec<PathBuf>,
    /// What the ledger says.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// Looks up all players of the ledger, in its order, and after them the sources of nobody in it.
pub fn findings(ledger: &Ledger, revealed: &[Revealed]) -> Vec<Finding> {
    let of = |name: &str| revealed.iter().find(|one| folded(&one.player) == folded(name));
    let players = ledger.players.iter().map(|player| finding(ledger, &player.name, of(&player.name)));
    let strangers = revealed.iter().filter(|one| ledger.player(&one.player).is_none());
    players.chain(strangers.map(|one| finding(ledger, &one.player, Some(one)))).collect()
}

fn finding(ledger: &Ledger, player: &str, revealed: Option<&Revealed>) -> Finding {
    let source = revealed.map(|one| &one.source);
    Finding {
        player: player.into(),
        source: source.map(|source| source.file.clone()),
        hash: source.map(|source| Hash::of(&source.bytes)),
        unbound: source.map(|source| source.others.clone()).unwrap_or_default(),
        verdict: ledger.verdict(player, source.map(|source| source.bytes.as_slice())),
    }
}
