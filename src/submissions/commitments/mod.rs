//! Commit and reveal: who posted which hash when, and whether a source is one of those that its
//! player is bound to.
//!
//! A player posts the base64 of the SHA-256 of the source file's bytes, or of a folder's listing,
//! before a deadline, any number of times; after it, the player reveals a source before a second
//! deadline. A source counts if its hash is any of those that the player posted in time.
//! `docs/COMMITMENTS.md` is the guide for organisers.
//!
//! Architecture invariant: what is said of a source is a pure function of the ledger's text and the
//! source's bytes. No clock is read: when something was posted or revealed is what the ledger says.

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
pub use files::{RevealedFile, gather};
pub use finding::{CommitmentFinding, findings};
pub use hash::{SourceHash, SourceHashError};
pub use ledger::{Ledger, LedgerPlayer, Posting, Reveal};
pub use problem::{LedgerError, LedgerProblem};
pub use promise::{OrganiserPromise, PromiseError, PromiseProof};
pub use verdict::{CommitmentVerdict, CommittedTo, LikelyAccident, OtherPoster, RevealEvidence};
