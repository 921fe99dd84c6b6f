//! The host's end of the socket to a supervisor.

use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::os::fd::BorrowedFd;
use std::os::unix::net;
use std::time::Instant;

use rustix::event::{PollFd, Timespec};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags};
use tokio::net::UnixStream;

use crate::supervisor::START;

/// A copy of the socket for the runtime.
pub(super) fn to_async(socket: &net::UnixStream) -> io::Result<UnixStream> {
    let ours = socket.try_clone()?;
    ours.set_nonblocking(true)?;
    UnixStream::from_std(ours)
}

/// Blocks until the event occurs. Returns false if the deadline passes first.
pub(super) fn block_until(polled: PollFd<'_>, deadline: Instant) -> bool {
    let left = deadline.saturating_duration_since(Instant::now());
    let left = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
    rustix::event::poll(&mut [polled], Some(&left)).is_ok_and(|ready| ready > 0)
}

/// Sends the message that starts a program with these standard streams.
pub(crate) fn send_streams(socket: BorrowedFd<'_>, streams: &[BorrowedFd<'_>; 3]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut attached = SendAncillaryBuffer::new(&mut space);
    if !attached.push(SendAncillaryMessage::ScmRights(streams)) {
        return Err(io::Error::other("three files do not fit into a message"));
    }
    rustix::net::sendmsg(socket, &[IoSlice::new(START)], &mut attached, SendFlags::NOSIGNAL)?;
    Ok(())
}
