//! The line in which a bot says that its submission went wrong.

use crate::fields::Fields;

/// What a submission did wrong, as its own side reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedError {
    /// Which rule of behaviour it broke.
    pub kind: ReportedErrorKind,
    /// What happened, in the bot's words.
    pub words: String,
}

/// The two kinds of error that a bot can report of its submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportedErrorKind {
    /// It answered with a move outside of the 3x3 neighbourhood.
    Illegal,
    /// It raised an error instead of answering.
    Raised,
}

impl ReportedError {
    /// Reads the error behind `! `, or nothing if the line is none.
    pub(super) fn read(line: &[u8]) -> Option<ReportedError> {
        let mut fields = Fields::new(line.strip_prefix(b"! ")?);
        let kind = match fields.next()? {
            b"illegal" => ReportedErrorKind::Illegal,
            b"raised" => ReportedErrorKind::Raised,
            _ => return None,
        };
        Some(ReportedError { kind, words: String::from_utf8_lossy(fields.rest()).into_owned() })
    }

    /// Writes `! KIND WORDS`, with line feeds in the words replaced by blanks.
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(match self.kind {
            ReportedErrorKind::Illegal => b"! illegal ",
            ReportedErrorKind::Raised => b"! raised ",
        });
        out.extend(self.words.bytes().map(|byte| if byte == b'\n' { b' ' } else { byte }));
    }
}
