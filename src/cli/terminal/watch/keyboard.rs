//! The keyboard of the terminal, and whether the terminal is still there.

use std::fs::File;
use std::io::{self, IsTerminal, Stdin, stdin};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Where keys come from: stdin, or the terminal of this process if stdin is not a terminal. The
/// library that reads the keys chooses the same.
pub(super) enum KeyInputSource {
    Stdin(Stdin),
    Terminal(File),
}

impl KeyInputSource {
    pub(super) fn open() -> io::Result<KeyInputSource> {
        let stdin = stdin();
        if stdin.is_terminal() {
            return Ok(KeyInputSource::Stdin(stdin));
        }
        File::options().read(true).write(true).open("/dev/tty").map(KeyInputSource::Terminal)
    }

    /// Waits at most this long for input, and returns whether there is some. Fails if the terminal
    /// is gone.
    pub(super) fn has_input(&self, wait: Duration) -> io::Result<bool> {
        let mut polled = [PollFd::from_borrowed_fd(self.as_fd(), PollFlags::IN)];
        let wait = Timespec { tv_sec: 0, tv_nsec: wait.subsec_nanos().into() };
        match poll(&mut polled, Some(&wait)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let events = polled[0].revents();
        if events.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(events.contains(PollFlags::IN))
    }
}

impl AsFd for KeyInputSource {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            KeyInputSource::Stdin(stdin) => stdin.as_fd(),
            KeyInputSource::Terminal(file) => file.as_fd(),
        }
    }
}
