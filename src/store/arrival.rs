//! Results as they arrive.

use crate::tournament::{PlayedMatch, ResultTrustLevel};

/// The outcome of storing a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreOutcome {
    /// It was stored.
    New,
    /// An equal result was stored already.
    Known,
    /// A different result was stored already, from this origin, and stays. The new one is kept as a
    /// conflict.
    Other(ResultTrustLevel),
    /// It displaced a different result from this origin.
    Displaced(ResultTrustLevel),
}

/// How a result arrives that is to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncomingResultOrigin {
    /// The origin of the result.
    pub origin: ResultTrustLevel,
    /// Whether it may displace any result that this host has not played, if it is proven itself.
    pub replace: bool,
    /// Where it stood: the name of a file and the number of the result.
    pub source: String,
}

/// A result that contradicts the stored one.
#[derive(Debug, Clone)]
pub struct ConflictingResult {
    pub origin: ResultTrustLevel,
    /// Where it stood.
    pub source: String,
    pub played: PlayedMatch,
}
