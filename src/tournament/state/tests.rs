//! Schedules and differences of stored tournaments.

use jiff::Timestamp;

use super::*;
use crate::matches::MatchSpec;
use crate::tournament::{AbsenceCause, AbsentSeat, MatchRuling};

fn entrant(identity: &str) -> StoredEntrant {
    StoredEntrant {
        identity: identity.into(),
        sha256: identity.repeat(20),
        language: "Python".into(),
        described: "Python".into(),
        toolchain: None,
        unverified: None,
        out: None,
        absent: None,
    }
}

fn state(game: &str, names: &[&str]) -> StoredTournamentSetup {
    let rules = ConfiguredGame::resolve(game, []).unwrap().unwrap();
    StoredTournamentSetup {
        count: 3,
        entrants: names.iter().map(|name| ((*name).to_owned(), entrant(name))).collect(),
        ..StoredTournamentSetup::new("a test", &rules, Seed(1))
    }
}

#[test]
fn more_of_everything_keeps_what_was_played() {
    let before = state("rat-race", &["a", "b"]);
    let now = StoredTournamentSetup { count: 5, ..state("rat-race", &["a", "b", "c"]) };
    assert_eq!(now.differences(&before), Vec::<String>::new());
    let (before, now) =
        (before.schedule(&KnownMatches::new()).unwrap(), now.schedule(&KnownMatches::new()).unwrap());
    assert_eq!((before.keys.len(), now.keys.len()), (6, 15));
    assert!(before.keys.iter().all(|key| now.keys.contains(key)));
}

#[test]
fn a_schedule_that_is_too_long_is_refused() {
    let none = KnownMatches::new();
    let boards = StoredTournamentSetup { count: u32::MAX, ..state("rat-race", &["a", "b"]) };
    assert_eq!(boards.schedule(&none).unwrap_err(), ScheduleError::TooMany);
    let names: Vec<String> = (0..MOST_ADAPTIVE_ENTRANTS + 1).map(|number| format!("bot {number}")).collect();
    let all: Vec<&str> = names.iter().map(String::as_str).collect();
    let adaptive = StoredTournamentSetup { format: TournamentFormat::Adaptive, ..state("rat-race", &all) };
    let refused = ScheduleError::TooManyToCompare(MOST_ADAPTIVE_ENTRANTS + 1);
    assert_eq!(adaptive.schedule(&none).unwrap_err(), refused);
    let names: Vec<String> = (0..100).map(|number| format!("bot {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let seats = StoredTournamentSetup { count: 5_000_000, ..state("prisoners-dilemma", &names) };
    assert_eq!(seats.schedule(&none).unwrap_err(), ScheduleError::TooMany);
}

#[test]
fn the_rating_anchor_is_an_entrant() {
    let anchored = |name: &str| StoredTournamentSetup {
        rating_anchor: Some(name.into()),
        ..state("prisoners-dilemma", &["a", "b"])
    };
    let none = KnownMatches::new();
    assert!(anchored("b").schedule(&none).is_ok());
    assert_eq!(anchored("c").schedule(&none).unwrap_err(), ScheduleError::NoAnchor("c".into()));
    assert_eq!(anchored("b").differences(&anchored("a")), Vec::<String>::new());
}

#[test]
fn those_who_are_out_have_no_seat() {
    let mut state = state("prisoners-dilemma", &["a", "b", "c"]);
    state.entrants.get_mut("b").unwrap().out = Some(ExclusionReason::Unbuildable("no".into()));
    let schedule = state.schedule(&KnownMatches::new()).unwrap();
    assert_eq!(
        (&schedule.names, schedule.scheduled_matches.get(0).seats.len()),
        (&vec!["a".into(), "c".into()], 2)
    );
    let specs: Vec<MatchSpec> = (0..3).map(|position| schedule.spec(position)).collect();
    assert!(specs.iter().all(|spec| !spec.submissions.contains(&"b".to_owned())));
    let keys: Vec<String> = specs.iter().map(MatchSpec::key).collect();
    assert_eq!(keys, (0..3).map(|position| schedule.key(position)).collect::<Vec<_>>());
}

#[test]
fn who_comes_later_changes_who_meets_whom_where_results_decide() {
    let swiss = |names: &[&str]| StoredTournamentSetup {
        format: TournamentFormat::Swiss,
        ..state("prisoners-dilemma", names)
    };
    let expected = ["c did not take part, and does now, which changes who meets whom"];
    assert_eq!(swiss(&["a", "b", "c"]).differences(&swiss(&["a", "b"])), expected);
    let knock_out =
        |count| StoredTournamentSetup { format: TournamentFormat::KnockOut, count, ..swiss(&["a", "b"]) };
    let expected = ["an encounter was the best of 3 games, and is the best of 5 games"];
    assert_eq!(knock_out(5).differences(&knock_out(3)), expected);
}

#[test]
fn a_stored_tournament_without_a_pairing_keeps_the_first_one() {
    let before = state("prisoners-dilemma", &["a", "b"]);
    let stored = serde_json::to_string(&before).unwrap();
    assert!(!stored.contains("pairing"));
    assert_eq!(
        serde_json::from_str::<StoredTournamentSetup>(&stored).unwrap().pairing,
        SwissPairingAlgorithm::Search
    );
    let now = StoredTournamentSetup { pairing: SwissPairingAlgorithm::Matching, ..before };
    let stored = serde_json::to_string(&now).unwrap();
    assert_eq!(serde_json::from_str::<StoredTournamentSetup>(&stored).unwrap().pairing, now.pairing);
}

#[test]
fn matches_follow_from_what_came_out_and_keep_their_places() {
    let state = StoredTournamentSetup {
        format: TournamentFormat::KnockOut,
        ..state("prisoners-dilemma", &["a", "b", "c", "d"])
    };
    let mut known = KnownMatches::new();
    let mut lengths = Vec::new();
    loop {
        let schedule = state.schedule(&known).unwrap();
        lengths.push(schedule.scheduled_matches.len());
        let numbers: Vec<u32> =
            schedule.scheduled_matches.iter().map(|scheduled_match| scheduled_match.number).collect();
        assert_eq!(numbers, (1..=schedule.scheduled_matches.len() as u32).collect::<Vec<_>>());
        if !schedule.continues {
            break;
        }
        for (scheduled_match, key) in schedule.scheduled_matches.iter().zip(&schedule.keys) {
            known.scores.insert(*key, scheduled_match.seats.iter().map(|entrant| *entrant as f64).collect());
        }
    }
    // Two of three games decide an encounter. There are two encounters, then one.
    assert_eq!(lengths, [4, 6, 6]);
    assert_eq!(known.scores.len(), 6);
}

/// A ruling stands for a result, and does not count as one.
#[test]
fn rulings_let_a_tournament_go_on() {
    for format in [TournamentFormat::KnockOut, TournamentFormat::Swiss, TournamentFormat::Adaptive] {
        let state = StoredTournamentSetup { format, ..state("prisoners-dilemma", &["a", "b", "c", "d"]) };
        let mut known = KnownMatches::new();
        let schedule = loop {
            let schedule = state.schedule(&known).unwrap();
            if !schedule.continues {
                break schedule;
            }
            for (scheduled_match, key) in schedule.scheduled_matches.iter().zip(&schedule.keys) {
                let seats = &scheduled_match.seats;
                let absence = || EntrantAbsence { cause: AbsenceCause::Unbuildable, why: "no".into() };
                let absent = seats.iter().position(|entrant| *entrant == 0);
                match absent.map(|seat| AbsentSeat { seat, absence: absence() }) {
                    Some(absent) => {
                        let ruling = MatchRuling::forfeit(seats.len(), vec![absent], Timestamp::UNIX_EPOCH);
                        known.rulings.insert(*key, ruling);
                    }
                    None => {
                        let scores = seats.iter().map(|entrant| *entrant as f64).collect();
                        known.scores.insert(*key, scores);
                    }
                }
            }
        };
        assert!(!schedule.rulings.is_empty(), "{format:?}");
        assert!(schedule.rulings.keys().all(|position| schedule.names_of(*position).any(|name| name == "a")));
        let best = (0..4).min_by(|one, other| schedule.places[*one].order(&schedule.places[*other]));
        assert_eq!(best, Some(3), "{format:?}: {:?}", schedule.places);
        // A result that is there nevertheless comes first.
        let (position, ruling) = schedule.rulings.first_key_value().unwrap();
        known.scores.insert(schedule.keys[*position], vec![1.0; ruling.points.len()]);
        assert!(!state.schedule(&known).unwrap().rulings.contains_key(position));
    }
}

/// The rounds without an opponent of an absent entrant, each with its points.
fn rests_of_absent(absent: usize) -> Vec<(u32, f64)> {
    let state = StoredTournamentSetup {
        format: TournamentFormat::Swiss,
        count: 5,
        ..state("prisoners-dilemma", &["a", "b", "c", "d", "e"])
    };
    let mut known = KnownMatches::new();
    let mut schedule = state.schedule(&known).unwrap();
    while schedule.continues {
        for (scheduled_match, key) in schedule.scheduled_matches.iter().zip(&schedule.keys) {
            let seats = &scheduled_match.seats;
            if let Some(seat) = seats.iter().position(|entrant| *entrant == absent) {
                let absence = EntrantAbsence { cause: AbsenceCause::Unbuildable, why: "no".into() };
                let lost = vec![AbsentSeat { seat, absence }];
                let ruling = MatchRuling::forfeit(seats.len(), lost, Timestamp::UNIX_EPOCH);
                known.rulings.insert(*key, ruling);
            } else {
                known.scores.insert(*key, seats.iter().map(|entrant| *entrant as f64).collect());
            }
        }
        schedule = state.schedule(&known).unwrap();
    }
    let rests = schedule.encounters.iter().filter(|met| met.entrants == [absent]);
    rests.map(|met| (met.round, met.points[0])).collect()
}

#[test]
fn a_rest_is_worth_nothing_to_an_absent_entrant() {
    let rests: Vec<(u32, f64)> = (0..5).flat_map(rests_of_absent).collect();
    // In the first round nothing is known yet.
    assert!(rests.iter().all(|(round, points)| (*round == 1) == (*points == 1.0)), "{rests:?}");
    assert!(rests.iter().any(|(round, _)| *round > 1), "{rests:?}");
}

#[test]
fn whatever_changes_results_is_said() {
    let before = state("rat-race", &["a", "b", "c"]);
    let mut now = StoredTournamentSetup { seed: Seed(2), count: 2, ..state("rat-race", &["a", "b"]) };
    now.parameters.insert("turns".into(), 77.into());
    now.entrants.insert("b".into(), entrant("d"));
    let expected = [
        "the seed was 1, and is 2",
        "the parameter `turns` was 10000, and is 77",
        "3 boards or games were to be played, and now 2",
        "b's submission has changed (from bbbbbbbbbbbb to dddddddddddd)",
        "c took part, and does not any more",
    ];
    assert_eq!(now.differences(&before), expected);
}

#[test]
fn groups_take_turns() {
    let ungrouped = state("rat-race", &["a", "b"]);
    let with = |turns: u32| {
        let mut parameters = ungrouped.parameters.clone();
        parameters.insert("turns".into(), turns.into());
        parameters
    };
    let group = |name: &str, turns| StoredBoardGroup { name: name.into(), parameters: with(turns) };
    let grouped = StoredTournamentSetup {
        groups: vec![group("usual", 10_000), group("short", 9)],
        count: 5,
        ..ungrouped.clone()
    };
    let schedule = grouped.schedule(&KnownMatches::new()).unwrap();
    let turns: Vec<Value> =
        (0..5).map(|position| schedule.spec(position).parameters["turns"].clone()).collect();
    assert_eq!(turns, [10_000, 9, 10_000, 9, 10_000]);
    for position in 0..schedule.keys.len() {
        assert_eq!(schedule.key(position), schedule.spec(position).key());
    }
    let short = schedule.of_group(1);
    let numbers: Vec<u32> = short.scheduled_matches.iter().map(|scheduled| scheduled.number).collect();
    assert_eq!(numbers, [2, 4, 2, 4]);
    assert_eq!(short.key(0), short.spec(0).key());
    // Boards of the parameters that a tournament without groups has keep their keys.
    let before = ungrouped.schedule(&KnownMatches::new()).unwrap();
    assert_eq!(before.keys[0], schedule.keys[0]);
    assert_ne!(before.keys[1], schedule.keys[1]);
    assert_eq!(grouped.differences(&ungrouped), ["the groups of boards were none, and are usual, short"]);
    let many = vec![group("one", 1); crate::tournament::MOST_GROUPS + 1];
    let many = StoredTournamentSetup { groups: many, ..ungrouped };
    assert!(matches!(many.schedule(&KnownMatches::new()), Err(ScheduleError::TooManyGroups(_))));
}
