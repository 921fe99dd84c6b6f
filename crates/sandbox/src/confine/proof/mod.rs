//! Proving what a sandbox promises: a prober is run in it, and tries to break each promise.

mod attempts;
mod prober;
mod promise;

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::Pid;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};

use super::setting::KEEPER;
use super::{Allowance, Confinement, Refusal, Sandbox};
use crate::{Passing, Process, Program, StartError};
use attempts::{Attempts, Findings, Task, WORD};
pub(super) use prober::serve;
pub use promise::Promise;

/// How long a prober may take for everything.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a prober may use: little, so that it soon sees whether there is more.
const LITTLE: Allowance = Allowance { memory: 64 << 20, processes: 16, scratch: 8 << 20 };

/// What was proven of a sandbox, and what not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proof {
    /// What does not hold, with what shows that.
    pub broken: BTreeMap<Promise, Vec<String>>,
    /// What holds only because the host watches, and ends whoever has too much.
    pub watched: Vec<Promise>,
}

impl Proof {
    /// The promises that do not hold.
    pub fn unproven(&self) -> Vec<Promise> {
        self.broken.keys().copied().collect()
    }

    /// Those of them without which nothing is run.
    pub fn missing(&self) -> Vec<Promise> {
        self.broken.keys().copied().filter(|promise| promise.is_needed()).collect()
    }
}

impl Sandbox {
    /// Tries all that must not be possible in it, such as to read these files.
    pub async fn prove(&self, canaries: &[PathBuf]) -> Result<Proof, Refusal> {
        let host = Host::new(canaries).map_err(|error| unprovable(&error.to_string()))?;
        let mut found = self.try_all(&host).await?;
        // Whoever succeeds in one of these may be ended for it, so that each is a run of its own.
        let greedy = [
            (Promise::Memory, Task::UseMemory(LITTLE.memory * 2), LITTLE.memory),
            (Promise::Scratch, Task::FillScratch(LITTLE.scratch * 2), LITTLE.scratch),
        ];
        for (promise, task, bytes) in greedy {
            if self.succeeds(&task).await? {
                let words = format!("used {} MiB where {} MiB were allowed", bytes >> 19, bytes >> 20);
                found.entry(promise).or_default().push(words);
            }
        }
        found.retain(|_, shown| !shown.is_empty());
        let watched = self.watched().into_iter().filter(|promise| !found.contains_key(promise)).collect();
        Ok(Proof { broken: found, watched })
    }

    async fn try_all(&self, host: &Host) -> Result<Findings, Refusal> {
        let stranger = Process::start(&self.prober(&Task::Stay, false)).await.map_err(unstartable)?;
        let rival = Process::start(&self.prober(&Task::Stay, true)).await.map_err(unstartable)?;
        let strangers: Vec<Pid> = [&stranger, &rival].into_iter().filter_map(Process::pid).collect();
        let before = circumstances(&strangers);
        let task = Task::TryAll(Box::new(host.attempts(self, &strangers)));
        let mut prober = Process::start(&self.prober(&task, true)).await.map_err(unstartable)?;
        let mut findings = findings(&mut prober).await?;
        prober.end();
        let left = tokio::time::timeout(PATIENCE, prober.stdout.read_to_end(&mut Vec::new())).await;
        let mut note = |promise, is_broken: bool, words: &str| {
            let noted = findings.entry(promise).or_default();
            noted.extend(is_broken.then(|| words.to_owned()));
        };
        note(Promise::Leaving, left.is_err(), "left a process running");
        note(Promise::Limits, circumstances(&strangers) != before, "changed what another process may use");
        note(Promise::Network, host.has_message(), "sent a message to a port of this machine");
        Ok(findings)
    }

    /// Whether a prober gets through with a task.
    async fn succeeds(&self, task: &Task) -> Result<bool, Refusal> {
        let prober = Process::start(&self.prober(task, true)).await.map_err(unstartable)?;
        let ended = tokio::time::timeout(PATIENCE, prober.ended()).await;
        Ok(ended.is_ok_and(|status| status.success()))
    }

    /// This binary with a task, in such a sandbox or outside of it.
    fn prober(&self, task: &Task, is_confined: bool) -> Program {
        let own = if is_confined { self.own() } else { self.keeper.clone() };
        let confinement = Confinement {
            sandbox: self.clone(),
            allowance: LITTLE,
            readable: vec![self.keeper.clone()],
            writable: Vec::new(),
            makes_programs: false,
        };
        let task = serde_json::to_string(task).unwrap_or_default();
        Program {
            argv: vec![own.into(), WORD.into(), task.into()],
            folder: "/".into(),
            environment: Vec::new(),
            confinement: is_confined.then_some(confinement),
        }
    }

    /// Where this binary is for those who are inside.
    fn own(&self) -> PathBuf {
        if self.is_alone() { KEEPER.into() } else { self.keeper.clone() }
    }
}

/// The line in which a prober says what it has found.
async fn findings(prober: &mut Process) -> Result<Findings, Refusal> {
    let mut line = String::new();
    let mut stdout = BufReader::new(&mut prober.stdout);
    let read = tokio::time::timeout(PATIENCE, stdout.read_line(&mut line)).await;
    match read.map_err(|_| unprovable("it took too long"))? {
        Ok(_) => serde_json::from_str(&line).map_err(|_| unprovable(&prober.stderr.take(1_000))),
        Err(error) => Err(unprovable(&error.to_string())),
    }
}

fn unprovable(why: &str) -> Refusal {
    Refusal::new(format!("a test of the sandbox did not come to its end: {why}"), "see docs/SECURITY.md")
}

fn unstartable(error: StartError) -> Refusal {
    let words = error.to_string();
    let remedy = if words.contains("uid map") || words.contains("namespace") || words.contains("loopback") {
        "this system forbids namespaces to ordinary users. On Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0, or an \
         AppArmor profile for bwrap. In a container: run it with --security-opt seccomp=unconfined, or --privileged"
    } else {
        "see docs/SECURITY.md for what each sandbox takes"
    };
    Refusal::new(words, remedy)
}

/// What of other processes must not change: how nice they are, where they run, and what they may use.
fn circumstances(processes: &[Pid]) -> Vec<(Option<i32>, String, String)> {
    let of = |pid: &Pid| {
        let read = |file: &str| fs::read_to_string(format!("/proc/{}/{file}", pid.as_raw_nonzero()));
        let status = read("status").unwrap_or_default();
        let allowed = status.lines().filter(|line| line.starts_with("Cpus_allowed:")).collect();
        let nice = rustix::process::getpriority_process(Some(*pid)).ok();
        (nice, allowed, read("limits").unwrap_or_default())
    };
    processes.iter().map(of).collect()
}

/// What the host has ready to be found.
struct Host {
    folder: Passing,
    canaries: Vec<PathBuf>,
    ports: TcpListener,
    messages: UdpSocket,
    abstract_socket: String,
    /// Open as long as this is.
    _sockets: [UnixListener; 2],
}

impl Host {
    fn new(canaries: &[PathBuf]) -> io::Result<Host> {
        let folder = Passing::new("rathaus-proof-")?;
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
        let secret = Host::secret(folder.path());
        fs::write(&secret, "secret")?;
        fs::set_permissions(secret, Permissions::from_mode(0o644))?;
        let open = Host::open_folder(folder.path());
        fs::create_dir(&open)?;
        fs::set_permissions(&open, Permissions::from_mode(0o777))?;
        let socket = Host::socket(folder.path());
        // A name that nobody can take before: that of the folder is random.
        let abstract_socket = folder.path().to_string_lossy().into_owned();
        let sockets = [
            UnixListener::bind(&socket)?,
            UnixListener::bind_addr(&SocketAddr::from_abstract_name(&abstract_socket)?)?,
        ];
        fs::set_permissions(socket, Permissions::from_mode(0o777))?;
        let messages = UdpSocket::bind("127.0.0.1:0")?;
        messages.set_nonblocking(true)?;
        let ports = TcpListener::bind("127.0.0.1:0")?;
        Ok(Host { folder, canaries: canaries.to_vec(), ports, messages, abstract_socket, _sockets: sockets })
    }

    fn secret(folder: &Path) -> PathBuf {
        folder.join("secret")
    }

    fn open_folder(folder: &Path) -> PathBuf {
        folder.join("open")
    }

    fn socket(folder: &Path) -> PathBuf {
        folder.join("socket")
    }

    fn attempts(&self, sandbox: &Sandbox, strangers: &[Pid]) -> Attempts {
        let folder = self.folder.path();
        let port = |address: io::Result<std::net::SocketAddr>| address.map_or(0, |address| address.port());
        Attempts {
            own: sandbox.own(),
            secret: Host::secret(folder),
            canaries: self.canaries.clone(),
            open_folder: Host::open_folder(folder),
            socket: Host::socket(folder),
            abstract_socket: self.abstract_socket.clone(),
            port: port(self.ports.local_addr()),
            message_port: port(self.messages.local_addr()),
            strangers: strangers.iter().map(|pid| pid.as_raw_nonzero().get()).collect(),
            file_bytes: LITTLE.scratch,
            processes: LITTLE.processes,
        }
    }

    fn has_message(&self) -> bool {
        self.messages.recv(&mut [0; 16]).is_ok()
    }
}
