//! SHA-256 hashes as players post them, in base64.

use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::submissions::HashedFolderListing;

/// The first line of the text that is hashed for a folder.
const FOLDER_MARK: &str = "rathaus folder 1";

/// A SHA-256 hash, written in base64 as players post it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CommitmentHash([u8; 32]);

impl CommitmentHash {
    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> CommitmentHash {
        CommitmentHash(Sha256::digest(bytes).into())
    }

    /// The hash of a folder is that of two lines: a mark, and the SHA-256 of the folder's listing
    /// in hexadecimal. The two lines are not a valid program, so a hash that was posted for a
    /// folder cannot also bind its player to a file, whatever names the folder contains.
    pub fn of_folder(listing: &HashedFolderListing) -> CommitmentHash {
        let listed = hex::encode(Sha256::digest(listing.text()));
        CommitmentHash::of(format!("{FOLDER_MARK}\n{listed}\n").as_bytes())
    }
}

impl From<Sha256> for CommitmentHash {
    fn from(hasher: Sha256) -> CommitmentHash {
        CommitmentHash(hasher.finalize().into())
    }
}

impl fmt::Display for CommitmentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE64_STANDARD.encode(self.0))
    }
}

impl Serialize for CommitmentHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A text that is not a hash in base64, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} {problem}")]
pub struct CommitmentHashParseError {
    text: String,
    problem: String,
    pub help: String,
}

impl FromStr for CommitmentHash {
    type Err = CommitmentHashParseError;

    fn from_str(text: &str) -> Result<CommitmentHash, CommitmentHashParseError> {
        let bytes = BASE64_STANDARD.decode(text).ok();
        match bytes.as_deref().map(<[u8; 32]>::try_from) {
            Some(Ok(hash)) => Ok(CommitmentHash(hash)),
            _ => Err(not_a_hash(text, bytes.as_deref())),
        }
    }
}

/// Explains what a text is instead. Most programs print hexadecimal, so that is the most
/// common mistake.
fn not_a_hash(text: &str, decoded: Option<&[u8]>) -> CommitmentHashParseError {
    let (problem, meant) = match (from_hexadecimal(text.as_bytes()), decoded.and_then(from_hexadecimal)) {
        (Some(meant), _) => ("is a SHA-256 hash in hexadecimal, not in base64".into(), Some(meant)),
        (None, Some(meant)) => {
            ("is the base64 of hexadecimal digits, not of the hash itself".into(), Some(meant))
        }
        (None, None) => (no_hash_at_all(text, decoded), None),
    };
    let help = match meant {
        Some(meant) => format!("the same hash in base64 is `{meant}`"),
        None => {
            "write the hash as `rathaus commit FILE` prints it: 44 characters of base64, the last of them `=`"
                .into()
        }
    };
    CommitmentHashParseError { text: text.into(), problem, help }
}

fn no_hash_at_all(text: &str, decoded: Option<&[u8]>) -> String {
    match decoded {
        Some(bytes) => format!("is the base64 of {} bytes, and a SHA-256 hash has 32", bytes.len()),
        None => format!("({} characters) is no base64", text.chars().count()),
    }
}

/// The hash whose hexadecimal digits a text begins with. `sha256sum` prints the file's name
/// after them.
fn from_hexadecimal(text: &[u8]) -> Option<CommitmentHash> {
    let (digits, rest) = text.split_at_checked(64)?;
    if rest.first().is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let digits = std::str::from_utf8(digits)
        .ok()
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    let byte = |index: usize| u8::from_str_radix(&digits[2 * index..2 * index + 2], 16).unwrap_or_default();
    Some(CommitmentHash(std::array::from_fn(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published hash of the lazy plant, a file with the word `pass` and a line feed.
    const LAZY: &str = "n1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=";

    fn help(text: &str) -> String {
        let error = text.parse::<CommitmentHash>().unwrap_err();
        format!("{error}: {}", error.help)
    }

    #[test]
    fn the_published_hash_of_the_lazy_plant() {
        assert_eq!(CommitmentHash::of(b"pass\n").to_string(), LAZY);
        assert_eq!(LAZY.parse(), Ok(CommitmentHash::of(b"pass\n")));
    }

    #[test]
    fn hexadecimal_is_recognised_and_converted() {
        let digits = hex::encode(CommitmentHash::of(b"pass\n").0);
        let words = [
            digits.clone(),
            digits.to_uppercase(),
            format!("{digits}  lazy.py"),
            BASE64_STANDARD.encode(&digits),
            BASE64_STANDARD.encode(format!("{digits}  lazy.py\n")),
        ];
        for text in words {
            assert!(
                help(&text).ends_with(&format!("the same hash in base64 is `{LAZY}`")),
                "{}",
                help(&text)
            );
        }
    }

    #[test]
    fn what_is_no_hash_is_refused() {
        for text in [
            "",
            "pass",
            "n1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI",
            "n1bnYdeb_bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=",
        ] {
            assert!(help(text).contains("as `rathaus commit FILE` prints it"), "{text}");
        }
        assert!(help("AAAA").contains("is the base64 of 3 bytes, and a SHA-256 hash has 32"));
        // The last character carries two unused bits, which must be zero in valid base64.
        assert!("n1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovJ=".parse::<CommitmentHash>().is_err());
    }
}
