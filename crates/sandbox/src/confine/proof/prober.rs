//! The prober: this binary again, inside of a sandbox, which tries everything that it should not be able to do.

use std::env;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::net::{TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use nix::mount::MsFlags;
use nix::sched::CloneFlags;
use rustix::process::{Pid, Resource, Rlimit};
use rustix::thread::CpuSet;

use super::attempts::{Attempts, Findings, Task, WORD};
use super::promise::Promise;

/// How long something is held that the host may have to see.
const MOMENT: Duration = Duration::from_millis(100);

/// How often one looks what became of others.
const UNTIL_NEXT_LOOK: Duration = Duration::from_millis(2);

/// How long what lingers stays, unless it is ended.
const LONG: Duration = Duration::from_secs(600);

/// How many processes share the work of using memory.
const SHARES: u64 = 4;

/// In how many files the scratch is filled.
const FILES: u64 = 8;

/// The variables that every program gets.
const GIVEN: [&str; 7] =
    ["PATH", "LANG", "PYTHONHASHSEED", "HOME", "TMPDIR", "RATHAUS_SCRATCH", "RATHAUS_PROCESS"];

/// Serves as a prober, if this process was started as one.
pub(crate) fn serve() -> Option<ExitCode> {
    let mut arguments = env::args().skip(1);
    (arguments.next()? == WORD).then(|| {
        let task = arguments.next().and_then(|task| serde_json::from_str(&task).ok());
        match task.map(perform) {
            Some(Ok(())) => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        }
    })
}

fn perform(task: Task) -> io::Result<()> {
    match task {
        Task::TryAll(attempts) => try_all(&attempts),
        Task::WriteFile(bytes) => fill(&scratch().join("large"), bytes),
        Task::FillScratch(bytes) => fill_scratch(bytes),
        Task::UseMemory(bytes) => use_together(bytes),
        Task::UseAlone(bytes) => {
            let held = vec![1_u8; bytes as usize];
            thread::sleep(MOMENT);
            drop(std::hint::black_box(held));
            Ok(())
        }
        Task::Linger => {
            // Where leaving is forbidden, it stays as it is.
            let _ = rustix::process::setsid();
            thread::sleep(LONG);
            Ok(())
        }
        Task::Stay => io::copy(&mut io::stdin(), &mut io::sink()).map(drop),
    }
}

fn try_all(attempts: &Attempts) -> io::Result<()> {
    let mut findings = Findings::new();
    let mut note = |promise: Promise, found: Vec<String>| {
        findings.insert(promise, found);
    };
    note(Promise::Network, connections(attempts));
    note(Promise::Reading, readings(attempts));
    note(Promise::Writing, writings(attempts));
    note(Promise::Signals, signals(attempts));
    note(Promise::Privileges, privileges(attempts));
    note(Promise::Environment, variables());
    change_limits(attempts);
    note(Promise::Files, large_files(attempts));
    note(Promise::Processes, many_processes(attempts));
    io::stdout().write_all(format!("{}\n", serde_json::to_string(&findings)?).as_bytes())?;
    // It holds the output open: the host sees when it has gone.
    own(attempts, &Task::Linger, Stdio::inherit()).map(drop)
}

/// This binary, with another task.
fn own(attempts: &Attempts, task: &Task, stdout: Stdio) -> io::Result<Child> {
    Command::new(&attempts.own)
        .args([WORD, &serde_json::to_string(task)?])
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::null())
        .spawn()
}

/// What succeeded of what should not.
fn succeeded(tried: impl IntoIterator<Item = (String, bool)>) -> Vec<String> {
    tried.into_iter().filter_map(|(what, success)| success.then_some(what)).collect()
}

fn connections(attempts: &Attempts) -> Vec<String> {
    let address = ("127.0.0.1", attempts.port);
    let abstract_address = SocketAddr::from_abstract_name(&attempts.abstract_socket);
    let message_address = ("127.0.0.1", attempts.message_port);
    // A message that was sent need not have arrived: the host knows.
    if let Ok(socket) = UdpSocket::bind("127.0.0.1:0") {
        let _ = socket.send_to(b"probe", message_address);
    }
    succeeded([
        ("connected to a port of this machine".into(), TcpStream::connect(address).is_ok()),
        ("connected to a socket in a folder".into(), UnixStream::connect(&attempts.socket).is_ok()),
        (
            "connected to a socket by its name".into(),
            abstract_address.and_then(|address| UnixStream::connect_addr(&address)).is_ok(),
        ),
    ])
}

fn readings(attempts: &Attempts) -> Vec<String> {
    let of_strangers = attempts
        .strangers
        .iter()
        .flat_map(|pid| ["environ", "maps", "fd/1"].map(|file| format!("/proc/{pid}/{file}")));
    let files =
        attempts.canaries.iter().chain([&attempts.secret]).map(|file| file.to_string_lossy().into_owned());
    let files = files.chain(["/etc/shadow".into()]);
    // An empty file tells nothing, which is how a forbidden one may look.
    let is_read = |file: &str| fs::read(file).is_ok_and(|bytes| !bytes.is_empty());
    succeeded(files.chain(of_strangers).map(|file| (format!("read {file}"), is_read(&file))))
}

fn writings(attempts: &Attempts) -> Vec<String> {
    let here = env::current_dir().unwrap_or_else(|_| "/".into());
    let folders =
        [attempts.open_folder.as_path(), &here, Path::new("/usr"), Path::new("/var/tmp"), Path::new("/")];
    let is_made =
        |folder: &Path| File::create_new(folder.join(format!("probe-{}", std::process::id()))).is_ok();
    let is_closed = |file: &Path| fs::set_permissions(file, Permissions::from_mode(0o600)).is_ok();
    let is_opened = |file: &Path| OpenOptions::new().append(true).open(file).is_ok();
    succeeded(
        folders
            .map(|folder| (format!("made a file in {}", folder.display()), is_made(folder)))
            .into_iter()
            .chain([
                (format!("opened {} for writing", attempts.own.display()), is_opened(&attempts.own)),
                (format!("changed the mode of {}", attempts.secret.display()), is_closed(&attempts.secret)),
            ]),
    )
}

fn strangers(attempts: &Attempts) -> impl Iterator<Item = Pid> {
    attempts.strangers.iter().filter_map(|pid| Pid::from_raw(*pid))
}

fn signals(attempts: &Attempts) -> Vec<String> {
    // The signal that does nothing but ask whether one might.
    succeeded(strangers(attempts).map(|pid| {
        let reached = rustix::process::test_kill_process(pid).is_ok();
        (format!("could signal process {}", pid.as_raw_nonzero()), reached)
    }))
}

/// Whether that worked is for the host to see.
fn change_limits(attempts: &Attempts) {
    let mut one = CpuSet::new();
    one.set(0);
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    for pid in strangers(attempts) {
        let _ = rustix::process::setpriority_process(Some(pid), 19);
        let _ = rustix::thread::sched_setaffinity(Some(pid), &one);
        let _ = rustix::process::prlimit(Some(pid), Resource::Core, none);
    }
    let _ = rustix::process::setpriority_user(rustix::process::getuid(), 19);
}

fn privileges(attempts: &Attempts) -> Vec<String> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field =
        |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim();
    let is_traced = |pid: &i32| nix::sys::ptrace::attach(nix::unistd::Pid::from_raw(*pid)).is_ok();
    let kept =
        format!("/proc/{}/mem", rustix::process::getppid().map_or(0, |pid| pid.as_raw_nonzero().get()));
    succeeded([
        ("could get new privileges".into(), field("NoNewPrivs:") != "1"),
        ("has capabilities".into(), field("CapEff:").bytes().any(|digit| digit != b'0')),
        ("is root".into(), rustix::process::geteuid().is_root()),
        ("made a namespace of users".into(), nix::sched::unshare(CloneFlags::CLONE_NEWUSER).is_ok()),
        ("mounted something".into(), {
            let none: Option<&str> = None;
            nix::mount::mount(Some("none"), "/tmp", Some("tmpfs"), MsFlags::empty(), none).is_ok()
        }),
        ("traced a stranger".into(), attempts.strangers.iter().any(is_traced)),
        ("could write its keeper's memory".into(), OpenOptions::new().write(true).open(kept).is_ok()),
    ])
}

fn variables() -> Vec<String> {
    let is_given = |name: &str| GIVEN.contains(&name);
    succeeded(env::vars().map(|(name, _)| (format!("sees the variable {name}"), !is_given(&name))))
}

fn large_files(attempts: &Attempts) -> Vec<String> {
    let bytes = attempts.file_bytes + 1;
    let written = own(attempts, &Task::WriteFile(bytes), Stdio::null()).and_then(|mut child| child.wait());
    let found =
        succeeded([(format!("wrote a file of {bytes} bytes"), written.is_ok_and(|status| status.success()))]);
    let _ = fs::remove_file(scratch().join("large"));
    found
}

fn many_processes(attempts: &Attempts) -> Vec<String> {
    let most = attempts.processes * 2;
    let mut children = Vec::new();
    while (children.len() as u64) < most
        && let Ok(child) = own(attempts, &Task::Linger, Stdio::null())
    {
        children.push(child);
    }
    let found = succeeded([(format!("had {most} processes"), children.len() as u64 == most)]);
    for mut child in children {
        let _ = child.kill();
        let _ = child.wait();
    }
    found
}

/// Writes files none of which is too large.
fn fill_scratch(bytes: u64) -> io::Result<()> {
    (0..FILES).try_for_each(|number| fill(&scratch().join(format!("part-{number}")), bytes / FILES))?;
    thread::sleep(MOMENT);
    Ok(())
}

fn scratch() -> std::path::PathBuf {
    env::temp_dir()
}

fn fill(path: &Path, bytes: u64) -> io::Result<()> {
    let chunk = [1; 64 * 1024];
    let mut file = File::create(path)?;
    let mut left = bytes;
    while left > 0 {
        let part = chunk.len().min(left as usize);
        file.write_all(&chunk[..part])?;
        left -= part as u64;
    }
    Ok(())
}

/// Fails if one of those who share the work does.
fn use_together(bytes: u64) -> io::Result<()> {
    let task = serde_json::to_string(&Task::UseAlone(bytes / SHARES))?;
    let own = env::current_exe()?;
    let start = |_| Command::new(&own).args([WORD, &task]).stdin(Stdio::null()).spawn();
    let mut children: Vec<Child> = (0..SHARES).map(start).collect::<io::Result<_>>()?;
    // As soon as one fails, it is known: those that are left end with this process.
    loop {
        let ends = children.iter_mut().map(Child::try_wait).collect::<io::Result<Vec<_>>>()?;
        if ends.iter().flatten().any(|status| !status.success()) {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        if ends.iter().all(Option::is_some) {
            return Ok(());
        }
        thread::sleep(UNTIL_NEXT_LOOK);
    }
}
