//! Bots that live in this process and are spoken to in bytes, as their seat would do it.

use rathaus_protocol::lanes;
use rathaus_protocol::rat_race::bot::{Situation, TurnBot};
use rathaus_protocol::rat_race::{Move, SubmissionError};

use crate::game::Ask;

/// What a bot answers, without the number of its board.
pub(crate) fn answer<F>(bot: &mut TurnBot<F>, ask: &Ask) -> Vec<u8>
where
    F: FnMut(Situation<'_>) -> Result<Move, SubmissionError>,
{
    let (mut lines, mut out) = (Vec::new(), Vec::new());
    lanes::prefix(7, &ask.bytes, &mut lines);
    for line in lines.strip_suffix(b"\n").unwrap().split(|byte| *byte == b'\n') {
        bot.hear(line, &mut out).expect("a line of the protocol");
    }
    out.strip_prefix(b"7 ").expect("the number of the board").to_vec()
}
