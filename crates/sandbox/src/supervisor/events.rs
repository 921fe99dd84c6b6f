//! The events that the supervisor writes to the host, one per line.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use crate::exit::ExitStatusAndCpuTime;

/// A message of the supervisor. Displays as its line on the socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SupervisorEvent {
    /// The supervisor has confined itself.
    Ready,
    /// The supervisor failed because there are too many processes.
    Crowded,
    /// The supervisor cannot confine itself, for this reason.
    Unconfined(String),
    /// The program is running.
    Started,
    /// The program could not be started, with the error number of the system.
    NotStarted(i32),
    /// The program has exited.
    Exited {
        exit: ExitStatusAndCpuTime,
        /// Whether it has left nothing that the next run in this sandbox could notice.
        is_clean: bool,
    },
}

const READY: &str = "ready";
const CROWDED: &str = "crowded";
const UNCONFINED: &str = "unconfined";
const STARTED: &str = "started";
const NOT_STARTED: &str = "not-started";
const EXITED: &str = "exited";

impl SupervisorEvent {
    pub(crate) fn parse(line: &str) -> Option<SupervisorEvent> {
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        Some(match name {
            READY => SupervisorEvent::Ready,
            CROWDED => SupervisorEvent::Crowded,
            UNCONFINED => SupervisorEvent::Unconfined(rest.to_owned()),
            STARTED => SupervisorEvent::Started,
            NOT_STARTED => SupervisorEvent::NotStarted(rest.parse().ok()?),
            EXITED => parse_exit(rest)?,
            _ => return None,
        })
    }
}

/// Parses `STATUS MICROSECONDS CLEAN`. The status is encoded as by `wait`, and `CLEAN` is 0 or 1.
fn parse_exit(fields: &str) -> Option<SupervisorEvent> {
    let (status, rest) = fields.split_once(' ')?;
    let (cpu, is_clean) = rest.split_once(' ')?;
    let exit = ExitStatusAndCpuTime {
        status: ExitStatus::from_raw(status.parse().ok()?),
        cpu: Duration::from_micros(cpu.parse().ok()?),
    };
    Some(SupervisorEvent::Exited { exit, is_clean: is_clean == "1" })
}

impl fmt::Display for SupervisorEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SupervisorEvent::Ready => f.write_str(READY),
            SupervisorEvent::Crowded => f.write_str(CROWDED),
            SupervisorEvent::Unconfined(why) => write!(f, "{UNCONFINED} {why}"),
            SupervisorEvent::Started => f.write_str(STARTED),
            SupervisorEvent::NotStarted(error) => write!(f, "{NOT_STARTED} {error}"),
            SupervisorEvent::Exited { exit, is_clean } => {
                let is_clean = u8::from(*is_clean);
                write!(f, "{EXITED} {} {} {is_clean}", exit.status.into_raw(), exit.cpu.as_micros())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_as_they_are_written() {
        let exit =
            ExitStatusAndCpuTime { status: ExitStatus::from_raw(9), cpu: Duration::from_micros(1_234) };
        let all = [
            SupervisorEvent::Ready,
            SupervisorEvent::Crowded,
            SupervisorEvent::Unconfined("cannot hide files: no Landlock".into()),
            SupervisorEvent::Started,
            SupervisorEvent::NotStarted(2),
            SupervisorEvent::Exited { exit, is_clean: true },
            SupervisorEvent::Exited { exit, is_clean: false },
        ];
        for event in all {
            assert_eq!(SupervisorEvent::parse(&event.to_string()), Some(event));
        }
        assert_eq!(SupervisorEvent::parse("exited 1 2"), None);
    }
}
