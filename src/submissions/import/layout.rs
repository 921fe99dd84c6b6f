//! Restores code in Python that was copied from a page without its indentation and blank lines.
//!
//! Many layouts of the lines are possible, so only the hash of the source, which its author posted,
//! can tell the right one. Without a layout that has this hash, nothing is restored.

use std::ops::RangeInclusive;

use sha2::{Digest, Sha256};

use crate::submissions::commitments::CommitmentHash;

/// The most lines of code that are tried. The number of layouts grows exponentially.
const MOST_LINES: usize = 60;

/// The most blank lines that are tried. Authors put them between the parts of a program.
const MOST_BLANK_LINES: usize = 5;

/// What one level of indentation can be.
const INDENTATIONS: [&str; 2] = ["\t", "    "];

const LINE_ENDS: [&str; 2] = ["\n", ""];

/// Words that begin a clause of a statement before them.
const CLAUSES: [&str; 4] = ["else", "elif", "except", "finally"];

/// Words that begin a statement with clauses, or a clause that another one can follow.
const BEFORE_CLAUSES: [&str; 7] = ["if", "elif", "else", "for", "while", "try", "except"];

/// Where a line is in a layout.
#[derive(Debug, Clone, Copy)]
struct PlacedLine {
    depth: usize,
    is_after_blank_line: bool,
}

/// A search for a layout with a given number of blank lines.
struct LayoutSearch<'a> {
    lines: &'a [&'a str],
    wanted: CommitmentHash,
    indentation: &'static str,
    /// The end of the last line.
    end: &'static str,
    placed: Vec<PlacedLine>,
    /// How many more lines are placed.
    tries: &'a mut usize,
}

/// The source with these lines and this hash, and whether any line of it is indented. `tries` is
/// how many lines are placed at most, and becomes how many are left.
pub(super) fn restored(lines: &[&str], wanted: CommitmentHash, tries: &mut usize) -> Option<(String, bool)> {
    if lines.len() > MOST_LINES {
        return None;
    }
    // The likeliest first: few blank lines, and an end after the last line.
    let blank_lines = 0..=MOST_BLANK_LINES.min(lines.len());
    let styles = LINE_ENDS.iter().flat_map(|end| {
        blank_lines.clone().flat_map(move |blank| INDENTATIONS.iter().map(move |unit| (*end, blank, *unit)))
    });
    styles.into_iter().find_map(|(end, blank_lines, indentation)| {
        let placed = Vec::with_capacity(lines.len());
        let mut search = LayoutSearch { lines, wanted, indentation, end, placed, tries };
        let is_found = search.place_rest(blank_lines, &Sha256::new());
        is_found.then(|| (search.text(), search.placed.iter().any(|line| line.depth > 0)))
    })
}

impl LayoutSearch<'_> {
    /// Places all lines that are not placed yet. Returns whether the source has the wanted hash.
    fn place_rest(&mut self, blank_lines: usize, before: &Sha256) -> bool {
        let rest = self.lines.len() - self.placed.len();
        if rest < blank_lines {
            return false;
        }
        if rest == 0 {
            return CommitmentHash::from(before.clone().chain_update(self.end)) == self.wanted;
        }
        let possible = self.possible_depths();
        possible.rev().any(|depth| self.can_be_at(depth) && self.place_at(depth, blank_lines, before))
    }

    /// Places the next line, with and without a blank line before it, and all after it.
    fn place_at(&mut self, depth: usize, blank_lines: usize, before: &Sha256) -> bool {
        let can_follow_blank = depth == 0 && blank_lines > 0 && !self.placed.is_empty() && !self.is_clause();
        let line = PlacedLine { depth, is_after_blank_line: false };
        let after_blank = PlacedLine { depth, is_after_blank_line: true };
        self.place_one(line, blank_lines, before)
            || can_follow_blank && self.place_one(after_blank, blank_lines - 1, before)
    }

    fn place_one(&mut self, line: PlacedLine, blank_lines: usize, before: &Sha256) -> bool {
        let Some(tries) = self.tries.checked_sub(1) else { return false };
        *self.tries = tries;
        let mut hash = before.clone();
        self.write(self.placed.len(), line, |text| hash.update(text));
        self.placed.push(line);
        let is_found = self.place_rest(blank_lines, &hash);
        if !is_found {
            self.placed.pop();
        }
        is_found
    }

    /// The depths that the next line can have after the line before it.
    fn possible_depths(&self) -> RangeInclusive<usize> {
        match (self.placed.last(), self.placed.len().checked_sub(1)) {
            (Some(last), Some(at)) if self.lines[at].ends_with(':') => last.depth + 1..=last.depth + 1,
            (Some(last), _) => 0..=last.depth,
            (None, _) => 0..=0,
        }
    }

    /// Whether the next line is a clause, such as `else:`.
    fn is_clause(&self) -> bool {
        CLAUSES.contains(&first_word(self.lines[self.placed.len()]))
    }

    /// Whether the next line can have this depth: a clause needs its statement there.
    fn can_be_at(&self, depth: usize) -> bool {
        let before = self.placed.iter().rposition(|line| line.depth <= depth);
        let is_below_statement = || {
            before.is_some_and(|at| {
                self.placed[at].depth == depth && BEFORE_CLAUSES.contains(&first_word(self.lines[at]))
            })
        };
        !self.is_clause() || is_below_statement()
    }

    /// The placed lines as a text.
    fn text(&self) -> String {
        let mut text = String::new();
        for (at, line) in self.placed.iter().enumerate() {
            self.write(at, *line, |part| text.push_str(part));
        }
        text + self.end
    }

    fn write(&self, at: usize, line: PlacedLine, mut write: impl FnMut(&str)) {
        match (at, line.is_after_blank_line) {
            (0, _) => {}
            (_, false) => write("\n"),
            (_, true) => write("\n\n"),
        }
        for _ in 0..line.depth {
            write(self.indentation);
        }
        write(self.lines[at]);
    }
}

fn first_word(line: &str) -> &str {
    line.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str =
        "import sys\n\nfor line in sys.stdin:\n\tif line:\n\t\tprint(1)\n\telse:\n\t\tprint(2)\n\nprint(3)\n";

    fn restore(source: &str, wanted: &str) -> Option<(String, bool)> {
        let lines: Vec<&str> = source.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        restored(&lines, CommitmentHash::of(wanted.as_bytes()), &mut 1_000_000)
    }

    #[test]
    fn the_layout_with_the_posted_hash_is_found() {
        let with_spaces = SOURCE.replace('\t', "    ");
        for source in [SOURCE, SOURCE.trim_end(), &with_spaces] {
            assert_eq!(restore(source, source), Some((source.to_owned(), true)));
        }
        assert_eq!(restore("pass", "pass\n"), Some(("pass\n".into(), false)));
    }

    #[test]
    fn another_source_is_not_found() {
        assert_eq!(restore(SOURCE, &SOURCE.replace('3', "4")), None);
        assert_eq!(
            restore(SOURCE, &SOURCE.replace("\n\nprint", "\n\tprint").replace("\t\t", "\t\t\t")),
            None
        );
        assert_eq!(restore("", "x"), None);
    }

    #[test]
    fn the_number_of_tries_is_bounded() {
        for last in ["b", "else:"] {
            let many = "with a:\nb\n".repeat(25) + last;
            let lines: Vec<&str> = many.lines().collect();
            let mut tries = 1_000;
            assert_eq!(restored(&lines, CommitmentHash::of(b""), &mut tries), None);
            assert_eq!(tries, 0);
        }
        assert_eq!(restored(&["a"; MOST_LINES + 1], CommitmentHash::of(b""), &mut 1_000), None);
    }
}
