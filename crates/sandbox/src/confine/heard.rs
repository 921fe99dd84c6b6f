//! What a keeper says, line by line.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use rustix::io::Errno;
use tokio::io::Interest;
use tokio::net::UnixStream;

use super::kept::End;
use super::order::ENDED;

/// How many bytes a line may have.
const MAX_LINE: usize = 1_000;

/// What has been heard of a keeper.
#[derive(Debug, Default)]
pub(super) struct Heard {
    unread: Vec<u8>,
    is_over: bool,
    /// How the program has ended.
    pub(super) end: Option<End>,
}

impl Heard {
    /// The next line, if it is there. An error if there will be none.
    pub(super) fn line(&mut self, socket: &UnixStream) -> io::Result<Option<String>> {
        loop {
            if let Some(length) = self.unread.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.unread.drain(..=length).collect();
                return Ok(Some(String::from_utf8_lossy(&line[..length]).into_owned()));
            }
            if self.is_over || self.unread.len() > MAX_LINE {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "its keeper is gone"));
            }
            let mut chunk = [0; MAX_LINE];
            // Asks the system itself: the runtime may not have heard of it yet, and does not while the host waits without it.
            match rustix::io::read(socket, &mut chunk) {
                Ok(0) => self.is_over = true,
                Ok(count) => self.unread.extend_from_slice(&chunk[..count]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    // So that the runtime does not call for what has been read here.
                    let nothing = || Err::<(), _>(io::ErrorKind::WouldBlock.into());
                    let _ = socket.try_io(Interest::READABLE, nothing);
                    return Ok(None);
                }
                Err(_) => self.is_over = true,
            }
        }
    }

    /// How the program has ended, if it has. With its keeper it has ended as well.
    pub(super) fn end_of_program(&mut self, socket: &UnixStream) -> Option<End> {
        if self.end.is_none() {
            self.end = match self.line(socket) {
                Ok(None) => None,
                Ok(Some(line)) => End::read(&line).or(Some(End::forced(Duration::ZERO))),
                Err(_) => Some(End::forced(Duration::ZERO)),
            };
        }
        self.end
    }
}

impl End {
    fn read(line: &str) -> Option<End> {
        let fields: Vec<&str> = line.split(' ').collect();
        let [ENDED, status, cpu] = fields.as_slice() else { return None };
        Some(End {
            status: ExitStatus::from_raw(status.parse().ok()?),
            cpu: Duration::from_micros(cpu.parse().ok()?),
        })
    }
}
