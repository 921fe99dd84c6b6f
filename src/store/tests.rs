//! Tests of storing and reading results.
#![expect(clippy::disallowed_methods, reason = "the tests look at files")]

mod damage;
mod threads;

use std::time::Duration;

use rathaus_games::{ConfiguredGame, Fault, FaultCause, FaultEvidence, SeatFault, Seed};
use serde_json::json;

use super::*;
use crate::tournament::config::{DisqualifyingFault, ReplayRetention, TournamentDates};
use crate::tournament::{
    ExclusionReason, KnownMatches, MatchProvenance, MatchResult, MatchRuling, MatchSpec, RecordedSandbox,
    ResultTrustLevel, StoredEntrant, StoredTournamentSetup, TournamentFormat,
};

fn rules() -> ConfiguredGame {
    ConfiguredGame::resolve("lights-out", []).unwrap().unwrap()
}

fn spec(seed: u64) -> MatchSpec {
    MatchSpec::new(&rules(), Seed(seed), vec!["a".into()])
}

fn result(score: f64) -> MatchResult {
    let evidence = FaultEvidence {
        sent: "sent".into(),
        said: "said".into(),
        took: Duration::from_micros(5),
        cpu: Some(Duration::from_micros(3)),
        overloaded: None,
        sandbox: Some("out of memory".into()),
        stderr: "line\n".into(),
    };
    let cause = FaultCause::Illegal { what: "a move".into() };
    MatchResult {
        scores: vec![score],
        ended: "because".into(),
        details: json!({ "verdict": "solved", "took_us": 5, "cpu_us": null }),
        faults: vec![SeatFault { seat: 0, turn: 7, fault: Fault { cause, evidence } }],
        took: Duration::from_micros(1_234_567),
    }
}

fn played(seed: u64, score: f64) -> PlayedMatch {
    let provenance = MatchProvenance {
        rathaus: "1.0".into(),
        sandbox: Some(RecordedSandbox::NOT),
        toolchains: vec![None],
        worker: None,
    };
    PlayedMatch {
        key: spec(seed).key(),
        spec: spec(seed),
        result: result(score),
        provenance: Some(provenance),
        recording: Some(recording(seed)),
    }
}

fn recording(seed: u64) -> RecordedReplies {
    RecordedReplies { answers: vec![1, seed as u8], clocks: vec![1], stderr: vec![1] }
}

fn all_replays() -> ReplayRetentionConfig {
    ReplayRetentionConfig { keep: ReplayRetention::All, ..ReplayRetentionConfig::default() }
}

struct World {
    folder: tempfile::TempDir,
}

impl World {
    fn new() -> World {
        World { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("results.db")
    }

    fn open(&self) -> Store {
        Store::open(&self.path(), "a test").unwrap()
    }
}

#[test]
fn what_is_stored_comes_back() {
    let world = World::new();
    let mut store = world.open();
    assert_eq!(store.put(&rules(), &played(1, 1.0), &all_replays()).unwrap(), StoreOutcome::New);
    assert_eq!(
        store.put(&rules(), &played(1, 0.0), &all_replays()).unwrap(),
        StoreOutcome::Other(ResultTrustLevel::Played),
        "the first result counts"
    );
    drop(store);
    let store = Store::open_read_only(&world.path()).unwrap().unwrap();
    let keys = store.keys().unwrap();
    assert_eq!(keys.iter().map(MatchKey::to_string).collect::<Vec<_>>(), [spec(1).key()]);
    assert_eq!(store.get(&spec(1).key()).unwrap(), Some(PlayedMatch { recording: None, ..played(1, 1.0) }));
    assert_eq!(store.get("other").unwrap(), None);
}

fn put_from(store: &mut Store, played: PlayedMatch, origin: ResultTrustLevel, replace: bool) -> StoreOutcome {
    let arrival = IncomingResultOrigin { origin, replace, source: "results.jsonl, result 1".into() };
    store.put_all(&rules(), &[(played, arrival)], &all_replays()).unwrap()[0]
}

/// Contradicting results are kept, but not any number of them.
#[test]
fn conflicts_are_kept_for_inspection() {
    let world = World::new();
    let mut store = world.open();
    store.put(&rules(), &played(1, 1.0), &all_replays()).unwrap();
    for score in [0.0, 0.0, 2.0, 3.0, 4.0, 5.0] {
        let put = put_from(&mut store, played(1, score), ResultTrustLevel::Sampled, false);
        assert_eq!(put, StoreOutcome::Other(ResultTrustLevel::Played));
    }
    let kept = store.conflicts(&spec(1).key()).unwrap();
    let scores: Vec<f64> = kept.iter().map(|kept| kept.played.result.scores[0]).collect();
    assert_eq!(scores, [0.0, 2.0, 3.0]);
    assert_eq!(
        (kept[0].origin, kept[0].source.as_str()),
        (ResultTrustLevel::Sampled, "results.jsonl, result 1")
    );
    assert_eq!(store.matches_in_conflict().unwrap(), 1);
}

/// A proven result displaces an unproven one, which is kept as displaced.
#[test]
fn what_nobody_answers_for_gives_way_to_what_is_proven() {
    use ResultTrustLevel::{Played, Replayed, Sampled, Trusted, Unknown};
    let cases = [
        (Sampled, Replayed, false, true),
        (Sampled, Sampled, false, false),
        (Sampled, Sampled, true, false),
        (Trusted, Replayed, false, false),
        (Trusted, Replayed, true, true),
        (Unknown, Replayed, false, false),
        (Unknown, Trusted, true, true),
        (Replayed, Replayed, true, true),
        (Replayed, Sampled, true, false),
        (Played, Trusted, true, false),
    ];
    for (stored, origin, replace, displaces) in cases {
        let world = World::new();
        let mut store = world.open();
        assert_eq!(put_from(&mut store, played(1, 1.0), stored, false), StoreOutcome::New);
        let put = put_from(&mut store, played(1, 0.0), origin, replace);
        let expected = if displaces { StoreOutcome::Displaced(stored) } else { StoreOutcome::Other(stored) };
        assert_eq!(put, expected, "{stored:?} {origin:?} {replace}");
        let (found, kept) = store.get_with_origin(&spec(1).key()).unwrap().unwrap();
        let (score, how) = if displaces { (0.0, origin) } else { (1.0, stored) };
        assert_eq!((found.result.scores, found.result.faults.len(), kept), (vec![score], 1, how));
        assert_eq!(store.displaced().unwrap(), usize::from(displaces));
        assert_eq!(store.matches_in_conflict().unwrap(), usize::from(!displaces));
        assert!(store.has_replay(&spec(1).key()).unwrap());
    }
}

#[test]
fn the_same_result_is_known_and_may_be_proven_later() {
    let world = World::new();
    let mut store = world.open();
    for (origin, put, now) in [
        (ResultTrustLevel::Sampled, StoreOutcome::New, ResultTrustLevel::Sampled),
        (ResultTrustLevel::Replayed, StoreOutcome::Known, ResultTrustLevel::Replayed),
        (ResultTrustLevel::Sampled, StoreOutcome::Known, ResultTrustLevel::Replayed),
    ] {
        assert_eq!(put_from(&mut store, played(1, 1.0), origin, true), put);
        assert_eq!(store.get_with_origin(&spec(1).key()).unwrap().unwrap().1, now);
    }
    assert_eq!(store.secret(b"one").unwrap(), b"one");
    assert_eq!(store.secret(b"other").unwrap(), b"one", "nobody gets another draw");
}

/// The scores of the results that were stored last.
fn last_scores(store: &Store, count: usize) -> Vec<f64> {
    let last = store.last_stored(count, |key| key.to_string() != spec(4).key()).unwrap();
    assert!(last.is_sorted_by(|(_, one), (_, next)| one >= next));
    let score = |key: &MatchKey| store.get(&key.to_string()).unwrap().unwrap().result.scores[0];
    last.iter().map(|(key, _)| score(key)).collect()
}

#[test]
fn results_are_listed_by_when_they_were_stored() {
    let world = World::new();
    let mut store = world.open();
    let mut put = |seed, score, origin| {
        // Times have microseconds.
        std::thread::sleep(Duration::from_millis(1));
        put_from(&mut store, played(seed, score), origin, false)
    };
    for seed in [3, 1, 4, 2] {
        assert_eq!(put(seed, seed as f64, ResultTrustLevel::Sampled), StoreOutcome::New);
    }
    // Neither a known result nor a contradiction is a new one.
    assert_eq!(put(3, 3.0, ResultTrustLevel::Replayed), StoreOutcome::Known);
    assert_eq!(put(3, 5.0, ResultTrustLevel::Sampled), StoreOutcome::Other(ResultTrustLevel::Replayed));
    let displaced = put(1, 7.0, ResultTrustLevel::Replayed);
    assert_eq!(displaced, StoreOutcome::Displaced(ResultTrustLevel::Sampled));
    drop(store);
    let store = Store::open_read_only(&world.path()).unwrap().unwrap();
    assert_eq!(last_scores(&store, 9), [7.0, 2.0, 3.0]);
    assert_eq!(last_scores(&store, 2), [7.0, 2.0]);
    assert!(last_scores(&store, 0).is_empty());
}

fn ruling(seed: u64, why: &str) -> (MatchSpec, MatchRuling) {
    (spec(seed), MatchRuling::draw(1, 3, why, jiff::Timestamp::UNIX_EPOCH))
}

#[test]
fn rulings_are_stored_once_and_withdrawn() {
    let world = World::new();
    let mut store = world.open();
    store.put(&rules(), &played(1, 1.0), &all_replays()).unwrap();
    let (first, second) = (ruling(2, "first"), ruling(3, "second"));
    store.put_rulings(&[ruling(1, "it was played"), first.clone(), second.clone()]).unwrap();
    store.put_rulings(&[ruling(2, "again")]).unwrap();
    let key = |spec: &MatchSpec| MatchKey::parse(&spec.key()).unwrap();
    let known = store.known_matches(TournamentFormat::Swiss).unwrap();
    assert_eq!((known.scores.len(), known.rulings.len()), (1, 2), "a played match is not ruled");
    assert_eq!(known.rulings[&key(&first.0)], first.1, "the first ruling stands");
    assert_eq!(store.known_matches(TournamentFormat::RoundRobin).unwrap(), KnownMatches::new());
    store.withdraw_rulings(&[key(&first.0), key(&spec(9))]).unwrap();
    drop(store);
    let store = Store::open_read_only(&world.path()).unwrap().unwrap();
    assert_eq!(store.stored_rulings().unwrap(), [(key(&second.0), second.0, second.1)]);
}

fn state(seed: u64, names: &[&str]) -> StoredTournamentSetup {
    let entrant = |name: &&str| {
        let entrant = StoredEntrant {
            identity: (*name).into(),
            sha256: "0123".into(),
            language: "Python".into(),
            described: "Python".into(),
            toolchain: None,
            unverified: None,
            out: Some(ExclusionReason::Unbuildable("it has no main".into())),
            absent: None,
        };
        ((*name).to_owned(), entrant)
    };
    StoredTournamentSetup {
        numbers: Some(vec![u64::MAX]),
        count: 3,
        seats: Some(2),
        disqualify: vec![DisqualifyingFault::Late],
        phases: TournamentDates {
            results_on: Some(jiff::Timestamp::UNIX_EPOCH),
            ..TournamentDates::default()
        },
        entrants: names.iter().map(entrant).collect(),
        ..StoredTournamentSetup::new("a test", &spec(1).rules().unwrap(), Seed(seed))
    }
}

#[test]
fn tournaments_are_replaced_as_a_whole() {
    let world = World::new();
    let mut store = world.open();
    assert_eq!(store.tournament().unwrap(), None);
    store.set_tournament(&state(1, &["ann", "ben"])).unwrap();
    store.set_tournament(&state(2, &["cyd"])).unwrap();
    assert_eq!(store.tournament().unwrap(), Some(state(2, &["cyd"])));
}

/// Stores matches of two bots in this order, with different scores and some with faults, and
/// returns their replays.
fn kept(records: &ReplayRetentionConfig, order: &[u64]) -> BTreeMap<String, Option<RecordedReplies>> {
    let world = World::new();
    let mut store = world.open();
    let of = |seed: u64| {
        let mut played = played(seed, [0.5, 0.25, 1.0, 0.75, 1.0, 0.0][seed as usize % 6]);
        played.spec.submissions = vec![["a", "b"][seed as usize % 2].into()];
        played.key = played.spec.key();
        if seed.is_multiple_of(3) {
            played.result.faults.clear();
        }
        played
    };
    for seed in order {
        store.put(&rules(), &of(*seed), records).unwrap();
    }
    order.iter().map(|seed| (of(*seed).key, store.replay(&of(*seed).key).unwrap())).collect()
}

#[test]
fn which_replays_are_kept_does_not_depend_on_the_order() {
    let up: Vec<u64> = (0..24).collect();
    let down: Vec<u64> = (0..24).rev().collect();
    let mixed: Vec<u64> = (0..24).map(|number| number * 7 % 24).collect();
    for (keep, faulty, most) in [
        (ReplayRetention::All, 0, 24),
        (ReplayRetention::FaultsAndBest, 0, 2),
        (ReplayRetention::FaultsAndBest, 3, 8),
    ] {
        let records =
            ReplayRetentionConfig { keep, faulty, budget_mb: 0, ..ReplayRetentionConfig::default() };
        let kept = [&up, &down, &mixed].map(|order| kept(&records, order));
        let count = kept[0].values().flatten().count();
        assert!(count <= most && count >= most - 2, "{keep:?} {faulty}: {count}");
        assert_eq!(count.max(records.most(24, 2)), records.most(24, 2));
        assert!(kept[0] == kept[1] && kept[0] == kept[2], "{keep:?} {faulty}");
    }
    let none =
        kept(&ReplayRetentionConfig { keep: ReplayRetention::None, ..ReplayRetentionConfig::default() }, &up);
    assert_eq!(none.values().flatten().count(), 0);
    let small = kept(&ReplayRetentionConfig { replay_mb: 0, ..all_replays() }, &up);
    assert_eq!(small.values().flatten().count(), 0, "no replay may have more bytes than that");
}

/// Of replays of half a megabyte each, a budget of three has six, and all that were kept before.
#[test]
fn a_budget_keeps_the_same_replays_in_any_order() {
    let large = |order: &[u64], budget_mb: u32| {
        let world = World::new();
        let mut store = world.open();
        let records = ReplayRetentionConfig { faulty: 0, budget_mb, ..ReplayRetentionConfig::default() };
        for seed in order {
            let mut played = played(*seed, 1.0);
            // One that is larger than all of the budget, and many of half a megabyte.
            let bytes = if *seed == 7 { 4_000_000 } else { 500_000 };
            played.recording =
                Some(RecordedReplies { answers: vec![1; bytes], clocks: Vec::new(), stderr: Vec::new() });
            store.put(&rules(), &played, &records).unwrap();
        }
        store.replay_keys().unwrap()
    };
    let up: Vec<u64> = (0..24).collect();
    let orders = [up.clone(), up.iter().rev().copied().collect(), up.iter().map(|it| it * 7 % 24).collect()];
    for budget_mb in [0, 3, 6, 100] {
        let kept = orders.each_ref().map(|order| large(order, budget_mb));
        assert!(kept[0] == kept[1] && kept[0] == kept[2], "{budget_mb}");
        assert!(kept[0].len() <= 1 + 2 * budget_mb as usize, "{budget_mb}: {}", kept[0].len());
    }
    assert_eq!(large(&up, 100).len(), 24);
    assert!(large(&up, 3).len() >= 2);
}

/// A submission in several seats has one best match, by its best seat, in any order of storing.
#[test]
fn one_submission_in_two_seats_has_one_best_match() {
    let rules = ConfiguredGame::resolve("prisoners-dilemma", []).unwrap().unwrap();
    let of = |(seed, scores): (u64, [f64; 2])| {
        let mut played = played(seed, 0.0);
        played.spec = MatchSpec::new(&rules, Seed(seed), vec!["a".into(), "a".into()]);
        played.key = played.spec.key();
        played.result.scores = scores.into();
        played
    };
    let all = [(1, [1.0, 5.0]), (2, [4.0, 2.0]), (3, [3.0, 6.0]), (4, [6.0, 0.0])];
    let best = of(all[2]).key.min(of(all[3]).key);
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        let world = World::new();
        let mut store = world.open();
        for index in order {
            store
                .put(
                    &rules,
                    &of(all[index]),
                    &ReplayRetentionConfig { faulty: 0, budget_mb: 0, ..ReplayRetentionConfig::default() },
                )
                .unwrap();
        }
        assert_eq!(store.replay_keys().unwrap(), BTreeSet::from([best.clone()]), "{order:?}");
    }
}

/// By default, the best match of each submission and ten with faults are kept.
#[test]
fn replays_come_back() {
    let world = World::new();
    let mut store = world.open();
    store.put(&rules(), &played(1, 1.0), &ReplayRetentionConfig::default()).unwrap();
    assert_eq!(store.replay(&played(1, 1.0).key).unwrap(), Some(recording(1)));
    assert_eq!(store.replays().unwrap(), (1, 4));
}

#[test]
fn a_second_host_is_refused_and_readers_are_not() {
    let world = World::new();
    let mut store = Store::open(&world.path(), "the first host").unwrap();
    let refused = Store::open(&world.path(), "the second").unwrap_err();
    assert!(refused.to_string().contains("the first host"), "{refused}");
    let reader = Store::open_read_only(&world.path()).unwrap().unwrap();
    store.put(&rules(), &played(1, 1.0), &all_replays()).unwrap();
    assert_eq!(reader.keys().unwrap().iter().count(), 1);
    drop(store);
    drop(reader);
    world.open();
    let left: Vec<_> =
        std::fs::read_dir(world.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["results.db"], "nothing lies beside it when all have ended");
}

#[test]
fn readers_change_nothing() {
    let world = World::new();
    drop(world.open());
    let mut reader = Store::open_read_only(&world.path()).unwrap().unwrap();
    assert!(reader.put(&rules(), &played(1, 1.0), &all_replays()).is_err());
    assert!(Store::open_read_only(&world.folder.path().join("none.db")).unwrap().is_none());
}

/// The first version of the tables had no provenance.
#[test]
fn older_databases_are_brought_up_to_date() {
    let world = World::new();
    let mut old = Connection::open(world.path()).unwrap();
    old.pragma_update(None, "application_id", schema::APPLICATION).unwrap();
    schema::migrations().to_version(&mut old, 1).unwrap();
    let MatchResult { scores, ended, .. } = result(1.0);
    let row = [spec(1).key(), rows::text(&spec(1)), rows::text(&scores), ended];
    let insert = "INSERT INTO matches VALUES (?1, ?2, ?3, ?4, '{\"verdict\":\"solved\"}', '{}', 1234567)";
    old.execute(insert, row).unwrap();
    drop(old);
    for store in [Store::open_read_only(&world.path()).unwrap().unwrap(), world.open()] {
        let stored = store.get(&spec(1).key()).unwrap().unwrap();
        assert_eq!((stored.result.scores, stored.provenance), (vec![1.0], None));
    }
}

#[test]
fn newer_and_foreign_databases_are_refused() {
    let world = World::new();
    drop(world.open());
    let newer = Connection::open(world.path()).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    drop(newer);
    for refused in
        [Store::open_read_only(&world.path()).map(drop), Store::open(&world.path(), "a test").map(drop)]
    {
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains("newer version of rathaus"), "{refused}");
    }
    let other = world.folder.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE songs (title TEXT)").unwrap();
    let refused = Store::open(&other, "a test").unwrap_err().to_string();
    assert!(refused.contains("belongs to another program"), "{refused}");
    let text = world.folder.path().join("text.db");
    std::fs::write(
        &text,
        "no database at all, but a text that is long enough to have a header of its own".repeat(20),
    )
    .unwrap();
    let refused = Store::open(&text, "a test").unwrap_err().to_string();
    assert!(refused.contains("SQLite cannot read it"), "{refused}");
}
