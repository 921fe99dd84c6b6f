//! Looks up the results that formats go by.

use crate::matches::ScheduledMatch;

/// Looks up what is known of a match, seat by seat.
pub type SeatLookup<'a> = &'a dyn Fn(&ScheduledMatch) -> Option<Vec<f64>>;

/// Looks up the results of matches.
#[derive(Clone, Copy)]
pub struct SeatResultLookup<'a> {
    /// What the score of each seat of a played match is worth, where more is better.
    pub worth: SeatLookup<'a>,
    /// The points of each seat of a match that is ruled instead of played.
    pub ruled: SeatLookup<'a>,
}

#[cfg(test)]
impl<'a> SeatResultLookup<'a> {
    /// Looks up what the scores of played matches are worth. No match is ruled.
    pub fn of_played(worth: SeatLookup<'a>) -> SeatResultLookup<'a> {
        SeatResultLookup { worth, ruled: &|_| None }
    }
}
