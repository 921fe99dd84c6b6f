//! A seat without a process: a function replies.

use std::fmt;

use rathaus_games::{AskOutcome, SeatAsk};

use super::{AnsweredAsk, Seat, VoidMatch};

/// Replies to a request, with text for stderr, or voids the match if the host fails.
type ScriptFunction = dyn FnMut(&SeatAsk) -> Result<(AskOutcome, String), VoidMatch>;

/// The seat of a scripted bot, or of a bot in a recording.
pub struct ScriptedSeat(Box<ScriptFunction>);

impl ScriptedSeat {
    /// A seat that calls this function for each request.
    pub fn seat(mut reply: impl FnMut(&SeatAsk) -> Result<AskOutcome, VoidMatch> + 'static) -> Seat {
        ScriptedSeat::with_stderr(move |ask| Ok((reply(ask)?, String::new())))
    }

    /// A seat that also has a stderr.
    pub fn with_stderr(
        reply: impl FnMut(&SeatAsk) -> Result<(AskOutcome, String), VoidMatch> + 'static,
    ) -> Seat {
        Seat::Scripted(ScriptedSeat(Box::new(reply)))
    }

    pub(super) fn ask(&mut self, ask: SeatAsk) -> Result<AnsweredAsk, VoidMatch> {
        let (answer, stderr) = (self.0)(&ask)?;
        Ok(AnsweredAsk { sent: ask.bytes, answer, stderr })
    }
}

impl fmt::Debug for ScriptedSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ScriptedSeat")
    }
}
