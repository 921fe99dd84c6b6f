//! What an organiser has written down: who posted and revealed what, and when.

use std::path::PathBuf;

use jiff::Timestamp;
use serde::Serialize;

use super::hash::SourceHash;
use super::promise::OrganiserPromise;

/// The ledger of a tournament. It is a plain value: nothing in it depends on when it is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    /// Hashes that were posted at this moment or before are in time.
    pub deadline: Timestamp,
    /// Sources that were revealed at this moment or before are in time; without it, all are.
    pub reveal_deadline: Option<Timestamp>,
    /// What the organiser is bound to.
    pub promises: Vec<OrganiserPromise>,
    /// The players, in the order in which the ledger first names them.
    pub players: Vec<LedgerPlayer>,
}

/// A player of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerPlayer {
    /// The name as the ledger has it, without blanks around it.
    pub name: String,
    /// What the player has posted, in the order of the ledger. Any posting in time counts.
    pub postings: Vec<Posting>,
    /// When the player revealed a source, if the ledger says so.
    pub reveal: Option<Reveal>,
}

/// A hash that a player has posted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Posting {
    /// Which of the player's postings it is, from 1, in the order of the ledger.
    pub number: usize,
    /// The hash of a source.
    pub hash: SourceHash,
    pub posted: Timestamp,
    /// Where the ledger says so.
    pub line: usize,
}

/// That a player has revealed a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reveal {
    pub revealed: Timestamp,
    /// The source: relative to the ledger if the ledger was parsed from text, and as a path to open
    /// if it was read from a file.
    pub source: Option<PathBuf>,
    /// Where the ledger says so.
    pub line: usize,
}

impl Ledger {
    /// The player of this name. Names are the same whatever their case and the blanks around them,
    /// since the ledger has no two that differ in nothing else.
    pub fn player(&self, name: &str) -> Option<&LedgerPlayer> {
        let wanted = folded(name);
        self.players.iter().find(|player| folded(&player.name) == wanted)
    }

    /// Whether a posting came in time: the deadline itself is in time.
    pub fn in_time(&self, posting: &Posting) -> bool {
        posting.posted <= self.deadline
    }

    /// The deadline that a reveal has missed, if it has.
    pub(super) fn missed_by(&self, reveal: &Reveal) -> Option<Timestamp> {
        self.reveal_deadline.filter(|deadline| reveal.revealed > *deadline)
    }
}

/// What names are compared by.
pub(super) fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}
