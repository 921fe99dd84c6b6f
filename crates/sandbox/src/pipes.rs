//! The pipes for the standard streams of a process.

use std::io;
use std::os::fd::OwnedFd;

use tokio::net::unix::pipe;

/// The host's ends of the pipes of a process.
pub(crate) struct HostPipes {
    pub(crate) stdin: pipe::Sender,
    pub(crate) stdout: pipe::Receiver,
    pub(crate) stderr: pipe::Receiver,
}

/// Three pipes: the host's ends, and the process's ends in the order of file descriptors 0 to 2.
pub(crate) fn create() -> io::Result<(HostPipes, [OwnedFd; 3])> {
    let ((its_stdin, stdin), (stdout, its_stdout), (stderr, its_stderr)) =
        (io::pipe()?, io::pipe()?, io::pipe()?);
    let ours = HostPipes {
        stdin: pipe::Sender::from_owned_fd(stdin.into())?,
        stdout: pipe::Receiver::from_owned_fd(stdout.into())?,
        stderr: pipe::Receiver::from_owned_fd(stderr.into())?,
    };
    Ok((ours, [its_stdin.into(), its_stdout.into(), its_stderr.into()]))
}

/// Reads what is in a pipe, until `keep` returns false. Calls the system directly, because the
/// runtime may not have noticed the data yet.
pub(crate) fn drain(pipe: &pipe::Receiver, mut keep: impl FnMut(&[u8]) -> bool) {
    let mut chunk = [0; 8192];
    while let Ok(count @ 1..) = rustix::io::read(pipe, &mut chunk)
        && keep(&chunk[..count])
    {}
}
