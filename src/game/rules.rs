//! The games of this house by name: the one list that everything else goes by.

use rathaus_protocol::greeting::{Greeting, Hello};
use serde_json::Value;

use super::parameters::{Description, ParameterError, Parameters};
use super::rat_race::{self, Dialect, RatRace};
use super::{Game, Seed};

/// The names of all games.
pub const GAMES: [&str; 1] = [rat_race::NAME];

/// A game with its parameters: all that is needed to begin matches of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Rules {
    /// The Genetic Rat Race.
    RatRace(rat_race::Params),
}

/// There is no game of this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no game `{0}`; the games are: {list}", list = GAMES.join(", "))]
pub struct UnknownGame(pub String);

/// A match cannot begin, because of the parameters or because of what a bot said to the greeting.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CannotBegin(String);

impl Rules {
    /// The parameters of the game of this name.
    pub fn describe(game: &str) -> Result<Vec<Description>, UnknownGame> {
        match game {
            rat_race::NAME => Ok(rat_race::Params::describe()),
            _ => Err(UnknownGame(game.into())),
        }
    }

    /// The game of this name with these settings; all mistakes at once.
    pub fn resolve<'a>(
        game: &str,
        settings: impl IntoIterator<Item = (&'a str, &'a Value)>,
    ) -> Result<Result<Rules, Vec<ParameterError>>, UnknownGame> {
        match game {
            rat_race::NAME => Ok(rat_race::Params::resolve(settings).map(Rules::RatRace)),
            _ => Err(UnknownGame(game.into())),
        }
    }

    /// The game's name.
    pub fn name(&self) -> &'static str {
        match self {
            Rules::RatRace(_) => rat_race::NAME,
        }
    }

    /// The names and values of all parameters.
    pub fn values(&self) -> Vec<(&'static str, Value)> {
        match self {
            Rules::RatRace(params) => params.values(),
        }
    }

    /// What bots of this game are told first, if they are greeted.
    pub fn greeting(&self) -> Option<Greeting> {
        match self {
            Rules::RatRace(params) => Some(params.greeting()),
        }
    }

    /// The values that a build of a submission may need, by name.
    pub fn build_values(&self) -> Vec<(&'static str, String)> {
        match self {
            Rules::RatRace(params) => params.rules(),
        }
    }

    /// A match with this seed, with bots that answered the greeting like this.
    pub fn begin(&self, seed: Seed, hello: Option<&Hello>) -> Result<Box<dyn Game>, CannotBegin> {
        let Rules::RatRace(params) = self;
        let dialect = match hello {
            Some(Hello::Turns { .. }) => Dialect::Turns,
            Some(Hello::Plain) => Dialect::Plain,
            other => return Err(CannotBegin(format!("a rat race needs a bot that speaks, not {other:?}"))),
        };
        match RatRace::new(params, seed, dialect) {
            Ok(game) => Ok(Box::new(game)),
            Err(error) => Err(CannotBegin(error.to_string())),
        }
    }
}
