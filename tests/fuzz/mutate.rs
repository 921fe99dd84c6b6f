//! Mutates valid examples: single bytes, and tokens that matter in a format.

use proptest::prelude::*;

/// The most bytes of an input.
const MAX_INPUT: usize = 1 << 16;

/// Numbers at the edges of ranges.
const NUMBERS: [&str; 14] = [
    "-1",
    "0",
    "1",
    "2",
    "255",
    "65536",
    "2147483648",
    "4294967295",
    "9223372036854775807",
    "18446744073709551616",
    "-9223372036854775808",
    "1e308",
    "0.1",
    "00000000000000000000000000000000000000001",
];

/// A change. Positions are taken modulo the length of the input.
#[derive(Debug, Clone)]
pub enum Edit {
    Set(u16, u8),
    Insert(u16, u16),
    Delete(u16, u8),
    Repeat(u16, u8, u16),
    Number(u16, u8),
    Swap(u16, u16, u8),
    Cut(u16),
}

/// Mostly few changes, so that the result is still nearly valid.
pub fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let at = any::<u16>;
    let edit = prop_oneof![
        3 => (at(), any::<u8>()).prop_map(|(place, byte)| Edit::Set(place, byte)),
        4 => (at(), any::<u16>()).prop_map(|(place, token)| Edit::Insert(place, token)),
        2 => (at(), any::<u8>()).prop_map(|(place, length)| Edit::Delete(place, length)),
        1 => (at(), 1..40u8, 1..30u16).prop_map(|(place, length, times)| Edit::Repeat(place, length, times)),
        1 => (at(), 1..3u8, 1_000..9_000u16).prop_map(|(place, length, times)| Edit::Repeat(place, length, times)),
        3 => (at(), any::<u8>()).prop_map(|(place, number)| Edit::Number(place, number)),
        2 => (at(), at(), any::<u8>()).prop_map(|(from, to, length)| Edit::Swap(from, to, length)),
        1 => at().prop_map(Edit::Cut),
    ];
    prop::collection::vec(edit, 0..6)
}

/// An example with these changes. Tokens are words that have a meaning in the format.
pub fn mutated(example: &[u8], tokens: &[&str], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = example.to_vec();
    for edit in edits {
        apply(&mut bytes, tokens, edit);
        bytes.truncate(MAX_INPUT);
    }
    bytes
}

fn apply(bytes: &mut Vec<u8>, tokens: &[&str], edit: &Edit) {
    let place = |at: u16| usize::from(at) % (bytes.len() + 1);
    let range = |at: u16, length: u8| place(at)..(place(at) + usize::from(length)).min(bytes.len());
    match *edit {
        Edit::Set(at, byte) => {
            let at = place(at);
            if let Some(target) = bytes.get_mut(at) {
                *target = byte;
            }
        }
        Edit::Insert(at, token) => {
            let (at, token) = (place(at), tokens[usize::from(token) % tokens.len()]);
            bytes.splice(at..at, token.bytes());
        }
        Edit::Delete(at, length) => drop(bytes.drain(range(at, length))),
        Edit::Repeat(at, length, times) => {
            let range = range(at, length);
            let repeated = bytes[range.clone()].repeat(times.into());
            bytes.splice(range, repeated);
        }
        Edit::Number(at, number) => replace_number(bytes, place(at), number),
        Edit::Swap(from, to, length) => {
            let (range, to) = (range(from, length), place(to));
            let copied = bytes[range].to_vec();
            bytes.splice(to..to, copied);
        }
        Edit::Cut(at) => {
            let at = place(at);
            bytes.truncate(at);
        }
    }
}

/// Replaces the next number by another one.
fn replace_number(bytes: &mut Vec<u8>, from: usize, number: u8) {
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|at| from + at) else { return };
    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = NUMBERS[usize::from(number) % NUMBERS.len()];
    bytes.splice(start..start + length, number.bytes());
}
