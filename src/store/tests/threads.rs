//! Reading on several threads.

use std::fs;

use super::damage::{fill, schedule};
use super::*;
use crate::tournament::{ResultPart, RoundHistoryChoice};

#[test]
fn threads_read_the_same_as_one() {
    let world = World::new();
    fill(&world.path());
    let store = Store::open_read_only(&world.path()).unwrap().unwrap();
    let schedule = schedule();
    let part = ResultPart::new(&schedule, RoundHistoryChoice::Include);
    let in_order = store.results_in_order(&schedule, part.clone()).unwrap();
    assert!(in_order.played() > 20 && in_order.faulty().count() > 10);
    for threads in [2, 4] {
        let from_threads = store.results_from_threads(&schedule, &part, threads).unwrap();
        assert_eq!(format!("{from_threads:?}"), format!("{in_order:?}"));
    }
}

/// A file that replaces the first one is another database.
#[test]
fn threads_read_one_file() {
    let (world, other) = (World::new(), World::new());
    [&world, &other].into_iter().for_each(|world| fill(&world.path()));
    let store = Store::open_read_only(&world.path()).unwrap().unwrap();
    assert!(store.in_same_state(1).is_some());
    fs::rename(other.path(), world.path()).unwrap();
    assert!(store.in_same_state(1).is_none());
}

#[test]
fn all_connections_see_the_same_state() {
    let world = World::new();
    let mut host = world.open();
    host.put(&rules(), &played(1, 1.0), &all_replays()).unwrap();
    let store = Store::open_read_only(&world.path()).unwrap().unwrap();
    let same = store.in_same_state(2).unwrap();
    host.put(&rules(), &played(2, 1.0), &all_replays()).unwrap();
    let count = |store: &Store| {
        let query = "SELECT count(*) FROM matches";
        store.run(|connection| connection.query_row(query, [], |row| row.get::<_, i64>(0))).unwrap()
    };
    assert_eq!(count(&store), 1);
    assert_eq!(same.others.iter().map(count).collect::<Vec<_>>(), [1, 1]);
}
