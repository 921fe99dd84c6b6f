//! The games of this house by name: the one list that everything else goes by.

use std::collections::BTreeMap;

use rathaus_protocol::greeting::{Greeting, Hello};
use serde_json::Value;

use super::external::{self, Best};
use super::grid_routing::{self, GridRouting};
use super::lights_out::{self, LightsOut};
use super::parameters::{Description, ParameterError, Parameters};
use super::prisoners_dilemma::{self, Dilemma};
use super::rat_race::{self, Dialect, RatRace};
use super::{Game, Seed};
use crate::number::MOST_WHOLE;

/// The names of all games.
pub const GAMES: [&str; 4] = [rat_race::NAME, prisoners_dilemma::NAME, grid_routing::NAME, lights_out::NAME];

/// A game with its parameters: all that is needed to begin matches of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Rules {
    /// The Genetic Rat Race.
    RatRace(rat_race::Params),
    /// The multiplayer prisoner's dilemma.
    PrisonersDilemma(prisoners_dilemma::Params),
    /// The grid-routing battle.
    GridRouting(grid_routing::Params),
    /// Lights Out.
    LightsOut(lights_out::Params),
    /// A game whose rules are a program.
    External(external::Params),
}

/// What a match of any game begins with, besides its rules.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The seed of the match.
    pub seed: Seed,
    /// What the bot in each seat answered to the greeting, in games whose bots are greeted.
    pub hellos: Vec<Option<Hello>>,
    /// The identifier of each seat, from 1, unless they are drawn from the seed. For games that have them.
    pub ids: Option<Vec<u32>>,
    /// The numbers of a seed file, unless they are drawn from the seed. For games that have one.
    pub numbers: Option<Vec<u64>>,
}

impl Setup {
    /// A match of one bot, which answered the greeting like this.
    pub fn alone(seed: Seed, hello: Option<&Hello>) -> Setup {
        Setup { seed, hellos: vec![hello.cloned()], ids: None, numbers: None }
    }
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
            prisoners_dilemma::NAME => Ok(prisoners_dilemma::Params::describe()),
            grid_routing::NAME => Ok(grid_routing::Params::describe()),
            lights_out::NAME => Ok(lights_out::Params::describe()),
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
            prisoners_dilemma::NAME => {
                Ok(prisoners_dilemma::Params::resolve(settings).map(Rules::PrisonersDilemma))
            }
            grid_routing::NAME => Ok(grid_routing::Params::resolve(settings).map(Rules::GridRouting)),
            lights_out::NAME => Ok(lights_out::Params::resolve(settings).map(Rules::LightsOut)),
            _ => Err(UnknownGame(game.into())),
        }
    }

    /// The game's name.
    pub fn name(&self) -> &str {
        match self {
            Rules::RatRace(_) => rat_race::NAME,
            Rules::PrisonersDilemma(_) => prisoners_dilemma::NAME,
            Rules::GridRouting(_) => grid_routing::NAME,
            Rules::LightsOut(_) => lights_out::NAME,
            Rules::External(params) => &params.terms().name,
        }
    }

    /// The program that has the rules, in games that have one.
    pub fn program(&self) -> Option<&external::Program> {
        match self {
            Rules::External(params) => Some(&params.program),
            Rules::RatRace(_) | Rules::PrisonersDilemma(_) | Rules::GridRouting(_) | Rules::LightsOut(_) => {
                None
            }
        }
    }

    /// How many boards one bot process is best asked about at once, if there is something else for each processor to do while host and bot wait
    /// for each other, or not.
    pub fn boards_in_flight(&self, all_busy: bool) -> usize {
        match self {
            Rules::RatRace(params) => params.boards_in_flight(all_busy),
            // Theirs are played one after the other.
            Rules::PrisonersDilemma(_) | Rules::GridRouting(_) | Rules::LightsOut(_) | Rules::External(_) => {
                1
            }
        }
    }

    /// The names and values of all parameters.
    pub fn values(&self) -> Vec<(String, Value)> {
        let named = |values: Vec<(&str, Value)>| {
            values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
        };
        match self {
            Rules::RatRace(params) => named(params.values()),
            Rules::PrisonersDilemma(params) => named(params.values()),
            Rules::GridRouting(params) => named(params.values()),
            Rules::LightsOut(params) => named(params.values()),
            Rules::External(params) => params.values.clone().into_iter().collect(),
        }
    }

    /// The same by name.
    pub fn parameters(&self) -> BTreeMap<String, Value> {
        self.values().into_iter().collect()
    }

    /// What bots of this game are told first, if they are greeted.
    pub fn greeting(&self) -> Option<Greeting> {
        match self {
            Rules::RatRace(params) => Some(params.greeting()),
            Rules::PrisonersDilemma(_) | Rules::GridRouting(_) | Rules::LightsOut(_) | Rules::External(_) => {
                None
            }
        }
    }

    /// The values that a build of a submission may need, by name.
    pub fn build_values(&self) -> Vec<(&'static str, String)> {
        match self {
            Rules::RatRace(params) => params.rules(),
            Rules::PrisonersDilemma(_) | Rules::GridRouting(_) | Rules::LightsOut(_) | Rules::External(_) => {
                Vec::new()
            }
        }
    }

    /// Whether the bots of this game play together in one match, or each alone.
    pub fn is_played_together(&self) -> bool {
        match self {
            Rules::RatRace(_) | Rules::LightsOut(_) => false,
            Rules::PrisonersDilemma(_) | Rules::GridRouting(_) | Rules::External(_) => true,
        }
    }

    /// Which scores are the best.
    pub fn best(&self) -> Best {
        match self {
            Rules::External(params) => params.terms().best,
            _ => Best::Highest,
        }
    }

    /// How many seats a match has at the least.
    pub fn fewest_seats(&self) -> usize {
        match self {
            Rules::External(params) => params.terms().seats.from,
            _ => 1,
        }
    }

    /// How many seats a match can have at the most.
    pub fn most_seats(&self) -> usize {
        match self {
            Rules::RatRace(_) | Rules::LightsOut(_) => 1,
            Rules::PrisonersDilemma(_) | Rules::GridRouting(_) => usize::MAX,
            Rules::External(params) => params.terms().seats.to,
        }
    }

    /// Whether a match takes all the processors that there are, so that the next one is begun only when it is over.
    pub fn takes_all(&self) -> bool {
        match self {
            Rules::PrisonersDilemma(_) | Rules::GridRouting(_) => true,
            Rules::RatRace(_) | Rules::LightsOut(_) | Rules::External(_) => false,
        }
    }

    /// What a match is worth to a bot that could not be brought to play it: the least that there is.
    pub fn least_score(&self) -> f64 {
        match self {
            Rules::RatRace(_) => 1.0,
            Rules::PrisonersDilemma(_) | Rules::GridRouting(_) | Rules::LightsOut(_) => 0.0,
            Rules::External(params) => params.terms().faults.score_at_fault,
        }
    }

    /// Whether a seat can have such a score.
    pub fn can_score(&self, score: f64) -> bool {
        let least = match self {
            Rules::PrisonersDilemma(_) | Rules::External(_) => -MOST_WHOLE,
            _ => self.least_score(),
        };
        (least..=MOST_WHOLE).contains(&score)
    }

    /// Whether a match of so many seats can have such details. Those of a match of one seat may be missing, if it never began.
    pub fn can_tell(&self, details: &Value, seats: usize) -> bool {
        match self {
            Rules::RatRace(_) | Rules::LightsOut(_) | Rules::External(_) => details.is_object(),
            Rules::PrisonersDilemma(_) => {
                let of_all = |details: prisoners_dilemma::Details| {
                    details.ids.len() == seats
                        && details.rounds.iter().all(|round| round.scores.len() == seats)
                };
                serde_json::from_value(details.clone()).is_ok_and(of_all)
            }
            Rules::GridRouting(_) => {
                let of_all = |details: grid_routing::Details| {
                    details.rounds.iter().all(|round| round.gains.len() == seats)
                };
                serde_json::from_value(details.clone()).is_ok_and(of_all)
            }
        }
    }

    /// About how many bytes the details of a match of so many seats have at the most, as JSON, faults apart.
    pub fn details_bytes(&self, seats: usize) -> u64 {
        let seats = seats as u64;
        match self {
            Rules::RatRace(_) => 200,
            // Who takes from everybody has a pair of numbers for each, in every round.
            Rules::PrisonersDilemma(params) => {
                params.rounds(seats as usize) as u64 * (60 + 8 * seats + 8 * seats * seats)
            }
            // Each breaks and activates a vertex in every turn.
            Rules::GridRouting(params) => {
                let turns = u64::from(params.measures(seats as usize).turns);
                u64::from(params.rounds) * (60 + 6 * seats + 20 * turns * seats)
            }
            Rules::External(_) => 200 + 10 * seats + external::MOST_DETAILS as u64,
            Rules::LightsOut(params) => 300 + 20 * u64::from(params.columns) * u64::from(params.rows),
        }
    }

    /// Takes out of the details of a match what a clock has said, which differs from one time it is played to the next.
    pub fn take_measured(&self, details: &mut Value) -> Value {
        let names: &[&str] = match self {
            Rules::RatRace(_) | Rules::GridRouting(_) | Rules::External(_) => &[],
            Rules::PrisonersDilemma(_) => &prisoners_dilemma::MEASURED,
            Rules::LightsOut(_) => &lights_out::MEASURED,
        };
        let taken = names
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), details.as_object_mut()?.remove(*name)?)));
        Value::Object(taken.collect())
    }

    /// A match.
    pub fn begin(&self, setup: Setup) -> Result<Box<dyn Game>, CannotBegin> {
        match self {
            Rules::RatRace(params) => begin_rat_race(params, &setup),
            Rules::PrisonersDilemma(params) => begin_dilemma(params, setup),
            Rules::GridRouting(params) => begin_grid_routing(params, &setup),
            Rules::LightsOut(params) => Ok(Box::new(LightsOut::new(params, setup.seed))),
            Rules::External(params) => {
                let game = params.begin(setup.hellos.len(), setup.seed);
                Ok(Box::new(game.map_err(|error| CannotBegin(error.to_string()))?))
            }
        }
    }
}

fn begin_rat_race(params: &rat_race::Params, setup: &Setup) -> Result<Box<dyn Game>, CannotBegin> {
    let dialect = match setup.hellos.as_slice() {
        [Some(hello)] => Dialect::of(hello),
        _ => None,
    };
    let none = || CannotBegin(format!("a rat race needs one bot that speaks, not {:?}", setup.hellos));
    let dialect = dialect.ok_or_else(none)?;
    let race = RatRace::new(params, setup.seed, dialect).map_err(|error| CannotBegin(error.to_string()))?;
    Ok(Box::new(race))
}

fn begin_grid_routing(params: &grid_routing::Params, setup: &Setup) -> Result<Box<dyn Game>, CannotBegin> {
    let game = GridRouting::new(params, setup.hellos.len(), setup.seed);
    Ok(Box::new(game.map_err(|error| CannotBegin(error.to_string()))?))
}

fn begin_dilemma(params: &prisoners_dilemma::Params, setup: Setup) -> Result<Box<dyn Game>, CannotBegin> {
    let seats = setup.hellos.len();
    let seed = setup.seed;
    let ids = setup.ids.unwrap_or_else(|| prisoners_dilemma::random_ids(seed, seats));
    let drawn = || prisoners_dilemma::random_numbers(seed, params.rounds(seats));
    let numbers = setup.numbers.unwrap_or_else(drawn);
    let dilemma = Dilemma::new(params, ids, numbers).map_err(|error| CannotBegin(error.to_string()))?;
    Ok(Box::new(dilemma))
}
