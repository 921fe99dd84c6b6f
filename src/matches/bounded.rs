//! Reads untrusted JSON with a limit on memory. Values may take a hundred times the memory of their
//! text: `{"a":0}` alone is 600 bytes as a value.

use serde::de::{DeserializeOwned, Error};

/// The most memory that the values of one text may take, in bytes, as estimated by [`cost`].
const MOST: usize = 256 << 20;

/// The approximate size of an object in bytes, without its strings.
const OBJECT: usize = 700;

/// The approximate size of anything else in a growing array, in bytes.
const ELEMENT: usize = 64;

/// Parses one value. Fails if it would take too much memory.
pub(crate) fn from_slice<T: DeserializeOwned>(json: &[u8]) -> serde_json::Result<T> {
    check(json).map_err(Error::custom)?;
    serde_json::from_slice(json)
}

/// Parses consecutive values, up to and including the first that is malformed.
pub(super) fn all_from_slice<T: DeserializeOwned>(json: &[u8]) -> Vec<Result<T, String>> {
    if let Err(error) = check(json) {
        return vec![Err(error)];
    }
    let mut found: Vec<Result<T, String>> = Vec::new();
    for value in serde_json::Deserializer::from_slice(json).into_iter() {
        let is_broken = value.is_err();
        found.push(value.map_err(|error| error.to_string()));
        if is_broken {
            break;
        }
    }
    found
}

/// Fails if the values would take too much memory.
fn check(json: &[u8]) -> Result<(), String> {
    match cost(json) {
        0..=MOST => Ok(()),
        _ => Err(format!("it would take more than {} MiB of memory", MOST >> 20)),
    }
}

/// Estimates the memory that the values of a text take, in bytes.
fn cost(json: &[u8]) -> usize {
    let (mut cost, mut in_text, mut is_escaped) = (json.len(), false, false);
    for byte in json {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'{' => cost += OBJECT,
            b'[' | b',' => cost += ELEMENT,
            _ => {}
        }
    }
    cost
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn what_counts_is_outside_of_texts() {
        assert_eq!(cost(br#"{"a":"[{,\"[\\","b":[1]}"#), 24 + OBJECT + 2 * ELEMENT);
    }

    #[test]
    fn what_would_take_too_much_memory_is_not_read() {
        let empty = |count: usize| format!("[{}0]", "{},".repeat(count));
        assert!(from_slice::<Value>(empty(1_000).as_bytes()).is_ok());
        let refused = from_slice::<Value>(empty(1 << 19).as_bytes()).unwrap_err();
        assert!(refused.to_string().contains("256 MiB"), "{refused}");
    }
}
