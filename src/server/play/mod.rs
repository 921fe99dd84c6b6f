//! Persons who play a seat of a game against bots, on pages: `rathaus serve --play`.
//!
//! A match is played like every other one. The seat of the person shows the game on a page and
//! reads replies from it ([`dialogue`]). Everything that a page sends is checked first, and the
//! number of matches, their times and their sizes are bounded.

mod dialogue;
mod live_match;
mod offer;
mod person_matches;
mod request;
mod routes;
mod state;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use dialogue::PersonTimeLimits;
use live_match::MatchSurroundings;
pub use offer::PlayableGame;
use offer::PlayableGames;
use person_matches::PersonMatches;
pub(super) use routes::routes;

/// How long no page may show a match until it ends. A page that is loaded again needs a moment.
const ABSENT: Duration = Duration::from_secs(60);

/// How long a match with a person may take.
const WHOLE: Duration = Duration::from_secs(6 * 3_600);

/// The limits of matches with persons.
#[derive(Debug, Clone, Copy)]
pub struct PersonPlayLimits {
    /// The most matches at the same time.
    pub matches: usize,
    /// How long a person may think about a reply, and at most for how long no page may show the
    /// match.
    pub idle: Duration,
}

/// The games that persons can play, and their matches.
#[derive(Debug)]
pub(super) struct PersonPlay {
    games: PlayableGames,
    matches: PersonMatches,
    around: MatchSurroundings,
}

impl PersonPlay {
    pub(super) fn new(games: Vec<PlayableGame>, limits: PersonPlayLimits) -> PersonPlay {
        let mut offered = PlayableGames::new();
        for game in games {
            let name = super::free(&offered, game.rules.name());
            offered.insert(name, Arc::new(game));
        }
        let PersonPlayLimits { matches, idle } = limits;
        let limits = PersonTimeLimits { absent: idle.min(ABSENT), thinking: idle, whole: WHOLE };
        let programs = std::thread::available_parallelism().map_or(1, usize::from);
        let around = MatchSurroundings { permits: Arc::new(Semaphore::new(programs)), limits };
        PersonPlay { games: offered, matches: PersonMatches::new(matches), around }
    }

    /// The names under which games are offered.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.games.keys()
    }
}

/// Ends the matches when the server ends.
impl Drop for PersonPlay {
    fn drop(&mut self) {
        self.matches.leave_all();
    }
}
