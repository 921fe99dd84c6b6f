//! The rules, tested with byte strings, and the oracle, tested against exhaustive search.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::parameters::BuiltInGameParameters;
use crate::{Fault, FaultEvidence};

/// The board with these rows.
fn board(rows: &[&str]) -> LightsOutBoard {
    let mut board = LightsOutBoard::dark(rows[0].len() as u32, rows.len() as u32);
    for cell in board.cells() {
        if rows[cell.y as usize].as_bytes()[cell.x as usize] == b'1' {
            // Flip a single light. A click would flip its neighbours too.
            board = board.with_flipped(cell);
        }
    }
    board
}

/// The result of an answer on a board.
fn play(rows: &[&str], answer: &[u8]) -> (MatchOutcome, LightsOutDetails) {
    let mut game = LightsOutMatch::on(&LightsOutParams::default(), board(rows));
    let MatchStep::Turn(turn) = game.start() else { panic!("no ask") };
    assert_eq!(turn.asks.len(), 1);
    let reply = AskOutcome::Reply {
        bytes: answer.into(),
        took: Duration::from_millis(3),
        cpu: Some(Duration::from_millis(2)),
    };
    let MatchStep::Over(outcome) = game.resume(&[reply]) else { panic!("not over") };
    let details = serde_json::from_value(outcome.details.clone()).unwrap();
    (outcome, details)
}

#[test]
fn a_solver_is_asked_for_its_board() {
    let params = LightsOutParams { solve_ms: 70, answer_bytes: 100, ..LightsOutParams::default() };
    let mut game = LightsOutMatch::on(&params, board(&["010", "111", "010"]));
    let MatchStep::Turn(turn) = game.start() else { panic!("no ask") };
    let ask = &turn.asks[0];
    assert_eq!(String::from_utf8_lossy(&ask.bytes), "BOARD 3 3\n010\n111\n010\n");
    assert_eq!(
        (ask.process, &ask.reply_format),
        (AskProcessChoice::New, &ReplyFormat::LineAfter("PROGRESS"))
    );
    assert_eq!(ask.limits, ReplyLimits { time: Duration::from_millis(70), bytes: 100 });
}

#[test]
fn answers_are_worth_what_they_do() {
    let cross = ["010", "111", "010"];
    for (rows, answer, verdict, ended) in [
        (&cross[..], "CLICKS 1,1", SolutionVerdict::Solved, "solved with the fewest clicks: 1"),
        (&cross, "CLICKS 1,1 0,0 0,0", SolutionVerdict::Solved, "solved with 3 clicks, 2 more than needed"),
        (&cross, "CLICKS 0,0", SolutionVerdict::LeftOn, "not solved: lights left on: 4"),
        (&cross, "CLICKS", SolutionVerdict::LeftOn, "not solved: lights left on: 5"),
        (
            &cross,
            "NONE",
            SolutionVerdict::WronglyNone,
            "said that there is no solution, but there is one; clicks: 1",
        ),
        (&cross, "UNKNOWN", SolutionVerdict::Unknown, "gave up"),
        (&["00", "00"], "CLICKS", SolutionVerdict::Solved, "solved with the fewest clicks: 0"),
        (&["01"], "NONE", SolutionVerdict::RightlyNone, "said that there is no solution, and there is none"),
        (&["01"], "CLICKS 0,0", SolutionVerdict::LeftOn, "not solved: lights left on: 1"),
    ] {
        let (outcome, details) = play(rows, answer.as_bytes());
        assert_eq!((details.verdict, outcome.ended.as_str()), (verdict, ended), "{answer}");
        assert_eq!(outcome.scores, [f64::from(u8::from(verdict.is_right()))], "{answer}");
        assert!(outcome.answer_faults.is_empty(), "{answer}");
        assert_eq!((details.took_us, details.cpu_us), (Some(3_000), Some(2_000)));
    }
}

#[test]
fn what_cannot_be_an_answer_is_a_fault() {
    for (answer, name) in [
        ("CLICKS 3,0", "illegal"),
        ("CLICKS 0,-1", "illegal"),
        ("CLICKS one", "malformed"),
        ("done", "malformed"),
        ("", "malformed"),
    ] {
        let (outcome, details) = play(&["010", "111", "010"], answer.as_bytes());
        assert_eq!(outcome.answer_faults[0].cause.name(), name, "{answer}");
        assert_eq!((details.verdict, outcome.scores), (SolutionVerdict::Fault, vec![0.0]), "{answer}");
    }
    let mut game = LightsOutMatch::on(&LightsOutParams::default(), board(&["1"]));
    game.start();
    let fault =
        Fault { cause: FaultCause::Crashed { how: "signal 9".into() }, evidence: FaultEvidence::default() };
    let MatchStep::Over(outcome) = game.resume(&[AskOutcome::Fault(fault)]) else { panic!("not over") };
    assert_eq!((outcome.ended.as_str(), outcome.answer_faults.len()), ("crashed: signal 9", 0));
}

#[test]
fn progress_is_kept_and_its_last_evaluations_count() {
    let said = b"PROGRESS generation=1 evaluations=12 best=0.5\nPROGRESS generation=2 evaluations=40\nPROGRESS last\nCLICKS 1,1\n";
    let (_, details) = play(&["010", "111", "010"], said);
    assert_eq!(details.evaluations, Some(40.0));
    assert_eq!(
        json!(details.progress),
        json!([{"generation": 1.0, "evaluations": 12.0, "best": 0.5}, {"generation": 2.0, "evaluations": 40.0}, {}])
    );
    assert_eq!(play(&["1"], b"CLICKS 0,0").1.evaluations, None);
}

#[test]
fn senseless_parameters_are_refused() {
    let resolve = |settings: &[(&str, Value)]| {
        LightsOutParams::resolve(settings.iter().map(|(name, value)| (*name, value))).map(|_| ())
    };
    assert!(resolve(&[("columns", json!(20)), ("rows", json!(20)), ("clicks", json!(400))]).is_ok());
    assert!(resolve(&[("columns", json!(3)), ("rows", json!(3)), ("clicks", json!(10))]).is_err());
    assert!(resolve(&[("clicks", json!(1)), ("solvable", json!(false))]).is_err());
    for senseless in [json!(0), json!(21), json!("5")] {
        assert!(resolve(&[("columns", senseless)]).is_err());
    }
}

#[test]
fn boards_come_from_their_seeds() {
    let draw = |params: &LightsOutParams, seed| LightsOutBoard::draw(params, Seed(seed));
    let usual = LightsOutParams::default();
    assert_eq!(draw(&usual, 1), draw(&usual, 1));
    assert_ne!(draw(&usual, 1), draw(&usual, 2));
    assert!((0..100).all(|seed| fewest_clicks(&draw(&usual, seed)).is_some()));
    // Three clicks on different cells turn on at most 15 lights, and need at most three clicks
    // to solve.
    let three = LightsOutParams { clicks: 3, ..LightsOutParams::default() };
    assert!((0..100).all(|seed| fewest_clicks(&draw(&three, seed)).unwrap().count() <= 3));
    // A quarter of all boards of 5 x 5 can be solved.
    let any = LightsOutParams { solvable: false, ..LightsOutParams::default() };
    let solvable = (0..4_000).filter(|seed| fewest_clicks(&draw(&any, *seed)).is_some()).count();
    assert!((900..1_100).contains(&solvable), "{solvable}");
}

/// The known dimensions of the sets of clicks without effect, for square boards (OEIS A159257).
#[test]
fn idle_clicks_are_as_many_as_is_known() {
    let known = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0];
    for (side, dimension) in (1..).zip(known) {
        assert_eq!(oracle::dimension_of_idle_clicks(&LightsOutBoard::dark(side, side)), dimension, "{side}");
    }
}

/// The fewest clicks, by exhaustive search.
fn fewest_by_trying(board: &LightsOutBoard) -> Option<u32> {
    let cells: Vec<BoardCell> = board.cells().collect();
    let solves = |set: &u32| {
        let mut board = board.clone();
        let chosen = cells.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
        chosen.for_each(|(_, cell)| board.click(*cell));
        board.lights_on() == 0
    };
    (0..1u32 << cells.len()).filter(solves).map(u32::count_ones).min()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The oracle agrees with exhaustive search on boards of all shapes, with and
    /// without solutions.
    #[test]
    fn the_oracle_finds_the_fewest((columns, rows) in sides(12), lights in any::<u32>()) {
        let mut board = LightsOutBoard::dark(columns, rows);
        for cell in board.cells() {
            if lights >> board.index(cell) & 1 == 1 {
                board = board.with_flipped(cell);
            }
        }
        prop_assert_eq!(fewest_clicks(&board).map(|clicks| clicks.count()), fewest_by_trying(&board));
    }

    /// On large boards, the oracle's clicks solve the board, and it needs at most as many as
    /// were made.
    #[test]
    fn the_oracle_solves_large_boards(columns in 1u32..=20, rows in 1u32..=20, seed in any::<u64>()) {
        let params = LightsOutParams { columns, rows, clicks: (columns * rows).min(7), ..LightsOutParams::default() };
        let mut board = LightsOutBoard::draw(&params, Seed(seed));
        let clicks = fewest_clicks(&board).unwrap();
        prop_assert!(clicks.count() <= params.clicks);
        for cell in board.cells().filter(|cell| clicks.contains((cell.y * columns + cell.x) as usize)) {
            board.click(cell);
        }
        prop_assert_eq!(board.lights_on(), 0);
    }
}

/// Columns and rows of boards with at most this many cells.
fn sides(cells: u32) -> impl Strategy<Value = (u32, u32)> {
    (1..=cells).prop_flat_map(move |columns| (Just(columns), 1..=cells / columns))
}
