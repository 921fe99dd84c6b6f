//! The ledger that an organiser keeps: who posted and revealed what, and when.

use std::path::PathBuf;

use jiff::Timestamp;
use serde::Serialize;

use super::hash::CommitmentHash;
use super::promise::OrganiserSeedCommitment;

/// The ledger of a tournament, as a plain value that does not depend on the current time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommitmentLedger {
    /// The last moment for hashes: a hash posted at exactly this moment is in time.
    pub deadline: Timestamp,
    /// The last moment for sources. `None` if sources may be revealed at any time.
    pub reveal_deadline: Option<Timestamp>,
    /// What the organiser committed to.
    pub promises: Vec<OrganiserSeedCommitment>,
    /// The players, in the order in which the ledger first names them.
    pub players: Vec<LedgerPlayer>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerPlayer {
    /// The name as written in the ledger, trimmed.
    pub name: String,
    /// The player's postings, in the order of the ledger. Any posting in time counts.
    pub postings: Vec<PostedSourceHash>,
    /// The player's reveal, if the ledger has one.
    pub reveal: Option<LedgerSourceReveal>,
}

/// A hash that a player posted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PostedSourceHash {
    /// The number of the posting among those of the player, from 1, in the order of the ledger.
    pub number: usize,
    pub hash: CommitmentHash,
    pub posted: Timestamp,
    /// The line of the ledger.
    pub line: usize,
}

/// A player's reveal of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerSourceReveal {
    pub revealed: Timestamp,
    /// The path of the source. It is relative to the ledger if the ledger was parsed from text, and
    /// can be opened if the ledger was read from a file.
    pub source: Option<PathBuf>,
    /// The line of the ledger.
    pub line: usize,
}

impl CommitmentLedger {
    /// Finds a player by name, ignoring case and surrounding blanks. The parser refuses ledgers in
    /// which names differ only in these.
    pub fn player(&self, name: &str) -> Option<&LedgerPlayer> {
        let wanted = folded(name);
        self.players.iter().find(|player| folded(&player.name) == wanted)
    }

    /// Whether a posting is in time. The deadline itself is in time.
    pub fn in_time(&self, posting: &PostedSourceHash) -> bool {
        posting.posted <= self.deadline
    }

    /// The deadline that a reveal missed, if it missed one.
    pub(super) fn missed_by(&self, reveal: &LedgerSourceReveal) -> Option<Timestamp> {
        self.reveal_deadline.filter(|deadline| reveal.revealed > *deadline)
    }
}

/// The form of a name that is used for comparisons.
pub(super) fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}
