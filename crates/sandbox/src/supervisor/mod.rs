//! The supervisor: the host's binary, started again inside of a sandbox. It confines itself, starts
//! the program and reports its exit.
//!
//! It confines itself while it has a single thread. The host has many threads, so it could not do
//! that safely between a fork and the start of the program. The program's standard streams come
//! over a socket, so only the program has them, and a sandbox that cannot be set up is never
//! mistaken for a program that fails.

mod children;
mod events;
mod file_access;
mod leftovers;
mod limits;
mod orders;
mod shared_state;
mod socket;
mod system_calls;
mod user;

use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, ExitCode};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use rustix::process::{DumpableBehavior, Pid};

use crate::cgroups;
use crate::start::is_crowded;
use children::{kill_others, wait_for_program};
pub(crate) use events::SupervisorEvent;
use leftovers::UntouchedFolders;
pub(crate) use orders::{MAX_FILES, ProcessLimits, START, SupervisorOrders};
use socket::{receive_orders, receive_streams};

/// The argument that makes the binary a supervisor.
pub(crate) const ARGUMENT: &str = "rathaus-supervisor";

/// How often to kill everything while the sandbox ends.
const KILL_EVERY: Duration = Duration::from_millis(10);

/// Which step of the confinement failed.
#[derive(Debug, thiserror::Error)]
#[error("cannot {what}: {why}")]
struct ConfineError {
    what: &'static str,
    why: String,
}

/// Makes the error of a step.
fn failed<E: std::fmt::Display>(what: &'static str) -> impl Fn(E) -> ConfineError {
    move |why| ConfineError { what, why: why.to_string() }
}

/// Serves as a supervisor if this process was started as one.
pub(crate) fn serve() -> Option<ExitCode> {
    (std::env::args_os().nth(1)? == ARGUMENT).then(|| match supervise() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

fn supervise() -> io::Result<()> {
    close_inherited()?;
    let mut host = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    serve_host(&mut host).or_else(|why| match is_crowded(&why) {
        true => report(&host, &SupervisorEvent::Crowded),
        false => report(&host, &SupervisorEvent::Unconfined(why.to_string())),
    })
}

fn serve_host(host: &mut UnixStream) -> io::Result<()> {
    let (orders, entrances) = receive_orders(host)?;
    cgroups::enter(entrances).map_err(failed("enter its control group")).map_err(io::Error::other)?;
    confine(&orders).map_err(io::Error::other)?;
    kill_all_with_host(host, orders.has_namespaces)?;
    report(host, &SupervisorEvent::Ready)?;
    // The host asks for another run only if the one before has left nothing that it could notice.
    // It closes its end of the socket to end the sandbox.
    let untouched = UntouchedFolders::of(&orders);
    while let Some(streams) = receive_streams(host)? {
        report(host, &run(&orders, &untouched, streams, host)?)?;
    }
    Ok(())
}

/// Writes the line in one call, so that it arrives as a whole.
fn report(mut host: &UnixStream, event: &SupervisorEvent) -> io::Result<()> {
    host.write_all(format!("{event}\n").as_bytes())
}

/// Runs the program to its end.
fn run(
    orders: &SupervisorOrders,
    untouched: &UntouchedFolders,
    streams: [OwnedFd; 3],
    host: &UnixStream,
) -> io::Result<SupervisorEvent> {
    let child = match start(orders, streams) {
        Ok(child) => child,
        Err(error) => return Ok(SupervisorEvent::NotStarted(error.raw_os_error().unwrap_or_default())),
    };
    report(host, &SupervisorEvent::Started)?;
    let program = Pid::from_child(&child);
    let exit = wait_for_program(child, orders.has_namespaces)?;
    // Without a namespace, some of its processes may still be alive.
    let is_clean = orders.has_namespaces && untouched.are_left_by(program);
    Ok(SupervisorEvent::Exited { exit, is_clean })
}

fn start(orders: &SupervisorOrders, [stdin, stdout, stderr]: [OwnedFd; 3]) -> io::Result<Child> {
    Command::new(&orders.argv[0])
        .args(&orders.argv[1..])
        .env_clear()
        .envs(orders.environment.iter().map(|(name, value)| (name, value)))
        .current_dir(&orders.folder)
        .stdin(stdin)
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
}

/// Closes files that the host itself inherited, such as the lock file of a script. Landlock does
/// not restrict files that are open already.
fn close_inherited() -> io::Result<()> {
    let names: Vec<_> =
        std::fs::read_dir("/proc/self/fd")?.flatten().map(|entry| entry.file_name()).collect();
    let numbers = names.iter().filter_map(|name| name.to_str()?.parse::<RawFd>().ok());
    for number in numbers.filter(|number| *number > 2) {
        // Fails for the descriptor of the listing itself, which is closed already.
        let _ = nix::unistd::close(number);
    }
    Ok(())
}

fn confine(orders: &SupervisorOrders) -> Result<(), ConfineError> {
    limits::set(&orders.limits)?;
    if let Some(user) = orders.user {
        user::become_user(user)?;
    }
    // No program may read or change the supervisor's memory or environment.
    rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)
        .map_err(failed("hide its memory"))?;
    rustix::process::set_child_subreaper(Some(rustix::process::getpid())).map_err(failed("adopt orphans"))?;
    rustix::thread::set_no_new_privs(true).map_err(failed("give up new privileges"))?;
    file_access::restrict(orders)?;
    system_calls::forbid(orders)
}

/// Starts a thread that kills everything when the host exits or closes its end of the socket.
fn kill_all_with_host(host: &UnixStream, has_namespaces: bool) -> io::Result<()> {
    let host = host.try_clone()?;
    thread::Builder::new().stack_size(64 * 1024).spawn(move || {
        let mut polled = [PollFd::new(&host, PollFlags::RDHUP)];
        while matches!(rustix::event::poll(&mut polled, None), Err(Errno::INTR)) {}
        // Repeat it, because a process may fork while the others are killed.
        loop {
            kill_others(has_namespaces);
            thread::sleep(KILL_EVERY);
        }
    })?;
    Ok(())
}
