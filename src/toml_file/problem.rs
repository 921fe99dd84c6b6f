//! What can be wrong with a file, shown in place.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// One problem, and what can be done about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where it is in the text, in bytes; nothing if it is about the whole file.
    pub span: Option<Range<usize>>,
    /// What is wrong, and what was expected.
    pub problem: String,
    /// What can be done.
    pub remedy: String,
}

impl Problem {
    /// A problem in this place.
    pub fn at(span: Range<usize>, problem: impl Into<String>, remedy: impl Into<String>) -> Problem {
        Problem { span: Some(span), problem: problem.into(), remedy: remedy.into() }
    }

    /// A problem of the whole file.
    pub fn of_all(problem: impl Into<String>, remedy: impl Into<String>) -> Problem {
        Problem { span: None, problem: problem.into(), remedy: remedy.into() }
    }
}

/// All problems of a file at once.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Mistakes {
    /// The file.
    pub path: PathBuf,
    /// What is written in it.
    pub text: String,
    /// The problems, in the order of their places.
    pub problems: Vec<Problem>,
}

impl Mistakes {
    /// These problems of a file.
    pub fn new(path: impl Into<PathBuf>, text: &str, mut problems: Vec<Problem>) -> Mistakes {
        problems.sort_by_key(|problem| problem.span.as_ref().map(|span| span.start));
        Mistakes { path: path.into(), text: text.into(), problems }
    }
}

impl fmt::Display for Mistakes {
    /// Each problem with the line that it is in, the place marked, and the remedy.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display().to_string();
        for (index, Problem { span, problem, remedy }) in self.problems.iter().enumerate() {
            let next = if index > 0 { "\n\n" } else { "" };
            let report = match span {
                Some(span) => Level::ERROR.primary_title(problem).element(
                    Snippet::source(&self.text)
                        .path(&path)
                        .annotation(AnnotationKind::Primary.span(span.clone())),
                ),
                None => Level::ERROR.primary_title(problem).element(annotate_snippets::Origin::path(&path)),
            };
            let report = report.element(Level::HELP.message(remedy));
            write!(f, "{next}{}", Renderer::plain().render(&[report]))?;
        }
        Ok(())
    }
}
