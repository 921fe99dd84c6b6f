//! Verdicts: whether a source matches what its player committed to.

use std::fmt;
use std::path::PathBuf;

use jiff::Timestamp;
use serde::Serialize;

use super::accidents::{self, SourceEdit};
use super::hash::CommitmentHash;
use super::ledger::{CommitmentLedger, LedgerPlayer, PostedSourceHash};

/// Whether a player's source may play, and if not, why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum CommitmentVerdict {
    /// The source matches a hash that its player posted in time.
    Matches {
        /// The earliest posting with the source's hash.
        posting: PostedSourceHash,
        /// The other players who posted that hash, with the time of their first posting. A player
        /// who copies a hash can copy the source after its reveal.
        also_posted_by: Vec<OtherPoster>,
        binds: SourceHashScope,
    },
    /// The player posted the hash of the main file in time, but no hash binds other parts that
    /// decide what runs.
    NotBound {
        /// The earliest posting with the file's hash.
        posting: PostedSourceHash,
        /// The parts that no hash binds.
        others: Vec<String>,
    },
    /// Another source of the same player already matches, and a player has only one.
    Second { first: PathBuf },
    /// The source could not be read.
    Unreadable { why: String },
    /// The player has not posted the hash of the source.
    Mismatch {
        /// The number of the player's postings in time.
        in_time: usize,
        /// A change that would make the source match. It explains the mismatch, but does not
        /// excuse it.
        accident: Option<LikelyAccident>,
    },
    /// The player posted the source's hash, but only after the deadline.
    PostedLate {
        /// The earliest posting with the source's hash.
        posting: PostedSourceHash,
        /// The deadline for postings.
        deadline: Timestamp,
    },
    /// The source was revealed too late, whatever its hash.
    RevealedLate {
        revealed: Timestamp,
        /// The deadline for reveals.
        deadline: Timestamp,
    },
    /// The player posted a hash, but there is no source.
    Missing,
    /// The ledger has no posting by this player.
    NoCommitment,
}

/// What a posted hash covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceHashScope {
    /// The bytes of one file, without its name.
    File,
    /// All files of a folder: their names, their bytes, whether they are executable, and
    /// the manifest.
    Folder,
}

/// A revealed source as far as it could be read, for a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommitmentCheckInput<'a> {
    /// The source could not be read, for this reason.
    Unreadable(&'a str),
    Read {
        folder: Option<CommitmentHash>,
        /// The bytes of its main file, if that is known.
        file: Option<&'a [u8]>,
        /// What else decides what runs: other files, and fields of the manifest.
        others: &'a [String],
    },
}

/// Changes that would make the source match, with the posting that it would match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LikelyAccident {
    /// The changes to the source, in order.
    pub steps: Vec<SourceEdit>,
    /// The posting that the changed source matches.
    pub posting: PostedSourceHash,
}

/// Another player who posted the same hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OtherPoster {
    pub player: String,
    /// The time of that player's first posting of it.
    pub posted: Timestamp,
}

impl CommitmentLedger {
    /// The verdict on this player, who revealed `source`.
    ///
    /// Lateness has precedence: a source that was revealed late is out whatever its hash. A source
    /// whose hash was not posted in time is out whenever it was revealed.
    pub fn verdict(&self, player: &str, source: Option<&CommitmentCheckInput<'_>>) -> CommitmentVerdict {
        self.player(player).map_or(CommitmentVerdict::NoCommitment, |player| self.verdict_of(player, source))
    }

    /// The verdict on a player of the ledger.
    pub(super) fn verdict_of(
        &self,
        player: &LedgerPlayer,
        source: Option<&CommitmentCheckInput<'_>>,
    ) -> CommitmentVerdict {
        if player.postings.is_empty() {
            return CommitmentVerdict::NoCommitment;
        }
        let late = player.reveal.as_ref().and_then(|reveal| Some((reveal.revealed, self.missed_by(reveal)?)));
        match (late, source) {
            (Some((revealed, deadline)), _) => CommitmentVerdict::RevealedLate { revealed, deadline },
            (None, None) => CommitmentVerdict::Missing,
            (None, Some(CommitmentCheckInput::Unreadable(why))) => {
                CommitmentVerdict::Unreadable { why: (*why).to_owned() }
            }
            (None, Some(CommitmentCheckInput::Read { folder, file, others })) => {
                self.compare(player, *folder, *file, others)
            }
        }
    }

    fn compare(
        &self,
        player: &LedgerPlayer,
        folder: Option<CommitmentHash>,
        file: Option<&[u8]>,
        others: &[String],
    ) -> CommitmentVerdict {
        let (in_time, late): (Vec<&PostedSourceHash>, Vec<&PostedSourceHash>) =
            player.postings.iter().partition(|posting| self.in_time(posting));
        let of_file = file.map(CommitmentHash::of);
        if let Some((posting, hash)) = folder.and_then(|hash| Some((first(&in_time, &hash)?, hash))) {
            let also_posted_by = self.others_with(&hash, player);
            return CommitmentVerdict::Matches { posting, also_posted_by, binds: SourceHashScope::Folder };
        }
        if let Some((posting, hash)) = of_file.and_then(|hash| Some((first(&in_time, &hash)?, hash))) {
            let also_posted_by = self.others_with(&hash, player);
            return match others.is_empty() {
                true => CommitmentVerdict::Matches { posting, also_posted_by, binds: SourceHashScope::File },
                false => CommitmentVerdict::NotBound { posting, others: others.to_vec() },
            };
        }
        if let Some(posting) = folder.iter().chain(&of_file).find_map(|hash| first(&late, hash)) {
            return CommitmentVerdict::PostedLate { posting, deadline: self.deadline };
        }
        let accident = file
            .and_then(|bytes| accidents::find(bytes, &|hash| first(&in_time, hash).is_some()))
            .and_then(|(steps, hash)| Some(LikelyAccident { steps, posting: first(&in_time, &hash)? }));
        CommitmentVerdict::Mismatch { in_time: in_time.len(), accident }
    }

    fn others_with(&self, hash: &CommitmentHash, player: &LedgerPlayer) -> Vec<OtherPoster> {
        let others = self.players.iter().filter(|other| other.name != player.name);
        let posted = |other: &LedgerPlayer| {
            let same = other.postings.iter().filter(|posting| posting.hash == *hash);
            same.map(|posting| posting.posted).min()
        };
        others
            .filter_map(|other| Some(OtherPoster { player: other.name.clone(), posted: posted(other)? }))
            .collect()
    }
}

/// The earliest of the postings with this hash.
fn first(postings: &[&PostedSourceHash], hash: &CommitmentHash) -> Option<PostedSourceHash> {
    let same = postings.iter().filter(|posting| posting.hash == *hash);
    same.min_by_key(|posting| posting.posted).map(|posting| (*posting).clone())
}

impl CommitmentVerdict {
    /// Whether the source may play.
    pub fn is_match(&self) -> bool {
        matches!(self, CommitmentVerdict::Matches { .. })
    }

    /// The verdict in one to three words, for tables.
    pub fn title(&self) -> &'static str {
        match self {
            CommitmentVerdict::Matches { .. } => "matches",
            CommitmentVerdict::NotBound { .. } => "not bound",
            CommitmentVerdict::Second { .. } => "second source",
            CommitmentVerdict::Unreadable { .. } => "unreadable",
            CommitmentVerdict::Mismatch { .. } => "mismatch",
            CommitmentVerdict::PostedLate { .. } => "posted too late",
            CommitmentVerdict::RevealedLate { .. } => "revealed too late",
            CommitmentVerdict::Missing => "missing",
            CommitmentVerdict::NoCommitment => "no commitment",
        }
    }
}

impl fmt::Display for CommitmentVerdict {
    /// Writes the reason as part of a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommitmentVerdict::Matches { posting, .. } => write!(f, "it matches posting {posting}"),
            CommitmentVerdict::Mismatch { in_time, accident } => {
                match in_time {
                    0 => write!(f, "none of the player's hashes was posted in time")?,
                    1 => write!(f, "its hash is not the one that was posted in time")?,
                    _ => write!(f, "its hash is none of the {in_time} that were posted in time")?,
                }
                match accident {
                    Some(LikelyAccident { steps, posting }) => {
                        write!(f, "; {} it would match posting {posting}", accidents::words(steps))
                    }
                    None => Ok(()),
                }
            }
            CommitmentVerdict::PostedLate { posting, deadline } => {
                write!(
                    f,
                    "its hash is that of posting {posting}, which came after the deadline of {deadline}"
                )
            }
            CommitmentVerdict::RevealedLate { revealed, deadline } => {
                write!(f, "it was revealed at {revealed}, after the deadline of {deadline}")
            }
            CommitmentVerdict::NotBound { posting, others } => write!(
                f,
                "posting {posting} binds the main file only, and not what else decides what runs: {}",
                others.join(", ")
            ),
            CommitmentVerdict::Second { first } => {
                write!(f, "a player has one source, and {} matches already", first.display())
            }
            CommitmentVerdict::Unreadable { why } => write!(f, "it cannot be read: {why}"),
            CommitmentVerdict::Missing => write!(f, "there is no source of this player"),
            CommitmentVerdict::NoCommitment => {
                write!(f, "the ledger has no posting by a player of this name")
            }
        }
    }
}

impl fmt::Display for PostedSourceHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.number, self.posted)
    }
}

#[cfg(test)]
mod tests;
