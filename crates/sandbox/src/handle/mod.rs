//! The host's side of a sandbox and its supervisor.

mod end;
mod event_reader;
mod idle;
mod socket;

use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal};
use tokio::io::Interest;
use tokio::net::UnixStream;

use crate::builder::SandboxLaunchPlan;
use crate::cgroups::{self, CgroupParents, SandboxCgroup};
use crate::command::ProgramCommand;
use crate::confinement::{Confinement, ResourceLimits};
use crate::cpu_time;
use crate::excess::ExceededResourceLimit;
use crate::exit::ExitStatusAndCpuTime;
use crate::process_tree::{count_threads, first_child};
use crate::start::is_exhaustion;
use crate::supervisor::SupervisorEvent;
use crate::temp_dir::TempDir;
use crate::watchdog::{MemoryAndFolderLimits, MemoryAndFolderWatchdog, SandboxKillTarget};
use crate::{orphans, sandbox_user};
use event_reader::SupervisorEventReader;
pub(crate) use socket::send_streams;

/// The time limit for the supervisor to confine itself, and to start the program.
const READY_WITHIN: Duration = Duration::from_secs(20);

/// A sandbox of one program. Dropping it kills everything in it.
#[derive(Debug)]
pub(crate) struct SandboxHandle {
    /// Bubblewrap, or the supervisor itself.
    child: Child,
    supervisor: Pid,
    socket: UnixStream,
    events: Mutex<SupervisorEventReader>,
    has_namespaces: bool,
    is_over: bool,
    command: ProgramCommand,
    limits: ResourceLimits,
    /// CPU time of earlier runs in this sandbox.
    earlier_cpu_time: Duration,
    watchdog: Option<Arc<MemoryAndFolderWatchdog>>,
    group: Option<SandboxCgroup>,
    /// Set when the sandbox has ended.
    excess: Option<ExceededResourceLimit>,
    /// The scratch folder, if the sandbox has no file system of its own. Removed on drop.
    _scratch: Option<TempDir>,
}

impl SandboxHandle {
    /// Makes the sandbox and waits until its supervisor is confined.
    pub(crate) async fn new(
        command: &ProgramCommand,
        confinement: &Confinement,
    ) -> io::Result<SandboxHandle> {
        let user = sandbox_user::next();
        if let Some(user) = user {
            confinement.writable.iter().try_for_each(|path| sandbox_user::change_owner(path, user))?;
        }
        let builder = SandboxLaunchPlan::new(confinement, user)?;
        let orders = serde_json::to_vec(&builder.orders(command, user))?;
        let (ours, theirs) = net::UnixStream::pair()?;
        let socket = socket::to_async(&ours)?;
        let child = start_supervisor(&builder, theirs)?;
        let mut handle = SandboxHandle {
            supervisor: Pid::from_child(&child),
            child,
            socket,
            events: Mutex::default(),
            has_namespaces: builder.has_namespaces(),
            is_over: false,
            command: command.clone(),
            limits: confinement.limits,
            earlier_cpu_time: Duration::ZERO,
            watchdog: None,
            group: None,
            excess: None,
            _scratch: None,
        };
        if let Some(within) = builder.cgroups() {
            handle.make_group(within)?;
        }
        handle.confine(&ours, &orders).await.map_err(|error| handle.explain(error))?;
        handle.limit(&builder).await?;
        handle._scratch = builder.scratch;
        Ok(handle)
    }

    /// Makes the control group while bubblewrap sets up the rest of the sandbox.
    fn make_group(&mut self, within: &CgroupParents) -> io::Result<()> {
        let group = self.group.insert(SandboxCgroup::new(within, self.limits)?);
        if !group.is_entered_by_supervisor() {
            tokio::task::spawn_blocking(cgroups::wait_before_move);
        }
        Ok(())
    }

    /// Sends the orders and waits until the supervisor is confined.
    async fn confine(&mut self, socket: &net::UnixStream, orders: &[u8]) -> io::Result<()> {
        let entrances = self.group.as_ref().map(SandboxCgroup::entrances).transpose()?.unwrap_or_default();
        let files: Vec<BorrowedFd<'_>> = entrances.iter().map(AsFd::as_fd).collect();
        socket::send_orders(socket, orders, &files)?;
        match self.next_event().await? {
            SupervisorEvent::Ready => {}
            SupervisorEvent::Crowded => return Err(Errno::AGAIN.into()),
            SupervisorEvent::Unconfined(why) => return Err(io::Error::other(why)),
            event => return Err(unexpected(&event)),
        }
        if self.has_namespaces {
            self.supervisor = first_child(self.supervisor)?.ok_or(io::ErrorKind::NotFound)?;
        }
        Ok(())
    }

    /// Applies the limits that all processes of the sandbox share.
    async fn limit(&mut self, builder: &SandboxLaunchPlan<'_>) -> io::Result<()> {
        if let Some(group) = &self.group
            && !group.is_entered_by_supervisor()
        {
            let added = tokio::task::spawn_blocking(group.adding(self.supervisor)).await;
            added.map_err(io::Error::other)??;
        }
        let target = match self.has_namespaces {
            true => SandboxKillTarget::Namespace(self.supervisor),
            false => SandboxKillTarget::Group(self.supervisor),
        };
        let limits = MemoryAndFolderLimits {
            memory: self.group.is_none().then_some(self.limits.memory),
            folders: builder.unlimited_folders(),
            folder_bytes: self.limits.scratch,
        };
        self.watchdog = Some(MemoryAndFolderWatchdog::start(target, limits)?);
        Ok(())
    }

    /// Kills the sandbox and explains why it could not be made, with the stderr of bubblewrap.
    /// If the host has run out of a resource, which may pass, the error says all there is.
    fn explain(&mut self, error: io::Error) -> io::Error {
        self.end();
        if is_exhaustion(&error) {
            return error;
        }
        let mut stderr = String::new();
        if let Some(pipe) = self.child.stderr.take() {
            let _ = pipe.take(1_000).read_to_string(&mut stderr);
        }
        let words = format!("the sandbox cannot be set up: {error}. {}", stderr.trim());
        io::Error::other(words.trim().to_owned())
    }

    /// Starts the program with these standard streams.
    pub(crate) async fn start(&self, streams: [BorrowedFd<'_>; 3]) -> io::Result<()> {
        self.events().forget_exit();
        self.socket.async_io(Interest::WRITABLE, || send_streams(self.socket.as_fd(), &streams)).await?;
        match self.next_event().await {
            Ok(SupervisorEvent::Started) => Ok(()),
            Ok(SupervisorEvent::NotStarted(error)) => Err(io::Error::from_raw_os_error(error)),
            Ok(event) => Err(unexpected(&event)),
            // The program was killed for exceeding a limit before the supervisor could report the
            // start, which takes a while on a busy machine.
            Err(_) if self.find_excess().is_some() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The exit of the program, if it has exited.
    pub(crate) fn program_exit(&self) -> Option<ExitStatusAndCpuTime> {
        self.events().program_exit(&self.socket)
    }

    /// Waits until the program has exited.
    pub(crate) async fn wait(&self) -> ExitStatusAndCpuTime {
        loop {
            if let Some(exit) = self.program_exit() {
                return exit;
            }
            // An error shows as the end of the events.
            let _ = self.socket.readable().await;
        }
    }

    /// The program's process number outside of the sandbox, while it is alive.
    pub(crate) fn program(&self) -> Option<Pid> {
        first_child(self.supervisor).ok().flatten()
    }

    /// CPU time of everything in the sandbox except the supervisor, including processes
    /// that have ended.
    pub(crate) fn total_cpu_time(&self) -> Duration {
        cpu_time::of_all_descendants(self.supervisor).saturating_sub(self.earlier_cpu_time)
    }

    /// The limit that the program reached, if one is known.
    pub(crate) fn excess(&self) -> Option<ExceededResourceLimit> {
        if self.is_over { self.excess } else { self.find_excess() }
    }

    fn find_excess(&self) -> Option<ExceededResourceLimit> {
        let exit = self.program_exit();
        let watched = self.watchdog.as_ref().and_then(|watchdog| watchdog.excess());
        watched.or_else(|| self.excess_of_group()).or_else(|| match exit {
            Some(exit) => self.excess_of_file(exit),
            None => self.excess_of_processes(),
        })
    }

    fn excess_of_group(&self) -> Option<ExceededResourceLimit> {
        match &self.group {
            Some(group) if group.killed_for_memory() > 0 => {
                Some(ExceededResourceLimit::Memory(self.limits.memory))
            }
            Some(group) if group.refused_processes() > 0 => {
                Some(ExceededResourceLimit::Processes(self.limits.processes))
            }
            _ => None,
        }
    }

    fn excess_of_file(&self, exit: ExitStatusAndCpuTime) -> Option<ExceededResourceLimit> {
        let is_too_large = exit.status.signal() == Some(Signal::XFSZ.as_raw());
        is_too_large.then_some(ExceededResourceLimit::File(self.limits.scratch))
    }

    /// The limit of processes, if no more can be started now and no control group
    /// counts refused starts.
    fn excess_of_processes(&self) -> Option<ExceededResourceLimit> {
        let most = self.limits.processes;
        let is_full = || count_threads(self.supervisor) as u64 >= most;
        (self.group.is_none() && is_full()).then_some(ExceededResourceLimit::Processes(most))
    }

    async fn next_event(&self) -> io::Result<SupervisorEvent> {
        let event = async {
            loop {
                if let Some(event) = self.events().next(&self.socket)? {
                    return Ok(event);
                }
                self.socket.readable().await?;
            }
        };
        let timed_out = || Err(io::ErrorKind::TimedOut.into());
        tokio::time::timeout(READY_WITHIN, event).await.unwrap_or_else(|_| timed_out())
    }

    fn events(&self) -> MutexGuard<'_, SupervisorEventReader> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts bubblewrap or the supervisor itself, with the socket as its stdin.
fn start_supervisor(builder: &SandboxLaunchPlan<'_>, socket: net::UnixStream) -> io::Result<Child> {
    let child = builder
        .command()
        .current_dir("/")
        .env_clear()
        .stdin(OwnedFd::from(socket))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()?;
    orphans::register(child.id());
    Ok(child)
}

fn unexpected(event: &SupervisorEvent) -> io::Error {
    io::Error::other(format!("the supervisor of a sandbox wrote `{event}`"))
}
