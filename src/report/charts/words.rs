//! Labels of charts: names that fit their space, and readable numbers.

use crate::report::{beginning, harmless};

/// A text that is valid in XML: control characters are escaped, and the two other characters that
/// XML forbids are replaced.
pub(super) fn safe(text: &str) -> String {
    harmless(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// The maximum width of a text, in units of its font size. The viewer's font is unknown, so these
/// are the widths of DejaVu Sans, the widest of the common fonts.
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(width_of).sum()
}

fn width_of(char: char) -> f64 {
    match char {
        'i' | 'j' | 'l' | 'I' | '\'' | '|' | '.' | ',' | ':' | ';' | ' ' | '(' | ')' | '[' | ']' | 'f'
        | 't' => 0.41,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 1.0,
        char if char.is_ascii_uppercase() => 0.79,
        // Characters of other scripts and emoji may be square.
        char if u32::from(char) >= 0x1100 => 1.3,
        char if !char.is_ascii() => 0.85,
        _ => 0.65,
    }
}

/// A safe text of at most this width. A longer one ends in an ellipsis.
pub(super) fn shortened(text: &str, most: f64) -> String {
    let text = safe(text);
    if width(&text) <= most {
        return text;
    }
    let kept = beginning(&text, |kept| width(&format!("…{kept}")) <= most);
    format!("{}…", kept.trim_end())
}

/// A number in a short form: at most four decimals, commas between thousands, and an exponent for
/// very large and very small ones.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e9).contains(&size) {
        return format!("{value:.1e}").replace(".0e", "e");
    }
    let digits = format!("{size:.4}");
    let (whole, decimals) = digits.split_once('.').unwrap_or((&digits, ""));
    let decimals = decimals.trim_end_matches('0');
    let sign = if value < 0.0 { "-" } else { "" };
    let dot = if decimals.is_empty() { "" } else { "." };
    format!("{sign}{}{dot}{decimals}", thousands(whole))
}

/// A number with two decimals at most.
pub(super) fn rounded(value: f64) -> String {
    number((value * 100.0).round() / 100.0)
}

/// A number with exactly two decimals, so that numbers in a column line up. Numbers from 1000 on
/// are rounded to integers.
pub(super) fn aligned(value: f64) -> String {
    if value.abs() < 1000.0 { format!("{value:.2}") } else { number(value.round()) }
}

/// A number for the ticks of an axis. Millions are abbreviated, because they would overlap.
pub(super) fn tick(value: f64) -> String {
    if (1e6..1e9).contains(&value.abs()) { format!("{}M", number(value / 1e6)) } else { number(value) }
}

/// Digits with commas between thousands.
fn thousands(digits: &str) -> String {
    let grouped = |(index, char): (usize, char)| {
        let comma = index > 0 && (digits.len() - index).is_multiple_of(3);
        comma.then_some(',').into_iter().chain([char])
    };
    digits.chars().enumerate().flat_map(grouped).collect()
}

/// A count in at most six characters.
pub(super) fn count(count: u64) -> String {
    let size = count as f64;
    match count {
        0..100_000 => number(size),
        100_000..999_500 => format!("{:.0}k", size / 1e3),
        999_500..1_000_000_000 => format!("{}M", (size / 1e5).round() / 10.0),
        _ => format!("{size:.0e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_lose_their_ends() {
        assert_eq!(shortened("ColorScore", 10.0), "ColorScore");
        assert_eq!(shortened("ColorScore", 4.0), "Colo…");
        assert_eq!(shortened("Look ahead", 4.2), "Look…");
        assert!(width(&shortened(&"W".repeat(99), 9.0)) <= 9.0);
        assert_eq!(shortened("a\n\u{ffff}", 10.0), "a\\n\u{fffd}");
    }

    #[test]
    fn numbers_are_short() {
        let numbers =
            [0.0, 12.5, -1234.0, 1_234_567.25, 0.000_01, 2e12, 0.1 + 0.2, f64::INFINITY].map(number);
        assert_eq!(numbers, ["0", "12.5", "-1,234", "1,234,567.25", "1e-5", "2e12", "0.3", "inf"]);
        let counts = [0, 99_999, 123_456, 999_999, 13_140_000, 1_000_000_000, u64::MAX].map(count);
        assert_eq!(counts, ["0", "99,999", "123k", "1M", "13.1M", "1e9", "2e19"]);
        assert_eq!([999.994, 133.5].map(rounded), ["999.99", "133.5"]);
        assert_eq!([999.994, 133.5, 12_345.6].map(aligned), ["999.99", "133.50", "12,346"]);
    }
}
