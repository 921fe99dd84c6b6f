//! The keeper: this binary again, in a process of its own that confines itself, and then starts programs for the host.
//!
//! It runs before there are threads, so that nothing unsafe happens between the fork of a host with many and the program. The
//! program's standard streams come over a socket. So nobody but the program holds them, a sandbox that could not be set up is told from a program that
//! has failed, and how the program ended is told exactly.

mod calls;
mod files;
mod identity;
mod shared_state;

use std::io::{self, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitCode, ExitStatus};
use std::thread;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags};
use rustix::process::{DumpableBehavior, Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, WaitOptions};

use super::is_crowded;
use super::order::{CROWDED, Ceilings, ENDED, Order, READY, STARTED, UNCONFINED, UNSTARTED};

/// The argument by which this binary is made a keeper.
pub(super) const WORD: &str = "rathaus-keeper";

/// How long the end of all that there is takes to be looked at again.
const UNTIL_NEXT_LOOK: Duration = Duration::from_millis(10);

/// Something that could not be given up.
#[derive(Debug, thiserror::Error)]
#[error("cannot {what}: {why}")]
struct Unconfined {
    what: &'static str,
    why: String,
}

/// An error on the way to confinement, with what was to be done.
fn failed<E: std::fmt::Display>(what: &'static str) -> impl Fn(E) -> Unconfined {
    move |why| Unconfined { what, why: why.to_string() }
}

/// Serves as a keeper, if this process was started as one.
pub(super) fn serve() -> Option<ExitCode> {
    (std::env::args_os().nth(1)? == WORD).then(|| match keep() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

/// Serves the host, and tells it why if that is not possible.
fn keep() -> io::Result<()> {
    close_inherited()?;
    let mut host = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    serve_host(&mut host).or_else(|why| match is_crowded(&why) {
        true => writeln!(host, "{CROWDED}"),
        false => writeln!(host, "{UNCONFINED} {why}"),
    })
}

fn serve_host(host: &mut UnixStream) -> io::Result<()> {
    let order = receive_order(host)?;
    confine(&order).map_err(io::Error::other)?;
    watch(host, order.is_alone)?;
    host.write_all(format!("{READY}\n").as_bytes())?;
    // One run: whatever else ran here could learn something of it. The host says by the end of its words that it is enough.
    if let Some(streams) = receive_streams(host)? {
        let words = run(&order, streams, host)?;
        host.write_all(words.as_bytes())?;
        receive_streams(host)?;
    }
    Ok(())
}

/// Runs the program, and says how it ended.
fn run(order: &Order, streams: [OwnedFd; 3], host: &mut UnixStream) -> io::Result<String> {
    let child = match start(order, streams) {
        Ok(child) => child,
        Err(error) => return Ok(format!("{UNSTARTED} {}\n", error.raw_os_error().unwrap_or_default())),
    };
    host.write_all(format!("{STARTED}\n").as_bytes())?;
    let end = await_end(child, order.is_alone)?;
    Ok(format!("{ENDED} {} {}\n", end.status.into_raw(), end.cpu.as_micros()))
}

/// Closes what the host was started with and has never looked at, such as the lock of a script: what is open already, nothing forbids.
fn close_inherited() -> io::Result<()> {
    let names: Vec<_> =
        std::fs::read_dir("/proc/self/fd")?.flatten().map(|entry| entry.file_name()).collect();
    let numbers = names.iter().filter_map(|name| name.to_str()?.parse::<RawFd>().ok());
    for number in numbers.filter(|number| *number > 2) {
        // The listing's own is closed already.
        let _ = nix::unistd::close(number);
    }
    Ok(())
}

/// Reads the length of the order, and the order.
fn receive_order(host: &mut UnixStream) -> io::Result<Order> {
    let mut length = [0; 4];
    host.read_exact(&mut length)?;
    let mut order = vec![0; u32::from_le_bytes(length) as usize];
    host.read_exact(&mut order)?;
    Ok(serde_json::from_slice(&order)?)
}

fn confine(order: &Order) -> Result<(), Unconfined> {
    limit(&order.ceilings)?;
    if let Some(identity) = order.identity {
        identity::become_nobody(identity)?;
    }
    // Nobody inside can read or alter the keeper's memory, or learn its variables.
    rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)
        .map_err(failed("hide its memory"))?;
    rustix::process::set_child_subreaper(Some(rustix::process::getpid())).map_err(failed("adopt orphans"))?;
    rustix::thread::set_no_new_privs(true).map_err(failed("give up new privileges"))?;
    files::hide(&order.readable, &order.writable)?;
    calls::forbid(order.is_alone, order.may_change_modes)
}

fn limit(ceilings: &Ceilings) -> Result<(), Unconfined> {
    let limits = [
        (Resource::Core, Some(0)),
        (Resource::Data, ceilings.data),
        (Resource::Nproc, ceilings.processes),
        (Resource::Fsize, Some(ceilings.file)),
        (Resource::Nofile, Some(ceilings.files)),
        // Queues of messages are memory that belongs to nobody.
        (Resource::Msgqueue, Some(0)),
        (Resource::Memlock, Some(1 << 20)),
    ];
    for (resource, limit) in limits {
        let Some(limit) = limit else { continue };
        // What is forbidden to the host already stays so.
        let most = rustix::process::getrlimit(resource).maximum.unwrap_or(u64::MAX).min(limit);
        let both = Rlimit { current: Some(most), maximum: Some(most) };
        rustix::process::setrlimit(resource, both).map_err(failed("set limits"))?;
    }
    Ok(())
}

/// Ends everything as soon as the host does not want it any more, or is gone itself.
fn watch(host: &UnixStream, is_alone: bool) -> io::Result<()> {
    let host = host.try_clone()?;
    thread::Builder::new().stack_size(64 * 1024).spawn(move || {
        let mut polled = [PollFd::new(&host, PollFlags::RDHUP)];
        while matches!(rustix::event::poll(&mut polled, None), Err(Errno::INTR)) {}
        // Again and again, because something may just have been started.
        loop {
            end_all_others(is_alone);
            thread::sleep(UNTIL_NEXT_LOOK);
        }
    })?;
    Ok(())
}

/// Ends all processes in the sandbox but this one, if the sandbox has processes of its own; else all of the group.
fn end_all_others(is_alone: bool) {
    let _ = match is_alone {
        // The group with the number 1 is, for `kill`, everybody who is to be seen.
        true => rustix::process::kill_process_group(Pid::INIT, Signal::KILL),
        false => rustix::process::kill_current_process_group(Signal::KILL),
    };
}

/// The standard streams of the next run, or nothing at the end.
fn receive_streams(host: &UnixStream) -> io::Result<Option<[OwnedFd; 3]>> {
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

fn start(order: &Order, [stdin, stdout, stderr]: [OwnedFd; 3]) -> io::Result<Child> {
    Command::new(&order.argv[0])
        .args(&order.argv[1..])
        .env_clear()
        .envs(order.environment.iter().map(|(name, value)| (name, value)))
        .current_dir(&order.folder)
        .stdin(stdin)
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
}

/// How a run ended.
struct End {
    status: ExitStatus,
    /// The processor time of all that has ended with it.
    cpu: Duration,
}

/// Waits for the program, and buries whoever it leaves to the keeper.
fn await_end(mut child: Child, is_alone: bool) -> io::Result<End> {
    let before = cpu_of_children()?;
    let main = Pid::from_child(&child);
    // Nobody is reaped by this, because one does not learn who it is that has ended.
    while let Ok(_) | Err(Errno::INTR) =
        rustix::process::waitid(WaitId::All, WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)
        && !has_ended(main)
    {
        bury_others(main);
    }
    let status = child.wait()?;
    // In the host's own processes only the host can end the group, this process with it.
    if is_alone {
        end_all_others(true);
        bury_all();
    }
    Ok(End { status, cpu: cpu_of_children()?.saturating_sub(before) })
}

fn has_ended(pid: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    !matches!(rustix::process::waitid(WaitId::Pid(pid), options), Ok(None))
}

/// Reaps those children that have ended, but for the main one.
fn bury_others(main: Pid) {
    let children = std::fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
    for child in children.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)) {
        if child != main {
            let _ = rustix::process::waitpid(Some(child), WaitOptions::NOHANG);
        }
    }
}

/// Waits for all children, which have been killed.
fn bury_all() {
    while let Ok(_) | Err(Errno::INTR) = rustix::process::wait(WaitOptions::empty()) {}
}

fn cpu_of_children() -> io::Result<Duration> {
    let used = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let time = |time: nix::sys::time::TimeVal| {
        Duration::new(time.tv_sec().unsigned_abs(), time.tv_usec().unsigned_abs() as u32 * 1_000)
    };
    Ok(time(used.user_time()) + time(used.system_time()))
}
