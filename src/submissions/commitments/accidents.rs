//! Finds accidental changes between a source as posted and as revealed.
//!
//! Web pages turn tabs into spaces, editors add a last line feed, version control changes line
//! ends. When a source matches no posting, these changes are tried in reverse to tell its author
//! what went wrong. The changed source is never accepted, because only the author can know which
//! file was meant.

use memchr::memmem;
use serde::Serialize;

use super::hash::CommitmentHash;

/// A change to the revealed source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceEdit {
    /// Removes a byte-order mark.
    MarkRemoved,
    /// Turns each run of four spaces into a tab, everywhere.
    SpacesToTabs,
    /// Turns each tab into four spaces, everywhere.
    TabsToSpaces,
    /// Turns each run of four spaces into a tab, only in indentation.
    IndentationToTabs,
    /// Turns each tab into four spaces, only in indentation.
    IndentationToSpaces,
    /// Adds a line end to the last line.
    LastLineEndAdded,
    /// Removes the line end of the last line.
    LastLineEndRemoved,
    /// Turns all line ends into LF.
    LineFeeds,
    /// Turns all line ends into CRLF.
    CarriageReturns,
    /// Adds a byte-order mark at the beginning.
    MarkAdded,
}

use SourceEdit::*;

/// The changes, in the order in which they are combined: at most one of each row.
const ROWS: [&[SourceEdit]; 5] = [
    &[MarkRemoved],
    &[SpacesToTabs, TabsToSpaces, IndentationToTabs, IndentationToSpaces],
    &[LastLineEndAdded, LastLineEndRemoved],
    &[LineFeeds, CarriageReturns],
    &[MarkAdded],
];

/// The most changes that are combined.
const MAX_STEPS: usize = 3;

/// Larger sources are not tried: that would take long, and sources are smaller than this.
const MAX_BYTES: usize = 4 << 20;

const MARK: &[u8] = b"\xef\xbb\xbf";
const SPACES: &[u8] = b"    ";
const TAB: &[u8] = b"\t";

/// The fewest changes after which the bytes have a wanted hash, and that hash.
pub(super) fn find(
    bytes: &[u8],
    wanted: &impl Fn(&CommitmentHash) -> bool,
) -> Option<(Vec<SourceEdit>, CommitmentHash)> {
    if bytes.len() > MAX_BYTES {
        return None;
    }
    (1..=MAX_STEPS).find_map(|count| after(count, &ROWS, bytes, wanted))
}

fn after(
    count: usize,
    rows: &[&[SourceEdit]],
    bytes: &[u8],
    wanted: &impl Fn(&CommitmentHash) -> bool,
) -> Option<(Vec<SourceEdit>, CommitmentHash)> {
    if count == 0 {
        return Some((Vec::new(), CommitmentHash::of(bytes))).filter(|(_, hash)| wanted(hash));
    }
    (1..=rows.len()).find_map(|next| {
        rows[next - 1].iter().find_map(|step| {
            let changed = step.apply(bytes).filter(|changed| changed != bytes)?;
            let (mut steps, hash) = after(count - 1, &rows[next..], &changed, wanted)?;
            steps.insert(0, *step);
            Some((steps, hash))
        })
    })
}

impl SourceEdit {
    /// The change in words, as it would have to be made to the revealed file.
    pub fn words(self) -> &'static str {
        match self {
            MarkRemoved => "without its byte-order mark",
            SpacesToTabs => "with a tab for every four spaces",
            TabsToSpaces => "with four spaces for every tab",
            IndentationToTabs => "with a tab for every four spaces of indentation",
            IndentationToSpaces => "with four spaces for every tab of indentation",
            LastLineEndAdded => "with a line end after its last line",
            LastLineEndRemoved => "without the line end after its last line",
            LineFeeds => "with LF line ends instead of CRLF",
            CarriageReturns => "with CRLF line ends instead of LF",
            MarkAdded => "with a byte-order mark at its beginning",
        }
    }

    fn apply(self, bytes: &[u8]) -> Option<Vec<u8>> {
        Some(match self {
            MarkRemoved => bytes.strip_prefix(MARK)?.to_vec(),
            SpacesToTabs => replaced(bytes, SPACES, TAB),
            TabsToSpaces => replaced(bytes, TAB, SPACES),
            IndentationToTabs => indentation_replaced(bytes, SPACES, TAB),
            IndentationToSpaces => indentation_replaced(bytes, TAB, SPACES),
            LastLineEndAdded if bytes.ends_with(b"\n") => return None,
            LastLineEndAdded => [bytes, line_end(bytes)].concat(),
            LastLineEndRemoved => bytes.strip_suffix(b"\r\n").or_else(|| bytes.strip_suffix(b"\n"))?.to_vec(),
            LineFeeds => replaced(bytes, b"\r\n", b"\n"),
            CarriageReturns => replaced(&replaced(bytes, b"\r\n", b"\n"), b"\n", b"\r\n"),
            MarkAdded if bytes.starts_with(MARK) => return None,
            MarkAdded => [MARK, bytes].concat(),
        })
    }
}

pub(super) fn words(steps: &[SourceEdit]) -> String {
    let words: Vec<&str> = steps.iter().map(|step| step.words()).collect();
    words.join(" and ")
}

/// The line end of a file, which is that of its first line.
fn line_end(bytes: &[u8]) -> &'static [u8] {
    match memchr::memchr(b'\n', bytes) {
        Some(at) if bytes[..at].ends_with(b"\r") => b"\r\n",
        _ => b"\n",
    }
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut made = Vec::with_capacity(bytes.len());
    let mut begin = 0;
    for at in memmem::find_iter(bytes, from) {
        made.extend_from_slice(&bytes[begin..at]);
        made.extend_from_slice(to);
        begin = at + from.len();
    }
    made.extend_from_slice(&bytes[begin..]);
    made
}

fn indentation_replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut made = Vec::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let blank = |byte: &u8| *byte == b' ' || *byte == b'\t';
        let (indentation, rest) = line.split_at(line.iter().take_while(|byte| blank(byte)).count());
        made.extend(replaced(indentation, from, to));
        made.extend_from_slice(rest);
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The changes that turn the revealed text into the posted one.
    fn steps(revealed: &str, posted: &str) -> Option<Vec<SourceEdit>> {
        let posted = CommitmentHash::of(posted.as_bytes());
        find(revealed.as_bytes(), &|hash| *hash == posted).map(|(steps, hash)| {
            assert_eq!(hash, posted);
            steps
        })
    }

    #[test]
    fn each_accident_is_found_alone() {
        let cases = [
            ("if x:\n    y  #    z\n", "if x:\n\ty  #\tz\n", SpacesToTabs),
            ("if x:\n\ty  #\tz\n", "if x:\n    y  #    z\n", TabsToSpaces),
            ("if x:\n    y  #    z\n", "if x:\n\ty  #    z\n", IndentationToTabs),
            ("if x:\n\ty  #\tz\n", "if x:\n    y  #\tz\n", IndentationToSpaces),
            ("a\nb", "a\nb\n", LastLineEndAdded),
            ("a\r\nb", "a\r\nb\r\n", LastLineEndAdded),
            ("a\nb\n", "a\nb", LastLineEndRemoved),
            ("a\r\nb\r\n", "a\r\nb", LastLineEndRemoved),
            ("a\r\nb\r\n", "a\nb\n", LineFeeds),
            ("a\nb\n", "a\r\nb\r\n", CarriageReturns),
            ("a\nb\r\n", "a\r\nb\r\n", CarriageReturns),
            ("\u{feff}a\n", "a\n", MarkRemoved),
            ("a\n", "\u{feff}a\n", MarkAdded),
        ];
        for (revealed, posted, step) in cases {
            assert_eq!(steps(revealed, posted), Some(vec![step]), "{revealed:?} for {posted:?}");
        }
    }

    #[test]
    fn accidents_that_came_together_are_found() {
        assert_eq!(steps("if x:\r\n    y\r\n", "if x:\n\ty\n"), Some(vec![SpacesToTabs, LineFeeds]));
        assert_eq!(steps("if x:\n    y", "if x:\n\ty\n"), Some(vec![SpacesToTabs, LastLineEndAdded]));
        assert_eq!(
            steps("a\nb", "\u{feff}a\r\nb\r\n"),
            Some(vec![LastLineEndAdded, CarriageReturns, MarkAdded])
        );
        assert_eq!(steps("\u{feff}a\r\nb", "a\nb"), Some(vec![MarkRemoved, LineFeeds]));
    }

    #[test]
    fn what_is_no_accident_is_not_explained() {
        assert_eq!(steps("a\n", "b\n"), None);
        assert_eq!(steps("a\n", "a\n"), None, "nothing has happened to it");
        assert_eq!(steps("", "a"), None);
    }

    #[test]
    fn a_source_that_is_too_large_is_not_tried() {
        let large = "a".repeat(MAX_BYTES + 1);
        assert_eq!(steps(&large, &format!("{large}\n")), None);
    }
}
