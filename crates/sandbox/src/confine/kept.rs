//! A sandbox with its keeper, as the host has it.

use std::io::{self, IoSlice, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream as Pair;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, Shutdown};
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions};
use tokio::io::Interest;
use tokio::net::UnixStream;

use super::cgroup::Group;
use super::excess::Excess;
use super::heard::Heard;
use super::order::{CROWDED, READY, RUN, STARTED, UNSTARTED};
use super::setting::Setting;
use super::watch::{First, Watched};
use super::{Allowance, Confinement, identity, is_crowded};
use crate::{Passing, Program, load, strays};

/// How long it may take until a sandbox is ready, or a program in it has been started.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long a sandbox may take to end by itself before it is ended from outside.
const PATIENCE_WITH_END: Duration = Duration::from_secs(2);

/// A sandbox in which a program runs, or can be run.
#[derive(Debug)]
pub(crate) struct Kept {
    /// Bubblewrap, or the keeper itself.
    child: Child,
    keeper: Pid,
    socket: UnixStream,
    heard: Mutex<Heard>,
    /// Whether the processes in it are the only ones that it can see.
    is_alone: bool,
    is_over: bool,
    allowance: Allowance,
    watched: Option<Arc<Watched>>,
    group: Option<Group>,
    excess: Option<Excess>,
    /// What it may write to where it has no file system of its own. It goes with this.
    _scratch: Option<Passing>,
}

/// How a program in a sandbox has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct End {
    /// Its status.
    pub(crate) status: ExitStatus,
    /// The processor time of all that it has started.
    pub(crate) cpu: Duration,
}

impl End {
    /// Of a program that was ended from outside, after such a time on the processor.
    pub(crate) fn forced(cpu: Duration) -> End {
        End { status: ExitStatus::from_raw(Signal::KILL.as_raw()), cpu }
    }
}

impl Kept {
    /// Makes a sandbox for a program.
    pub(crate) async fn new(program: &Program, confinement: &Confinement) -> io::Result<Kept> {
        let user = identity::next();
        if let Some(user) = user {
            confinement.writable.iter().try_for_each(|path| identity::give(path, user))?;
        }
        let setting = Setting::new(confinement, user)?;
        let order = serde_json::to_vec(&setting.order(program, user))?;
        let (ours, theirs) = Pair::pair()?;
        let socket = connected(&ours)?;
        let mut command = setting.command();
        command
            .current_dir("/")
            .env_clear()
            .stdin(OwnedFd::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .process_group(0);
        let child = command.spawn()?;
        // The last of the host's copies of the other end of the socket.
        drop(command);
        strays::register(child.id());
        let mut kept = Kept {
            keeper: Pid::from_child(&child),
            child,
            socket,
            heard: Mutex::default(),
            is_alone: setting.is_alone(),
            is_over: false,
            allowance: confinement.allowance,
            watched: None,
            group: None,
            excess: None,
            _scratch: None,
        };
        kept.ready(&ours, &order).await.map_err(|error| kept.why_not(error))?;
        kept.bound(&setting)?;
        kept._scratch = setting.scratch;
        Ok(kept)
    }

    /// Bounds what all in it use together.
    fn bound(&mut self, setting: &Setting<'_>) -> io::Result<()> {
        if let Some(cgroups) = setting.cgroups() {
            let group = Group::new(cgroups, self.allowance)?;
            group.enter(self.keeper)?;
            self.group = Some(group);
        }
        let first = if self.is_alone { First::OfNamespace(self.keeper) } else { First::OfGroup(self.keeper) };
        let memory = self.group.is_none().then_some(self.allowance.memory);
        let folders = setting.unbounded_folders();
        self.watched = Some(Watched::begin(first, memory, folders, self.allowance.scratch)?);
        Ok(())
    }

    /// Keeps all in it from running, or lets them. Says whether that was possible.
    pub(crate) fn freeze(&self, is_frozen: bool) -> bool {
        match &self.group {
            Some(group) => group.freeze(is_frozen).is_ok(),
            None => self.stop(is_frozen),
        }
    }

    /// The same by signals, which the program cannot refuse: all but the keeper, until there is nobody left who could start another.
    fn stop(&self, is_stopped: bool) -> bool {
        let signal = if is_stopped { Signal::STOP } else { Signal::CONT };
        let mut before = 0;
        loop {
            let processes = load::processes(self.keeper);
            let started = &processes[1..];
            // All of them, though some may have ended meanwhile: nobody is left out for another's sake.
            let refused = started.iter().filter(|pid| {
                matches!(rustix::process::kill_process(**pid, signal), Err(error) if error != Errno::SRCH)
            });
            if refused.count() > 0 {
                return false;
            }
            if started.len() == before {
                return true;
            }
            before = started.len();
        }
    }

    /// What the program had too much of, as far as that is known.
    pub(crate) fn excess(&self) -> Option<Excess> {
        if self.is_over { self.excess } else { self.found_excess() }
    }

    fn found_excess(&self) -> Option<Excess> {
        let watched = self.watched.as_ref().and_then(|watched| watched.excess());
        let of_group = || match &self.group {
            Some(group) if group.killed_for_memory() > 0 => Some(Excess::Memory(self.allowance.memory)),
            Some(group) if group.refused_processes() > 0 => Some(Excess::Processes(self.allowance.processes)),
            _ => None,
        };
        let end = self.end_of_program();
        let status = end.map(|end| end.status);
        let of_file = || match status.and_then(|status| status.signal()) {
            Some(signal) if signal == Signal::XFSZ.as_raw() => Some(Excess::File(self.allowance.scratch)),
            _ => None,
        };
        watched
            .or_else(of_group)
            .or_else(of_file)
            .or_else(|| if end.is_none() { self.too_many_processes() } else { None })
    }

    /// Whether no more can be started at the moment, where no group counts what was refused.
    fn too_many_processes(&self) -> Option<Excess> {
        let most = self.allowance.processes;
        let is_full = || load::threads_of_all(self.keeper) as u64 >= most;
        (self.group.is_none() && is_full()).then_some(Excess::Processes(most))
    }

    /// Tells the keeper what there is to do, and waits until it is confined.
    async fn ready(&mut self, mut socket: &Pair, order: &[u8]) -> io::Result<()> {
        socket.write_all(&(order.len() as u32).to_le_bytes())?;
        socket.write_all(order)?;
        let words = self.words().await?;
        if words == CROWDED {
            return Err(Errno::AGAIN.into());
        } else if words != READY {
            return Err(io::Error::other(words));
        }
        if self.is_alone {
            let child = load::first_child(self.keeper).ok_or(io::ErrorKind::NotFound)?;
            self.keeper = child;
        }
        Ok(())
    }

    /// Why the sandbox could not be made, by all that is known of it.
    fn why_not(&mut self, error: io::Error) -> io::Error {
        self.end();
        if is_crowded(&error) {
            return error;
        }
        let mut said = String::new();
        if let Some(stderr) = self.child.stderr.take() {
            let _ = stderr.take(1_000).read_to_string(&mut said);
        }
        io::Error::other(format!("the sandbox cannot be set up: {error}. {}", said.trim()).trim().to_owned())
    }

    /// Starts the program, with these as its standard streams.
    pub(crate) async fn run(&self, streams: [BorrowedFd<'_>; 3]) -> io::Result<()> {
        self.heard().end = None;
        self.socket.async_io(Interest::WRITABLE, || hand_over(self.socket.as_fd(), &streams)).await?;
        let words = match self.words().await {
            Ok(words) => words,
            // It had too much before its keeper came to say that it was started: on a busy machine that takes a while.
            Err(_) if self.found_excess().is_some() => return Ok(()),
            Err(error) => return Err(error),
        };
        match words.split_once(' ') {
            None if words == STARTED => Ok(()),
            Some((UNSTARTED, error)) => Err(io::Error::from_raw_os_error(error.parse().unwrap_or_default())),
            _ => Err(io::Error::other(format!("the keeper of a sandbox said `{words}`"))),
        }
    }

    /// How the program has ended, if it has. A sandbox that is gone has taken it along.
    pub(crate) fn end_of_program(&self) -> Option<End> {
        self.heard().end_of_program(&self.socket)
    }

    /// Waits until the program has ended.
    pub(crate) async fn ended(&self) -> End {
        loop {
            if let Some(end) = self.end_of_program() {
                return end;
            }
            // It cannot fail other than by the end of what is said, which shows.
            let _ = self.socket.readable().await;
        }
    }

    /// The program, as the host numbers it, while it lives.
    pub(crate) fn program(&self) -> Option<Pid> {
        load::first_child(self.keeper)
    }

    /// How long all in it but its keeper have run, those who have ended included.
    pub(crate) fn used(&self) -> Duration {
        load::used_by_children(self.keeper)
    }

    /// Ends the sandbox with all that is in it.
    pub(crate) fn end(&mut self) -> End {
        let known = self.end_of_program();
        if self.is_over {
            return known.unwrap_or(End::forced(Duration::ZERO));
        }
        if let Some(watched) = &self.watched {
            watched.end();
        }
        self.excess = self.found_excess();
        if let Some(group) = &self.group {
            // Nobody ends who cannot run.
            let _ = group.freeze(false);
        }
        self.is_over = true;
        let end =
            known.or_else(|| self.ask_for_end()).unwrap_or_else(|| End::forced(load::of_all(self.keeper)));
        if self.is_alone {
            self.leave();
        }
        let group = Pid::from_child(&self.child);
        let _ = rustix::process::kill_process_group(group, Signal::KILL);
        let _ = self.child.wait();
        // Those of the group that it has left to the host.
        while rustix::process::waitpgid(group, WaitOptions::empty()).is_ok() {}
        strays::deregister(self.child.id());
        self.group = None;
        end
    }

    /// Has the keeper end the program. In the host's own processes it would have to end itself.
    fn ask_for_end(&self) -> Option<End> {
        if !self.is_alone {
            return None;
        }
        let _ = rustix::net::shutdown(&self.socket, Shutdown::Write);
        let deadline = Instant::now() + PATIENCE_WITH_END;
        loop {
            if let Some(end) = self.end_of_program() {
                return Some(end);
            }
            if !wait_until(PollFd::new(&self.socket, PollFlags::IN), deadline) {
                return None;
            }
        }
    }

    /// Waits until the sandbox has ended, which it does by itself, or else by its first process, and all others with that.
    fn leave(&self) {
        let _ = rustix::net::shutdown(&self.socket, Shutdown::Write);
        if !self.wait_for_exit() {
            let _ = rustix::process::kill_process(self.keeper, Signal::KILL);
            self.wait_for_exit();
        }
    }

    fn wait_for_exit(&self) -> bool {
        let Ok(child) = rustix::process::pidfd_open(Pid::from_child(&self.child), PidfdFlags::empty()) else {
            return false;
        };
        wait_until(PollFd::new(&child, PollFlags::IN), Instant::now() + PATIENCE_WITH_END)
    }

    /// The next line that the keeper says.
    async fn words(&self) -> io::Result<String> {
        let line = async {
            loop {
                if let Some(line) = self.heard().line(&self.socket)? {
                    return Ok(line);
                }
                self.socket.readable().await?;
            }
        };
        tokio::time::timeout(PATIENCE, line).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.end();
    }
}

fn connected(socket: &Pair) -> io::Result<UnixStream> {
    let ours = socket.try_clone()?;
    ours.set_nonblocking(true)?;
    UnixStream::from_std(ours)
}

/// Whether it comes to that before the deadline.
fn wait_until(polled: PollFd<'_>, deadline: Instant) -> bool {
    let left = deadline.saturating_duration_since(Instant::now());
    let left = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
    rustix::event::poll(&mut [polled], Some(&left)).is_ok_and(|ready| ready > 0)
}

/// Asks for a run with these files.
pub(crate) fn hand_over(socket: BorrowedFd<'_>, files: &[BorrowedFd<'_>; 3]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut attached = SendAncillaryBuffer::new(&mut space);
    if !attached.push(SendAncillaryMessage::ScmRights(files)) {
        return Err(io::Error::other("three files do not fit into a message"));
    }
    rustix::net::sendmsg(socket, &[IoSlice::new(RUN)], &mut attached, SendFlags::NOSIGNAL)?;
    Ok(())
}
