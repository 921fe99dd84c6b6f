//! Names in the cache: hashes that no two different lists of values share.

use sha2::{Digest, Sha256};

/// A hash in progress. It includes the length of each value and the number of values in each list,
/// so that contents cannot move from one value or list into the next.
#[derive(Debug, Clone)]
pub(super) struct KeyHasher(Sha256);

impl KeyHasher {
    /// Starts the hash of a kind of values.
    pub(super) fn new(kind: &str) -> KeyHasher {
        let mut key = KeyHasher(Sha256::new());
        key.bytes(kind.as_bytes());
        key
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        self.0.update(bytes);
    }

    pub(super) fn list<T>(
        &mut self,
        values: impl Iterator<Item = T>,
        mut add: impl FnMut(&mut KeyHasher, T),
    ) {
        let values: Vec<T> = values.collect();
        self.number(values.len());
        values.into_iter().for_each(|value| add(self, value));
    }

    fn number(&mut self, number: usize) {
        self.0.update((number as u64).to_le_bytes());
    }

    /// The first 128 bits of the hash, in hexadecimal.
    pub(super) fn finish(self) -> String {
        hex::encode(&self.0.finalize()[..16])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key(commands: &[Vec<String>]) -> String {
        let mut key = KeyHasher::new("test");
        key.list(commands.iter(), |key, words| {
            key.list(words.iter(), |key, word| key.bytes(word.as_bytes()))
        });
        key.finish()
    }

    #[test]
    fn words_do_not_move_from_command_to_command() {
        let words = |text: &[&str]| text.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let one = [words(&["sh", "b.sh", "true"])];
        let two = [words(&["sh", "b.sh"]), words(&["true"])];
        assert_ne!(key(&one), key(&two));
        assert_ne!(key(&[words(&["ab", "c"])]), key(&[words(&["a", "bc"])]));
        assert_ne!(key(&[]), key(&[Vec::new()]));
    }

    proptest! {
        /// Few different words, so that many cases are nearly equal.
        #[test]
        fn different_commands_have_different_keys(
            one in prop::collection::vec(prop::collection::vec("[ab]{0,2}", 0..4), 0..4),
            other in prop::collection::vec(prop::collection::vec("[ab]{0,2}", 0..4), 0..4),
        ) {
            prop_assert_eq!(one == other, key(&one) == key(&other));
        }
    }
}
