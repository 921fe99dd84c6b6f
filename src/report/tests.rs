//! Snapshot tests of text reports.

use std::time::Duration;

use insta::assert_snapshot;
use rathaus_games::{Fault, FaultCause, FaultEvidence, SeatFault, Seed};
use serde_json::json;

use super::{ExclusionReason, SinglePlayerRunResults, SubmissionDescription, SubmissionResults, json, text};
use crate::tournament::{BoardResult, RecordedSandbox, SeededBoard, boards};

fn result(board: SeededBoard, score: u64, cause: Option<FaultCause>) -> BoardResult {
    let turns = if cause.is_some() { 17 } else { 10_000 };
    let evidence = FaultEvidence {
        sent: "turn 17 00000000000000ff 3 120\\n".into(),
        said: String::new(),
        took: Duration::from_millis(250),
        cpu: None,
        overloaded: None,
        sandbox: Some("out of memory: it may use 2048 MiB".into()),
        stderr: "Traceback:\n  line 3\n".into(),
    };
    BoardResult {
        board,
        score: score as f64,
        ended: "all turns were played".into(),
        details: json!({ "turns": turns, "population": 700 + score, "best_fitness": 51, "moves": 9, "asked": 3, "audited": 1,
            "caught_keeping_data": null }),
        faults: cause
            .map(|cause| SeatFault { seat: 0, turn: 17, fault: Fault { cause, evidence } })
            .into_iter()
            .collect(),
        took: Duration::from_secs(1),
    }
}

fn entry(name: &str, scores: &[u64], faulty: &[usize]) -> SubmissionResults {
    let crash = || FaultCause::Crashed { how: "exit status 3".into() };
    let one = |(index, (board, score)): (usize, (SeededBoard, &u64))| {
        result(board, *score, faulty.contains(&index).then(crash))
    };
    SubmissionResults {
        submission: SubmissionDescription {
            name: name.into(),
            language: "Python".into(),
            described: format!("Python, bare class in {name}.py, entry point Mine"),
            toolchain: Some("CPython 3.13.0".into()),
            hash: "ab".repeat(32),
            out: None,
        },
        matches: boards(Seed(1), 3).into_iter().zip(scores).enumerate().map(one).collect(),
    }
}

fn report(entries: Vec<SubmissionResults>) -> SinglePlayerRunResults {
    let mut report = SinglePlayerRunResults {
        game: "rat-race".into(),
        parameters: vec![("turns".into(), json!(10_000))],
        seed: Some(Seed(1)),
        boards: boards(Seed(1), 3),
        entries,
        commitments: None,
        sandbox: RecordedSandbox::NOT,
    };
    report.rank();
    report
}

/// The report as text, without the version, which changes.
fn shown(report: &SinglePlayerRunResults, details: bool) -> String {
    text(report, details).replace(env!("CARGO_PKG_VERSION"), "[VERSION]")
}

fn several() -> SinglePlayerRunResults {
    let mut broken = entry("broken", &[], &[]);
    broken.submission.out = Some(ExclusionReason::Unbuildable(
        "broken.cpp: the build failed (exit status: 1)\nbroken.cpp:3:1: error: no".into(),
    ));
    report(vec![broken, entry("unsteady", &[1, 1, 40], &[0, 1]), entry("steady", &[123_456, 7, 31], &[])])
}

#[test]
fn one_submission() {
    assert_snapshot!(shown(&report(vec![entry("mine", &[123_456, 1, 31], &[1])]), false));
}

#[test]
fn several_submissions() {
    assert_snapshot!(shown(&several(), false));
}

#[test]
fn several_submissions_in_detail() {
    assert_snapshot!(shown(&several(), true));
}

#[test]
fn many_submissions_have_no_table_of_boards() {
    let many = (0..8).map(|number| entry(&format!("bot{number}"), &[1, 2, 3 + number], &[])).collect();
    assert_snapshot!(shown(&report(many), false));
}

#[test]
fn a_bot_that_keeps_data() {
    let mut cheat = entry("cheat", &[5, 6, 7], &[]);
    cheat.matches[1].details["caught_keeping_data"] = json!(44);
    assert_snapshot!(shown(&report(vec![cheat]), false));
}

#[test]
fn different_faults() {
    let mut bad = entry("bad", &[1, 1, 1], &[0, 1, 2]);
    bad.matches[1].faults[0].fault.cause = FaultCause::Late { limit: Duration::from_secs(2) };
    assert_snapshot!(shown(&report(vec![bad]), false));
}

/// A solver's results on three boards: the number of its clicks, where 3 are the fewest.
fn solver(name: &str, clicks: &[Option<usize>]) -> SubmissionResults {
    let played = |(board, clicks): (SeededBoard, &Option<usize>)| {
        let verdict = if clicks.is_some() { "solved" } else { "unknown" };
        let details = json!({ "board": ["010", "111", "010"], "fewest": vec![(0, 0); 3], "verdict": verdict,
            "clicks": clicks.map(|count| vec![(0, 0); count]), "left_on": null, "took_us": 1_500 * board.number,
            "cpu_us": 1_000, "evaluations": 100.0 * f64::from(board.number), "progress": [] });
        let ended = format!("{verdict} in {clicks:?}");
        BoardResult { details, ended, score: f64::from(u8::from(clicks.is_some())), ..result(board, 0, None) }
    };
    SubmissionResults {
        matches: boards(Seed(1), 3).into_iter().zip(clicks).map(played).collect(),
        ..entry(name, &[], &[])
    }
}

fn solvers(entries: Vec<SubmissionResults>) -> SinglePlayerRunResults {
    let mut report = SinglePlayerRunResults { game: "lights-out".into(), ..report(entries) };
    report.rank();
    report
}

#[test]
fn one_solver() {
    assert_snapshot!(shown(&solvers(vec![solver("mine", &[Some(3), None, Some(5)])]), false));
}

#[test]
fn several_solvers() {
    let mut faulty = solver("faulty", &[None, None, None]);
    faulty.matches[1] =
        result(faulty.matches[1].board, 0, Some(FaultCause::Crashed { how: "signal 9".into() }));
    let entries = vec![
        faulty,
        entry("broken", &[], &[]),
        solver("long", &[Some(3), Some(4), Some(5)]),
        solver("short", &[Some(3), Some(3), Some(3)]),
        solver("unsure", &[Some(3), None, Some(3)]),
    ];
    assert_snapshot!(shown(&solvers(entries), false));
}

#[test]
fn solvers_as_json() {
    let mut value = json(&solvers(vec![solver("mine", &[Some(3), None, Some(5)])]));
    let submission = &mut value["submissions"][0];
    submission["matches"].take();
    assert_snapshot!(format!("{submission:#}"));
}

#[test]
fn as_json() {
    let mut value = json(&several());
    value["rathaus"] = json!("[VERSION]");
    assert_snapshot!(format!("{value:#}"));
}
