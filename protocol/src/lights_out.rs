//! Lights Out: the board that a solver reads, and its answer.
//!
//! `SPEC.md` specifies these lines.

use std::fmt;

/// The first word of progress lines, which come before the answer.
pub const PROGRESS: &str = "PROGRESS";

/// How many characters of an answer an error shows.
const QUOTED: usize = 60;

/// A cell of the board, by column and row, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardCell {
    /// The column.
    pub x: u32,
    /// The row.
    pub y: u32,
}

impl fmt::Display for BoardCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// The board: a line with the numbers of columns and rows, then a line of digits for each row.
pub fn question(columns: u32, rows: u32, is_on: impl Fn(BoardCell) -> bool) -> String {
    let digit = |x, y| if is_on(BoardCell { x, y }) { '1' } else { '0' };
    let row = |y| (0..columns).map(|x| digit(x, y)).chain(['\n']).collect::<String>();
    std::iter::once(format!("BOARD {columns} {rows}\n")).chain((0..rows).map(row)).collect()
}

/// The complete output of a solver, up to its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedSolverOutput {
    /// The names and numbers of each progress line.
    pub progress: Vec<Vec<(String, f64)>>,
    /// The answer.
    pub answer: SolverAnswer,
}

/// What a solver can answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolverAnswer {
    /// These clicks turn all lights off.
    Clicks(Vec<BoardCell>),
    /// The board has no solution.
    None,
    /// The solver found no solution.
    Unknown,
}

/// Why an answer is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LightsOutReplyError {
    /// The answer does not have the requested form.
    #[error("expected `CLICKS x,y x,y ...`, `NONE` or `UNKNOWN`, found `{0}`")]
    Malformed(String),
    /// The cell is not on the board.
    #[error("a click on {x},{y}: columns go from 0 to {}, rows from 0 to {}", columns - 1, rows - 1)]
    OffTheBoard {
        /// The column.
        x: i64,
        /// The row.
        y: i64,
        /// The number of columns.
        columns: u32,
        /// The number of rows.
        rows: u32,
    },
}

/// Parses the output of a solver: progress lines, then the answer.
pub fn said(bytes: &[u8], columns: u32, rows: u32) -> Result<ParsedSolverOutput, LightsOutReplyError> {
    let mut lines: Vec<&[u8]> =
        bytes.strip_suffix(b"\n").unwrap_or(bytes).split(|byte| *byte == b'\n').collect();
    let answer = answer(lines.pop().unwrap_or_default(), columns, rows)?;
    Ok(ParsedSolverOutput { progress: lines.into_iter().map(progress).collect(), answer })
}

/// Parses a progress line. Words that do not have the form `name=number` are ignored.
fn progress(line: &[u8]) -> Vec<(String, f64)> {
    let text = String::from_utf8_lossy(line);
    let pair = |word: &str| {
        let (name, number) = word.split_once('=')?;
        let number = number.parse().ok().filter(|number: &f64| number.is_finite())?;
        (!name.is_empty()).then(|| (name.to_owned(), number))
    };
    text.split_whitespace().filter_map(pair).collect()
}

fn answer(line: &[u8], columns: u32, rows: u32) -> Result<SolverAnswer, LightsOutReplyError> {
    let malformed = |words: &str| {
        let shown: String = words.trim_end().chars().take(QUOTED).collect();
        LightsOutReplyError::Malformed(shown.escape_default().to_string())
    };
    let text = String::from_utf8_lossy(line);
    let mut words = text.split_whitespace();
    let first = words.next();
    let rest: Vec<&str> = words.collect();
    match (first, rest.as_slice()) {
        (Some("NONE"), []) => Ok(SolverAnswer::None),
        (Some("UNKNOWN"), []) => Ok(SolverAnswer::Unknown),
        (Some("CLICKS"), clicks) => {
            let cell = |word: &&str| {
                let (x, y) = coordinates(word).ok_or_else(|| malformed(word))?;
                inside(x, columns)
                    .zip(inside(y, rows))
                    .map(|(x, y)| BoardCell { x, y })
                    .ok_or(LightsOutReplyError::OffTheBoard { x, y, columns, rows })
            };
            clicks.iter().map(cell).collect::<Result<_, _>>().map(SolverAnswer::Clicks)
        }
        _ => Err(malformed(&text)),
    }
}

fn coordinates(word: &str) -> Option<(i64, i64)> {
    let (x, y) = word.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

fn inside(value: i64, count: u32) -> Option<u32> {
    u32::try_from(value).ok().filter(|value| *value < count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(bytes: &[u8]) -> Result<SolverAnswer, LightsOutReplyError> {
        said(bytes, 3, 2).map(|said| said.answer)
    }

    #[test]
    fn the_board_is_told_row_by_row() {
        assert_eq!(question(3, 2, |cell| cell.x == 2 && cell.y == 0), "BOARD 3 2\n001\n000\n");
    }

    #[test]
    fn answers_are_read_with_any_blanks_around_their_words() {
        let cells = |cells: &[(u32, u32)]| {
            Ok(SolverAnswer::Clicks(cells.iter().map(|(x, y)| BoardCell { x: *x, y: *y }).collect()))
        };
        assert_eq!(answered(b"CLICKS 0,0 2,1\n"), cells(&[(0, 0), (2, 1)]));
        assert_eq!(answered(b" CLICKS\t2,1  2,1 \r\n"), cells(&[(2, 1), (2, 1)]));
        assert_eq!(answered(b"CLICKS"), cells(&[]));
        assert_eq!(answered(b"NONE\n"), Ok(SolverAnswer::None));
        assert_eq!(answered(b"UNKNOWN\n"), Ok(SolverAnswer::Unknown));
    }

    #[test]
    fn progress_is_kept_as_far_as_it_is_of_the_form() {
        let bytes = b"PROGRESS generation=1 best=0.5 what 7 x=y z=inf =3\nPROGRESS\nPROGRESS evaluations=-2e3\nNONE\n";
        let of = |pairs: &[(&str, f64)]| {
            pairs.iter().map(|(name, number)| ((*name).to_owned(), *number)).collect::<Vec<_>>()
        };
        assert_eq!(
            said(bytes, 3, 2).unwrap().progress,
            [of(&[("generation", 1.0), ("best", 0.5)]), of(&[]), of(&[("evaluations", -2000.0)])]
        );
    }

    #[test]
    fn what_is_no_answer_is_quoted() {
        for line in [
            &b""[..],
            b"\n",
            b"none\n",
            b"NONE 1\n",
            b"CLICK 1,1\n",
            b"CLICKS 1\n",
            b"CLICKS 1,1,1\n",
            b"CLICKS 1,x\n",
            b"CLICKS 1, 1\n",
            b"CLICKS1,1\n",
            b"CLICKS 1.0,1\n",
            b"\xff\x00\n",
        ] {
            assert!(matches!(answered(line), Err(LightsOutReplyError::Malformed(_))), "{line:?}");
        }
        for (line, x, y) in
            [(&b"CLICKS 3,0\n"[..], 3, 0), (b"CLICKS 0,0 0,2\n", 0, 2), (b"CLICKS -1,0\n", -1, 0)]
        {
            assert_eq!(answered(line), Err(LightsOutReplyError::OffTheBoard { x, y, columns: 3, rows: 2 }));
        }
        let error = answered(b"CLICKS 3,0\n").unwrap_err();
        assert_eq!(error.to_string(), "a click on 3,0: columns go from 0 to 2, rows from 0 to 1");
        assert_eq!(
            answered(b"\x1b[2J\n").unwrap_err().to_string().split("found ").last(),
            Some("`\\u{1b}[2J`")
        );
    }
}
