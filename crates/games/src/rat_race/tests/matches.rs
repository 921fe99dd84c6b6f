//! Whole matches with an in-process bot that reads and writes the bytes of the protocol.

use std::time::Duration;

use rathaus_protocol::rat_race::bot::{MoveFunctionBot, MoveRequest, color_score};
use rathaus_protocol::rat_race::{AnsweredMove, Move, ReportedError, plain};

use crate::rat_race::{RatRaceDetails, RatRaceDialect, RatRaceMatch, RatRaceParams};
use crate::testing::{self, reply, turn_reply};
use crate::{AskOutcome, Fault, FaultCause, FaultEvidence, MatchOutcome, SeatAsk, Seed};

type Chooser = fn(MoveRequest<'_>) -> Result<Move, ReportedError>;

/// ColorScore that always takes the first of several equally good moves.
fn pure_score(request: MoveRequest<'_>) -> Result<Move, ReportedError> {
    let MoveRequest { genome, view, .. } = request;
    let quality = |dy: i32| match view[(13 + 5 * dy) as usize] {
        -1 => -1,
        colour => (genome >> (6 * colour) & 63) as i32,
    };
    let best = [-1, 0, 1].into_iter().reduce(|best, dy| if quality(dy) > quality(best) { dy } else { best });
    Ok(Move::new(1, best.unwrap_or(0)).expect("a step forward"))
}

/// A bot as a seat reaches it.
struct Bot {
    bot: MoveFunctionBot<Chooser>,
    choose: Chooser,
}

impl Bot {
    fn new(choose: Chooser) -> Bot {
        Bot { bot: MoveFunctionBot::new(choose), choose }
    }

    fn answer(&mut self, ask: &SeatAsk) -> Vec<u8> {
        turn_reply(&mut self.bot, ask)
    }

    fn answer_plain(&self, ask: &SeatAsk) -> Vec<u8> {
        let mut out = Vec::new();
        for line in ask.bytes.strip_suffix(b"\n").unwrap().split(|byte| *byte == b'\n') {
            let question = plain::PlainMoveRequest::decode(line).expect("a question");
            let genome = question.genome.iter().rev().fold(0, |genome, bit| genome << 1 | u128::from(*bit));
            let mut made = None;
            // In these tests the plain dialect needs no randomness. The tables of a throw-away bot
            // provide a request to choose from.
            let mut bot = MoveFunctionBot::new(|request: MoveRequest<'_>| {
                let to = (self.choose)(MoveRequest { genome, view: &question.view, draws: request.draws })?;
                made = Some(AnsweredMove { to, pure: true });
                Ok(to)
            });
            for line in [b"0 view 0 -".as_slice(), b"0 genome 0 0", b"0 turn 0 0 0 0"] {
                bot.handle_line(line, &mut Vec::new()).expect("a line of the protocol");
            }
            drop(bot);
            plain::put_choice(&mut out, made.expect("a choice"));
        }
        out
    }
}

fn params(change: impl FnOnce(&mut RatRaceParams)) -> RatRaceParams {
    let mut params = RatRaceParams { turns: 400, ..RatRaceParams::default() };
    change(&mut params);
    params
}

/// Plays a match. `answer` gets the number of the ask and the ask.
fn play_with(
    params: &RatRaceParams,
    dialect: RatRaceDialect,
    mut answer: impl FnMut(usize, &SeatAsk) -> AskOutcome,
) -> MatchOutcome {
    let mut game = RatRaceMatch::new(params, Seed(3), dialect).expect("a track");
    let mut numbers = 0..;
    testing::play(&mut game, |_, ask| {
        assert_eq!(ask.seat, 0, "one ask a turn");
        answer(numbers.next().expect("a number"), ask)
    })
}

fn play(params: &RatRaceParams, choose: Chooser) -> MatchOutcome {
    let mut bot = Bot::new(choose);
    play_with(params, RatRaceDialect::Turns, |_, ask| reply(bot.answer(ask)))
}

fn details(outcome: &MatchOutcome) -> RatRaceDetails {
    serde_json::from_value(outcome.details.clone()).expect("details")
}

/// The results that must be equal in matches that only differ in how they were played.
fn essence(outcome: &MatchOutcome) -> (Vec<f64>, u32, u64, u64, u64) {
    let RatRaceDetails { turns, population, best_fitness, moves, .. } = details(outcome);
    (outcome.scores.clone(), turns, population, best_fitness, moves)
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let params = params(|_| {});
    assert_eq!(play(&params, color_score), play(&params, color_score));
}

#[test]
fn remembering_moves_changes_nothing_but_what_is_asked() {
    for choose in [color_score as Chooser, pure_score] {
        let with = play(&params(|_| {}), choose);
        let without = play(&params(|params| params.remember = false), choose);
        let unaudited = play(&params(|params| params.audit = 0), choose);
        assert_eq!(essence(&with), essence(&without));
        assert_eq!(essence(&with), essence(&unaudited));
        assert!(details(&with).asked < details(&without).asked / 2);
        assert_eq!(details(&without).asked, details(&without).moves);
        assert_eq!(details(&unaudited).audited, 0);
        assert!(details(&with).audited > 0);
        assert_eq!(details(&with).caught_keeping_data, None);
    }
}

#[test]
fn both_dialects_play_the_same_match_with_a_pure_bot() {
    let params = params(|params| params.turns = 60);
    let bot = Bot::new(pure_score);
    let plain = play_with(&params, RatRaceDialect::Plain, |_, ask| reply(bot.answer_plain(ask)));
    assert_eq!(essence(&plain), essence(&play(&params, pure_score)));
}

#[test]
fn a_process_that_is_replaced_in_the_middle_changes_nothing() {
    let params = params(|_| {});
    let mut bot = Bot::new(color_score);
    let replaced = play_with(&params, RatRaceDialect::Turns, |number, ask| {
        if number % 7 == 3 {
            bot = Bot::new(color_score);
            return AskOutcome::Lost;
        }
        reply(bot.answer(ask))
    });
    assert_eq!(replaced, play(&params, color_score));
}

#[test]
fn a_bot_that_keeps_data_is_caught_and_asked_every_time_from_then_on() {
    use std::cell::Cell;
    thread_local!(static CALLS: Cell<u32> = const { Cell::new(0) });
    let outcome = play(&params(|params| params.audit = 8), |_| {
        let calls = CALLS.replace(CALLS.get() + 1);
        Ok(Move::new(1, (calls % 3) as i32 - 1).expect("a step forward"))
    });
    let RatRaceDetails { caught_keeping_data, asked, moves, .. } = details(&outcome);
    assert!(caught_keeping_data.expect("it is caught") < 50);
    assert!(asked > moves * 9 / 10);
}

/// Plays until ask 5 and gives it this answer. The match must end there with a score of 1.
fn ruling_on(bytes: impl Fn(&SeatAsk) -> Vec<u8>) -> FaultCause {
    let mut bot = Bot::new(color_score);
    let outcome = play_with(&params(|_| {}), RatRaceDialect::Turns, |number, ask| match number {
        5 => reply(bytes(ask)),
        6.. => panic!("the match goes on"),
        _ => reply(bot.answer(ask)),
    });
    assert_eq!((outcome.scores, outcome.details["turns"].as_u64()), (vec![1.0], Some(5)));
    let [ruling] = outcome.answer_faults.as_slice() else { panic!("no ruling") };
    ruling.cause.clone()
}

#[test]
fn a_bad_answer_ends_the_match_with_a_score_of_1() {
    let name = |cause: FaultCause| cause.name();
    assert_eq!(name(ruling_on(|_| b"\n".to_vec())), "malformed");
    assert_eq!(name(ruling_on(|_| b"5 f\n".to_vec())), "malformed");
    assert_eq!(name(ruling_on(|_| b"4 ffffff\n".to_vec())), "malformed");
    assert_eq!(name(ruling_on(|_| b"5 ! illegal move (2,0)\n".to_vec())), "illegal");
    let raised = ruling_on(|_| b"5 ! raised ZeroDivisionError: division by zero\n".to_vec());
    assert_eq!(raised.to_string(), "crashed: the submission raised ZeroDivisionError: division by zero");
}

#[test]
fn a_fault_of_the_seat_ends_the_match_with_a_score_of_1() {
    let late = Fault {
        cause: FaultCause::Late { limit: Duration::from_secs(1) },
        evidence: FaultEvidence::default(),
    };
    let outcome = play_with(&params(|_| {}), RatRaceDialect::Turns, |_, _| AskOutcome::Fault(late.clone()));
    assert_eq!(outcome.scores, [1.0]);
    assert_eq!(outcome.ended, "late: no answer within 1.000 s");
    assert!(outcome.answer_faults.is_empty(), "the seat has reported it already");
}

#[test]
fn the_budget_grows_with_what_is_asked() {
    let params = params(|params| (params.turn_ms, params.move_us) = (100, 1000));
    play_with(&params, RatRaceDialect::Turns, |number, ask| {
        if number == 0 {
            assert_eq!(ask.limits.time, Duration::from_millis(100 + 15));
        }
        AskOutcome::Fault(Fault {
            cause: FaultCause::Closed { what: String::new() },
            evidence: FaultEvidence::default(),
        })
    });
}
