//! How the program ends when something goes wrong: one message, and an exit code by kind.

use std::fmt;
use std::process::ExitCode;

use crate::analysis::NoAnalysis;
use crate::matches::NotPlayed;
use crate::seats::{Unready, Void};
use crate::submissions::{Kind, SubmissionError};

/// The kinds of failure, with their exit codes. `docs/EXIT-CODES.md` explains them to users.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Code {
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
pub(crate) struct Failure {
    code: Code,
    message: Option<String>,
}

impl Failure {
    pub(crate) fn new(code: Code, message: impl fmt::Display) -> Failure {
        Failure { code, message: Some(message.to_string()) }
    }

    pub(crate) fn usage(message: impl fmt::Display) -> Failure {
        Failure::new(Code::Usage, message)
    }

    pub(crate) fn host(message: impl fmt::Display) -> Failure {
        Failure::new(Code::Host, message)
    }

    pub(crate) fn interrupted() -> Failure {
        Failure::new(Code::Interrupted, "interrupted; everything that was running has been ended")
    }

    /// A failure about which the report has said what there is to say.
    pub(crate) fn told(code: Code) -> Failure {
        Failure { code, message: None }
    }

    /// The same with another code.
    pub(crate) fn with_code(self, code: Code) -> Failure {
        Failure { code, ..self }
    }

    /// All problems of all submissions at once, with the code of the first kind among them.
    pub(crate) fn submissions(errors: &[SubmissionError]) -> Failure {
        let code = errors.iter().map(|error| Code::from(error.kind)).min().unwrap_or(Code::Host);
        let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Failure::new(code, several(&messages))
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

/// Several errors in one message: [`Failure::tell`] writes what stands before the first.
pub(crate) fn several(messages: &[String]) -> String {
    messages.join("\nerror: ")
}

impl From<Void> for Failure {
    fn from(void: Void) -> Failure {
        Failure::host(format!("the match could not be played: {void}"))
    }
}

impl From<NotPlayed> for Failure {
    fn from(error: NotPlayed) -> Failure {
        match error {
            NotPlayed::CannotBegin(error) => Failure::usage(error),
            NotPlayed::Void(void) => void.into(),
        }
    }
}

impl From<Unready> for Failure {
    fn from(unready: Unready) -> Failure {
        match unready {
            Unready::Bot(fault) => Failure::new(Code::NotReady, fault),
            Unready::Host(void) => void.into(),
        }
    }
}

impl From<NoAnalysis> for Failure {
    fn from(error: NoAnalysis) -> Failure {
        match error {
            NoAnalysis::Build(error) => Failure::submissions(&[error]),
            NoAnalysis::Bot(fault) => Failure::new(Code::NotReady, fault),
            NoAnalysis::Host(why) => Failure::host(why),
        }
    }
}

impl From<Kind> for Code {
    fn from(kind: Kind) -> Code {
        match kind {
            Kind::Input => Code::Input,
            Kind::ToolMissing => Code::ToolMissing,
            Kind::Build => Code::Build,
            Kind::Host => Code::Host,
        }
    }
}
