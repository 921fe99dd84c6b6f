//! What a page asks for when a person begins a match, checked.

use std::collections::BTreeMap;
use std::sync::Arc;

use rathaus_games::{ConfiguredGame, MatchInputs, Seed};
use serde::Deserialize;
use serde_json::Value;

use super::offer::{PlayableGame, PlayableGames};
use crate::server::request_error::RequestError;
use crate::submissions::Submission;
use crate::tournament::MatchSpec;

/// The name of the person in a match.
const PERSON: &str = "human";

/// The most characters of a setting that an error quotes.
const MAX_QUOTED: usize = 300;

/// A match that a page asks for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartRequest {
    pub(super) game: String,
    /// For each seat the index of its bot. `None` for the person.
    seats: Vec<Option<usize>>,
    /// Decimal, or hexadecimal after `0x`. Random if absent.
    seed: Option<String>,
    #[serde(default)]
    parameters: BTreeMap<String, Value>,
    /// The token of the last match of this browser, which ends.
    pub(super) previous: Option<String>,
}

/// A match that can be played.
#[derive(Debug, Clone)]
pub(super) struct PlannedMatch {
    pub(super) game: Arc<PlayableGame>,
    /// The game with the parameters of this match.
    pub(super) rules: ConfiguredGame,
    pub(super) submissions: Vec<Submission>,
    pub(super) seed: Seed,
    /// The seat of the person.
    pub(super) person: usize,
}

impl StartRequest {
    pub(super) fn plan(self, games: &PlayableGames, random: Seed) -> Result<PlannedMatch, RequestError> {
        let game = games.get(&self.game).cloned();
        let game = game.ok_or_else(|| RequestError::missing("there is no such game to play"))?;
        let person = self.person()?;
        let submissions = self.submissions(&game)?;
        let seed = self.seed.as_deref().filter(|seed| !seed.is_empty()).map(str::parse).transpose();
        let seed = seed.map_err(RequestError::invalid)?.unwrap_or(random);
        let settings: Vec<_> = self.parameters.iter().map(|(name, value)| (name.as_str(), value)).collect();
        let rules = game.rules.configured(&settings).map_err(|errors| {
            let errors = errors.iter().map(|error| error.to_string());
            let words: String = errors.collect::<Vec<_>>().join("; ").chars().take(MAX_QUOTED).collect();
            RequestError::invalid(words)
        })?;
        let plan = PlannedMatch { game, rules, submissions, seed, person };
        // Report a match that cannot begin before anything is built.
        plan.rules.begin(plan.inputs(Vec::new())).map_err(RequestError::invalid)?;
        Ok(plan)
    }

    fn person(&self) -> Result<usize, RequestError> {
        let mut seats = (0..).zip(&self.seats).filter(|(_, bot)| bot.is_none()).map(|(seat, _)| seat);
        match (seats.next(), seats.next()) {
            (Some(seat), None) => Ok(seat),
            _ => Err(RequestError::invalid("a person plays exactly one seat")),
        }
    }

    fn submissions(&self, game: &PlayableGame) -> Result<Vec<Submission>, RequestError> {
        let (from, to) = game.seats();
        if !(from..=to).contains(&self.seats.len()) {
            return Err(RequestError::invalid(format!("a match has {from} to {to} seats")));
        }
        let seated = self.seats.iter().map(|bot| match bot {
            None => Ok(Submission::person(PERSON)),
            Some(bot) => {
                game.bots.get(*bot).cloned().ok_or_else(|| RequestError::invalid("there is no such bot"))
            }
        });
        Ok(with_unique_names(seated.collect::<Result<_, _>>()?))
    }
}

impl PlannedMatch {
    /// The names of the players by seat.
    pub(super) fn names(&self) -> Vec<String> {
        self.submissions.iter().map(|submission| submission.name.clone()).collect()
    }

    pub(super) fn spec(&self) -> MatchSpec {
        let toolbox = &self.game.build.toolbox;
        let identities = self.submissions.iter().map(|submission| submission.identity(toolbox));
        MatchSpec::new(&self.rules, self.seed, identities.collect())
    }

    pub(super) fn inputs(&self, options: Vec<BTreeMap<String, Value>>) -> MatchInputs {
        let handshake_replies = vec![None; self.submissions.len()];
        MatchInputs { seed: self.seed, handshake_replies, ids: None, numbers: None, options }
    }
}

/// Gives later players of the same name a number.
fn with_unique_names(mut seated: Vec<Submission>) -> Vec<Submission> {
    let mut taken = std::collections::BTreeSet::new();
    for submission in &mut seated {
        let given = submission.name.clone();
        let numbered = (2..).map(|number| format!("{given} #{number}"));
        let name = std::iter::once(given.clone()).chain(numbered).find(|name| !taken.contains(name));
        submission.name = name.expect("numbers do not end");
        taken.insert(submission.name.clone());
    }
    seated
}
