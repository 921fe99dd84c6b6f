//! What the ratings of a multiplayer game rest on.

use serde::Serialize;

use crate::tournament::standings::{GoodnessOfFit, RATING_ANCHOR, Ratings};

/// The part of the ratings that belongs to no entrant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct RatingModelSummary {
    /// The mean of all ratings, or the rating of the entrant that they are anchored at.
    anchor: f64,
    /// The name of that entrant, if there is one.
    anchored_at: Option<String>,
    /// By how much each seat raises the rating of the entrant on it.
    seats: Vec<f64>,
    /// The probability that equal entrants tie.
    ties: f64,
    fit: Option<RatedFit>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct RatedFit {
    #[serde(flatten)]
    goodness: GoodnessOfFit,
    bad: bool,
}

impl RatingModelSummary {
    pub(super) fn new(ratings: &Ratings, anchored_at: Option<&String>) -> RatingModelSummary {
        let fit = |goodness: GoodnessOfFit| RatedFit { goodness, bad: goodness.is_bad() };
        RatingModelSummary {
            anchor: RATING_ANCHOR,
            anchored_at: anchored_at.cloned(),
            seats: ratings.seats.clone(),
            ties: ratings.ties,
            fit: ratings.goodness.map(fit),
        }
    }

    /// How far the results are from the ratings, if that is too far.
    pub(super) fn bad_misfit(&self) -> Option<f64> {
        self.fit.as_ref().filter(|fit| fit.bad).map(|fit| fit.goodness.misfit)
    }
}
