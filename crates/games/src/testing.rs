//! Plays games without processes and simulates scores, for tests.

pub mod simulated;

use std::collections::BTreeSet;
use std::time::Duration;

use rathaus_protocol::match_numbers;
use rathaus_protocol::rat_race::bot::{MoveFunctionBot, MoveRequest};
use rathaus_protocol::rat_race::{Move, ReportedError};

use super::{AskOutcome, LiveMatch, MatchOutcome, MatchStep, SeatAsk};

/// Plays a game to its end. `answer` answers each ask and may inspect the game. Panics if the game
/// asks a seat twice in a turn or does not end with an outcome.
pub fn play<G: LiveMatch>(game: &mut G, mut answer: impl FnMut(&G, &SeatAsk) -> AskOutcome) -> MatchOutcome {
    let mut step = game.start();
    while let MatchStep::Turn(turn) = step {
        let seats: BTreeSet<usize> = turn.asks.iter().map(|ask| ask.seat).collect();
        assert_eq!(seats.len(), turn.asks.len(), "a game asks a seat at most once a turn");
        let answers: Vec<AskOutcome> = turn.asks.iter().map(|ask| answer(game, ask)).collect();
        step = game.resume(&answers);
    }
    step.outcome().expect("a built-in game asks until it is over")
}

/// An answer that took no time.
pub fn reply(bytes: impl Into<Vec<u8>>) -> AskOutcome {
    AskOutcome::Reply { bytes: bytes.into(), took: Duration::ZERO, cpu: None }
}

/// The reply of an in-process rat race bot to a request, without the board number.
pub fn turn_reply<F>(bot: &mut MoveFunctionBot<F>, ask: &SeatAsk) -> Vec<u8>
where
    F: FnMut(MoveRequest<'_>) -> Result<Move, ReportedError>,
{
    let (mut lines, mut out) = (Vec::new(), Vec::new());
    match_numbers::prefix(7, &ask.bytes, &mut lines);
    for line in lines.strip_suffix(b"\n").unwrap_or(&lines).split(|byte| *byte == b'\n') {
        bot.handle_line(line, &mut out).expect("a line of the protocol");
    }
    out.strip_prefix(b"7 ").expect("the number of the board").to_vec()
}
