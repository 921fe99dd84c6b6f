//! The one function that plays a match.

use std::fmt;
use std::time::Instant;

use rathaus_games::{CannotBegin, Game, Observer, Rules, Setup};

use super::{MatchResult, referee};
use crate::seats::{Seat, Void};

/// A match that was played to its end.
pub struct Finished {
    /// What came out.
    pub record: MatchResult,
    /// The game as it ended.
    pub game: Box<dyn Game>,
}

impl fmt::Debug for Finished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finished").field("record", &self.record).finish_non_exhaustive()
    }
}

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
/// them. The time that observers pause does not count.
pub async fn play(
    rules: &Rules,
    setup: Setup,
    seats: &mut [Seat],
    observer: &mut dyn Observer,
) -> Result<Finished, NotPlayed> {
    let begin = Instant::now();
    let mut game = rules.begin(setup)?;
    let played = referee::play(game.as_mut(), seats, observer).await?;
    let took = begin.elapsed().saturating_sub(played.paused);
    Ok(Finished { record: MatchResult::new(played, took), game })
}
