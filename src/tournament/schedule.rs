//! Which matches are to be played: a list of plain values.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::game::{Rules, Seed};

/// One of the boards that all entrants play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Its number, from 1.
    pub number: u32,
    /// Its seed, from which the board can be had again.
    pub seed: Seed,
}

/// The boards of a tournament with this seed: those of a longer one begin with those of a shorter one.
pub fn boards(seed: Seed, count: u32) -> Vec<Board> {
    (1..=count).map(|number| Board { number, seed: seed.derive("board", number.into()) }).collect()
}

/// A match that is to be played: the same spec and the same answers of the bots give the same result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MatchSpec {
    /// The game's name.
    pub game: String,
    /// All of its parameters.
    pub parameters: BTreeMap<String, Value>,
    /// The seed of the match.
    pub seed: Seed,
    /// The content hashes of the submissions in their seats.
    pub submissions: Vec<String>,
}

impl MatchSpec {
    /// The match of these submissions with this seed.
    pub fn new(rules: &Rules, seed: Seed, submissions: Vec<String>) -> MatchSpec {
        let parameters = rules.values().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        MatchSpec { game: rules.name().into(), parameters, seed, submissions }
    }

    /// The key by which the match is known: the SHA-256, in hexadecimal, of the spec as JSON with sorted names.
    pub fn key(&self) -> String {
        let json = serde_json::to_vec(self).expect("names and numbers are always JSON");
        Sha256::digest(json).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl fmt::Display for Seed {
    /// As the command line takes them: what a person may have thought of in decimal digits, others as 16 hexadecimal
    /// ones behind `0x`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 <= u64::from(u32::MAX) { write!(f, "{}", self.0) } else { write!(f, "{:#018x}", self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_boards_begin_with_the_same_ones() {
        assert_eq!(boards(Seed(1), 50)[..10], boards(Seed(1), 10));
        assert_ne!(boards(Seed(1), 1)[0].seed, boards(Seed(2), 1)[0].seed);
    }

    #[test]
    fn the_key_depends_on_everything_and_on_nothing_else() {
        let rules =
            |turns: u32| Rules::resolve("rat-race", [("turns", &Value::from(turns))]).unwrap().unwrap();
        let key = |turns, seed, submission: &str| {
            MatchSpec::new(&rules(turns), Seed(seed), vec![submission.into()]).key()
        };
        assert_eq!(key(100, 1, "a"), key(100, 1, "a"));
        let keys = [key(100, 1, "a"), key(101, 1, "a"), key(100, 2, "a"), key(100, 1, "b")];
        assert!((1..4).all(|index| keys[index] != keys[0]));
    }

    #[test]
    fn a_spec_comes_back_from_json() {
        let rules = Rules::resolve("rat-race", []).unwrap().unwrap();
        let spec = MatchSpec::new(&rules, Seed(u64::MAX), vec!["a".into()]);
        let read: MatchSpec = serde_json::from_str(&serde_json::to_string(&spec).unwrap()).unwrap();
        assert_eq!((read.key(), &read), (spec.key(), &spec));
    }
}
