//! Numbers in texts for people.

use crate::statistics::EstimateWithInterval;

/// The most characters of a number.
const LONGEST: usize = 12;

/// A number as it is, in at most 12 characters. Rounds what has more, and writes what is too large
/// or too small with an exponent.
pub fn number(value: f64) -> String {
    number_within(LONGEST, value)
}

/// Like [`number`], in at most `most` characters, if these are at least 7.
pub fn number_within(most: usize, value: f64) -> String {
    // With few decimals, 0.1 + 0.2 is 0.3.
    let decimals = |decimals: usize| trimmed(format!("{value:.decimals$}"));
    match value.abs() {
        0.0 => "0".into(),
        size if !size.is_finite() => value.to_string(),
        size if (1e-4..1e12).contains(&size) => {
            let shown = (0..=9).rev().map(decimals).find(|text| text.len() <= most);
            shown.unwrap_or_else(|| with_exponent(most, value))
        }
        _ => with_exponent(most, value),
    }
}

/// A number with an exponent, and with as many digits as fit.
fn with_exponent(most: usize, value: f64) -> String {
    let digits = |digits: usize| {
        let text = format!("{value:.digits$e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        format!("{}e{exponent}", trimmed(mantissa.to_owned()))
    };
    (0..=9).rev().map(digits).find(|text| text.len() <= most).unwrap_or_else(|| digits(0))
}

/// Without zeros at the end of its decimals.
fn trimmed(digits: String) -> String {
    match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => digits,
    }
}

/// Rounds to two decimals, or to none from 1000 on. Larger numbers than 12 digits have an exponent.
pub fn rounded(value: f64) -> String {
    match value.abs() {
        0.0..1e3 => format!("{value:.2}"),
        1e3..1e11 => format!("{value:.0}"),
        _ => number(value),
    }
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

/// A number and a noun, with a plural `s` or `es` if needed.
pub fn counted(count: usize, noun: &str) -> String {
    let ending = match count {
        1 => "",
        _ if noun.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{count} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_have_plurals() {
        assert_eq!(
            [counted(1, "match"), counted(0, "match"), counted(2, "board")],
            ["1 match", "0 matches", "2 boards"]
        );
    }

    #[test]
    fn numbers_have_at_most_twelve_characters() {
        for (value, shown) in [
            (0.0, "0"),
            (-0.0, "0"),
            (3.0, "3"),
            (-2.5, "-2.5"),
            (0.1 + 0.2, "0.3"),
            (1.0 / 3.0, "0.333333333"),
            (-1000.0 / 3.0, "-333.3333333"),
            (123_456_789_012.0, "123456789012"),
            (9_007_199_254_740_992.0, "9.0071993e15"),
            (123_456_789_012_345_678.0, "1.2345679e17"),
            (1e300, "1e300"),
            (-1.234_567_89e-300, "-1.2346e-300"),
            (1e-300, "1e-300"),
            (f64::MAX, "1.797693e308"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(number(value), shown);
        }
        let short = [1.0, -123_456.789, 123_456_789.0, -1.2345e-300].map(|value| number_within(8, value));
        assert_eq!(short, ["1", "-123457", "1.2346e8", "-1e-300"]);
        let mut value = 1e-320_f64;
        while value.is_finite() {
            let negative = number(-value);
            for text in [number(value), rounded(value), negative.clone(), rounded(-value)] {
                assert!(text.len() <= LONGEST, "{text}");
            }
            let read: f64 = negative.parse().unwrap();
            assert!((read + value).abs() <= value * 1e-3, "{negative} of {value}");
            value *= 7.3;
        }
    }

    #[test]
    fn rounded_numbers_have_two_decimals_or_none() {
        let shown = [0.0, -3.333, 999.994, 1000.4, -1e9, 1e300, -1e300].map(rounded);
        assert_eq!(shown, ["0.00", "-3.33", "999.99", "1000", "-1000000000", "1e300", "-1e300"]);
    }
}
