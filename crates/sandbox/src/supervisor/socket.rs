//! Receives the messages of the host.

use std::io::{self, Read};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;

use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags};

use super::orders::SupervisorOrders;

pub(super) fn receive_orders(host: &mut UnixStream) -> io::Result<SupervisorOrders> {
    let mut length = [0; 4];
    host.read_exact(&mut length)?;
    let mut orders = vec![0; u32::from_le_bytes(length) as usize];
    host.read_exact(&mut orders)?;
    Ok(serde_json::from_slice(&orders)?)
}

/// The standard streams of the program, or `None` if the host has closed the socket.
pub(super) fn receive_streams(host: &UnixStream) -> io::Result<Option<[OwnedFd; 3]>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut attached = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let mut bytes = [io::IoSliceMut::new(&mut byte)];
    let received = rustix::net::recvmsg(host, &mut bytes, &mut attached, RecvFlags::CMSG_CLOEXEC)?;
    let files: Vec<OwnedFd> = attached
        .drain()
        .filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(files) => Some(files),
            _ => None,
        })
        .flatten()
        .collect();
    match files.try_into() {
        Ok(streams) => Ok(Some(streams)),
        Err(_) if received.bytes == 0 => Ok(None),
        Err(_) => Err(io::Error::other("a run has three streams")),
    }
}
