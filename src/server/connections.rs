//! Limits the open connections, and closes one when a new one needs its place.
//!
//! A new connection is always accepted. At the limit, the client with the most connections loses
//! one: the oldest on which no request is being worked on, or else its oldest. So no client locks
//! out others by holding connections, idle or streaming, and a client that shares an address with
//! an attacker is still answered.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::sync::Notify;

/// The maximum number of open connections.
const MOST: usize = 512;

/// File descriptors reserved for databases, replays, and connections that are being closed.
const SPARE: u64 = 256;

#[derive(Debug)]
pub(super) struct Connections {
    most: usize,
    open: Mutex<ConnectionCount>,
}

#[derive(Debug, Default)]
struct ConnectionCount {
    next: u64,
    /// Open connections by number, oldest first.
    all: BTreeMap<u64, Connection>,
}

#[derive(Debug)]
struct Connection {
    client: IpAddr,
    working: Arc<AtomicUsize>,
    close: Arc<Notify>,
}

/// An accepted connection. It counts as open until this is dropped.
#[derive(Debug)]
pub(super) struct ConnectionGuard {
    connections: Arc<Connections>,
    number: u64,
    /// The number of requests on this connection that are being worked on.
    working: Arc<AtomicUsize>,
    close: Arc<Notify>,
}

/// Marks a request as being worked on until this is dropped.
#[derive(Debug)]
pub(super) struct RequestInProgressGuard(Arc<AtomicUsize>);

impl Connections {
    /// Allows as many connections as this process has file descriptors for, at most `MOST`.
    pub(super) fn new() -> Connections {
        Connections::at_most(MOST.min(room()))
    }

    fn at_most(most: usize) -> Connections {
        Connections { most, open: Mutex::default() }
    }

    fn open(&self) -> MutexGuard<'_, ConnectionCount> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts a connection, and asks another one to close if there are too many.
    pub(super) fn admit(self: &Arc<Connections>, address: IpAddr) -> ConnectionGuard {
        let client = client(address);
        let mut open = self.open();
        if open.all.len() >= self.most
            && let Some(connection) = open.victim(client).and_then(|number| open.all.remove(&number))
        {
            connection.close.notify_one();
        }
        let number = open.next;
        open.next += 1;
        let (working, close) = (Arc::default(), Arc::default());
        let connection = Connection { client, working: Arc::clone(&working), close: Arc::clone(&close) };
        open.all.insert(number, connection);
        ConnectionGuard { connections: Arc::clone(self), number, working, close }
    }
}

impl ConnectionCount {
    /// The connection to close in favour of a new one of this client.
    fn victim(&self, newcomer: IpAddr) -> Option<u64> {
        let mut counts: BTreeMap<IpAddr, usize> = BTreeMap::from([(newcomer, 1)]);
        self.all.values().for_each(|connection| *counts.entry(connection.client).or_default() += 1);
        let most = counts.values().max().copied().unwrap_or_default();
        let of_largest = self.all.iter().filter(|(_, connection)| counts[&connection.client] == most);
        let is_working = |connection: &Connection| connection.working.load(Ordering::Relaxed) > 0;
        of_largest
            .min_by_key(|(number, connection)| (is_working(connection), **number))
            .map(|(number, _)| *number)
    }
}

impl ConnectionGuard {
    /// Marks the connection as busy until the guard is dropped.
    pub(super) fn work(&self) -> RequestInProgressGuard {
        self.working.fetch_add(1, Ordering::Relaxed);
        RequestInProgressGuard(Arc::clone(&self.working))
    }

    /// Returns when this connection has to close in favour of another.
    pub(super) async fn has_to_go(&self) {
        self.close.notified().await;
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.connections.open().all.remove(&self.number);
    }
}

impl Drop for RequestInProgressGuard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The client that an address counts for. For IPv6 that is the /64 network, because one client
/// usually has all of its 2^64 addresses.
fn client(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & !u128::from(u64::MAX)).into()),
        address => address,
    }
}

/// How many connections this process has file descriptors for. Raises the soft limit first if it is
/// too low.
fn room() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let wanted = (MOST as u64 + SPARE).min(limit.maximum.unwrap_or(u64::MAX));
    if limit.current.is_some_and(|current| current < wanted) {
        // If this fails, fewer connections are allowed.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum: limit.maximum });
    }
    let current = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    usize::try_from(current.saturating_sub(SPARE).max(current / 4)).unwrap_or(MOST).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    fn left(connections: &Connections) -> Vec<u64> {
        connections.open().all.keys().copied().collect()
    }

    #[test]
    fn who_has_the_most_loses_the_oldest_that_does_nothing() {
        let connections = Arc::new(Connections::at_most(4));
        let _first = connections.admit(OTHER);
        let guests = [ONE, ONE, ONE].map(|client| connections.admit(client));
        let working = guests[0].work();
        let _other = connections.admit(OTHER);
        assert_eq!(left(&connections), [0, 1, 3, 4], "the oldest of the larger one is at work");
        drop(working);
        let _more = [ONE, ONE].map(|client| connections.admit(client));
        assert_eq!(left(&connections).len(), 4);
        assert!(left(&connections).contains(&0), "who has few keeps them");
    }

    #[test]
    fn what_has_ended_makes_room() {
        let connections = Arc::new(Connections::at_most(2));
        let first = connections.admit(ONE);
        drop(connections.admit(ONE));
        let _second = connections.admit(ONE);
        assert_eq!(left(&connections), [0, 2]);
        drop(first);
        assert_eq!(left(&connections), [2]);
    }

    #[test]
    fn a_network_of_the_new_kind_is_one_client() {
        let address = |text: &str| client(text.parse().unwrap());
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:2"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:10.0.0.1"), ONE);
    }
}
