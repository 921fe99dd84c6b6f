//! Playing a recorded match again, without any bot.

use rathaus_protocol::grid_routing::Phase;

use super::{CannotBegin, Choice, GridRouting, Params, Round, Stage};
use crate::{Answer, Game, Outcome, Seed, Step};

/// Plays a match of so many seats from its seed and the choices that counted, by the code that
/// played it. What is missing in the record is a choice of nothing.
pub fn replay(params: &Params, seats: usize, seed: Seed, rounds: &[Round]) -> Result<Outcome, CannotBegin> {
    let mut game = GridRouting::new(params, seats, seed)?;
    let mut step = game.start();
    while let Step::Turn(turn) = step {
        let answers: Vec<Answer> = turn.asks.iter().map(|ask| game.recorded(rounds, ask.seat)).collect();
        step = game.resume(&answers);
    }
    Ok(step.outcome().expect("this game asks until it is over"))
}

impl GridRouting {
    /// The answer of a seat to what is asked now, by the record.
    fn recorded(&self, rounds: &[Round], seat: usize) -> Answer {
        let choice = match self.now.stage {
            Stage::Phase(phase) => rounds.get(self.rounds.len()).and_then(|round| {
                let turns = match phase {
                    Phase::Destruction => &round.broken,
                    Phase::Activation => &round.owned,
                };
                turns.get(self.now.turn as usize)?.get(seat).copied()?
            }),
            Stage::End => None,
        };
        Answer::Reply { bytes: line(choice).into(), took: std::time::Duration::ZERO, cpu: None }
    }
}

fn line(choice: Choice) -> String {
    match choice {
        Some((x, y)) => format!("VERTEX {x},{y}\n"),
        None => "NONE\n".into(),
    }
}
