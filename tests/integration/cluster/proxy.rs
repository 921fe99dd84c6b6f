//! A network between a worker and a server that can be cut.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Passes bytes between connections and a port. Its threads end with the connections.
pub(super) struct Proxy {
    pub(super) port: u16,
    is_cut: Arc<AtomicBool>,
}

impl Proxy {
    pub(super) fn start(to: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (port, is_cut) = (listener.local_addr().unwrap().port(), Arc::new(AtomicBool::new(false)));
        let cut = Arc::clone(&is_cut);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(("127.0.0.1", to)) else { continue };
                for (from, to) in [(&client, &server), (&server, &client)] {
                    let (from, to, cut) =
                        (from.try_clone().unwrap(), to.try_clone().unwrap(), Arc::clone(&cut));
                    thread::spawn(move || pass(from, to, &cut));
                }
            }
        });
        Proxy { port, is_cut }
    }

    /// Holds all bytes back, without closing a connection.
    pub(super) fn cut(&self, is_cut: bool) {
        self.is_cut.store(is_cut, Ordering::Relaxed);
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, is_cut: &AtomicBool) {
    let mut bytes = [0; 65_536];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        while is_cut.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(10));
        }
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(std::net::Shutdown::Both);
}
