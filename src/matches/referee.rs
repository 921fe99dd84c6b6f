//! Plays one match: carries the requests of a game to the seats and their answers back.
//!
//! Architecture invariant: a bot's fault goes into the result of the match, with its evidence. It
//! is never an error here.

mod faults;
mod program;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use rathaus_games::{
    AskBatch, Fault, LiveMatch, MatchOutcome, MatchStep, Observer, RejectedAnswer, SeatAsk, SeatFault,
    TurnRequestsAndReplies,
};

use super::MatchResult;
use crate::seats::{self, AnsweredAsk, Seat, VoidMatch};
use faults::FaultLog;

/// Plays the game to its end. `seats` holds the bots, then the program of a custom game. The match
/// is void if the host or that program fails. The time of observers' pauses does not count.
pub async fn play(
    game: &mut dyn LiveMatch,
    seats: &mut [Seat],
    observer: &mut dyn Observer,
) -> Result<MatchResult, VoidMatch> {
    let begin = Instant::now();
    let mut faults = FaultLog::default();
    let mut paused = Duration::ZERO;
    let mut last = TurnRequestsAndReplies::default();
    let mut consulted = TurnRequestsAndReplies::default();
    seats::start_together(seats).await;
    let mut step = game.start();
    loop {
        observer.step(game);
        match step {
            MatchStep::Turn(AskBatch { asks, answer_faults, tells }) => {
                faults.extend(ruled(&last, &answer_faults, seats).await, observer);
                paused += pause(observer, game).await;
                for tell in tells {
                    let seat = tell.seat;
                    seats[seat].tell(tell).await?;
                }
                let turn = next_turn(&last);
                observer.asking(turn, &asks);
                last = exchange(turn, asks, seats).await?;
                observer.exchanged(&last);
                faults.extend(last.faults(), observer);
                step = game.resume(&last.answers);
            }
            MatchStep::Consult(ask) => {
                consulted = exchange(last.turn, vec![ask], seats).await?;
                observer.consulted(&consulted);
                program::has_answered(&consulted)?;
                step = game.resume(&consulted.answers);
            }
            MatchStep::Void(why) => return Err(program::makes_no_sense(why, &consulted, seats).await),
            MatchStep::Over(outcome) => {
                observer.over(game);
                faults.extend(ruled(&last, &outcome.answer_faults, seats).await, observer);
                paused += pause(observer, game).await;
                let MatchOutcome { scores, ended, details, tells, is_cut_short, .. } = outcome;
                if is_cut_short {
                    seats.iter_mut().skip(scores.len()).for_each(Seat::play_no_more);
                }
                let took = begin.elapsed().saturating_sub(paused);
                seats::say_last_words(seats, tells).await;
                return Ok(MatchResult { scores, ended, details, faults: faults.found, took });
            }
        }
    }
}

/// Sends all requests of a turn and waits for all answers.
async fn exchange(
    turn: usize,
    asks: Vec<SeatAsk>,
    seats: &mut [Seat],
) -> Result<TurnRequestsAndReplies, VoidMatch> {
    let mut free: Vec<Option<&mut Seat>> = seats.iter_mut().map(Some).collect();
    let (asked, introduction_bytes): (Vec<usize>, _) =
        asks.iter().map(|ask| (ask.seat, ask.introduction_bytes)).unzip();
    let answered = join_all(asks.into_iter().map(|ask| {
        let seat = free[ask.seat].take().expect("a game asks a seat at most once a turn");
        seat.ask(ask)
    }))
    .await;
    let answered: Vec<AnsweredAsk> = answered.into_iter().collect::<Result<_, _>>()?;
    let mut stderr = Vec::new();
    let answered = asked.iter().zip(answered).map(|(seat, answered)| {
        if !answered.stderr.is_empty() {
            stderr.push((*seat, answered.stderr));
        }
        (answered.sent, answered.answer)
    });
    let (sent, answers) = answered.unzip();
    Ok(TurnRequestsAndReplies { turn, seats: asked, sent, introduction_bytes, answers, stderr })
}

/// The number of the next turn. It does not change if no seat could reply, so that the count does
/// not depend on other matches in the same process.
fn next_turn(exchange: &TurnRequestsAndReplies) -> usize {
    if exchange.is_lost() { exchange.turn } else { exchange.turn + 1 }
}

/// The faults that the game found, with evidence and stderr that only the host has.
async fn ruled(
    exchange: &TurnRequestsAndReplies,
    answer_faults: &[RejectedAnswer],
    seats: &[Seat],
) -> Vec<SeatFault> {
    let mut faults = Vec::new();
    for ruling in answer_faults {
        let seat = exchange.seats[ruling.ask];
        let mut evidence = exchange.evidence(ruling.ask);
        evidence.stderr = seats[seat].stderr().await;
        let fault = Fault { cause: ruling.cause.clone(), evidence };
        faults.push(SeatFault { seat, turn: exchange.turn, fault });
    }
    faults
}

/// Waits as long as the observer wants, and returns how long that was.
async fn pause(observer: &mut dyn Observer, game: &dyn LiveMatch) -> Duration {
    let Some(pause) = observer.pause(game) else { return Duration::ZERO };
    let begin = Instant::now();
    pause.await;
    begin.elapsed()
}
