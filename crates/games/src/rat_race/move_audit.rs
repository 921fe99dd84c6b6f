//! Which of the remembered moves are asked again, to catch bots that keep data between calls.

use super::params::RatRaceParams;
use crate::random::RandomStream;

/// Decides which remembered moves are asked again.
#[derive(Debug, Clone)]
pub struct MoveAudit {
    stream: RandomStream,
    /// The mean distance between two audited moves, 0 for none.
    every: u64,
    /// How many places are left out until the next one is due.
    gap: u64,
}

impl MoveAudit {
    /// Audits are drawn from the stream.
    pub fn new(params: &RatRaceParams, stream: RandomStream) -> MoveAudit {
        let mut audit = MoveAudit { stream, every: params.audit.into(), gap: 0 };
        audit.gap = audit.draw();
        audit
    }

    /// Goes on through the places of a population, as if it went through one row of them turn after
    /// turn, and tells those that are due, in their order: if a move is remembered there, it is
    /// asked again.
    pub fn go_through(&mut self, places: usize, mut tell: impl FnMut(u32)) {
        let places = places as u64;
        while self.gap < places {
            tell(self.gap as u32);
            self.gap += 1 + self.draw();
        }
        self.gap -= places;
    }

    /// Draws how many places are left out: from 0 to twice the mean, so that nobody can count on
    /// it.
    fn draw(&mut self) -> u64 {
        match self.every {
            0 => u64::MAX / 2,
            every => self.stream.below(2 * every - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::random::Seed;

    use super::*;

    /// One in so many places, whatever their number in a turn, and none with 0.
    #[test]
    fn one_in_so_many_places_is_due() {
        for (every, expected) in [(1, 100_000), (8, 12_500), (256, 390), (0, 0)] {
            let mut audit = MoveAudit::new(
                &RatRaceParams { audit: every, ..RatRaceParams::default() },
                Seed(1).stream("audit"),
            );
            let mut due = 0_u32;
            for places in [7, 900, 93].into_iter().cycle().take(300) {
                let mut last = None;
                audit.go_through(places, |place| {
                    assert!((place as usize) < places && last < Some(place), "in their order");
                    last = Some(place);
                    due += 1;
                });
            }
            assert!(due.abs_diff(expected) <= expected / 8, "{due} instead of {expected}");
        }
    }
}
