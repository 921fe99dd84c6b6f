//! A seat in which nobody sits, but something in this process answers.

use std::fmt;

use super::Answered;
use rathaus_games::{Answer, Ask};

/// The seat of what answers by a function, as where a game is tried without bots.
pub struct Puppet(Box<dyn FnMut(&Ask) -> Answer>);

impl Puppet {
    /// One that answers like this.
    pub fn new(answer: impl FnMut(&Ask) -> Answer + 'static) -> Puppet {
        Puppet(Box::new(answer))
    }

    pub(super) fn ask(&mut self, ask: Ask) -> Answered {
        let answer = (self.0)(&ask);
        Answered { sent: ask.bytes, answer }
    }
}

impl fmt::Debug for Puppet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Puppet")
    }
}
