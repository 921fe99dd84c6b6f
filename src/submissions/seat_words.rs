//! Words of a command that differ from seat to seat: the number of the seat, and a seed.

use std::ffi::OsString;

use rathaus_games::Seed;

/// The placeholders of a bot's `run` that differ from seat to seat.
pub(super) const SEAT: &str = "seat";
pub(super) const SEED: &str = "seed";

/// A part of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WordPart {
    Text(OsString),
    /// The number of the seat, from 0.
    Seat,
    /// A seed for this seat of this match, as 16 hexadecimal digits.
    Seed,
}

/// A word of a command that has such a placeholder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SeatWord {
    /// Its position among the words.
    pub(super) index: usize,
    pub(super) parts: Vec<WordPart>,
}

/// The parts of a word for a seat. The seed is derived from that of the match, which the bot must
/// not know: the randomness of the game follows from it.
pub(super) fn word_for(parts: &[WordPart], seat: usize, match_seed: Seed) -> OsString {
    let mut word = OsString::new();
    for part in parts {
        match part {
            WordPart::Text(text) => word.push(text),
            WordPart::Seat => word.push(seat.to_string()),
            WordPart::Seed => word.push(format!("{:016x}", match_seed.derive("bot", seat as u64).0)),
        }
    }
    word
}

/// Whether a word differs from seat to seat.
pub(super) fn is_of_seat(parts: &[WordPart]) -> bool {
    parts.iter().any(|part| !matches!(part, WordPart::Text(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_of_a_match_have_different_seeds_and_none_has_that_of_the_match() {
        let word = |seat: usize| word_for(&[WordPart::Text("-s".into()), WordPart::Seed], seat, Seed(7));
        assert_ne!(word(0), word(1));
        assert_ne!(word(0), "-s0000000000000007");
        assert_eq!(word(0), word(0));
        assert_eq!(word_for(&[WordPart::Text("log-".into()), WordPart::Seat], 3, Seed(7)), "log-3");
    }
}
