//! The problems of a file, shown in place.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use crate::untrusted::excerpt;

/// The most problems of a file that are collected and shown.
pub(super) const MOST_PROBLEMS: usize = 50;

/// The most bytes of lines that are quoted for a problem.
const MAX_QUOTED: usize = 400;

/// A problem and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TomlDiagnostic {
    /// The position in the text, in bytes, or `None` for a problem of the whole file.
    pub span: Option<Range<usize>>,
    /// What is wrong, and what was expected.
    pub problem: String,
    pub help: String,
}

impl TomlDiagnostic {
    /// A problem at this position.
    pub fn at(span: Range<usize>, problem: impl Into<String>, help: impl Into<String>) -> TomlDiagnostic {
        TomlDiagnostic { span: Some(span), problem: problem.into(), help: help.into() }
    }

    /// A problem of the whole file.
    pub fn of_file(problem: impl Into<String>, help: impl Into<String>) -> TomlDiagnostic {
        TomlDiagnostic { span: None, problem: problem.into(), help: help.into() }
    }
}

/// All problems of a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct TomlErrors {
    pub path: PathBuf,
    /// The contents of the file.
    pub text: String,
    /// The problems, ordered by position.
    pub problems: Vec<TomlDiagnostic>,
}

impl TomlErrors {
    pub fn new(path: impl Into<PathBuf>, text: &str, mut problems: Vec<TomlDiagnostic>) -> TomlErrors {
        problems.sort_by_key(|problem| problem.span.as_ref().map(|span| span.start));
        problems.truncate(MOST_PROBLEMS);
        TomlErrors { path: path.into(), text: text.into(), problems }
    }
}

impl fmt::Display for TomlErrors {
    /// Shows each problem with its lines, the position marked, and the help.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display().to_string();
        for (index, TomlDiagnostic { span, problem, help }) in self.problems.iter().enumerate() {
            let next = if index > 0 { "\n\n" } else { "" };
            let title = Level::ERROR.primary_title(excerpt(problem));
            let quoted = span.as_ref().map(|span| QuotedLines::of(&self.text, span));
            let report = match &quoted {
                Some(QuotedLines { lines: Some(lines), first_line, span, .. }) => title.element(
                    Snippet::source(lines.as_str())
                        .line_start(*first_line)
                        .path(&path)
                        .annotation(AnnotationKind::Primary.span(span.clone())),
                ),
                Some(QuotedLines { first_line, column, .. }) => {
                    title.element(Origin::path(&path).line(*first_line).char_column(*column))
                }
                None => title.element(Origin::path(&path)),
            };
            let report = report.element(Level::HELP.message(help));
            write!(f, "{next}{}", Renderer::plain().render(&[report]))?;
        }
        Ok(())
    }
}

/// The lines of a text that a span covers.
struct QuotedLines {
    /// `None` if they are too long to show.
    lines: Option<String>,
    /// The number of the first line, from 1.
    first_line: usize,
    /// The column in the first line at which the span begins, in characters, from 1.
    column: usize,
    /// The span, relative to these lines.
    span: Range<usize>,
}

impl QuotedLines {
    fn of(text: &str, span: &Range<usize>) -> QuotedLines {
        let begin = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at);
        let lines = &text[begin..end];
        // Replace control characters with one of the same length, since a terminal would
        // act on them.
        let shown = |letter: char| match letter {
            '\n' | '\t' => letter,
            letter if letter.is_control() && letter.is_ascii() => '?',
            letter => letter,
        };
        QuotedLines {
            lines: (lines.len() <= MAX_QUOTED).then(|| lines.chars().map(shown).collect()),
            first_line: 1 + memchr::memchr_iter(b'\n', &text.as_bytes()[..begin]).count(),
            column: 1 + text[begin..span.start].chars().count(),
            span: span.start - begin..span.end - begin,
        }
    }
}
