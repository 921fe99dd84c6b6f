//! The lexical level of the protocol: fields separated by blanks, and the numbers in them.

use std::fmt;

/// A line that does not have the requested form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct MalformedLine {
    /// The requested form, in words.
    pub expected: String,
    /// The offending part, shortened and printable.
    pub found: String,
}

impl MalformedLine {
    /// An error for `found` in a place where `expected` was required.
    pub fn new(expected: impl Into<String>, found: &[u8]) -> Self {
        MalformedLine { expected: expected.into(), found: quote(found).to_string() }
    }
}

/// How many bytes of an offending line an error shows.
const QUOTED: usize = 120;

/// Shows bytes from outside as printable text, cut after [`QUOTED`] bytes.
pub(crate) fn quote(bytes: &[u8]) -> impl fmt::Display + '_ {
    struct QuotedBytes<'a>(&'a [u8]);
    impl fmt::Display for QuotedBytes<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let shown = &self.0[..self.0.len().min(QUOTED)];
            write!(f, "`{}`", shown.escape_ascii())?;
            match self.0.len() - shown.len() {
                0 => Ok(()),
                rest => write!(f, " and {rest} bytes more"),
            }
        }
    }
    QuotedBytes(bytes)
}

/// Iterates over the fields of a line, which are separated by exactly one blank.
#[derive(Debug, Clone)]
pub(crate) struct FieldReader<'a> {
    rest: Option<&'a [u8]>,
}

impl<'a> FieldReader<'a> {
    pub(crate) fn new(line: &'a [u8]) -> Self {
        FieldReader { rest: Some(line) }
    }

    /// The part that has not been read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest.unwrap_or_default()
    }

    /// The next field, or an error that says what was expected there.
    pub(crate) fn expect(&mut self, expected: &str) -> Result<&'a [u8], MalformedLine> {
        self.next().ok_or_else(|| MalformedLine::new(expected, b""))
    }

    /// The next field as a decimal number.
    pub(crate) fn number(&mut self, expected: &str) -> Result<u32, MalformedLine> {
        let field = self.expect(expected)?;
        decimal(field).ok_or_else(|| MalformedLine::new(expected, field))
    }

    /// The next field as a hexadecimal number of at most `digits` digits.
    pub(crate) fn hex(&mut self, digits: usize, expected: &str) -> Result<u128, MalformedLine> {
        let field = self.expect(expected)?;
        hex(field).filter(|_| field.len() <= digits).ok_or_else(|| MalformedLine::new(expected, field))
    }
}

impl<'a> Iterator for FieldReader<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest?;
        let (field, rest) = match memchr::memchr(b' ', rest) {
            Some(blank) => (&rest[..blank], Some(&rest[blank + 1..])),
            None => (rest, None),
        };
        self.rest = rest;
        (!field.is_empty()).then_some(field)
    }
}

/// Parses a decimal number without sign and leading zeros.
pub(crate) fn decimal(field: &[u8]) -> Option<u32> {
    if field.is_empty() || (field.len() > 1 && field[0] == b'0') {
        return None;
    }
    field.iter().try_fold(0u32, |number, byte| {
        let digit = byte.checked_sub(b'0').filter(|digit| *digit < 10)?;
        number.checked_mul(10)?.checked_add(u32::from(digit))
    })
}

/// Parses a lower-case hexadecimal number of 1 to 32 digits.
pub(crate) fn hex(field: &[u8]) -> Option<u128> {
    if field.is_empty() || field.len() > 32 {
        return None;
    }
    field.iter().try_fold(0u128, |number, byte| {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' => byte - b'a' + 10,
            _ => return None,
        };
        Some(number << 4 | u128::from(digit))
    })
}

/// Appends a decimal number.
pub(crate) fn put_decimal(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// A buffer of numbers, each with a blank in front of it.
///
/// Numbers are written as whole words of eight bytes, of which only the digits count. This code
/// runs for every move that is asked for. The processor cannot predict how many digits come next,
/// so branches on the length are slow.
#[derive(Debug, Default)]
pub(crate) struct NumberWriter {
    bytes: Vec<u8>,
    used: usize,
}

impl NumberWriter {
    /// Appends two numbers.
    #[inline]
    pub(crate) fn push_pair(&mut self, first: u32, second: u32) {
        if first.max(second) >= 10_000 {
            self.push_long(first);
            return self.push_long(second);
        }
        let ((first, length), (second, length_of_second)) = (short(first), short(second));
        let room = self.room(2 * size_of::<u64>());
        room[..size_of::<u64>()].copy_from_slice(&first.to_le_bytes());
        room[length..][..size_of::<u64>()].copy_from_slice(&second.to_le_bytes());
        self.used += length + length_of_second;
    }

    fn push_long(&mut self, number: u32) {
        let mut text = itoa::Buffer::new();
        let digits = text.format(number).as_bytes();
        let room = self.room(1 + digits.len());
        room[0] = b' ';
        room[1..].copy_from_slice(digits);
        self.used += 1 + digits.len();
    }

    /// The next `bytes` bytes of the buffer after the used ones.
    #[inline]
    fn room(&mut self, bytes: usize) -> &mut [u8] {
        let end = self.used + bytes;
        if self.bytes.len() < end {
            self.bytes.resize(2 * end, 0);
        }
        &mut self.bytes[self.used..end]
    }

    /// Moves all numbers to the end of `out`.
    pub(crate) fn append_to(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bytes[..self.used]);
        self.used = 0;
    }
}

/// A blank and a number of up to four digits as bytes, the first in the lowest byte, and the number
/// of bytes.
#[inline]
fn short(number: u32) -> (u64, usize) {
    let two_digits = |number: u32| u64::from(TWO_DIGITS[number as usize]);
    let digits = two_digits(number / 100) | two_digits(number % 100) << 16;
    let zeros = usize::from(number < 10) + usize::from(number < 100) + usize::from(number < 1_000);
    (digits >> (8 * zeros) << 8 | u64::from(b' '), 5 - zeros)
}

/// The two digits of each number from 0 to 99, the first in the lower byte.
const TWO_DIGITS: [u16; 100] = {
    let mut all = [0; 100];
    let mut number = 0;
    while number < 100 {
        all[number as usize] = (b'0' as u16 + number / 10) | (b'0' as u16 + number % 10) << 8;
        number += 1;
    }
    all
};

/// Appends a lower-case hexadecimal number with exactly `digits` digits.
pub(crate) fn put_hex(out: &mut Vec<u8>, number: u128, digits: usize) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.extend((0..digits).rev().map(|place| DIGITS[(number >> (4 * place)) as usize & 15]));
}

#[cfg(test)]
mod tests {
    use super::NumberWriter;

    #[test]
    fn numbers_are_written_with_the_digits_that_they_have() {
        let all: Vec<u32> = (0..=10_010).chain([99_999, 123_456_789, u32::MAX]).collect();
        let (mut numbers, mut out) = (NumberWriter::default(), b"turn".to_vec());
        all.iter().for_each(|number| numbers.push_pair(*number, number / 7));
        numbers.append_to(&mut out);
        let expected: String = all.iter().map(|number| format!(" {number} {}", number / 7)).collect();
        assert_eq!(String::from_utf8(out), Ok(format!("turn{expected}")));
    }
}
