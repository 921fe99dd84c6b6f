//! Which of the remembered moves are asked again, to catch bots that keep data between calls.

use super::params::Params;
use crate::game::random::Stream;

/// Decides which remembered moves are asked again.
#[derive(Debug, Clone)]
pub struct Audit {
    stream: Stream,
    /// The mean distance between two audited moves, 0 for none.
    every: u64,
    /// How many remembered moves are still to pass until one is audited: at least 1.
    countdown: u64,
}

impl Audit {
    /// Audits are drawn from the stream.
    pub fn new(params: &Params, stream: Stream) -> Audit {
        let mut audit = Audit { stream, every: params.audit.into(), countdown: 0 };
        audit.countdown = audit.draw();
        audit
    }

    /// Goes through the codes of moves, 0 for those that are not known, and tells of each its place, whether it is known, and whether it is audited.
    #[inline]
    pub fn go_through(&mut self, known: &[u8], mut tell: impl FnMut(usize, bool, bool)) {
        // In a variable, which can be in a register.
        let mut countdown = self.countdown;
        for (place, code) in known.iter().enumerate() {
            let is_known = *code != 0;
            countdown -= u64::from(is_known);
            let is_due = countdown == 0;
            if is_due {
                countdown = self.draw();
            }
            tell(place, is_known, is_due);
        }
        self.countdown = countdown;
    }

    /// Draws the distance to the next audited move: from 1 to twice the mean, so that nobody can count on it.
    #[cold]
    fn draw(&mut self) -> u64 {
        match self.every {
            0 => u64::MAX,
            every => 1 + self.stream.below(2 * every - 1),
        }
    }
}
