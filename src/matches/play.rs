//! The one function that plays a match.

use std::time::Instant;

use rathaus_games::{CannotBegin, Observer, Rules, Setup};

use super::{MatchResult, referee};
use crate::seats::{Seat, Void};

/// Why a match has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayed {
    /// It cannot begin with these seats.
    #[error(transparent)]
    CannotBegin(#[from] CannotBegin),
    /// The host could not play it.
    #[error(transparent)]
    Void(#[from] Void),
}

/// Plays a match with the bots in these seats. The program of a custom game has the seat behind
/// them.
pub async fn play(
    rules: &Rules,
    setup: Setup,
    seats: &mut [Seat],
    observer: &mut dyn Observer,
) -> Result<MatchResult, NotPlayed> {
    let begin = Instant::now();
    let mut game = rules.begin(setup)?;
    let preparation = begin.elapsed();
    let mut result = referee::play(game.as_mut(), seats, observer).await?;
    result.took += preparation;
    Ok(result)
}
