//! The host's end of the socket to a supervisor.

use std::io::{self, IoSlice, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net;
use std::time::Instant;

use rustix::event::{PollFd, Timespec};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags};
use tokio::net::UnixStream;

use crate::supervisor::{MAX_FILES, START};

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

/// Sends the orders, with the files through which the supervisor enters its control group.
pub(super) fn send_orders(
    mut socket: &net::UnixStream,
    orders: &[u8],
    entrances: &[BorrowedFd<'_>],
) -> io::Result<()> {
    send_files(socket.as_fd(), &(orders.len() as u32).to_le_bytes(), entrances)?;
    socket.write_all(orders)
}

/// Sends the message that starts a program with these standard streams.
pub(crate) fn send_streams(socket: BorrowedFd<'_>, streams: &[BorrowedFd<'_>; 3]) -> io::Result<()> {
    send_files(socket, START, streams)
}

/// Sends a short message with files attached.
fn send_files(socket: BorrowedFd<'_>, message: &[u8], files: &[BorrowedFd<'_>]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_FILES))];
    let mut attached = SendAncillaryBuffer::new(&mut space);
    if !files.is_empty() && !attached.push(SendAncillaryMessage::ScmRights(files)) {
        return Err(io::Error::other("too many files for a message"));
    }
    match rustix::net::sendmsg(socket, &[IoSlice::new(message)], &mut attached, SendFlags::NOSIGNAL)? {
        sent if sent == message.len() => Ok(()),
        _ => Err(io::ErrorKind::WriteZero.into()),
    }
}
