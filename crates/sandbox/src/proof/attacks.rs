//! The attacks of a prober that exceed no limit. Each returns what succeeded.

use std::env;
use std::fs::{self, File, OpenOptions, Permissions};
use std::net::{TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::path::Path;

use nix::mount::MsFlags;
use nix::sched::CloneFlags;
use rustix::process::{Pid, Resource, Rlimit};
use rustix::thread::CpuSet;

use super::targets::ProbeTargets;

/// The environment variables that every program gets.
const GIVEN: [&str; 7] =
    ["PATH", "LANG", "PYTHONHASHSEED", "HOME", "TMPDIR", "RATHAUS_SCRATCH", "RATHAUS_PROCESS"];

/// The descriptions of the attempts that succeeded.
pub(super) fn succeeded(tried: impl IntoIterator<Item = (String, bool)>) -> Vec<String> {
    tried.into_iter().filter_map(|(what, success)| success.then_some(what)).collect()
}

pub(super) fn connections(targets: &ProbeTargets) -> Vec<String> {
    let address = ("127.0.0.1", targets.tcp_port);
    let abstract_address = SocketAddr::from_abstract_name(&targets.abstract_socket);
    let udp_address = ("127.0.0.1", targets.udp_port);
    // The host checks whether the message arrives.
    if let Ok(socket) = UdpSocket::bind("127.0.0.1:0") {
        let _ = socket.send_to(b"probe", udp_address);
    }
    succeeded([
        ("connected to a port of this machine".into(), TcpStream::connect(address).is_ok()),
        ("connected to a socket in a folder".into(), UnixStream::connect(&targets.socket).is_ok()),
        (
            "connected to a socket by its name".into(),
            abstract_address.and_then(|address| UnixStream::connect_addr(&address)).is_ok(),
        ),
    ])
}

pub(super) fn readings(targets: &ProbeTargets) -> Vec<String> {
    let of_strangers = targets
        .strangers
        .iter()
        .flat_map(|pid| ["environ", "maps", "fd/1"].map(|file| format!("/proc/{pid}/{file}")));
    let files =
        targets.host_files.iter().chain([&targets.secret]).map(|file| file.to_string_lossy().into_owned());
    let files = files.chain(["/etc/shadow".into()]);
    // A forbidden file may appear empty.
    let is_read = |file: &str| fs::read(file).is_ok_and(|bytes| !bytes.is_empty());
    succeeded(files.chain(of_strangers).map(|file| (format!("read {file}"), is_read(&file))))
}

pub(super) fn writings(targets: &ProbeTargets) -> Vec<String> {
    let here = env::current_dir().unwrap_or_else(|_| "/".into());
    let folders =
        [targets.open_folder.as_path(), &here, Path::new("/usr"), Path::new("/var/tmp"), Path::new("/")];
    let is_made =
        |folder: &Path| File::create_new(folder.join(format!("probe-{}", std::process::id()))).is_ok();
    let is_closed = |file: &Path| fs::set_permissions(file, Permissions::from_mode(0o600)).is_ok();
    let is_opened = |file: &Path| OpenOptions::new().append(true).open(file).is_ok();
    succeeded(
        folders
            .map(|folder| (format!("made a file in {}", folder.display()), is_made(folder)))
            .into_iter()
            .chain([
                (format!("opened {} for writing", targets.binary.display()), is_opened(&targets.binary)),
                (format!("changed the mode of {}", targets.secret.display()), is_closed(&targets.secret)),
            ]),
    )
}

fn strangers(targets: &ProbeTargets) -> impl Iterator<Item = Pid> {
    targets.strangers.iter().filter_map(|pid| Pid::from_raw(*pid))
}

pub(super) fn signals(targets: &ProbeTargets) -> Vec<String> {
    // This sends no signal, but checks whether the prober could.
    succeeded(strangers(targets).map(|pid| {
        let reached = rustix::process::test_kill_process(pid).is_ok();
        (format!("could signal process {}", pid.as_raw_nonzero()), reached)
    }))
}

/// The host checks whether this worked.
pub(super) fn change_limits(targets: &ProbeTargets) {
    let mut one = CpuSet::new();
    one.set(0);
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    for pid in strangers(targets) {
        let _ = rustix::process::setpriority_process(Some(pid), 19);
        let _ = rustix::thread::sched_setaffinity(Some(pid), &one);
        let _ = rustix::process::prlimit(Some(pid), Resource::Core, none);
    }
    let _ = rustix::process::setpriority_user(rustix::process::getuid(), 19);
}

pub(super) fn privileges(targets: &ProbeTargets) -> Vec<String> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field =
        |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim();
    let is_traced = |pid: &i32| nix::sys::ptrace::attach(nix::unistd::Pid::from_raw(*pid)).is_ok();
    let memory =
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
        ("traced a stranger".into(), targets.strangers.iter().any(is_traced)),
        ("could write its supervisor's memory".into(), OpenOptions::new().write(true).open(memory).is_ok()),
    ])
}

pub(super) fn variables() -> Vec<String> {
    let is_given = |name: &str| GIVEN.contains(&name);
    succeeded(env::vars().map(|(name, _)| (format!("sees the variable {name}"), !is_given(&name))))
}
