//! The choice of remembered moves to ask again, to catch bots that keep data between calls.

use super::params::RatRaceParams;
use crate::random::RandomStream;

/// Decides which remembered moves are asked again.
#[derive(Debug, Clone)]
pub struct MoveAuditSampler {
    stream: RandomStream,
    /// The mean distance between two audited moves, or 0 for no audits.
    every: u64,
    /// How many places to skip before the next audit.
    gap: u64,
}

impl MoveAuditSampler {
    /// An audit that draws its gaps from `stream`.
    pub fn new(params: &RatRaceParams, stream: RandomStream) -> MoveAuditSampler {
        let mut audit = MoveAuditSampler { stream, every: params.audit.into(), gap: 0 };
        audit.gap = audit.draw();
        audit
    }

    /// Calls `tell` with the places that are due in this turn, in ascending order. A move that is
    /// remembered there is asked again. The audit counts through the places of all turns as one
    /// long row.
    pub fn go_through(&mut self, places: usize, mut tell: impl FnMut(u32)) {
        let places = places as u64;
        while self.gap < places {
            tell(self.gap as u32);
            self.gap += 1 + self.draw();
        }
        self.gap -= places;
    }

    /// Draws how many places to skip. The number is uniform from 0 to twice its mean, so that bots
    /// cannot predict audits.
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

    /// One in `every` places is due, whatever the number of places in a turn. With 0, none is.
    #[test]
    fn one_in_so_many_places_is_due() {
        for (every, expected) in [(1, 100_000), (8, 12_500), (256, 390), (0, 0)] {
            let mut audit = MoveAuditSampler::new(
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
