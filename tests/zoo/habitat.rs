//! The surroundings of a hostile program: a world with secrets in it, and sockets that listen.

use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::common::World;
use crate::items::{Item, Session};

/// The code that hostile programs share.
const SHARED: &str = include_str!("programs/zoo.py");

/// A world that detects programs that get out of their sandbox.
pub struct Habitat {
    pub world: World,
    tcp: TcpListener,
    udp: UdpSocket,
    path: UnixListener,
    name: UnixListener,
    facts: Value,
}

impl Habitat {
    pub fn new() -> Habitat {
        let world = World::new();
        let secrets = ["home/.secret", "results.db", "rivals/source.py"]
            .map(|name| world.file(name, "a secret that anybody in the system may read\n"));
        for folder in ["home", "rivals"] {
            open(&world, folder, 0o777);
        }
        let tcp = TcpListener::bind("127.0.0.1:0").expect("a port");
        let udp = UdpSocket::bind("127.0.0.1:0").expect("a port");
        let socket = world.path("rivals/socket");
        let path = UnixListener::bind(&socket).expect("a socket");
        open(&world, "rivals/socket", 0o777);
        let abstract_name = format!("zoo{}", world.path("").display());
        let address = SocketAddr::from_abstract_name(&abstract_name).expect("a name");
        let name = UnixListener::bind_addr(&address).expect("a socket");
        for is_blocking in [tcp.set_nonblocking(true), udp.set_nonblocking(true)] {
            is_blocking.expect("a socket");
        }
        path.set_nonblocking(true).and(name.set_nonblocking(true)).expect("a socket");
        let facts = json!({
            "test": std::process::id(),
            "secrets": secrets.into_iter().chain(["/etc/shadow".into()]).collect::<Vec<_>>(),
            "folders": [world.path("home"), world.path("rivals"), world.path("cache"), world.path("")],
            "tcp": tcp.local_addr().expect("a port").port(),
            "udp": udp.local_addr().expect("a port").port(),
            "socket": socket,
            "abstract": abstract_name,
        });
        Habitat { world, tcp, udp, path, name, facts }
    }

    /// Writes the hostile program as a bot.
    pub fn hostile(&self, item: &Item, session: Session) -> String {
        let (file, variant) = (item.program.file, item.variant);
        self.world.file(&format!("bad/{file}"), item.program.text);
        self.world.file("bad/zoo.py", SHARED);
        let mut facts = self.facts.clone();
        facts["variant"] = variant.into();
        self.world.file("bad/facts.json", &facts.to_string());
        // By its name, because submissions cannot name the path of a program.
        let python = Path::new(python()).file_name().and_then(|name| name.to_str()).expect("a name");
        let own = |mode: &str| json!([python, "{dir}/".to_owned() + file, mode, variant]).to_string();
        let manifest = match session {
            Session::Build if file.ends_with(".c") => {
                "build = [[\"cc\", \"-c\", \"{dir}/46-includes.c\", \"-o\", \"{out}/it\"]]\nrun = [\"{out}/it\"]\n".into()
            }
            // The program that the build left where it does not belong is the one to run.
            Session::Build if file.starts_with("41") && variant != "source" => {
                let run = json!([python, "{out}/artefact", "honest", variant]);
                format!("build = [{}]\nrun = {run}\n", own("build"))
            }
            Session::Warm => format!("source = {file:?}\n"),
            Session::Build => format!("build = [{}]\nrun = {}\n", own("build"), own("honest")),
            _ => format!("run = {}\n", own("play")),
        };
        self.world.file("bad/bot.toml", &format!("name = \"bad\"\n{manifest}"))
    }

    /// Asserts that nothing connected to the sockets.
    pub fn is_undisturbed(&self) {
        let mut bytes = [0; 8];
        assert!(self.tcp.accept().is_err(), "somebody has connected by TCP");
        assert!(self.udp.recv(&mut bytes).is_err(), "somebody has sent something by UDP");
        assert!(self.path.accept().is_err(), "somebody has connected to a socket's path");
        assert!(self.name.accept().is_err(), "somebody has connected to a socket's name");
    }
}

fn open(world: &World, name: &str, mode: u32) {
    fs::set_permissions(world.path(name), fs::Permissions::from_mode(mode)).expect("one's own");
}

/// The path of the system's Python, or else of the first Python that is found.
pub fn python() -> &'static str {
    static FOUND: OnceLock<String> = OnceLock::new();
    FOUND.get_or_init(|| {
        let mut candidates = ["/usr/bin/python3", "python3"].into_iter();
        let asked = |python: &str| {
            let output =
                Command::new(python).args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
            output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        candidates.find_map(asked).expect("the zoo needs Python 3")
    })
}
