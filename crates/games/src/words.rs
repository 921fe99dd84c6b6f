//! Numbers in texts for people.

use crate::statistics::EstimateWithInterval;

/// Rounds to two decimals, or to none from 1000 on.
pub fn rounded(value: f64) -> String {
    if value < 1000.0 { format!("{value:.2}") } else { format!("{value:.0}") }
}

/// An interval, in words.
pub fn interval(estimate: &EstimateWithInterval) -> String {
    let ends = estimate.interval().map(|(low, high)| format!("{} to {}", rounded(low), rounded(high)));
    ends.unwrap_or_else(|| "too few to tell".into())
}

/// An interval as part of a sentence.
pub fn interval_clause(estimate: &EstimateWithInterval) -> String {
    match estimate.interval() {
        Some(_) => format!("95 % interval {}", interval(estimate)),
        None => "too few for an interval".into(),
    }
}

/// A number and a noun, with a plural `s` if needed.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
