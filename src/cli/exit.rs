//! How the program ends after an error: one message, and an exit code for each kind of error.

use std::fmt;
use std::process::ExitCode;

use crate::analysis::GenomeAnalysisRunError;
use crate::matches::PlayError;
use crate::seats::{BotNotReady, VoidMatch};
use crate::submissions::{SubmissionError, SubmissionErrorKind};

/// The kinds of errors with their exit codes. `docs/EXIT-CODES.md` explains them to users.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum ExitKind {
    /// Not an error: the command had nothing left to do, as after `--set help`.
    Done = 0,
    Host = 1,
    /// Invalid arguments or parameters.
    Usage = 2,
    /// A missing or invalid submission or file.
    Input = 3,
    /// A compiler or interpreter that is not installed.
    ToolMissing = 4,
    /// A submission whose build failed.
    Build = 5,
    /// A bot that was built but did not get ready to play.
    NotReady = 6,
    /// `check` found that a bot needs work.
    CheckFailed = 7,
    /// A source that does not match its commitment, a broken promise of the organiser, or a replay
    /// with another result.
    NotVerified = 8,
    /// Results that contradict stored ones.
    Conflict = 9,
    /// The user or the system ended the program.
    Interrupted = 130,
}

/// Why a command failed, completely or in part.
#[derive(Debug, Clone)]
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

    /// An error without a message, because the output has already explained it.
    pub(crate) fn silent(code: ExitKind) -> CommandError {
        CommandError { code, message: None }
    }

    pub(crate) fn input(message: impl fmt::Display) -> CommandError {
        CommandError::new(ExitKind::Input, message)
    }

    pub(crate) fn code(&self) -> ExitKind {
        self.code
    }

    pub(crate) fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// The same error with the name of what it is about before its message.
    pub(crate) fn about(self, subject: &str) -> CommandError {
        let message = self.message.map(|message| format!("{subject}: {message}"));
        CommandError { message, ..self }
    }

    pub(crate) fn with_code(self, code: ExitKind) -> CommandError {
        CommandError { code, ..self }
    }

    /// All errors of all submissions in one message. The exit code is the lowest among them.
    pub(crate) fn submissions(errors: &[SubmissionError]) -> CommandError {
        let code = errors.iter().map(|error| ExitKind::from(error.kind)).min().unwrap_or(ExitKind::Host);
        let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
        CommandError::new(code, several(&messages))
    }

    /// Prints the message and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        ExitCode::from(self.tell())
    }

    /// Prints the message and returns the exit code as a number.
    pub(crate) fn tell(self) -> u8 {
        if let Some(message) = self.message {
            // Excerpts of files have their own heading.
            let message = match message.strip_prefix('\n') {
                Some(excerpt) => excerpt.to_owned(),
                None => format!("error: {message}"),
            };
            crate::cli::terminal::message(&message);
        }
        self.code as u8
    }
}

/// Joins several errors in one message. [`CommandError::tell`] writes `error:` before the first.
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

impl From<GenomeAnalysisRunError> for CommandError {
    fn from(error: GenomeAnalysisRunError) -> CommandError {
        match error {
            GenomeAnalysisRunError::Build(error) => CommandError::submissions(&[error]),
            GenomeAnalysisRunError::Bot(fault) => CommandError::new(ExitKind::NotReady, fault),
            GenomeAnalysisRunError::Host(why) => CommandError::host(why),
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
