//! Replays recorded matches without bots.

use rathaus_protocol::grid_routing::TurnPhase;

use super::{
    AskedPhase, BotCountError, ChosenVertexPosition, GridRoutingMatch, GridRoutingParams,
    GridRoutingRoundResult,
};
use crate::{AskOutcome, LiveMatch, MatchOutcome, MatchStep, Seed};

/// Plays a match from its seed and the recorded choices, with the code that plays matches. Choices
/// that are missing in the record are `None`.
///
/// # Errors
///
/// The number of seats is not allowed.
pub fn replay(
    params: &GridRoutingParams,
    seats: usize,
    seed: Seed,
    rounds: &[GridRoutingRoundResult],
) -> Result<MatchOutcome, BotCountError> {
    let mut game = GridRoutingMatch::new(params, seats, seed)?;
    let mut step = game.start();
    while let MatchStep::Turn(turn) = step {
        let answers: Vec<AskOutcome> = turn.asks.iter().map(|ask| game.recorded(rounds, ask.seat)).collect();
        step = game.resume(&answers);
    }
    Ok(step.outcome().expect("this game asks until it is over"))
}

impl GridRoutingMatch {
    /// The recorded answer of a seat to the current request.
    fn recorded(&self, rounds: &[GridRoutingRoundResult], seat: usize) -> AskOutcome {
        let choice = match self.now.stage {
            AskedPhase::Phase(phase) => rounds.get(self.rounds.len()).and_then(|round| {
                let turns = match phase {
                    TurnPhase::Destruction => &round.broken,
                    TurnPhase::Activation => &round.owned,
                };
                turns.get(self.now.turn as usize)?.get(seat).copied()?
            }),
            AskedPhase::End => None,
        };
        AskOutcome::Reply { bytes: line(choice).into(), took: std::time::Duration::ZERO, cpu: None }
    }
}

fn line(choice: ChosenVertexPosition) -> String {
    match choice {
        Some((x, y)) => format!("VERTEX {x},{y}\n"),
        None => "NONE\n".into(),
    }
}
