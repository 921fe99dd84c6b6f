//! The name that somebody probably meant.

/// The known name that is nearest to a mistyped one, if one is near enough.
pub fn suggestion<'a>(mistyped: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mistyped = mistyped.to_lowercase();
    let distances = known.into_iter().map(|name| (strsim::damerau_levenshtein(name, &mistyped), name));
    let (distance, name) = distances.min()?;
    let letters = name.chars().count();
    (distance < letters && distance <= 1 + letters / 4).then_some(name)
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
}
