//! A seat without a process: a function replies.

use std::fmt;

use rathaus_games::{Answer, Ask};

use super::{Answered, Seat, Void};

/// Replies to a request, unless the host cannot.
type Script = dyn FnMut(&Ask) -> Result<Answer, Void>;

/// The seat of a scripted bot, or of a bot in a recording.
pub struct ScriptedSeat(Box<Script>);

impl ScriptedSeat {
    /// A seat that replies by this function.
    pub fn seat(reply: impl FnMut(&Ask) -> Result<Answer, Void> + 'static) -> Seat {
        Seat::Scripted(ScriptedSeat(Box::new(reply)))
    }

    pub(super) fn ask(&mut self, ask: Ask) -> Result<Answered, Void> {
        let answer = (self.0)(&ask)?;
        Ok(Answered { sent: ask.bytes, answer })
    }
}

impl fmt::Debug for ScriptedSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ScriptedSeat")
    }
}
