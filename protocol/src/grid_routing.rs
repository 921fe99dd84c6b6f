//! The grid-routing battle: the lines that a bot gets in a round, and its answers.
//!
//! `SPEC.md` specifies these lines and names their source.

use std::fmt::{self, Write as _};

/// A vertex of the grid, by column and row, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex {
    /// The column. Columns wrap around.
    pub x: u32,
    /// The row. Sources are in row 0.
    pub y: u32,
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// The two phases of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnPhase {
    /// Bots break vertices.
    Destruction,
    /// Bots activate vertices.
    Activation,
}

impl TurnPhase {
    /// The word that asks for a choice.
    fn question(self) -> &'static str {
        match self {
            TurnPhase::Destruction => "DESTROY",
            TurnPhase::Activation => "ACTIVATE",
        }
    }

    /// The word that reports all choices.
    fn report(self) -> &'static str {
        match self {
            TurnPhase::Destruction => "BROKEN",
            TurnPhase::Activation => "OWNED",
        }
    }
}

/// `BEGIN B T S`: the number of bots, the number of turns, and the vertices per side.
pub fn begin(bots: usize, turns: u32, side: u32) -> String {
    format!("BEGIN {bots} {turns} {side}\n")
}

/// `DESTROY t` or `ACTIVATE t`: asks for a choice.
pub fn question(phase: TurnPhase, turn: u32) -> String {
    format!("{} {turn}\n", phase.question())
}

/// `BROKEN t c1 .. cN` or `OWNED t c1 .. cN`: all choices, the bot's own first.
pub fn report(phase: TurnPhase, turn: u32, choices: impl IntoIterator<Item = Option<Vertex>>) -> String {
    let mut line = format!("{} {turn}", phase.report());
    for choice in choices {
        // Writing to a string cannot fail.
        let _ = match choice {
            Some(vertex) => write!(line, " {vertex}"),
            None => write!(line, " N"),
        };
    }
    line.push('\n');
    line
}

/// `SCORE s1 .. sN`: the scores of the round, the bot's own first.
pub fn score(scores: impl IntoIterator<Item = u64>) -> String {
    let mut line = "SCORE".to_owned();
    for score in scores {
        let _ = write!(line, " {score}");
    }
    line.push('\n');
    line
}

/// Why an answer is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GridReplyError {
    /// The answer does not have the requested form.
    #[error("expected `VERTEX x,y` or `NONE`, found `{0}`")]
    Malformed(String),
    /// The vertex is not on the grid.
    #[error("the vertex {x},{y}: coordinates go from 0 to {}", side - 1)]
    OffTheGrid {
        /// The column.
        x: i64,
        /// The row.
        y: i64,
        /// The number of vertices per side.
        side: u32,
    },
}

/// Parses an answer: one line, with or without its line end. `None` means that the bot passes.
pub fn answer(line: &[u8], side: u32) -> Result<Option<Vertex>, GridReplyError> {
    let malformed = || {
        GridReplyError::Malformed(line.trim_ascii_end().escape_ascii().to_string().chars().take(60).collect())
    };
    let text = std::str::from_utf8(line).map_err(|_| malformed())?.trim();
    if text == "NONE" {
        return Ok(None);
    }
    let (x, y) = text
        .strip_prefix("VERTEX")
        .filter(|rest| rest.starts_with([' ', '\t']))
        .and_then(|rest| rest.split_once(','))
        .ok_or_else(malformed)?;
    let coordinate = |text: &str| text.trim().parse::<i64>().map_err(|_| malformed());
    let (x, y) = (coordinate(x)?, coordinate(y)?);
    let inside = |value: i64| u32::try_from(value).ok().filter(|value| *value < side);
    match (inside(x), inside(y)) {
        (Some(x), Some(y)) => Ok(Some(Vertex { x, y })),
        _ => Err(GridReplyError::OffTheGrid { x, y, side }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_the_rules_have_them() {
        assert_eq!(begin(9, 81, 108), "BEGIN 9 81 108\n");
        assert_eq!(question(TurnPhase::Destruction, 0), "DESTROY 0\n");
        let choices = [Some(Vertex { x: 3, y: 0 }), None];
        assert_eq!(report(TurnPhase::Activation, 80, choices), "OWNED 80 3,0 N\n");
        assert_eq!(report(TurnPhase::Destruction, 2, []), "BROKEN 2\n");
        assert_eq!(score([7, 0]), "SCORE 7 0\n");
    }

    #[test]
    fn answers_are_read_with_any_blanks_around_their_parts() {
        assert_eq!(answer(b"NONE\n", 5), Ok(None));
        for line in [&b"VERTEX 4,0\n"[..], b"VERTEX 4,0\r\n", b" VERTEX  4 , 0 \n", b"VERTEX\t4,0"] {
            assert_eq!(answer(line, 5), Ok(Some(Vertex { x: 4, y: 0 })), "{line:?}");
        }
    }

    #[test]
    fn what_is_no_answer_is_quoted() {
        for line in [
            &b"\n"[..],
            b"none\n",
            b"VERTEX\n",
            b"VERTEX 1\n",
            b"VERTEX 1,2,3\n",
            b"VERTEX1,2\n",
            b"VERTEX a,b\n",
            b"\xff\n",
        ] {
            assert!(matches!(answer(line, 5), Err(GridReplyError::Malformed(_))), "{line:?}");
        }
        assert_eq!(answer(b"VERTEX 5,0\n", 5), Err(GridReplyError::OffTheGrid { x: 5, y: 0, side: 5 }));
        let error = answer(b"VERTEX -1,2\n", 5).unwrap_err();
        assert_eq!(error.to_string(), "the vertex -1,2: coordinates go from 0 to 4");
    }
}
