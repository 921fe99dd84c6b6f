//! Games played with byte strings, and properties of scoring.

use proptest::prelude::*;

use super::*;
use crate::{Fault, FaultEvidence};

fn game(settings: GridRoutingParams, seats: usize) -> GridRoutingMatch {
    GridRoutingMatch::new(&settings, seats, Seed(1)).unwrap()
}

fn reply(bytes: &str) -> AskOutcome {
    AskOutcome::Reply { bytes: format!("{bytes}\n").into(), took: Duration::ZERO, cpu: None }
}

fn replies(all: &[&str]) -> Vec<AskOutcome> {
    all.iter().map(|bytes| reply(bytes)).collect()
}

fn fault(cause: FaultCause) -> AskOutcome {
    AskOutcome::Fault(Fault { cause, evidence: FaultEvidence::default() })
}

fn turn(step: MatchStep) -> (Vec<SeatAsk>, Vec<RejectedAnswer>) {
    match step {
        MatchStep::Turn(turn) => (turn.asks, turn.answer_faults),
        other => panic!("no turn: {other:?}"),
    }
}

fn outcome(step: MatchStep) -> (MatchOutcome, GridRoutingDetails) {
    let outcome = step.outcome().expect("it is over");
    let details = serde_json::from_value(outcome.details.clone()).unwrap();
    (outcome, details)
}

fn sent(asks: &[SeatAsk]) -> Vec<String> {
    asks.iter().map(|ask| String::from_utf8(ask.bytes.clone()).unwrap()).collect()
}

#[test]
fn the_measures_are_those_of_the_rules() {
    let size = |bots| {
        let ResolvedGridRoutingSize { turns, side, searches } = GridRoutingParams::default().size(bots);
        (turns, side, searches)
    };
    assert_eq!([1, 2, 3, 9].map(size), [(1, 1, 1), (4, 5, 2), (9, 12, 3), (81, 108, 9)]);
}

/// A whole round of two bots, line by line.
#[test]
fn a_round_is_told_as_the_rules_say() {
    let mut game = game(
        GridRoutingParams { rounds: 1, turns: 2, side: 2, searches: 1, ..GridRoutingParams::default() },
        2,
    );
    let (asks, _) = turn(game.start());
    assert!(
        asks.iter()
            .all(|ask| ask.process == AskProcessChoice::New && ask.reply_format == ReplyFormat::Lines(1))
    );
    assert_eq!(sent(&asks), ["BEGIN 2 2 2\nDESTROY 0\n"; 2]);
    let (asks, _) = turn(game.resume(&replies(&["NONE", "VERTEX 1,1"])));
    assert!(
        asks.iter()
            .all(|ask| ask.process == AskProcessChoice::Same && ask.reply_format == ReplyFormat::Lines(1))
    );
    assert_eq!(sent(&asks), ["BROKEN 0 N 1,1\nACTIVATE 0\n", "BROKEN 0 1,1 N\nACTIVATE 0\n"]);
    let (asks, _) = turn(game.resume(&replies(&["VERTEX 0,0", "VERTEX 0,0"])));
    assert_eq!(sent(&asks), ["OWNED 0 0,0 0,0\nDESTROY 1\n"; 2]);
    // Active vertices cannot be broken, and broken ones cannot be broken again.
    let (asks, answer_faults) = turn(game.resume(&replies(&["VERTEX 0,0", "VERTEX 1,1"])));
    assert_eq!((sent(&asks)[0].as_str(), answer_faults.len()), ("BROKEN 1 N N\nACTIVATE 1\n", 0));
    let (asks, _) = turn(game.resume(&replies(&["VERTEX 0,1", "VERTEX 1,1"])));
    // One source, one search, one path: (0,0), which both own, and (0,1).
    assert_eq!(sent(&asks), ["OWNED 1 0,1 N\nSCORE 2 1\n", "OWNED 1 N 0,1\nSCORE 1 2\n"]);
    assert!(asks.iter().all(|ask| ask.reply_format == ReplyFormat::UntilEnd));
    let (outcome, details) = outcome(game.resume(&replies(&["", ""])));
    assert_eq!(outcome.scores, [2.0, 1.0]);
    assert_eq!(details.rounds[0].broken, [[None, Some((1, 1))], [None, None]]);
    assert_eq!(details.rounds[0].owned, [[Some((0, 0)), Some((0, 0))], [Some((0, 1)), None]]);
    let grid = details.rounds[0].grid(details.side);
    assert_eq!(
        [0, 1, 2, 3].map(|index| (grid.owners(index), grid.is_broken(index))),
        [(3, false), (0, false), (1, false), (0, true)]
    );
}

/// If several bots choose the same vertex in the same phase, all choices count.
#[test]
fn phases_are_simultaneous() {
    let mut grid = GridVertexStates::new(3);
    let vertex = Some(Vertex { x: 2, y: 1 });
    assert_eq!(grid.apply(TurnPhase::Destruction, &[vertex, None, vertex]), [vertex, None, vertex]);
    assert_eq!(grid.apply(TurnPhase::Activation, &[vertex, None, None]), [None; 3]);
    let other = Some(Vertex { x: 1, y: 1 });
    assert_eq!(grid.apply(TurnPhase::Activation, &[other, other, None]), [other, other, None]);
    assert_eq!(grid.owners(4), 0b11);
    assert_eq!(grid.apply(TurnPhase::Activation, &[None, None, other]), [None; 3]);
}

#[test]
fn each_bot_has_an_order_of_the_others_that_holds_for_the_game() {
    let params = GridRoutingParams { rounds: 2, turns: 1, side: 8, ..GridRoutingParams::default() };
    let mut game = game(params, 6);
    let choices = ["VERTEX 0,0", "VERTEX 1,0", "VERTEX 2,0", "VERTEX 3,0", "VERTEX 4,0", "VERTEX 5,0"];
    let mut orders = Vec::new();
    for _ in 0..2 {
        let _ = if orders.is_empty() { game.start() } else { game.resume(&replies(&[""; 6])) };
        let (asks, _) = turn(game.resume(&replies(&choices)));
        orders.push(sent(&asks));
        game.resume(&replies(&["NONE"; 6]));
    }
    assert_eq!(orders[0], orders[1]);
    for (seat, line) in orders[0].iter().enumerate() {
        let mut named: Vec<&str> = line.lines().next().unwrap().split(' ').skip(2).collect();
        assert_eq!(named[0], format!("{seat},0"), "its own choice comes first");
        named.sort_unstable();
        assert_eq!(named, ["0,0", "1,0", "2,0", "3,0", "4,0", "5,0"]);
    }
    let others: std::collections::BTreeSet<String> = orders[0]
        .iter()
        .enumerate()
        .map(|(seat, line)| line.split_once(&format!(" {seat},0")).unwrap().1.to_owned())
        .collect();
    assert!(others.len() > 3, "orders are drawn for each bot: {others:?}");
}

#[test]
fn what_is_no_answer_is_a_choice_of_nothing_and_ruled_on() {
    let mut game =
        game(GridRoutingParams { rounds: 1, turns: 1, side: 4, ..GridRoutingParams::default() }, 3);
    game.start();
    let (asks, answer_faults) = turn(game.resume(&replies(&["VERTEX 4,0", "VERTEX 1", "VERTEX 1,1"])));
    let causes: Vec<(usize, &str)> =
        answer_faults.iter().map(|ruling| (ruling.ask, ruling.cause.name())).collect();
    assert_eq!(causes, [(0, "illegal"), (1, "malformed")]);
    assert_eq!(asks.len(), 3, "all keep their places");
}

/// A late bot is asked again. A bot whose process ended returns in the next round.
#[test]
fn who_is_gone_is_not_asked_until_the_next_round() {
    let mut game =
        game(GridRoutingParams { rounds: 2, turns: 2, side: 4, ..GridRoutingParams::default() }, 2);
    game.start();
    let late = fault(FaultCause::Late { limit: Duration::from_secs(1) });
    let gone = || fault(FaultCause::Crashed { how: "exit status 1".into() });
    let (asks, _) = turn(game.resume(&[late, gone()]));
    assert_eq!(asks.iter().map(|ask| ask.seat).collect::<Vec<_>>(), [0]);
    assert_eq!(sent(&asks), ["BROKEN 0 N N\nACTIVATE 0\n"]);
    // When no process is left, the round ends at once. All bots play the next one.
    let (asks, _) = turn(game.resume(&[gone()]));
    assert_eq!((sent(&asks), game.rounds.len()), (vec!["BEGIN 2 2 4\nDESTROY 0\n".to_owned(); 2], 1));
    let (outcome, details) = outcome(game.resume(&[gone(), gone()]));
    assert_eq!((outcome.scores, details.rounds.len()), (vec![0.0, 0.0], 2));
}

#[test]
fn too_many_bots_are_refused() {
    assert!(GridRoutingMatch::new(&GridRoutingParams::default(), 65, Seed(1)).is_err());
    assert!(GridRoutingMatch::new(&GridRoutingParams::default(), 0, Seed(1)).is_err());
    assert!(GridRoutingMatch::new(&GridRoutingParams::default(), 64, Seed(1)).is_ok());
}

/// A grid on which seat 0 owns these vertices.
fn owned(side: u32, vertices: &[(u32, u32)]) -> GridVertexStates {
    let mut grid = GridVertexStates::new(side);
    for (x, y) in vertices {
        grid.apply(TurnPhase::Activation, &[Some(Vertex { x: *x, y: *y })]);
    }
    grid
}

#[test]
fn paths_go_up_and_round_the_edge() {
    let score = |vertices: &[(u32, u32)]| points(&owned(4, vertices), 1, 5, &mut Seed(1).stream("test"))[0];
    assert_eq!(score(&[(0, 0), (3, 1), (0, 2), (1, 3)]), 20, "each of 5 searches passes 4 vertices");
    assert_eq!(score(&[(0, 0), (2, 1), (1, 2), (1, 3)]), 0, "two columns are too far");
    assert_eq!(score(&[(0, 1), (0, 2), (0, 3)]), 0, "without a source there is no search");
    assert_eq!(score(&[(0, 0), (0, 1), (0, 2)]), 0, "without a sink there is no path");
    // A dead end costs nothing and is on no path.
    assert_eq!(score(&[(0, 0), (1, 1), (0, 1), (0, 2), (0, 3)]), 20);
}

/// At a fork, all ways that lead to a sink are equally likely.
#[test]
fn children_are_tried_in_a_random_order() {
    let mut stream = Seed(2).stream("test");
    let fork = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (1, 3)];
    let fork_with_a_dead_end = [(2, 0), (1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (1, 3)];
    for (vertices, shared, expected) in [
        (fork.as_slice(), (0, 1), 1_000),
        (&fork, (1, 1), 1_000),
        (&fork, (2, 1), 1_000),
        (&fork_with_a_dead_end, (1, 1), 1_000),
        (&fork_with_a_dead_end, (3, 1), 1_000),
        (&fork_with_a_dead_end, (3, 2), 0),
        (&fork_with_a_dead_end, (2, 2), 3_000),
    ] {
        let mut grid = GridVertexStates::new(5);
        for (x, y) in vertices.iter().copied().chain([(1, 4)]) {
            // A second seat owns one of the vertices, and gets points for the paths through it.
            let vertex = Some(Vertex { x, y });
            grid.apply(TurnPhase::Activation, &[vertex, vertex.filter(|_| (x, y) == shared)]);
        }
        let count = points(&grid, 2, 3_000, &mut stream)[1];
        assert!(count.abs_diff(expected) < 150, "{shared:?}: {count}");
    }
}

#[test]
fn a_full_grid_is_scored_in_full() {
    let all: Vec<(u32, u32)> = (0..108).flat_map(|y| (0..108).map(move |x| (x, y))).collect();
    assert_eq!(points(&owned(108, &all), 1, 9, &mut Seed(1).stream("test")), [108 * 108 * 9]);
}

/// Whether a source can reach a sink, computed row by row.
fn reaches(grid: &GridVertexStates, source: u32) -> bool {
    let side = grid.side();
    let mut row = vec![false; side as usize];
    row[source as usize] = grid.is_active(source as usize);
    for y in 1..side {
        let near = |x: u32| [side - 1, 0, 1].iter().any(|step| row[((x + step) % side) as usize]);
        row = (0..side).map(|x| near(x) && grid.is_active(grid.index(Vertex { x, y }))).collect();
    }
    row.contains(&true)
}

proptest! {
    /// Every search from a source finds a path if there is one. A path has one vertex in each row.
    #[test]
    fn searches_find_what_there_is(side in 1u32..9, active in prop::collection::vec(any::<bool>(), 64), seed in any::<u64>()) {
        let vertices: Vec<(u32, u32)> = (0..side).flat_map(|y| (0..side).map(move |x| (x, y))).zip(&active).filter(|(_, active)| **active).map(|(vertex, _)| vertex).collect();
        let grid = owned(side, &vertices);
        let sources = (0..side).filter(|source| reaches(&grid, *source)).count() as u64;
        let found = points(&grid, 1, 3, &mut Seed(seed).stream("test"));
        prop_assert_eq!(found, [sources * 3 * u64::from(side)]);
    }
}
