//! The line with which a bot reports that its submission failed.

use crate::fields::FieldReader;

/// A failure of the submission, as its adapter reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedError {
    /// The kind of failure.
    pub kind: ReportedErrorKind,
    /// What happened, in the bot's words.
    pub words: String,
}

/// The kinds of failure that a bot can report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportedErrorKind {
    /// The submission chose a move outside of the 3x3 neighbourhood.
    Illegal,
    /// The submission raised an error instead of answering.
    Raised,
}

impl ReportedError {
    /// Parses `! KIND WORDS`. `None` if the line is not an error.
    pub(super) fn read(line: &[u8]) -> Option<ReportedError> {
        let mut fields = FieldReader::new(line.strip_prefix(b"! ")?);
        let kind = match fields.next()? {
            b"illegal" => ReportedErrorKind::Illegal,
            b"raised" => ReportedErrorKind::Raised,
            _ => return None,
        };
        Some(ReportedError { kind, words: String::from_utf8_lossy(fields.rest()).into_owned() })
    }

    /// Appends `! KIND WORDS`, with line feeds in the words replaced by blanks.
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(match self.kind {
            ReportedErrorKind::Illegal => b"! illegal ",
            ReportedErrorKind::Raised => b"! raised ",
        });
        out.extend(self.words.bytes().map(|byte| if byte == b'\n' { b' ' } else { byte }));
    }
}
