//! Specs, which decide a match, and the keys derived from them.

use std::collections::BTreeMap;
use std::fmt;

use rathaus_games::custom::CustomGameIdentity;
use rathaus_games::parameters::ParameterError;
use rathaus_games::{ConfiguredGame, Seed, UnknownGame};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::bounded;
use super::pool::HANDSHAKE_TIME;

/// The largest handshake time, in seconds.
const MAX_GREETING: u64 = 3_600;

/// A match to play. The same spec and the same replies give the same result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSpec {
    pub game: String,
    /// The program of a custom game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<CustomGameIdentity>,
    pub parameters: BTreeMap<String, Value>,
    pub seed: Seed,
    /// The numbers from a seed file, or `None` to draw them from the seed.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "numbers")]
    pub numbers: Option<Vec<u64>>,
    /// The time limit from the start of a bot to its handshake reply, in seconds.
    pub greeting_seconds: u64,
    /// The [identity](crate::submissions::Submission::identity) of the submission in each seat.
    pub submissions: Vec<String>,
}

/// Why a spec is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MatchSpecError {
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Parameters(Vec<ParameterError>),
    /// The number of submissions does not fit the game.
    #[error("{0} cannot be played by {1} submissions in a match")]
    Seats(String, usize),
    /// The program is that of another custom game.
    #[error("the game is {0}, and the program that has the rules is of {1}")]
    Program(String, String),
    /// The handshake time is out of range.
    #[error("`greeting_seconds` goes from 1 to {MAX_GREETING}, and is {0}")]
    Greeting(u64),
}

/// The value of each hexadecimal digit, and 16 for all other bytes. Millions of keys are parsed.
const DIGITS: [u8; 256] = {
    let mut values = [16; 256];
    let mut value = 0;
    while value < 16 {
        values[b"0123456789abcdef"[value] as usize] = value as u8;
        values[b"0123456789ABCDEF"[value] as usize] = value as u8;
        value += 1;
    }
    values
};

/// The key of a match: the SHA-256 of its spec.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchKey([u8; 32]);

impl MatchKey {
    /// Reads a key from 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<MatchKey> {
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let mut key = [0; 32];
        if pairs.len() != key.len() || !rest.is_empty() {
            return None;
        }
        let mut largest = 0;
        for (byte, [high, low]) in key.iter_mut().zip(pairs) {
            let (high, low) = (DIGITS[usize::from(*high)], DIGITS[usize::from(*low)]);
            largest |= high | low;
            *byte = high << 4 | low;
        }
        (largest < 16).then_some(MatchKey(key))
    }

    /// The first 16 digits as a number.
    pub fn beginning(&self) -> u64 {
        self.0.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

impl fmt::Display for MatchKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&hex::encode(self.0))
    }
}

impl fmt::Debug for MatchKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// Computes the keys of many matches with the same rules. Serializes and hashes the JSON of the
/// rules only once.
pub(crate) struct KeyMaker {
    /// The hash of the JSON up to the fields of [`KeyedMatch`].
    beginning: Sha256,
    greeting_seconds: u64,
}

/// The first fields of a [`MatchSpec`].
#[derive(Serialize)]
struct KeyedRules<'a> {
    game: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<&'a CustomGameIdentity>,
    parameters: &'a BTreeMap<String, Value>,
}

/// The other fields of a [`MatchSpec`].
#[derive(Serialize)]
struct KeyedMatch<'a> {
    seed: Seed,
    #[serde(skip_serializing_if = "Option::is_none", with = "numbers")]
    numbers: &'a Option<Vec<u64>>,
    greeting_seconds: u64,
    submissions: [(); 0],
}

impl KeyMaker {
    pub(crate) fn new(
        game: &str,
        program: Option<&CustomGameIdentity>,
        parameters: &BTreeMap<String, Value>,
        greeting_seconds: u64,
    ) -> KeyMaker {
        let json = written(&KeyedRules { game, program, parameters });
        let mut beginning = Sha256::new();
        beginning.update(json.strip_suffix(b"}").unwrap_or(&json));
        beginning.update(b",");
        KeyMaker { beginning, greeting_seconds }
    }

    /// For the matches with this seed.
    #[expect(clippy::ref_option, reason = "it is written as it stands in a spec")]
    pub(crate) fn with_seed(&self, seed: Seed, numbers: &Option<Vec<u64>>) -> SeedKeyMaker {
        let greeting_seconds = self.greeting_seconds;
        let json = written(&KeyedMatch { seed, numbers, greeting_seconds, submissions: [] });
        let json = json.strip_prefix(b"{").unwrap_or(&json);
        let mut beginning = self.beginning.clone();
        beginning.update(json.strip_suffix(b"]}").unwrap_or(json));
        SeedKeyMaker { beginning }
    }
}

/// Computes the keys of matches that have the same seed.
#[derive(Clone)]
pub(crate) struct SeedKeyMaker {
    /// The hash of the JSON up to the first submission.
    beginning: Sha256,
}

impl SeedKeyMaker {
    /// The key of the match of these submissions, each [quoted].
    pub(crate) fn of<'a>(&self, submissions: impl Iterator<Item = &'a str>) -> MatchKey {
        let mut hash = self.beginning.clone();
        for (number, submission) in submissions.enumerate() {
            hash.update(if number > 0 { "," } else { "" });
            hash.update(submission);
        }
        hash.update("]}");
        MatchKey(hash.finalize().into())
    }
}

/// The identity of a submission as JSON.
pub(crate) fn quoted(identity: &str) -> String {
    Value::from(identity).to_string()
}

fn written(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("names and numbers are always JSON")
}

/// The rules of a game with these parameters.
pub(crate) fn rules(
    game: &str,
    program: Option<&CustomGameIdentity>,
    parameters: &BTreeMap<String, Value>,
) -> Result<ConfiguredGame, MatchSpecError> {
    if let Some(program) = program {
        if program.config.name != game {
            return Err(MatchSpecError::Program(game.into(), program.config.name.clone()));
        }
        return Ok(ConfiguredGame::of_program(program.clone(), parameters.clone()));
    }
    let settings = parameters.iter().map(|(name, value)| (name.as_str(), value));
    ConfiguredGame::resolve(game, settings)?.map_err(MatchSpecError::Parameters)
}

impl MatchSpec {
    /// The spec of a match with the default handshake time.
    pub fn new(rules: &ConfiguredGame, seed: Seed, submissions: Vec<String>) -> MatchSpec {
        MatchSpec {
            game: rules.name().into(),
            program: rules.program().cloned(),
            parameters: rules.parameters(),
            seed,
            numbers: None,
            greeting_seconds: HANDSHAKE_TIME.as_secs(),
            submissions,
        }
    }

    /// The key of the match: the SHA-256 of the spec as JSON, in hexadecimal.
    pub fn key(&self) -> String {
        let MatchSpec { seed, numbers, submissions, .. } = self;
        let keys = KeyMaker::new(&self.game, self.program.as_ref(), &self.parameters, self.greeting_seconds);
        let submissions: Vec<String> = submissions.iter().map(|identity| quoted(identity)).collect();
        keys.with_seed(*seed, numbers).of(submissions.iter().map(String::as_str)).to_string()
    }

    /// Reads consecutive specs, up to and including the first that is malformed.
    pub fn all_from_json(json: &[u8]) -> Vec<Result<MatchSpec, String>> {
        bounded::all_from_slice(json)
    }

    pub fn rules(&self) -> Result<ConfiguredGame, MatchSpecError> {
        let rules = rules(&self.game, self.program.as_ref(), &self.parameters)?;
        if !(1..=MAX_GREETING).contains(&self.greeting_seconds) {
            return Err(MatchSpecError::Greeting(self.greeting_seconds));
        }
        if self.submissions.is_empty() || !rules.is_multiplayer() && self.submissions.len() != 1 {
            return Err(MatchSpecError::Seats(self.game.clone(), self.submissions.len()));
        }
        Ok(rules)
    }
}

/// Serializes 64-bit numbers as strings: many JSON parsers keep only 53 bits of a number.
pub(crate) mod numbers {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "serde hands it over like this")]
    pub(crate) fn serialize<S: Serializer>(
        numbers: &Option<Vec<u64>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let texts = numbers.iter().flatten().map(u64::to_string);
        texts.collect::<Vec<_>>().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Vec<u64>>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        let numbers: Result<Vec<u64>, _> = texts.iter().map(|text| text.parse()).collect();
        numbers.map(Some).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use rathaus_games::custom::{CustomMatchSettings, ResultKind};

    use super::*;

    #[test]
    fn the_key_depends_on_everything_and_on_nothing_else() {
        let rules = |turns: u32| {
            ConfiguredGame::resolve("rat-race", [("turns", &Value::from(turns))]).unwrap().unwrap()
        };
        let key = |turns, seed, submission: &str| {
            MatchSpec::new(&rules(turns), Seed(seed), vec![submission.into()]).key()
        };
        assert_eq!(key(100, 1, "a"), key(100, 1, "a"));
        let numbered =
            MatchSpec { numbers: Some(vec![7]), ..MatchSpec::new(&rules(100), Seed(1), vec!["a".into()]) };
        let keys = [key(100, 1, "a"), key(101, 1, "a"), key(100, 2, "a"), key(100, 1, "b"), numbered.key()];
        assert!((1..5).all(|index| keys[index] != keys[0]));
    }

    #[test]
    fn the_key_is_the_hash_of_the_spec_as_json() {
        let rules = ConfiguredGame::resolve("prisoners-dilemma", []).unwrap().unwrap();
        let plain = MatchSpec::new(&rules, Seed(u64::MAX), vec!["a".into(), "b".into()]);
        let numbered = MatchSpec { numbers: Some(vec![0, u64::MAX]), ..plain.clone() };
        let ruled = MatchSpec { program: Some(program("nim")), ..plain.clone() };
        for spec in [numbered, ruled, plain] {
            assert_eq!(spec.key(), hex::encode(Sha256::digest(serde_json::to_vec(&spec).unwrap())));
        }
    }

    fn program(name: &str) -> CustomGameIdentity {
        let config = CustomMatchSettings::new(name, 2, ResultKind::Scores);
        CustomGameIdentity { identity: "c".repeat(64), config }
    }

    #[test]
    fn a_spec_has_the_program_and_the_terms_of_its_game() {
        let rules = ConfiguredGame::of_program(program("nim"), BTreeMap::from([("heaps".into(), 3.into())]));
        let spec = MatchSpec::new(&rules, Seed(1), vec!["a".into(), "b".into()]);
        let read: MatchSpec = serde_json::from_str(&serde_json::to_string(&spec).unwrap()).unwrap();
        assert_eq!((read.rules().unwrap(), read.key()), (rules, spec.key()));
        let mut slower = spec.clone();
        slower.program.as_mut().unwrap().config.limits.answer_ms = 2_000;
        let mut changed = spec.clone();
        changed.program.as_mut().unwrap().identity = "d".repeat(64);
        assert!(slower.key() != spec.key() && changed.key() != spec.key() && changed.key() != slower.key());
        let other = MatchSpec { program: Some(program("go")), ..spec };
        assert_eq!(other.rules(), Err(MatchSpecError::Program("nim".into(), "go".into())));
    }

    #[test]
    fn a_spec_comes_back_from_json() {
        let rules = ConfiguredGame::resolve("rat-race", []).unwrap().unwrap();
        let plain = MatchSpec::new(&rules, Seed(u64::MAX), vec!["a".into()]);
        let numbered = MatchSpec { numbers: Some(vec![0, u64::MAX]), ..plain.clone() };
        for spec in [plain, numbered] {
            let read: MatchSpec = serde_json::from_str(&serde_json::to_string(&spec).unwrap()).unwrap();
            assert_eq!((read.key(), &read), (spec.key(), &spec));
            assert_eq!(read.rules().unwrap(), rules);
        }
    }

    #[test]
    fn specs_that_make_no_sense_say_why() {
        let rules = ConfiguredGame::resolve("rat-race", []).unwrap().unwrap();
        let spec = MatchSpec::new(&rules, Seed(1), vec!["a".into(), "b".into()]);
        assert_eq!(spec.rules(), Err(MatchSpecError::Seats("rat-race".into(), 2)));
        let spec = MatchSpec { parameters: BTreeMap::from([("turn".into(), 1.into())]), ..spec };
        assert_eq!(spec.rules().unwrap_err().to_string(), "there is no parameter `turn`");
        assert!(matches!(MatchSpec { game: "chess".into(), ..spec }.rules(), Err(MatchSpecError::Game(_))));
    }
}
