//! Records what happens in a trial match.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant, SystemTime};

use rathaus_games::{
    AskOutcome, FaultCause, LiveMatch, Observer, PauseFuture, SeatAsk, SeatFault, Seed,
    TurnRequestsAndReplies,
};
use rathaus_protocol::external::GameFrame;

use super::{TrialEnd, TrialMatchObservations};

/// The seats that were asked and have not answered, with the time at which they were asked. The
/// record and the caller share it, because the match holds the record.
#[derive(Debug, Clone, Default)]
pub(super) struct PendingSeats(Rc<RefCell<Option<(Instant, AskedSeats)>>>);

type AskedSeats = Vec<usize>;

impl PendingSeats {
    pub(super) fn since(&self) -> Option<Instant> {
        self.0.borrow().as_ref().map(|(since, _)| *since)
    }

    pub(super) fn seats(&self) -> Vec<usize> {
        self.0.borrow().as_ref().map(|(_, seats)| seats.clone()).unwrap_or_default()
    }

    /// The seats that were asked at least this long ago.
    pub(super) fn silent(&self, limit: Duration) -> Vec<usize> {
        if self.since().is_some_and(|since| since.elapsed() >= limit) { self.seats() } else { Vec::new() }
    }
}

/// An observer that keeps what a trial match shows.
#[derive(Default)]
pub(super) struct TrialRecord {
    pending: PendingSeats,
    /// The pauses before the next turns.
    delays: VecDeque<Duration>,
    answers: Vec<Vec<AskOutcome>>,
    time_limits: Vec<Vec<Duration>>,
    said: Vec<Vec<u8>>,
    took: Vec<Duration>,
    turns: usize,
    frames: usize,
    /// The last frame.
    shown: GameFrame,
    ruled: usize,
    faults: Vec<SeatFault>,
}

impl TrialRecord {
    pub(super) fn new(seats: usize, delays: Vec<Duration>) -> TrialRecord {
        let (answers, time_limits) = (vec![Vec::new(); seats], vec![Vec::new(); seats]);
        TrialRecord { answers, time_limits, delays: delays.into(), ..TrialRecord::default() }
    }

    pub(super) fn pending(&self) -> PendingSeats {
        self.pending.clone()
    }

    pub(super) fn observations(
        self,
        seed: Seed,
        (began, end): (SystemTime, TrialEnd),
        scores: Vec<f64>,
        printed: Vec<String>,
    ) -> TrialMatchObservations {
        let TrialRecord { answers, time_limits, said, took, turns, frames, ruled, faults, .. } = self;
        TrialMatchObservations {
            seats: answers.len(),
            seed,
            began,
            end,
            awaited: Vec::new(),
            silent: Vec::new(),
            answers,
            time_limits,
            said,
            took,
            turns,
            frames,
            ruled,
            faults,
            scores,
            printed,
        }
    }
}

impl Observer for TrialRecord {
    fn asking(&mut self, _turn: usize, asks: &[SeatAsk]) {
        for ask in asks {
            self.time_limits[ask.seat].push(ask.limits.time);
        }
        let seats = asks.iter().map(|ask| ask.seat).collect();
        *self.pending.0.borrow_mut() = Some((Instant::now(), seats));
    }

    fn step(&mut self, game: &dyn LiveMatch) {
        let Some(frame) = game.frame() else { return };
        if *frame != self.shown {
            self.shown = frame.clone();
            self.frames += 1;
        }
    }

    fn exchanged(&mut self, exchange: &TurnRequestsAndReplies) {
        *self.pending.0.borrow_mut() = None;
        self.turns += 1;
        for (seat, answer) in exchange.seats.iter().zip(&exchange.answers) {
            self.answers[*seat].push(answer.clone());
        }
    }

    fn consulted(&mut self, exchange: &TurnRequestsAndReplies) {
        if let [AskOutcome::Reply { bytes, took, .. }] = exchange.answers.as_slice() {
            self.said.push(bytes.clone());
            self.took.push(*took);
        }
    }

    fn found(&mut self, fault: &SeatFault) {
        let is_ruling =
            matches!(fault.fault.cause, FaultCause::Malformed { .. } | FaultCause::Illegal { .. });
        self.ruled += usize::from(is_ruling);
        self.faults.push(fault.clone());
    }

    fn pause<'a>(&'a mut self, _game: &'a dyn LiveMatch) -> Option<PauseFuture<'a>> {
        let delay = self.delays.pop_front()?;
        Some(Box::pin(tokio::time::sleep(delay)))
    }
}
