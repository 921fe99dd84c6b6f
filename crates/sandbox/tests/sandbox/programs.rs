//! Programs that the tests run in sandboxes.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixDatagram;
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Duration;

/// The first argument that makes the test binary one of these programs.
pub const CONNECT: &str = "program-connect";
pub const HOLD_MEMORY: &str = "program-hold-memory";
pub const WAIT: &str = "program-wait";
pub const TALK_TO_ITSELF: &str = "program-talk-to-itself";
pub const START_THREAD: &str = "program-start-thread";

/// How long memory is held.
const HOLD: Duration = Duration::from_secs(3);

/// Runs the program that the arguments name.
pub fn serve() -> Option<ExitCode> {
    let arguments: Vec<String> = std::env::args().collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let succeeded = match arguments.as_slice() {
        [_, CONNECT, port] => TcpStream::connect(("127.0.0.1", port.parse().ok()?)).is_ok(),
        [_, TALK_TO_ITSELF] => talk_to_itself().is_ok() && !has_other_sockets(),
        [_, WAIT] => std::io::stdin().read_line(&mut String::new()).is_ok(),
        [_, START_THREAD] => thread::spawn(|| ()).join().is_ok(),
        [_, HOLD_MEMORY, bytes, "1"] => hold(bytes.parse().ok()?),
        [own, HOLD_MEMORY, bytes, processes] => hold_together(own, bytes, processes.parse().ok()?),
        _ => return None,
    };
    Some(if succeeded { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Connects to a port that it listens at.
fn talk_to_itself() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let mut client = TcpStream::connect(listener.local_addr()?)?;
    client.write_all(b"hello")?;
    let mut heard = [0; 5];
    listener.accept()?.0.read_exact(&mut heard)?;
    if &heard == b"hello" { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
}

/// Whether it can make a socket that is not of the internet protocols.
fn has_other_sockets() -> bool {
    UnixDatagram::unbound().is_ok()
}

fn hold(bytes: usize) -> bool {
    let held = vec![1_u8; bytes];
    thread::sleep(HOLD);
    std::hint::black_box(&held).len() == bytes
}

fn hold_together(own: &str, bytes: &str, processes: usize) -> bool {
    let start = |_| Command::new(own).args([HOLD_MEMORY, bytes, "1"]).spawn().expect("this binary runs");
    let children: Vec<_> = (0..processes).map(start).collect();
    children.into_iter().all(|mut child| child.wait().is_ok_and(|status| status.success()))
}
