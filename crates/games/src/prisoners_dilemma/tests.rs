//! Matches played with byte strings.

use super::*;
use crate::Fault;
use crate::FaultEvidence;

fn dilemma(ids: &[u32], rounds_per_player: u32) -> MultiplayerDilemmaMatch {
    let params = DilemmaParams { rounds_per_player, ..DilemmaParams::default() };
    MultiplayerDilemmaMatch::new(&params, ids.to_vec(), (1000..).take(params.rounds(ids.len())).collect())
        .unwrap()
}

fn reply(bytes: &str) -> AskOutcome {
    AskOutcome::Reply {
        bytes: bytes.into(),
        took: Duration::from_micros(5),
        cpu: Some(Duration::from_micros(3)),
    }
}

fn turn(step: MatchStep) -> (Vec<SeatAsk>, Vec<RejectedAnswer>) {
    match step {
        MatchStep::Turn(turn) => (turn.asks, turn.answer_faults),
        other => panic!("no turn: {other:?}"),
    }
}

fn sent(asks: &[SeatAsk]) -> Vec<String> {
    asks.iter().map(|ask| String::from_utf8(ask.bytes.clone()).unwrap()).collect()
}

#[test]
fn players_are_asked_by_their_identifiers_and_told_what_happened() {
    let mut game = dilemma(&[2, 3, 1], 1);
    let (asks, _) = turn(game.start());
    assert_eq!(asks.iter().map(|ask| ask.seat).collect::<Vec<_>>(), [2, 0, 1]);
    assert_eq!(sent(&asks), ["3 1 0\n1000\n", "3 2 0\n1000\n", "3 3 0\n1000\n"]);
    let (asks, _) = turn(game.resume(&[reply("3 2\nmine"), reply(""), reply("1 1\n")]));
    let expected = |id, state| format!("3 {id} 1\n(1, 2) (1, 3) (3, 1) \n1001\n{state}");
    assert_eq!(sent(&asks), [expected(1, "mine\n"), expected(2, ""), expected(3, "")]);
    let (asks, _) = turn(game.resume(&[reply(""), reply("\n\n"), reply("")]));
    // A round without takes is an empty line, and a state line is only valid for one round.
    assert_eq!(sent(&asks)[0], "3 1 2\n(1, 2) (1, 3) (3, 1) \n\n1002\n");
    assert_eq!(sent(&asks)[1], "3 2 2\n(1, 2) (1, 3) (3, 1) \n\n1002\n\n");
}

#[test]
fn scores_are_by_seat_and_the_record_by_identifier() {
    let mut game = dilemma(&[2, 1], 1);
    game.start();
    turn(game.resume(&[reply("2"), reply("")]));
    let MatchStep::Over(outcome) = game.resume(&[reply("2"), reply("1")]) else { panic!("not over") };
    // Identifier 1 (seat 1) took twice and was taken from once.
    assert_eq!(outcome.scores, [-3.0, 0.0]);
    let details: DilemmaDetails = serde_json::from_value(outcome.details).unwrap();
    let takes: Vec<_> = details.rounds.iter().map(|round| round.takes.clone()).collect();
    assert_eq!(takes, [vec![(1, 2)], vec![(1, 2), (2, 1)]]);
    assert_eq!(details.rounds[0].scores, [1, -2]);
    assert_eq!(details.rounds[1].scores, [0, -3]);
    assert_eq!(details.used[0], PlayerTimeUsage { slowest_us: 5, took_us: 10, cpu_us: 6 });
}

#[test]
fn a_wrong_answer_counts_as_empty_with_its_state_and_is_ruled_on() {
    let mut game = dilemma(&[1, 2], 2);
    game.start();
    let late = Fault {
        cause: FaultCause::Late { limit: Duration::from_secs(2) },
        evidence: FaultEvidence::default(),
    };
    let (asks, answer_faults) = turn(game.resume(&[reply("1\nstate"), AskOutcome::Fault(late)]));
    assert_eq!(sent(&asks)[0], "2 1 1\n\n1001\n");
    assert_eq!(answer_faults.len(), 1);
    assert!(
        matches!(&answer_faults[0], RejectedAnswer { ask: 0, cause: FaultCause::Illegal { what } } if what.contains("own identifier"))
    );
    let (_, answer_faults) = turn(game.resume(&[reply(""), reply("1,2")]));
    assert!(
        matches!(&answer_faults[0], RejectedAnswer { ask: 1, cause: FaultCause::Malformed { what } } if what.contains("`1,2`"))
    );
}

#[test]
fn identifiers_and_numbers_come_from_the_seed() {
    let ids = random_ids(Seed(1), 13);
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (1..=13).collect::<Vec<_>>());
    assert_eq!(ids, random_ids(Seed(1), 13));
    assert_ne!(ids, random_ids(Seed(2), 13));
    assert_eq!(random_numbers(Seed(1), 5), random_numbers(Seed(1), 9)[..5]);
}

#[test]
fn it_begins_with_enough_players_and_numbers_only() {
    let begin = |ids: &[u32], numbers: usize| {
        MultiplayerDilemmaMatch::new(&DilemmaParams::default(), ids.to_vec(), vec![0; numbers])
    };
    assert_eq!(begin(&[1], 500).unwrap_err(), DilemmaSetupError::TooFew(1));
    assert_eq!(begin(&[1, 2], 49).unwrap_err(), DilemmaSetupError::TooFewNumbers { rounds: 50, numbers: 49 });
    assert!(begin(&[1, 2], 50).is_ok());
}
