//! Numbers in texts for people.

/// Rounds to two decimals, or to none from 1000 on.
pub fn rounded(value: f64) -> String {
    if value < 1000.0 { format!("{value:.2}") } else { format!("{value:.0}") }
}

/// The bounds of an interval, in words. A single match gives no finite bounds.
pub fn interval(low: f64, high: f64) -> String {
    if low.is_finite() && high.is_finite() {
        format!("{} to {}", rounded(low), rounded(high))
    } else {
        "unknown".into()
    }
}

/// A number and a noun, with a plural `s` if needed.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
