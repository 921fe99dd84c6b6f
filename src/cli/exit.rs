//! How the program ends when something goes wrong: one message, and an exit code by kind.

use std::fmt;
use std::process::ExitCode;

use crate::analysis::AnalysisError;
use crate::matches::PlayError;
use crate::seats::{BotNotReady, VoidMatch};
use crate::submissions::{SubmissionError, SubmissionErrorKind};

/// The kinds of failure, with their exit codes. `docs/EXIT-CODES.md` explains them to users.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum ExitKind {
    /// All that was wanted has been done, earlier than usual.
    Done = 0,
    Host = 1,
    /// Arguments or parameters that make no sense.
    Usage = 2,
    /// A submission or file that is missing or does not say what it should.
    Input = 3,
    /// A compiler or interpreter that is not installed.
    ToolMissing = 4,
    /// A submission that could not be built.
    Build = 5,
    /// A bot that was built but never got ready to play.
    NotReady = 6,
    /// `check` found that a bot needs work.
    CheckFailed = 7,
    /// `verify` found a source that does not match, or a promise that was not kept.
    NotVerified = 8,
    /// The user or the system ended the program.
    Interrupted = 130,
}

/// Why the program ends without having done its work, or not all of it.
#[derive(Debug)]
pub(crate) struct CommandError {
    code: ExitKind,
    message: Option<String>,
}

impl CommandError {
    pub(crate) fn new(code: ExitKind, message: impl fmt::Display) -> CommandError {
        CommandError { code, message: Some(message.to_string()) }
    }

    pub(crate) fn usage(message: impl fmt::Display) -> CommandError {
        CommandError::new(ExitKind::Usage, message)
    }

    pub(crate) fn host(message: impl fmt::Display) -> CommandError {
        CommandError::new(ExitKind::Host, message)
    }

    pub(crate) fn interrupted() -> CommandError {
        CommandError::new(ExitKind::Interrupted, "interrupted; everything that was running has been ended")
    }

    /// A failure about which the report has said what there is to say.
    pub(crate) fn told(code: ExitKind) -> CommandError {
        CommandError { code, message: None }
    }

    /// The same with another code.
    pub(crate) fn with_code(self, code: ExitKind) -> CommandError {
        CommandError { code, ..self }
    }

    /// All problems of all submissions at once, with the code of the first kind among them.
    pub(crate) fn submissions(errors: &[SubmissionError]) -> CommandError {
        let code = errors.iter().map(|error| ExitKind::from(error.kind)).min().unwrap_or(ExitKind::Host);
        let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
        CommandError::new(code, several(&messages))
    }

    /// Says what is wrong and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        ExitCode::from(self.tell())
    }

    /// The same, with the code as a number.
    pub(crate) fn tell(self) -> u8 {
        if let Some(message) = self.message {
            // Excerpts of files bring their own heading.
            let message = match message.strip_prefix('\n') {
                Some(excerpt) => excerpt.to_owned(),
                None => format!("error: {message}"),
            };
            crate::cli::terminal::talk(&message);
        }
        self.code as u8
    }
}

/// Several errors in one message: [`CommandError::tell`] writes what stands before the first.
pub(crate) fn several(messages: &[String]) -> String {
    messages.join("\nerror: ")
}

impl From<VoidMatch> for CommandError {
    fn from(void: VoidMatch) -> CommandError {
        CommandError::host(format!("the match could not be played: {void}"))
    }
}

impl From<PlayError> for CommandError {
    fn from(error: PlayError) -> CommandError {
        match error {
            PlayError::CannotBegin(error) => CommandError::usage(error),
            PlayError::Void(void) => void.into(),
        }
    }
}

impl From<BotNotReady> for CommandError {
    fn from(unready: BotNotReady) -> CommandError {
        match unready {
            BotNotReady::Bot(fault) => CommandError::new(ExitKind::NotReady, fault),
            BotNotReady::Host(void) => void.into(),
        }
    }
}

impl From<AnalysisError> for CommandError {
    fn from(error: AnalysisError) -> CommandError {
        match error {
            AnalysisError::Build(error) => CommandError::submissions(&[error]),
            AnalysisError::Bot(fault) => CommandError::new(ExitKind::NotReady, fault),
            AnalysisError::Host(why) => CommandError::host(why),
        }
    }
}

impl From<SubmissionErrorKind> for ExitKind {
    fn from(kind: SubmissionErrorKind) -> ExitKind {
        match kind {
            SubmissionErrorKind::Input => ExitKind::Input,
            SubmissionErrorKind::ToolMissing => ExitKind::ToolMissing,
            SubmissionErrorKind::Build => ExitKind::Build,
            SubmissionErrorKind::Host => ExitKind::Host,
        }
    }
}
