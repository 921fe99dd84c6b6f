//! Reads the events that the supervisor writes.

use std::io;
use std::time::Duration;

use rustix::io::Errno;
use tokio::io::Interest;
use tokio::net::UnixStream;

use crate::exit::ExitStatusAndCpuTime;
use crate::supervisor::SupervisorEvent;

/// The longest line in bytes.
const MAX_LINE: usize = 1_000;

/// The events of one supervisor.
#[derive(Debug, Default)]
pub(super) struct SupervisorEventReader {
    unread: Vec<u8>,
    is_over: bool,
    /// The exit of the program, once it was read.
    exit: Option<ExitStatusAndCpuTime>,
    /// Whether the program has exited and left nothing behind.
    is_clean: bool,
}

impl SupervisorEventReader {
    /// The next event, if it has arrived. Fails if no more can arrive.
    pub(super) fn next(&mut self, socket: &UnixStream) -> io::Result<Option<SupervisorEvent>> {
        let Some(line) = self.line(socket)? else { return Ok(None) };
        let unknown = || io::Error::other(format!("the supervisor of a sandbox wrote `{line}`"));
        SupervisorEvent::parse(&line).map(Some).ok_or_else(unknown)
    }

    /// Forgets the program that has exited, because another one is started.
    pub(super) fn forget_exit(&mut self) {
        (self.exit, self.is_clean) = (None, false);
    }

    /// Whether the program has exited, as far as was read, and left nothing behind.
    pub(super) fn is_clean(&self) -> bool {
        self.is_clean
    }

    /// The exit of the program, if it has exited. If the supervisor has ended, the
    /// program was killed.
    pub(super) fn program_exit(&mut self, socket: &UnixStream) -> Option<ExitStatusAndCpuTime> {
        if self.exit.is_none() {
            self.exit = match self.next(socket) {
                Ok(None) => None,
                Ok(Some(SupervisorEvent::Exited { exit, is_clean })) => {
                    self.is_clean = is_clean;
                    Some(exit)
                }
                Ok(Some(_)) | Err(_) => Some(ExitStatusAndCpuTime::killed(Duration::ZERO)),
            };
        }
        self.exit
    }

    fn line(&mut self, socket: &UnixStream) -> io::Result<Option<String>> {
        loop {
            if let Some(length) = self.unread.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.unread.drain(..=length).collect();
                return Ok(Some(String::from_utf8_lossy(&line[..length]).into_owned()));
            }
            if self.is_over || self.unread.len() > MAX_LINE {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the supervisor has ended"));
            }
            if !self.read(socket) {
                return Ok(None);
            }
        }
    }

    /// Reads once. Returns false if nothing has arrived. Calls the system directly, because the
    /// runtime may not have noticed the data yet, and cannot while the host blocks.
    fn read(&mut self, socket: &UnixStream) -> bool {
        let mut chunk = [0; MAX_LINE];
        match rustix::io::read(socket, &mut chunk) {
            Ok(0) => self.is_over = true,
            Ok(count) => self.unread.extend_from_slice(&chunk[..count]),
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => {
                // Otherwise the runtime would report the socket as readable again.
                let nothing = || Err::<(), _>(io::ErrorKind::WouldBlock.into());
                let _ = socket.try_io(Interest::READABLE, nothing);
                return false;
            }
            Err(_) => self.is_over = true,
        }
        true
    }
}
