//! Seed files: the random numbers of the rounds of a game. Line k has the number of round k in
//! decimal digits.

/// A line of a seed file is not a number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected a number from 0 to 18446744073709551615, found `{found}`")]
pub struct SeedFileError {
    /// The line, from 1.
    pub line: usize,
    /// The content of the line, escaped and cut to 60 characters.
    pub found: String,
}

/// Parses the numbers of a seed file.
pub fn read_numbers(bytes: &[u8]) -> Result<Vec<u64>, SeedFileError> {
    let text = String::from_utf8_lossy(bytes);
    let number = |(index, found): (usize, &str)| {
        let digits = found.trim_ascii();
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|_| plain).ok_or_else(|| SeedFileError {
            line: index + 1,
            found: found.escape_debug().to_string().chars().take(60).collect(),
        })
    };
    text.lines().enumerate().map(number).collect()
}

/// Formats numbers as a seed file.
pub fn write_numbers(numbers: impl IntoIterator<Item = u64>) -> String {
    numbers.into_iter().map(|number| format!("{number}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 7, u64::MAX];
        assert_eq!(read_numbers(write_numbers(numbers).as_bytes()).unwrap(), numbers);
        assert_eq!(read_numbers(b"1\r\n2").unwrap(), [1, 2]);
        assert_eq!(read_numbers(b"").unwrap(), Vec::<u64>::new());
    }

    #[test]
    fn what_is_no_number_is_named_with_its_line() {
        let error = |bytes: &[u8]| read_numbers(bytes).unwrap_err();
        assert_eq!(
            error(b"1\n18446744073709551616\n"),
            SeedFileError { line: 2, found: "18446744073709551616".into() }
        );
        for (bytes, line) in
            [(&b"+1\n"[..], 1), (b"1\n\n2\n", 2), (b"1 2\n", 1), (b"1\n\xff\n", 2), (b"-1", 1)]
        {
            assert_eq!(error(bytes).line, line, "{bytes:?}");
        }
    }
}
