//! Receives the messages of the host.

use std::io::{self, Read};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;

use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags};

use super::orders::{MAX_FILES, SupervisorOrders};

/// The orders, and the files through which the supervisor enters its control group.
pub(super) fn receive_orders(host: &mut UnixStream) -> io::Result<(SupervisorOrders, Vec<OwnedFd>)> {
    let mut length = [0; 4];
    let (received, entrances) = receive_files(host, &mut length)?;
    host.read_exact(&mut length[received..])?;
    let mut orders = vec![0; u32::from_le_bytes(length) as usize];
    host.read_exact(&mut orders)?;
    Ok((serde_json::from_slice(&orders)?, entrances))
}

/// The standard streams of the program, or `None` if the host has closed the socket.
pub(super) fn receive_streams(host: &UnixStream) -> io::Result<Option<[OwnedFd; 3]>> {
    let (received, files) = receive_files(host, &mut [0])?;
    match files.try_into() {
        Ok(streams) => Ok(Some(streams)),
        Err(_) if received == 0 => Ok(None),
        Err(_) => Err(io::Error::other("a run has three streams")),
    }
}

/// Reads once, and returns the number of bytes and the attached files.
fn receive_files(host: &UnixStream, buffer: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_FILES))];
    let mut attached = RecvAncillaryBuffer::new(&mut space);
    let mut buffers = [io::IoSliceMut::new(buffer)];
    let received = rustix::net::recvmsg(host, &mut buffers, &mut attached, RecvFlags::CMSG_CLOEXEC)?;
    if received.flags.contains(ReturnFlags::CTRUNC) {
        return Err(io::Error::other("this process may not have more open files"));
    }
    let files = attached
        .drain()
        .filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(files) => Some(files),
            _ => None,
        })
        .flatten()
        .collect();
    Ok((received.bytes, files))
}
