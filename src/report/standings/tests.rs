//! Standings in all output formats.

use std::collections::BTreeMap;
use std::time::Duration;

use rathaus_games::{ConfiguredGame, Fault, FaultCause, FaultEvidence, SeatFault, Seed, custom};
use serde_json::json;

use super::{ChartWidth, JsonExtent, Standings};
use crate::tournament::config::DisqualifyingFault;
use crate::tournament::{
    ExclusionReason, KnownMatches, MatchProvenance, MatchResult, MatchSchedule, RecordedSandbox,
    ResultBesidesScores, ResultCollector, ResultPart, RoundHistoryChoice, ScheduledMatch, StoredEntrant,
    StoredTournamentSetup, TournamentFormat,
};

fn entrant(name: &str) -> StoredEntrant {
    StoredEntrant {
        identity: name.into(),
        sha256: "0123456789abcdef".repeat(4),
        language: "Python".into(),
        described: "Python, whole player file".into(),
        toolchain: Some("Python 3.11.2".into()),
        unverified: None,
        out: None,
        absent: None,
    }
}

fn state(game: &str, count: u32, names: &[&str]) -> StoredTournamentSetup {
    let rules = ConfiguredGame::resolve(game, []).unwrap().unwrap();
    StoredTournamentSetup {
        count,
        entrants: names.iter().map(|name| ((*name).to_owned(), entrant(name))).collect(),
        ..StoredTournamentSetup::new("Spring | race", &rules, Seed(1))
    }
}

fn result(scores: &[f64], late: Option<usize>) -> MatchResult {
    let fault = |seat| SeatFault {
        seat,
        turn: 3,
        fault: Fault {
            cause: FaultCause::Late { limit: Duration::from_secs(1) },
            evidence: FaultEvidence {
                sent: "1\\n".into(),
                took: Duration::from_secs(1),
                ..FaultEvidence::default()
            },
        },
    };
    MatchResult {
        scores: scores.to_vec(),
        ended: "all turns were played".into(),
        details: json!({ "population": 10, "turns": 100, "best_fitness": 0, "moves": 0, "asked": 0, "audited": 0 }),
        faults: late.map(fault).into_iter().collect(),
        took: Duration::from_millis(250),
    }
}

/// A sandbox with an unproven limit.
fn sandbox() -> RecordedSandbox {
    let confines = json!({ "tier": "launcher", "unproven": ["memory"], "memory_mib": 2048, "processes": 256, "frozen": false });
    RecordedSandbox::By(serde_json::from_value(confines).unwrap())
}

type PlayedResult = (MatchResult, MatchProvenance);

/// The standings from these results, in the order of the schedule.
fn standings(
    state: StoredTournamentSetup,
    schedule: &MatchSchedule,
    played: &[Option<PlayedResult>],
) -> Standings {
    let results = ResultCollector::new(schedule);
    let mut part = ResultPart::new(schedule, RoundHistoryChoice::Include);
    for (position, played) in played.iter().enumerate() {
        let Some((MatchResult { scores, details, faults, .. }, provenance)) = played else { continue };
        let contribution =
            ResultBesidesScores { details: Some(details), faults, provenance: Some(provenance) };
        results.add(position, scores, faults).unwrap();
        part.add(schedule, position, schedule.scheduled_matches.seats(position), contribution);
    }
    Standings::new(state, schedule, &results.finish(part))
}

/// A stored match. From the sixth on, `fair` plays with another Python version, and the match with
/// another sandbox.
fn stored(schedule: &MatchSchedule, scheduled_match: &ScheduledMatch, result: MatchResult) -> PlayedResult {
    let toolchain = |entrant: &usize| {
        let is_new = schedule.names[*entrant] == "fair" && scheduled_match.number >= 6;
        Some(if is_new { "Python 3.13.0" } else { "Python 3.11.2" }.to_owned())
    };
    let toolchains = scheduled_match.seats.iter().map(toolchain).collect();
    let sandbox = if scheduled_match.number >= 6 { sandbox() } else { RecordedSandbox::NOT };
    (result, MatchProvenance::here(sandbox, toolchains))
}

/// Three entrants on 24 boards: `good` is far better than `b*d`, and `fair` cannot be told apart
/// from `good`.
fn race() -> Standings {
    let mut state = state("rat-race", 24, &["good", "fair", "b*d", "<broken>"]);
    state.entrants.get_mut("<broken>").unwrap().out =
        Some(ExclusionReason::Unbuildable("line 1\nline 2".into()));
    let schedule = state.schedule(&KnownMatches::new()).unwrap();
    let score = |entrant: &str, board: u32| match entrant {
        "good" => f64::from(2_000 + 10 * board),
        "fair" => f64::from(if board.is_multiple_of(2) { 20_000 } else { 200 }),
        _ => 1.0 + f64::from(board % 3),
    };
    let records: Vec<Option<PlayedResult>> = schedule
        .scheduled_matches
        .iter()
        .map(|scheduled_match| {
            let name = &schedule.names[scheduled_match.seats[0]];
            let late = (name == "b*d" && scheduled_match.number == 2).then_some(0);
            // `fair` has not played the last board.
            let played =
                || stored(&schedule, &scheduled_match, result(&[score(name, scheduled_match.number)], late));
            (name != "fair" || scheduled_match.number < 24).then(played)
        })
        .collect();
    standings(state, &schedule, &records)
}

fn dilemma(disqualify: Vec<DisqualifyingFault>) -> Standings {
    let state = StoredTournamentSetup { disqualify, ..state("prisoners-dilemma", 2, &["ann", "ben", "cyd"]) };
    let schedule: MatchSchedule = state.schedule(&KnownMatches::new()).unwrap();
    let played = |scheduled_match: &ScheduledMatch| {
        // Ann takes from everybody, in two rounds. Ben is late once.
        let seat = |name: &str| {
            scheduled_match.seats.iter().position(|entrant| schedule.names[*entrant] == name).unwrap()
        };
        let (ann, ben) = (seat("ann"), seat("ben"));
        let id = |seat: usize| u32::try_from(seat).unwrap() + 1;
        let takes: Vec<(u32, u32)> =
            (0..3).filter(|seat| *seat != ann).map(|from| (id(ann), id(from))).collect();
        let after = |rounds: i64| {
            (0..3).map(|seat| if seat == ann { 2 * rounds } else { -2 * rounds }).collect::<Vec<i64>>()
        };
        let round =
            |number: i64| json!({ "number": number.to_string(), "takes": takes, "scores": after(number) });
        let scores: Vec<f64> = after(2).iter().map(|score| *score as f64).collect();
        let details = json!({ "ids": [1, 2, 3], "rounds": [round(1), round(2)], "used": [] });
        MatchResult { details, ..result(&scores, (scheduled_match.number == 1).then_some(ben)) }
    };
    let records: Vec<Option<PlayedResult>> = schedule
        .scheduled_matches
        .iter()
        .map(|scheduled_match| Some(stored(&schedule, &scheduled_match, played(&scheduled_match))))
        .collect();
    standings(state, &schedule, &records)
}

#[test]
fn a_race_as_text() {
    insta::assert_snapshot!(race().text());
}

#[test]
fn each_two_of_a_race_compared() {
    insta::assert_snapshot!(race().comparisons());
}

#[test]
fn a_race_as_markdown() {
    let standings = Standings { provisional_until: Some("2014-05-11T00:00:00Z".parse().unwrap()), ..race() };
    insta::assert_snapshot!(standings.markdown());
}

#[test]
fn a_race_as_csv() {
    insta::assert_snapshot!(race().csv());
}

#[test]
fn a_race_as_json() {
    insta::assert_json_snapshot!(race().json(JsonExtent::Listed));
}

#[test]
fn games_together_as_text() {
    insta::assert_snapshot!(dilemma(Vec::new()).text());
}

#[test]
fn the_disqualified_have_no_rank() {
    insta::assert_snapshot!(dilemma(vec![DisqualifyingFault::Late]).text());
}

#[test]
fn games_together_as_json() {
    insta::assert_json_snapshot!(dilemma(Vec::new()).json(JsonExtent::Listed));
}

#[test]
fn each_game_has_its_charts() {
    let names = ["standings", "scores", "head-to-head", "rounds", "takes"];
    assert_eq!(race().chart_names(), names[..3]);
    assert_eq!(dilemma(Vec::new()).chart_names(), names);
    for chart in race().charts() {
        insta::assert_snapshot!(format!("chart_of_a_race_{}", chart.name), chart.svg);
    }
    for chart in dilemma(Vec::new()).charts() {
        insta::assert_snapshot!(format!("chart_of_games_{}", chart.name), chart.svg);
    }
}

#[test]
fn a_chart_is_the_same_when_it_is_drawn_alone() {
    for standings in [race(), dilemma(Vec::new())] {
        let single_player =
            standings.chart_names().into_iter().map(|name| standings.chart(name, ChartWidth::Wide).unwrap());
        assert_eq!(single_player.collect::<Vec<_>>(), standings.charts());
        assert_eq!(standings.chart("weather", ChartWidth::Wide), None);
    }
}

#[test]
fn nobody_has_played_yet() {
    let state = state("rat-race", 3, &["ann"]);
    let schedule = state.schedule(&KnownMatches::new()).unwrap();
    let standings = standings(state, &schedule, &[None, None, None]);
    insta::assert_snapshot!(standings.text());
    assert!(standings.charts().iter().all(|chart| chart.svg.contains("othing")), "{:?}", standings.charts());
}

/// A tournament of five, after `stages` stages. The entrant whose name comes first in the alphabet
/// always wins.
fn by_results(format: TournamentFormat, stages: usize) -> Standings {
    of_two_seats(custom::ResultKind::Scores, format, stages)
}

fn of_two_seats(kind: custom::ResultKind, format: TournamentFormat, stages: usize) -> Standings {
    let config = custom::CustomMatchSettings::new("nim", 2, kind);
    let program = custom::CustomGameIdentity { identity: "c".repeat(64), config };
    let names = ["ann", "ben", "cyd", "dan", "eve"];
    let state = StoredTournamentSetup {
        game: "nim".into(),
        program: Some(program),
        parameters: BTreeMap::new(),
        format,
        ..state("prisoners-dilemma", 3, &names)
    };
    let mut known = KnownMatches::new();
    for _ in 0..stages {
        let schedule = state.schedule(&known).unwrap();
        for (scheduled_match, key) in schedule.scheduled_matches.iter().zip(&schedule.keys) {
            let [one, other] = scheduled_match.seats[..] else { panic!("{scheduled_match:?}") };
            known.scores.insert(*key, if one < other { vec![1.0, 0.0] } else { vec![0.0, 1.0] });
        }
    }
    let schedule = state.schedule(&known).unwrap();
    let played = schedule.scheduled_matches.iter().zip(&schedule.keys).map(|(scheduled_match, key)| {
        let scores = known.scores.get(key)?;
        Some(stored(
            &schedule,
            &scheduled_match,
            MatchResult { details: json!({ "turns": 1 }), ..result(scores, None) },
        ))
    });
    let played: Vec<Option<PlayedResult>> = played.collect();
    standings(state, &schedule, &played)
}

#[test]
fn a_swiss_tournament_as_text() {
    insta::assert_snapshot!(by_results(TournamentFormat::Swiss, 1).text());
    insta::assert_snapshot!(by_results(TournamentFormat::Swiss, 3).text());
}

#[test]
fn a_knock_out_as_text() {
    insta::assert_snapshot!(by_results(TournamentFormat::KnockOut, 1).text());
    insta::assert_snapshot!(by_results(TournamentFormat::KnockOut, 9).text());
}

#[test]
fn how_each_stands_is_in_the_json() {
    let json = by_results(TournamentFormat::KnockOut, 9).json(JsonExtent::Listed);
    assert_eq!(
        json["entrants"][0]["place"],
        json!({ "knock_out": { "left": 1, "by_lot": false, "is_out": false } })
    );
    assert_eq!(
        (&json["entrants"][0]["rank"]["best"], &json["matches"]["goes_on"]),
        (&json!(1), &json!(false))
    );
    let json = by_results(TournamentFormat::Swiss, 0).json(JsonExtent::Listed);
    assert_eq!(json["matches"]["goes_on"], json!(true), "{json:#}");
}

#[test]
fn formats_that_go_by_results_have_charts_of_their_own() {
    let cup = by_results(TournamentFormat::KnockOut, 9);
    assert_eq!(cup.chart_names(), ["standings", "scores", "bracket"]);
    let bracket = cup.chart("bracket", ChartWidth::Wide).unwrap().svg;
    for words in ["quarter-final", "semi-final", "final", "ann", "eve"] {
        assert!(bracket.contains(words), "{words}: {bracket}");
    }
    let league = by_results(TournamentFormat::Swiss, 2);
    assert_eq!(league.chart_names(), ["standings", "scores", "points"]);
    let points = league.points_so_far();
    // A third round is paired but not played.
    assert!(points.iter().all(|(_, points)| points.len() == 2), "{points:?}");
    assert_eq!(points[0], ("ann".to_owned(), vec![1.0, 2.0]));
    assert!(league.chart("points", ChartWidth::Wide).unwrap().svg.contains("points so far"));
}

#[test]
fn ranks_of_two_seats_are_shown_as_wins_draws_and_losses() {
    let league = of_two_seats(custom::ResultKind::Ranks, TournamentFormat::Swiss, 2);
    let first = &league.json(JsonExtent::Table)["entrants"][0];
    assert_eq!(
        (&first["name"], &first["wins"], &first["draws"], &first["losses"]),
        (&json!("ann"), &json!(4), &json!(0), &json!(0))
    );
    assert!(league.text().contains("W-D-L") && league.text().contains(" 4-0-0 "), "{}", league.text());
    assert!(league.csv().lines().nth(1).unwrap().ends_with(",4,0,0,0,"), "{}", league.csv());
    let of_scores = by_results(TournamentFormat::Swiss, 2);
    assert!(!of_scores.text().contains("W-D-L"));
    assert_eq!(of_scores.json(JsonExtent::Table)["entrants"][0]["wins"], json!(null));
}
