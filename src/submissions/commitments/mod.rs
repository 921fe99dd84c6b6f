//! Commit and reveal: players post hashes before they reveal sources, and Rathaus checks each
//! source against the hashes of its player.
//!
//! A player posts the base64 of the SHA-256 of the source file's bytes, or of a folder's listing,
//! before a deadline, any number of times. After it, the player reveals a source before a second
//! deadline. A source counts if its hash is any of those that the player posted in time.
//! `docs/COMMITMENTS.md` is the guide for organisers.
//!
//! Architecture invariant: verdicts are a pure function of the ledger's text and the source's
//! bytes. No code here reads a clock; the ledger says when something was posted or revealed.

mod accidents;
mod fields;
mod files;
mod finding;
mod hash;
mod ledger;
mod problem;
mod promise;
mod reading;
mod verdict;

pub use accidents::SourceEdit;
pub use files::{RevealedPlayerSource, gather};
pub use finding::{CommitmentFinding, findings};
pub use hash::{CommitmentHash, CommitmentHashParseError};
pub use ledger::{CommitmentLedger, LedgerPlayer, LedgerSourceReveal, PostedSourceHash};
pub use problem::{LedgerErrors, LedgerProblem};
pub use promise::{OrganiserSeedCommitment, RevealedRandomness, SeedPromiseViolation};
pub use verdict::{CommitmentCheckInput, CommitmentVerdict, LikelyAccident, OtherPoster, SourceHashScope};
