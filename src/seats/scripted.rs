//! A seat without a process: a function replies.

use std::fmt;

use rathaus_games::{AskOutcome, SeatAsk};

use super::{AnsweredAsk, Seat, VoidMatch};

/// Replies to a request, or voids the match if the host fails.
type ScriptFunction = dyn FnMut(&SeatAsk) -> Result<AskOutcome, VoidMatch>;

/// The seat of a scripted bot, or of a bot in a recording.
pub struct ScriptedSeat(Box<ScriptFunction>);

impl ScriptedSeat {
    /// A seat that calls this function for each request.
    pub fn seat(reply: impl FnMut(&SeatAsk) -> Result<AskOutcome, VoidMatch> + 'static) -> Seat {
        Seat::Scripted(ScriptedSeat(Box::new(reply)))
    }

    pub(super) fn ask(&mut self, ask: SeatAsk) -> Result<AnsweredAsk, VoidMatch> {
        let answer = (self.0)(&ask)?;
        Ok(AnsweredAsk { sent: ask.bytes, answer })
    }
}

impl fmt::Debug for ScriptedSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ScriptedSeat")
    }
}
