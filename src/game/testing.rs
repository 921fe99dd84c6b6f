//! For tests: games that are played without any process.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{Answer, Ask, Game, Outcome, Step};

/// Plays a game to its end. A function that may look at the game answers what is asked.
pub(crate) fn play<G: Game>(game: &mut G, mut answer: impl FnMut(&G, &Ask) -> Answer) -> Outcome {
    let mut step = game.start();
    while let Step::Turn(turn) = step {
        let seats: BTreeSet<usize> = turn.asks.iter().map(|ask| ask.seat).collect();
        assert_eq!(seats.len(), turn.asks.len(), "a game asks a seat at most once a turn");
        let answers: Vec<Answer> = turn.asks.iter().map(|ask| answer(game, ask)).collect();
        step = game.resume(&answers);
    }
    step.outcome().expect("a game of this house asks until it is over")
}

/// An answer that took no time.
pub(crate) fn reply(bytes: impl Into<Vec<u8>>) -> Answer {
    Answer::Reply { bytes: bytes.into(), took: Duration::ZERO, cpu: None }
}
