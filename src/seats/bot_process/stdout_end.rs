//! Why a process writes no more.

use rathaus_games::FaultCause;

/// Why stdout of a bot ended.
#[derive(Debug)]
pub(crate) enum StdoutEndReason {
    /// The process exited, with this description of its status.
    Exited(String),
    /// The process is alive.
    Alive,
}

impl StdoutEndReason {
    /// The fault, if a reply was expected.
    pub(crate) fn cause(self) -> FaultCause {
        match self {
            StdoutEndReason::Exited(how) => FaultCause::Crashed { how },
            StdoutEndReason::Alive => FaultCause::Closed { what: "its stdout".into() },
        }
    }

    pub(super) fn during_greeting(self) -> String {
        match self {
            StdoutEndReason::Exited(how) => format!("it ended before it answered the handshake ({how})"),
            StdoutEndReason::Alive => "it closed its stdout before it answered the handshake".into(),
        }
    }
}
