//! Observers, which see everything that happens in a match.

use std::pin::Pin;

use serde::{Deserialize, Serialize};

use crate::{AskOutcome, Fault, FaultEvidence, LiveMatch, SeatAsk};

/// A fault and the seat that committed it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatFault {
    /// The seat, from 0.
    pub seat: usize,
    /// The turn of the match, from 1.
    pub turn: usize,
    /// What the bot did wrong.
    #[serde(flatten)]
    pub fault: Fault,
}

/// The requests of one turn and their replies. All vectors but `stderr` have one element per
/// request.
#[derive(Debug, Clone, Default)]
pub struct TurnRequestsAndReplies {
    /// The number of the turn, from 1.
    pub turn: usize,
    /// The seats.
    pub seats: Vec<usize>,
    /// The bytes that were sent.
    pub sent: Vec<Vec<u8>>,
    /// How many bytes at the front of `sent` only introduce the question.
    pub introduction_bytes: Vec<usize>,
    /// The replies.
    pub answers: Vec<AskOutcome>,
    /// What bots wrote to stderr for these requests: the seat and the text, for those that wrote
    /// something. Nothing in a match depends on it.
    pub stderr: Vec<(usize, String)>,
}

impl TurnRequestsAndReplies {
    /// Whether all replies were lost, so that the game asks the same again.
    pub fn is_lost(&self) -> bool {
        self.answers.iter().all(|answer| *answer == AskOutcome::Lost) && !self.answers.is_empty()
    }

    /// The faults among the replies. Faults that the game found are not included.
    pub fn faults(&self) -> impl Iterator<Item = SeatFault> + '_ {
        self.seats.iter().zip(&self.answers).filter_map(|(seat, answer)| match answer {
            AskOutcome::Fault(fault) => {
                Some(SeatFault { seat: *seat, turn: self.turn, fault: fault.clone() })
            }
            _ => None,
        })
    }

    /// The evidence for a fault that the game found in the reply to the request at this index.
    pub fn evidence(&self, ask: usize) -> FaultEvidence {
        let sent = FaultEvidence::excerpt(&self.sent[ask][self.introduction_bytes[ask]..]);
        match &self.answers[ask] {
            AskOutcome::Reply { bytes, took, cpu } => FaultEvidence {
                sent,
                said: FaultEvidence::excerpt(bytes),
                took: *took,
                cpu: *cpu,
                ..FaultEvidence::default()
            },
            AskOutcome::Fault(_) | AskOutcome::Lost => FaultEvidence { sent, ..FaultEvidence::default() },
        }
    }
}

/// A pause that an observer requests. The match waits for it, and ends there if it never completes.
pub type PauseFuture<'a> = Pin<Box<dyn Future<Output = ()> + 'a>>;

/// Watches a match without being able to change it. All methods do nothing by default.
pub trait Observer {
    /// The game made a step.
    fn step(&mut self, game: &dyn LiveMatch) {
        let _ = game;
    }

    /// These requests are about to be sent, in this turn of the match, from 1.
    fn asking(&mut self, turn: usize, asks: &[SeatAsk]) {
        let _ = (turn, asks);
    }

    /// All replies of a turn have arrived.
    fn exchanged(&mut self, exchange: &TurnRequestsAndReplies) {
        let _ = exchange;
    }

    /// The program of a custom game replied.
    fn consulted(&mut self, exchange: &TurnRequestsAndReplies) {
        let _ = exchange;
    }

    /// A fault was found.
    fn found(&mut self, fault: &SeatFault) {
        let _ = fault;
    }

    /// The match is over.
    fn over(&mut self, game: &dyn LiveMatch) {
        let _ = game;
    }

    /// Requests a pause, before the next request of the game or at its end. The match continues
    /// after the pause.
    fn pause<'a>(&'a mut self, game: &'a dyn LiveMatch) -> Option<PauseFuture<'a>> {
        let _ = game;
        None
    }
}

/// Ignores everything.
impl Observer for () {}

/// The methods of an [`Observer`] that forwards to all observers of a collection.
macro_rules! each_looks_on {
    () => {
        fn step(&mut self, game: &dyn LiveMatch) {
            self.iter_mut().for_each(|observer| observer.step(game));
        }

        fn asking(&mut self, turn: usize, asks: &[SeatAsk]) {
            self.iter_mut().for_each(|observer| observer.asking(turn, asks));
        }

        fn exchanged(&mut self, exchange: &TurnRequestsAndReplies) {
            self.iter_mut().for_each(|observer| observer.exchanged(exchange));
        }

        fn consulted(&mut self, exchange: &TurnRequestsAndReplies) {
            self.iter_mut().for_each(|observer| observer.consulted(exchange));
        }

        fn found(&mut self, fault: &SeatFault) {
            self.iter_mut().for_each(|observer| observer.found(fault));
        }

        fn over(&mut self, game: &dyn LiveMatch) {
            self.iter_mut().for_each(|observer| observer.over(game));
        }
    };
}

impl<const N: usize> Observer for [&mut dyn Observer; N] {
    each_looks_on!();

    fn pause<'a>(&'a mut self, game: &'a dyn LiveMatch) -> Option<PauseFuture<'a>> {
        let pauses: Vec<PauseFuture<'a>> =
            self.iter_mut().filter_map(|observer| observer.pause(game)).collect();
        if pauses.is_empty() {
            return None;
        }
        Some(Box::pin(async move {
            for pause in pauses {
                pause.await;
            }
        }))
    }
}

impl<O: Observer> Observer for Option<O> {
    each_looks_on!();

    fn pause<'a>(&'a mut self, game: &'a dyn LiveMatch) -> Option<PauseFuture<'a>> {
        self.as_mut().and_then(|observer| observer.pause(game))
    }
}
