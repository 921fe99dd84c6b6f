//! The name that somebody probably meant.

/// The known name that is nearest to a mistyped one, if one is near enough.
pub fn suggestion<'a>(mistyped: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.into_iter().filter_map(|name| Some((distance(name, mistyped)?, name)));
    near.min().map(|(_, name)| name)
}

/// How many typos lie between the two, if they are few. The time and memory that it takes to count
/// them grow with the product of the lengths, and strangers choose one of these.
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
        // The table of distances would have gigabytes.
        assert_eq!(suggestion(&"rat-race".repeat(1 << 20), ["rat-race", "lights-out"]), None);
    }
}
