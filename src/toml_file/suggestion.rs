//! Suggests a name for a mistyped one.

/// The known name nearest to a mistyped one, if any is near enough.
pub fn suggestion<'a>(mistyped: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.into_iter().filter_map(|name| Some((distance(name, mistyped)?, name)));
    near.min().map(|(_, name)| name)
}

/// The edit distance, if it is small. Checks the lengths first: the distance costs time and memory
/// in proportion to their product, and one of the texts is untrusted.
fn distance(known: &str, mistyped: &str) -> Option<usize> {
    let letters = known.chars().count();
    let most = (1 + letters / 4).min(letters.saturating_sub(1));
    if mistyped.chars().take(letters + most + 1).count().abs_diff(letters) > most {
        return None;
    }
    Some(strsim::damerau_levenshtein(known, &mistyped.to_lowercase())).filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_is_found_and_another_word_is_not() {
        let games = ["rat-race", "lights-out"];
        assert_eq!(suggestion("rat-rase", games), Some("rat-race"));
        assert_eq!(suggestion("Lights-Out", games), Some("lights-out"));
        assert_eq!(suggestion("chess", games), None);
        assert_eq!(suggestion("chess", []), None);
        assert_eq!(suggestion("", ["c", "cpp"]), None);
    }

    #[test]
    fn a_name_of_megabytes_is_compared_with_nothing() {
        // The table of distances would take gigabytes.
        assert_eq!(suggestion(&"rat-race".repeat(1 << 20), ["rat-race", "lights-out"]), None);
    }
}
