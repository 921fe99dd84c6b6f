//! The targets on the host that a prober tries to reach: files, sockets and ports.

use std::fs::{self, Permissions};
use std::io;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};

use rustix::process::Pid;

use super::PROBE_LIMITS;
use super::targets::ProbeTargets;
use crate::temp_dir::TempDir;

/// The targets that exist during a test.
pub(super) struct ProbeHost {
    folder: TempDir,
    host_files: Vec<PathBuf>,
    tcp: TcpListener,
    udp: UdpSocket,
    abstract_socket: String,
    /// Kept open as long as this value lives.
    _sockets: [UnixListener; 2],
}

impl ProbeHost {
    pub(super) fn new(host_files: &[PathBuf]) -> io::Result<ProbeHost> {
        let folder = TempDir::new("rathaus-proof-")?;
        set_mode(folder.path(), 0o755)?;
        let secret = secret(folder.path());
        fs::write(&secret, "secret")?;
        set_mode(&secret, 0o644)?;
        let open = open_folder(folder.path());
        fs::create_dir(&open)?;
        set_mode(&open, 0o777)?;
        let socket = socket(folder.path());
        // The name of the folder is random, so no other process has this name.
        let abstract_socket = folder.path().to_string_lossy().into_owned();
        let sockets = [
            UnixListener::bind(&socket)?,
            UnixListener::bind_addr(&SocketAddr::from_abstract_name(&abstract_socket)?)?,
        ];
        set_mode(&socket, 0o777)?;
        let udp = UdpSocket::bind("127.0.0.1:0")?;
        udp.set_nonblocking(true)?;
        let tcp = TcpListener::bind("127.0.0.1:0")?;
        Ok(ProbeHost {
            folder,
            host_files: host_files.to_vec(),
            tcp,
            udp,
            abstract_socket,
            _sockets: sockets,
        })
    }

    /// The targets for a prober with this binary. `strangers` are processes that it must not reach.
    pub(super) fn targets(&self, binary: PathBuf, strangers: &[Pid]) -> ProbeTargets {
        let folder = self.folder.path();
        let port = |address: io::Result<std::net::SocketAddr>| address.map_or(0, |address| address.port());
        ProbeTargets {
            binary,
            secret: secret(folder),
            host_files: self.host_files.clone(),
            open_folder: open_folder(folder),
            socket: socket(folder),
            abstract_socket: self.abstract_socket.clone(),
            tcp_port: port(self.tcp.local_addr()),
            udp_port: port(self.udp.local_addr()),
            strangers: strangers.iter().map(|pid| pid.as_raw_nonzero().get()).collect(),
            file_bytes: PROBE_LIMITS.scratch,
            processes: PROBE_LIMITS.processes,
        }
    }

    /// Whether a message arrived at the UDP port.
    pub(super) fn has_message(&self) -> bool {
        self.udp.recv(&mut [0; 16]).is_ok()
    }
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

fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(mode))
}
