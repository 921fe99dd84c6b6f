//! Damages databases in many ways. Whatever is read then is what was stored, or an error.
#![expect(clippy::disallowed_methods, reason = "the tests damage files")]

use std::fs;
use std::path::Path;

use rathaus_games::Seed;

use super::{all_replays, played, put_from, recording, rules, ruling, spec, state};
use crate::store::*;
use crate::tournament::{KnownMatches, MatchSchedule, RoundHistoryChoice, StoredTournamentSetup};

/// What each way to read gives, or that it fails.
type Answers = BTreeMap<String, Result<String, String>>;

const MATCHES: u64 = 24;

/// The size of a page of SQLite.
const PAGE: usize = 4_096;

/// A database with rows in all tables, and the answers that it gives.
fn database(folder: &Path) -> (Vec<u8>, Answers) {
    let path = folder.join("whole.db");
    fill(&path);
    let answers = answers(&path);
    assert!(answers.values().all(Result::is_ok), "{answers:#?}");
    (fs::read(&path).unwrap(), answers)
}

/// Stores rows in all tables.
pub(super) fn fill(path: &Path) {
    let mut store = Store::open(path, "a test").unwrap();
    store.set_tournament(&state(1, &["ann", "ben", "cyd"])).unwrap();
    for seed in 0..MATCHES {
        let mut played = played(seed, seed as f64);
        if seed % 3 == 0 {
            played.result.faults.clear();
        }
        let long = "x".repeat(if seed % 5 == 0 { 9_000 } else { 300 });
        played.result.details["long"] = long.as_str().into();
        let faults = played.result.faults.clone();
        played.result.faults.extend(faults);
        played.recording = Some(RecordedReplies { answers: vec![1; 2_000], ..recording(seed) });
        store.put(&rules(), &played, &all_replays()).unwrap();
    }
    for score in [70.0, 71.0] {
        put_from(&mut store, played(1, score), ResultTrustLevel::Sampled, false);
    }
    put_from(&mut store, played(99, 1.0), ResultTrustLevel::Sampled, false);
    put_from(&mut store, played(99, 2.0), ResultTrustLevel::Replayed, false);
    store.secret(b"secret").unwrap();
    let rulings = [ruling(200, "it does not build"), ruling(201, "no memory")];
    store.put_rulings(&rulings).unwrap();
    let kept = |text| ("a".to_owned(), KeptFiles::decode(text).unwrap());
    for text in [r#"{"old":"b25l"}"#, r#"{"deep/file":"dHdv"}"#] {
        let kept = BTreeMap::from([kept(text)]);
        store.put_with_files(&rules(), &played(1, 1.0), &all_replays(), &kept).unwrap();
    }
}

/// A schedule with the keys of the stored matches, which are not those of a tournament.
pub(super) fn schedule() -> MatchSchedule {
    let mut state = StoredTournamentSetup { count: MATCHES as u32, ..state(1, &["a"]) };
    state.entrants.get_mut("a").unwrap().out = None;
    let mut schedule = state.schedule(&KnownMatches::new()).unwrap();
    schedule.keys = (0..MATCHES).map(|seed| MatchKey::parse(&spec(seed).key()).unwrap()).collect();
    schedule
}

/// The results of the matches, with all details.
fn shown_results(store: &Store) -> Result<String, StoreError> {
    let schedule = schedule();
    Ok(format!("{:?}", store.results(&schedule, RoundHistoryChoice::Include)?))
}

/// Reads everything, as commands and pages do.
fn answers(path: &Path) -> Answers {
    let store = match Store::open_read_only(path) {
        Ok(Some(store)) => store,
        Ok(None) => return Answers::from([("open".into(), Err("there are no results".into()))]),
        Err(error) => return Answers::from([("open".into(), Err(error.to_string()))]),
    };
    let mut answers = Answers::new();
    let mut note = |name: &str, answer: Result<String, StoreError>| {
        answers.insert(name.into(), answer.map_err(|error| error.to_string()));
    };
    let shown = |value: &dyn std::fmt::Debug| format!("{value:?}");
    note("tournament", store.tournament().map(|it| shown(&it)));
    note("keys", store.keys().map(|it| shown(&it)));
    note("results", shown_results(&store));
    note("scores", store.read(rows::scores).map(|it| shown(&it)));
    note("rulings", store.stored_rulings().map(|it| shown(&it)));
    note("storage", store.kept_files().map(|it| shown(&it)));
    note("times", store.last_stored(usize::MAX, |_| true).map(|it| shown(&it)));
    note("origins", store.origins().map(|it| shown(&it)));
    note("displaced", store.displaced().map(|it| shown(&it)));
    note("conflicts", store.matches_in_conflict().map(|it| shown(&it)));
    note("replays", store.replays().map(|it| shown(&it)));
    note("replay keys", store.replay_keys().map(|it| shown(&it)));
    for key in (0..MATCHES).chain([99]).map(|seed| spec(seed).key()) {
        note(&format!("match {key}"), shown_match(&store, &key));
        note(&format!("conflicts {key}"), store.conflicts(&key).map(|it| shown(&it)));
        note(&format!("replay {key}"), shown_replay(&store, &key));
    }
    answers
}

fn shown_match(store: &Store, key: &str) -> Result<String, StoreError> {
    let found = store.get_with_origin(key)?;
    if found.is_none() {
        store.verify_absent(key)?;
    }
    Ok(format!("{found:?}"))
}

fn shown_replay(store: &Store, key: &str) -> Result<String, StoreError> {
    let found = store.replay(key)?;
    if found.is_none() {
        store.replay_keys()?;
    }
    Ok(format!("{found:?}"))
}

/// The bits of the header of SQLite.
const HEADER_BITS: usize = 800;

/// Reads a damaged database. Returns whether the damage was noticed.
fn is_noticed(folder: &Path, damaged: &[u8], expected: &Answers, damage: &str) -> bool {
    let path = folder.join("damaged.db");
    fs::write(&path, damaged).unwrap();
    let found = answers(&path);
    for (name, answer) in &found {
        if let Ok(answer) = answer {
            assert_eq!(Ok(answer), expected[name].as_ref(), "{damage}: {name}");
        }
    }
    for beside in ["damaged.db-wal", "damaged.db-shm"] {
        let _ = fs::remove_file(folder.join(beside));
    }
    found.values().any(Result::is_err)
}

/// A fixed sequence of numbers below `end`.
fn numbers(end: usize, count: usize) -> Vec<usize> {
    let mut stream = Seed(29).stream("damage");
    (0..count).map(|_| usize::try_from(stream.below(end as u64)).unwrap()).collect()
}

fn flipped_bits(count: usize) {
    let folder = tempfile::tempdir().unwrap();
    let (whole, expected) = database(folder.path());
    let mut noticed = 0;
    for bit in numbers(whole.len() * 8, count).into_iter().chain((0..HEADER_BITS).step_by(5)) {
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        noticed += usize::from(is_noticed(folder.path(), &damaged, &expected, &format!("bit {bit}")));
    }
    assert!(noticed > count / 3, "{noticed}");
}

#[test]
fn a_flipped_bit_changes_nothing_silently() {
    flipped_bits(250);
}

#[test]
#[ignore = "slow: flips 20 000 bits"]
fn any_of_many_flipped_bits_changes_nothing_silently() {
    flipped_bits(20_000);
}

/// Disks write pages to wrong places, or not at all.
#[test]
fn exchanged_repeated_and_lost_pages_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, expected) = database(folder.path());
    let pages = whole.len() / PAGE;
    for pair in numbers(pages, 60).chunks(2) {
        let [from, to] = [pair[0] * PAGE, pair[1] * PAGE];
        let page = |at: usize| whole[at..at + PAGE].to_vec();
        let mut damaged = whole.clone();
        damaged[to..to + PAGE].copy_from_slice(&page(from));
        is_noticed(folder.path(), &damaged, &expected, &format!("{from} over {to}"));
        damaged[from..from + PAGE].copy_from_slice(&page(to));
        is_noticed(folder.path(), &damaged, &expected, &format!("{from} with {to}"));
        damaged[from..from + PAGE].fill(0);
        is_noticed(folder.path(), &damaged, &expected, &format!("{from} with {to} and zeros"));
    }
}

/// All rows are there then, with their checksums, but not in the order of their keys.
#[test]
fn exchanged_leaves_are_noticed() {
    /// The first byte of a leaf of a table without row ids (sqlite.org/fileformat2.html).
    const LEAF: u8 = 10;
    let folder = tempfile::tempdir().unwrap();
    let (whole, expected) = database(folder.path());
    let leaves: Vec<usize> = (PAGE..whole.len()).step_by(PAGE).filter(|at| whole[*at] == LEAF).collect();
    let pairs = leaves.iter().flat_map(|one| leaves.iter().map(move |other| (*one, *other)));
    for (one, other) in pairs.filter(|(one, other)| one < other) {
        let mut damaged = whole.clone();
        damaged[one..one + PAGE].copy_from_slice(&whole[other..other + PAGE]);
        damaged[other..other + PAGE].copy_from_slice(&whole[one..one + PAGE]);
        is_noticed(folder.path(), &damaged, &expected, &format!("{one} with {other}"));
    }
}

#[test]
fn a_truncated_database_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, expected) = database(folder.path());
    for bytes in numbers(whole.len(), 40) {
        // The end of the last page may hold nothing.
        let is_noticed = is_noticed(folder.path(), &whole[..bytes], &expected, &format!("{bytes} bytes"));
        assert!(is_noticed || bytes + PAGE > whole.len(), "{bytes}");
    }
    fs::write(folder.path().join("damaged.db"), &whole[..PAGE]).unwrap();
    let path = folder.path().join("damaged.db");
    let shown = Store::open_read_only(&path).map(drop).unwrap_err().to_string();
    assert!(shown.contains("truncated") && shown.contains(".recover"), "{shown}");
}

/// Rows that SQLite reads without an error.
#[test]
fn deleted_and_changed_rows_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, expected) = database(folder.path());
    for statement in [
        "DELETE FROM matches WHERE key = (SELECT max(key) FROM matches)",
        "DELETE FROM faults WHERE match = (SELECT max(match) FROM faults) AND number = 2",
        "DELETE FROM faults",
        "DELETE FROM replays WHERE match = (SELECT max(match) FROM replays)",
        "DELETE FROM conflicts WHERE number = 2",
        "DELETE FROM displaced",
        "DELETE FROM times WHERE match = (SELECT max(match) FROM times)",
        "UPDATE times SET stored_us = stored_us + 1",
        "DELETE FROM entrants WHERE name = 'ben'",
        "DELETE FROM tournament",
        "DELETE FROM totals",
        "UPDATE matches SET took_us = took_us + 1",
        "UPDATE matches SET key = 'a' || substr(key, 2)",
        "UPDATE faults SET turn = 8",
        "UPDATE replays SET stderr = x'02'",
        "UPDATE conflicts SET source = 'another'",
        "UPDATE entrants SET name = 'bob' WHERE name = 'ben'",
        "UPDATE totals SET key_sum = key_sum + 1",
    ] {
        let path = folder.path().join("changed.db");
        fs::write(&path, &whole).unwrap();
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch(&format!("PRAGMA foreign_keys = OFF; {statement}")).unwrap();
        drop(connection);
        let changed = fs::read(&path).unwrap();
        assert!(is_noticed(folder.path(), &changed, &expected, statement), "{statement}");
    }
}

/// The problems that a check finds in a database.
fn problems(path: &Path) -> Vec<DatabaseProblem> {
    let mut found = Vec::new();
    let store = Store::open_read_only(path).unwrap().unwrap();
    store.check(&mut |problem| found.push(problem)).unwrap();
    found
}

/// A check finds the damage that reading notices, and a repair keeps all other rows.
#[test]
fn a_repaired_database_has_all_rows_that_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, expected) = database(folder.path());
    let lost = |statement: &str| {
        let path = folder.path().join("repaired.db");
        fs::write(&path, &whole).unwrap();
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch(&format!("PRAGMA foreign_keys = OFF; {statement}")).unwrap();
        drop(connection);
        assert_ne!(problems(&path), [], "{statement}");
        let repaired = repair(&path, "a test", &BTreeSet::new()).unwrap();
        assert_eq!(problems(&path), [], "{statement}");
        assert_ne!(problems(&repaired.kept_as), [], "{statement}");
        let found = answers(&path);
        let is_lost = |name: &&String| found.get(*name) != expected.get(*name);
        let lost = expected.keys().filter(|name| name.starts_with("match")).filter(is_lost).count();
        assert_eq!(repaired.matches + lost, 25, "{statement}");
        (lost, found["tournament"] == expected["tournament"])
    };
    let first = "(SELECT min(key) FROM matches)";
    for (statement, expected) in [
        (format!("UPDATE matches SET took_us = 1 WHERE key = {first}"), (1, true)),
        (format!("UPDATE matches SET key = 'x' WHERE key = {first}"), (1, true)),
        (format!("DELETE FROM matches WHERE key = {first}"), (1, true)),
        ("UPDATE faults SET turn = 8 WHERE match = (SELECT min(match) FROM faults)".into(), (1, true)),
        ("DELETE FROM faults WHERE match = (SELECT min(match) FROM faults) AND number = 1".into(), (1, true)),
        ("UPDATE replays SET stderr = x'07'; UPDATE kept SET score = 7".into(), (0, true)),
        ("UPDATE times SET stored_us = 1".into(), (0, true)),
        ("UPDATE conflicts SET source = 'x'; UPDATE displaced SET origin = 'x'".into(), (0, true)),
        ("UPDATE secrets SET secret = x'07'; DELETE FROM totals".into(), (0, false)),
        ("UPDATE entrants SET entrant = '{}' WHERE name = 'ben'".into(), (0, false)),
    ] {
        assert_eq!(lost(&statement), expected, "{statement}");
    }
}

/// Whatever is damaged, a repair makes a whole database, or says that it cannot.
#[test]
fn a_repair_after_flipped_bits_gives_a_whole_database() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, expected) = database(folder.path());
    let (mut repaired, mut matches) = (0, 0);
    for bit in numbers(whole.len() * 8, 60) {
        let path = folder.path().join(format!("{bit}.db"));
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &damaged).unwrap();
        let Ok(done) = repair(&path, "a test", &BTreeSet::new()) else { continue };
        assert_eq!(problems(&path), [], "{bit}");
        repaired += 1;
        matches += done.matches;
        let found = answers(&path);
        let is_match = |name: &&String| name.starts_with("match") && found[*name] != Ok("None".into());
        for name in expected.keys().filter(is_match) {
            assert_eq!(found[name], expected[name], "{bit}");
        }
    }
    assert!(repaired >= 50 && matches > 20 * repaired, "{repaired} {matches}");
}
