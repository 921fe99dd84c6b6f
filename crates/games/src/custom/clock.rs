//! The clock of a seat, which runs while the seat is asked.

use std::time::Duration;

use rathaus_protocol::external::SeatClock;

/// A clock with what is left on it. It counts whole microseconds, as recordings do, so that a match
/// that is played again from its recording has the same clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RunningClock {
    settings: SeatClock,
    left_us: u64,
    /// How many answers there were.
    answers: u32,
}

impl RunningClock {
    /// A clock that was just set.
    pub(super) fn new(settings: SeatClock) -> RunningClock {
        RunningClock { settings, left_us: settings.ms * 1_000, answers: 0 }
    }

    /// The time limit of the next answer: what is left, and the margin.
    pub(super) fn limit(&self) -> Duration {
        Duration::from_micros(self.left_us) + Duration::from_millis(self.settings.margin_ms)
    }

    /// What is left, in whole milliseconds.
    pub(super) fn left_ms(&self) -> u64 {
        self.left_us / 1_000
    }

    /// Counts an answer that took this long.
    pub(super) fn answer(&mut self, took: Duration) {
        self.run(took);
        self.answers = self.answers.saturating_add(1);
        self.left_us += self.settings.increment_ms * 1_000;
        if self.settings.moves.is_some_and(|moves| self.answers.is_multiple_of(moves)) {
            self.left_us += self.settings.ms * 1_000;
        }
    }

    /// Counts the time until a fault.
    pub(super) fn run(&mut self, took: Duration) {
        let took = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.left_us = self.left_us.saturating_sub(took);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_taken_and_added() {
        let settings = SeatClock { seat: 0, ms: 1_000, increment_ms: 100, moves: Some(2), margin_ms: 50 };
        let mut clock = RunningClock::new(settings);
        assert_eq!((clock.left_ms(), clock.limit()), (1_000, Duration::from_millis(1_050)));
        clock.answer(Duration::from_micros(300_999));
        assert_eq!((clock.left_ms(), clock.limit()), (799, Duration::from_micros(849_001)));
        // The time of the second period is added. What the margin forgives is not owed.
        clock.answer(Duration::from_millis(820));
        assert_eq!(clock.left_ms(), 1_100);
        clock.run(Duration::from_millis(1_000));
        assert_eq!(clock.left_ms(), 100);
        clock.run(Duration::MAX);
        assert_eq!((clock.left_ms(), clock.limit()), (0, Duration::from_millis(50)));
    }
}
