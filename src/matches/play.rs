//! Plays one match.

use std::time::Instant;

use rathaus_games::{ConfiguredGame, MatchInputs, MatchSetupError, Observer};

use super::{MatchResult, referee};
use crate::seats::{Seat, VoidMatch};

/// Why a match could not be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The match cannot begin with these seats.
    #[error(transparent)]
    CannotBegin(#[from] MatchSetupError),
    /// The host failed.
    #[error(transparent)]
    Void(#[from] VoidMatch),
}

/// Plays a match. `seats` holds the bots, then the program of a custom game.
pub async fn play(
    rules: &ConfiguredGame,
    setup: MatchInputs,
    seats: &mut [Seat],
    observer: &mut dyn Observer,
) -> Result<MatchResult, PlayError> {
    let begin = Instant::now();
    let mut game = rules.begin(setup)?;
    let preparation = begin.elapsed();
    let mut result = referee::play(game.as_mut(), seats, observer).await?;
    result.took += preparation;
    Ok(result)
}
