//! The organiser's promises: commitments to the randomness of the tournament, made before any
//! player posts a hash.

use std::collections::BTreeSet;
use std::fmt;

use rathaus_games::Seed;

use super::accidents::{self, SourceEdit};
use super::hash::CommitmentHash;
use super::ledger::CommitmentLedger;

/// What the organiser promised in the ledger: the hash of the seed, or of the seed file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrganiserSeedCommitment {
    SeedFile(CommitmentHash),
    /// The hash of the seed's text.
    Seed(CommitmentHash),
}

impl OrganiserSeedCommitment {
    /// Its key in the ledger.
    pub fn name(&self) -> &'static str {
        match self {
            OrganiserSeedCommitment::SeedFile(_) => "seed_file",
            OrganiserSeedCommitment::Seed(_) => "seed",
        }
    }

    pub fn hash(&self) -> CommitmentHash {
        let (OrganiserSeedCommitment::SeedFile(hash) | OrganiserSeedCommitment::Seed(hash)) = self;
        *hash
    }
}

/// What the organiser reveals to show that a promise was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevealedRandomness<'a> {
    /// The bytes of the seed file.
    SeedFile(&'a [u8]),
    /// The seed of the tournament. The organiser may have hashed any spelling of the number.
    Seed(Seed),
}

/// Why a promise does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeedPromiseViolation {
    /// The ledger has no such promise.
    #[error("the ledger promises no `{name}`")]
    NotPromised {
        /// The key that it would have in the ledger.
        name: &'static str,
    },
    /// What was revealed is not what was promised.
    #[error("the ledger promises a `{name}` with the hash {promised}, and this one has {hash}{}", EditList(.accident))]
    Broken {
        /// The key in the ledger.
        name: &'static str,
        /// The hash in the ledger.
        promised: CommitmentHash,
        /// The hash of what was revealed.
        hash: CommitmentHash,
        /// Changes that would make it match, if it looks like an accident.
        accident: Vec<SourceEdit>,
    },
}

struct EditList<'a>(&'a [SourceEdit]);

impl fmt::Display for EditList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => Ok(()),
            steps => write!(f, "; {} it would match", accidents::words(steps)),
        }
    }
}

impl RevealedRandomness<'_> {
    /// The key of the promise in the ledger.
    pub fn name(&self) -> &'static str {
        match self {
            RevealedRandomness::SeedFile(_) => "seed_file",
            RevealedRandomness::Seed(_) => "seed",
        }
    }

    /// The texts that may have been hashed, the usual one first.
    fn spellings(&self) -> Vec<Vec<u8>> {
        match self {
            RevealedRandomness::SeedFile(bytes) => vec![bytes.to_vec()],
            RevealedRandomness::Seed(Seed(number)) => {
                let usual = Seed(*number).to_string();
                let others = BTreeSet::from([
                    number.to_string(),
                    format!("{number:#x}"),
                    format!("{number:#018x}"),
                    format!("0x{number:X}"),
                    format!("0x{number:016X}"),
                ]);
                let others = others.into_iter().filter(|other| *other != usual).collect::<Vec<_>>();
                std::iter::once(usual).chain(others).map(String::into_bytes).collect()
            }
        }
    }
}

impl CommitmentLedger {
    /// Checks whether the organiser kept a promise.
    pub fn check_promise(&self, kept: RevealedRandomness<'_>) -> Result<(), SeedPromiseViolation> {
        let name = kept.name();
        let promise = self.promises.iter().find(|promise| promise.name() == name);
        let promised = promise.ok_or(SeedPromiseViolation::NotPromised { name })?.hash();
        let spellings = kept.spellings();
        if spellings.iter().any(|text| CommitmentHash::of(text) == promised) {
            return Ok(());
        }
        let accident = spellings.iter().find_map(|text| accidents::find(text, &|hash| *hash == promised));
        Err(SeedPromiseViolation::Broken {
            name,
            promised,
            hash: CommitmentHash::of(&spellings[0]),
            accident: accident.map(|(steps, _)| steps).unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn promising(line: &str) -> CommitmentLedger {
        CommitmentLedger::parse(&format!("deadline = 2014-05-09T00:00:00Z\n{line}\n")).expect("a ledger")
    }

    #[test]
    fn a_seed_file_is_known_by_its_bytes() {
        let ledger = promising(&format!("seed_file = \"{}\"", CommitmentHash::of(b"1\n2\n")));
        assert_eq!(ledger.check_promise(RevealedRandomness::SeedFile(b"1\n2\n")), Ok(()));
        let error = ledger.check_promise(RevealedRandomness::SeedFile(b"1\r\n2\r\n")).unwrap_err();
        assert!(
            matches!(&error, SeedPromiseViolation::Broken { accident, .. } if *accident == [SourceEdit::LineFeeds]),
            "{error}"
        );
        assert!(error.to_string().ends_with("; with LF line ends instead of CRLF it would match"), "{error}");
        let error = ledger.check_promise(RevealedRandomness::SeedFile(b"3\n")).unwrap_err();
        assert!(
            matches!(&error, SeedPromiseViolation::Broken { accident, .. } if accident.is_empty()),
            "{error}"
        );
    }

    #[test]
    fn a_seed_is_known_by_any_of_its_spellings() {
        for text in ["255", "0xff", "0xFF", "0x00000000000000ff", "0x00000000000000FF"] {
            let ledger = promising(&format!("seed = \"{}\"", CommitmentHash::of(text.as_bytes())));
            assert_eq!(ledger.check_promise(RevealedRandomness::Seed(Seed(255))), Ok(()), "{text}");
            assert!(ledger.check_promise(RevealedRandomness::Seed(Seed(256))).is_err(), "{text}");
        }
    }

    #[test]
    fn a_line_feed_behind_a_seed_is_named() {
        let ledger = promising(&format!("seed = \"{}\"", CommitmentHash::of(b"255\n")));
        let error = ledger.check_promise(RevealedRandomness::Seed(Seed(255))).unwrap_err();
        assert!(
            matches!(&error, SeedPromiseViolation::Broken { accident, .. } if *accident == [SourceEdit::LastLineEndAdded])
        );
    }

    #[test]
    fn one_promise_is_not_another() {
        let ledger = promising(&format!("seed = \"{}\"", CommitmentHash::of(b"255")));
        let error = ledger.check_promise(RevealedRandomness::SeedFile(b"255")).unwrap_err();
        assert_eq!(error, SeedPromiseViolation::NotPromised { name: "seed_file" });
    }
}
