//! Numbers in texts for people.

/// Rounds to two decimals, or to none from 1000 on.
pub fn rounded(value: f64) -> String {
    if value < 1000.0 { format!("{value:.2}") } else { format!("{value:.0}") }
}

/// A number and a noun, with a plural `s` if needed.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
