//! Plays one match: carries a game's asks to the seats and their answers back.
//!
//! Architecture invariant: a fault of a bot ends up in the match's result, with its evidence, and never as an error here.

mod faults;
mod program;
#[cfg(test)]
mod tests;
mod tracer;

use futures_util::future::join_all;
use serde::{Deserialize, Serialize};

use crate::seat::{Answered, Seat, Void};
use rathaus_games::{Answer, Ask, Evidence, Fault, Game, Outcome, Ruling, Step, Turn};

use faults::Faults;
pub use tracer::{DIALOGUE, Tracer};

/// How a match went.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// What the bots did wrong, in the order in which it was found.
    pub faults: Vec<SeatFault>,
}

/// A fault and whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatFault {
    /// The seat of the bot, from 0.
    pub seat: usize,
    /// In which turn of the match, from 1, as the asks of it are counted.
    pub turn: usize,
    /// What it did.
    #[serde(flatten)]
    pub fault: Fault,
}

/// Somebody who looks on while a match is played, and cannot change it.
pub trait Witness {
    /// The game has made a step.
    fn step(&mut self, game: &dyn Game) {
        let _ = game;
    }

    /// Seats are about to be asked, in this turn of the match, from 1.
    fn asking(&mut self, turn: usize, asks: &[Ask]) {
        let _ = (turn, asks);
    }

    /// Seats have been asked, and this is what became of it.
    fn exchanged(&mut self, exchange: &Exchange) {
        let _ = exchange;
    }

    /// The program that has the rules has been asked, and this is what it said. Nothing becomes known of it that its game does not show.
    fn consulted(&mut self, exchange: &Exchange) {
        let _ = exchange;
    }

    /// Something has been found wrong.
    fn found(&mut self, fault: &SeatFault) {
        let _ = fault;
    }

    /// The match is over.
    fn over(&mut self, game: &dyn Game) {
        let _ = game;
    }

    /// Nobody is asked anything, the game stands before its next question or at its end, and goes on when this is done.
    fn rest(&mut self, game: &dyn Game) -> impl Future<Output = ()> {
        let _ = game;
        std::future::ready(())
    }
}

/// Nobody looks on.
impl Witness for () {}

/// Somebody looks on, or nobody.
impl<W: Witness> Witness for Option<W> {
    fn step(&mut self, game: &dyn Game) {
        self.iter_mut().for_each(|witness| witness.step(game));
    }

    fn asking(&mut self, turn: usize, asks: &[Ask]) {
        self.iter_mut().for_each(|witness| witness.asking(turn, asks));
    }

    fn exchanged(&mut self, exchange: &Exchange) {
        self.iter_mut().for_each(|witness| witness.exchanged(exchange));
    }

    fn consulted(&mut self, exchange: &Exchange) {
        self.iter_mut().for_each(|witness| witness.consulted(exchange));
    }

    fn found(&mut self, fault: &SeatFault) {
        self.iter_mut().for_each(|witness| witness.found(fault));
    }

    fn over(&mut self, game: &dyn Game) {
        self.iter_mut().for_each(|witness| witness.over(game));
    }

    async fn rest(&mut self, game: &dyn Game) {
        if let Some(witness) = self {
            witness.rest(game).await;
        }
    }
}

/// Somebody else's witness looks on.
impl<W: Witness> Witness for &mut W {
    fn step(&mut self, game: &dyn Game) {
        (**self).step(game);
    }

    fn asking(&mut self, turn: usize, asks: &[Ask]) {
        (**self).asking(turn, asks);
    }

    fn exchanged(&mut self, exchange: &Exchange) {
        (**self).exchanged(exchange);
    }

    fn consulted(&mut self, exchange: &Exchange) {
        (**self).consulted(exchange);
    }

    fn found(&mut self, fault: &SeatFault) {
        (**self).found(fault);
    }

    fn over(&mut self, game: &dyn Game) {
        (**self).over(game);
    }

    async fn rest(&mut self, game: &dyn Game) {
        (**self).rest(game).await;
    }
}

/// Two look on.
impl<A: Witness, B: Witness> Witness for (A, B) {
    fn step(&mut self, game: &dyn Game) {
        self.0.step(game);
        self.1.step(game);
    }

    fn asking(&mut self, turn: usize, asks: &[Ask]) {
        self.0.asking(turn, asks);
        self.1.asking(turn, asks);
    }

    fn exchanged(&mut self, exchange: &Exchange) {
        self.0.exchanged(exchange);
        self.1.exchanged(exchange);
    }

    fn consulted(&mut self, exchange: &Exchange) {
        self.0.consulted(exchange);
        self.1.consulted(exchange);
    }

    fn found(&mut self, fault: &SeatFault) {
        self.0.found(fault);
        self.1.found(fault);
    }

    fn over(&mut self, game: &dyn Game) {
        self.0.over(game);
        self.1.over(game);
    }

    async fn rest(&mut self, game: &dyn Game) {
        self.0.rest(game).await;
        self.1.rest(game).await;
    }
}

/// Plays the game to its end with the bots in these seats, unless the host cannot do its part. A game whose rules are a program has that in a
/// seat behind them; if it fails, the match is void.
pub async fn play(
    game: &mut dyn Game,
    seats: &mut [Seat],
    witness: &mut impl Witness,
) -> Result<Played, Void> {
    let mut faults = Faults::default();
    let mut exchange = Exchange::default();
    let mut consulted = Exchange::default();
    let mut step = game.start();
    loop {
        witness.step(game);
        match step {
            Step::Turn(Turn { asks, rulings }) => {
                faults.extend(exchange.ruled(&rulings, seats).await, witness);
                witness.rest(game).await;
                let turn = exchange.next_turn();
                witness.asking(turn, &asks);
                exchange = Exchange::make(turn, asks, seats).await?;
                witness.exchanged(&exchange);
                faults.extend(exchange.faults(), witness);
                step = game.resume(&exchange.answers);
            }
            Step::Consult(ask) => {
                consulted = Exchange::make(exchange.turn, vec![ask], seats).await?;
                witness.consulted(&consulted);
                program::has_answered(&consulted)?;
                step = game.resume(&consulted.answers);
            }
            Step::Void(why) => return Err(program::makes_no_sense(why, &consulted, seats).await),
            Step::Over(outcome) => {
                witness.over(game);
                faults.extend(exchange.ruled(&outcome.rulings, seats).await, witness);
                witness.rest(game).await;
                return Ok(Played { outcome, faults: faults.found });
            }
        }
    }
}

/// The asks of one turn and what became of them, kept until the game has ruled on it.
#[derive(Debug, Clone, Default)]
pub struct Exchange {
    /// The number of the turn, from 1.
    pub turn: usize,
    /// Who was asked.
    pub seats: Vec<usize>,
    /// What each of them was sent.
    pub sent: Vec<Vec<u8>>,
    /// How many bytes at the front of that introduce the question.
    pub introduced: Vec<usize>,
    /// What became of it.
    pub answers: Vec<Answer>,
}

impl Exchange {
    /// Asks all seats at once.
    async fn make(turn: usize, asks: Vec<Ask>, seats: &mut [Seat]) -> Result<Exchange, Void> {
        let mut free: Vec<Option<&mut Seat>> = seats.iter_mut().map(Some).collect();
        let (asked, introduced) = asks.iter().map(|ask| (ask.seat, ask.introduced)).unzip();
        let answered = join_all(asks.into_iter().map(|ask| {
            let seat = free[ask.seat].take().expect("a game asks a seat at most once a turn");
            seat.ask(ask)
        }))
        .await;
        let answered: Vec<Answered> = answered.into_iter().collect::<Result<_, _>>()?;
        let (sent, answers) = answered.into_iter().map(|answered| (answered.sent, answered.answer)).unzip();
        Ok(Exchange { turn, seats: asked, sent, introduced, answers })
    }

    /// The number of the next turn. It is the same one again if nobody got to answer, so that the count does not depend on what
    /// happened to others in the same process.
    fn next_turn(&self) -> usize {
        if self.is_lost() { self.turn } else { self.turn + 1 }
    }

    /// Whether nobody got to answer, so that the same is asked again.
    pub fn is_lost(&self) -> bool {
        self.answers.iter().all(|answer| *answer == Answer::Lost) && !self.answers.is_empty()
    }

    /// The faults that the seats found.
    fn faults(&self) -> impl Iterator<Item = SeatFault> + '_ {
        self.seats.iter().zip(&self.answers).filter_map(|(seat, answer)| match answer {
            Answer::Fault(fault) => Some(SeatFault { seat: *seat, turn: self.turn, fault: fault.clone() }),
            _ => None,
        })
    }

    /// The faults that the game found, with the evidence that it cannot have.
    async fn ruled(&self, rulings: &[Ruling], seats: &[Seat]) -> Vec<SeatFault> {
        let mut faults = Vec::new();
        for ruling in rulings {
            let seat = self.seats[ruling.ask];
            let mut evidence = self.evidence(ruling.ask);
            evidence.stderr = seats[seat].stderr().await;
            faults.push(SeatFault {
                seat,
                turn: self.turn,
                fault: Fault { cause: ruling.cause.clone(), evidence },
            });
        }
        faults
    }

    fn evidence(&self, ask: usize) -> Evidence {
        let sent = Evidence::excerpt(&self.sent[ask][self.introduced[ask]..]);
        match &self.answers[ask] {
            Answer::Reply { bytes, took, cpu } => Evidence {
                sent,
                said: Evidence::excerpt(bytes),
                took: *took,
                cpu: *cpu,
                ..Evidence::default()
            },
            Answer::Fault(_) | Answer::Lost => Evidence { sent, ..Evidence::default() },
        }
    }
}
