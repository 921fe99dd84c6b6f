//! Requests to `rathaus serve`: it answers or refuses each of them, and still answers the next one.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rathaus::server::{self, ServedContent};
use rathaus::store::Store;

use super::runner::fuzz;

const TOKENS: [&str; 40] = [
    " ",
    "/",
    "//",
    "?",
    "&",
    "=",
    "%",
    "%2e%2e",
    "..",
    "%00",
    "%ff",
    "\r\n",
    "\n",
    "\r\n\r\n",
    ":",
    "GET",
    "HEAD",
    "POST",
    "HTTP/1.1",
    "HTTP/9.9",
    "Host: evil.example\r\n",
    "Host: localhost\r\n",
    "Content-Length: 5\r\n",
    "Content-Length: -1\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Range: bytes=0-\r\n",
    "Expect: 100-continue\r\n",
    "Connection: close\r\n",
    "/api",
    "/tournaments/t",
    "/matches",
    "/film",
    "/replays/",
    "turns=",
    "page=",
    "\0",
    "\u{fffd}",
    "{",
    "}",
    "*",
];

const PATHS: [&str; 12] = [
    "/",
    "/app.js",
    "/api",
    "/api/tournaments/t",
    "/api/tournaments/t/charts/standings",
    "/api/tournaments/t/matches?entrant=a&page=1",
    "/api/tournaments/t/matches/0123",
    "/api/tournaments/t/matches/0123/film?turns=5",
    "/api/tournaments/t/matches/0123/replay",
    "/api/replays/r?turns=5",
    "/api/none",
    "/..%2f..%2fetc/passwd",
];

/// The time limit of a response.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The number of threads of the server that panicked.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// Starts a server of a tournament without results and of a broken replay.
fn server(folder: &Path) -> SocketAddr {
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).expect("a file");
        folder.join(name)
    };
    let tournament = write("t.toml", "game = \"rat-race\"\nseed = 1\nentrants = [\"a.py\"]\n");
    drop(Store::open(&folder.join("t.db"), "a test").expect("a database"));
    let mut offer = ServedContent::default();
    offer.add_tournament(tournament, folder.join("t.db"));
    offer.add_replay(write("r.replay", "rathaus replay 1\nbroken"));
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::Builder::new()
        .name("server".into())
        .spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
                sender.send(listener.local_addr().expect("an address")).expect("the test");
                server::serve(listener, offer).await.expect("it serves");
            });
        })
        .expect("a thread");
    receiver.recv().expect("an address")
}

fn request_of(address: SocketAddr, path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept: */*\r\n\r\n").into_bytes()
}

/// The beginning of the response. A complete request follows, so that the server does not wait for
/// the rest of this one. The connection is reset, so that a million of them leave no ports behind.
fn answer(address: SocketAddr, request: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).expect("it accepts connections");
    rustix::net::sockopt::set_socket_linger(&stream, Some(Duration::ZERO)).expect("a socket");
    stream.set_read_timeout(Some(TIMEOUT)).expect("a socket");
    // The server need not read a request that it has refused to its end.
    if stream.write_all(&[request, b"\r\n\r\n", &request_of(address, "/api")].concat()).is_err() {
        return Vec::new();
    }
    let mut begin = vec![0; 64];
    match stream.read(&mut begin) {
        Ok(length) => begin.truncate(length),
        Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => begin.clear(),
        Err(error) => panic!("no answer to {}: {error}", request.escape_ascii()),
    }
    begin
}

#[test]
fn requests() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() == Some("server") {
            PANICS.fetch_add(1, Ordering::SeqCst);
        }
        usual(panic);
    }));
    let folder = tempfile::tempdir().expect("a folder");
    let address = server(folder.path());
    let examples: Vec<Vec<u8>> = PATHS.iter().map(|path| request_of(address, path)).collect();
    fuzz(&examples, &TOKENS, |input| {
        let begin = answer(address, input);
        assert!(begin.is_empty() || begin.starts_with(b"HTTP/1."), "{}", begin.escape_ascii());
        assert_eq!(PANICS.load(Ordering::SeqCst), 0, "{}", input.escape_ascii());
    });
    assert!(answer(address, &request_of(address, "/api")).starts_with(b"HTTP/1.1 200"));
}
