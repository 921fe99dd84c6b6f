//! The [`GameDefinition`] of custom games.

use std::collections::BTreeMap;
use std::sync::Arc;

use rathaus_protocol::external::{self, MAX_STATS_BYTES, VERSION_WITH_TIMES};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::view::FrameCollector;
use super::{CustomGameMatch, CustomMatchSettings, CustomParameter, ResultKind, ScoreOrder, SeatRange};
use crate::number::MAX_SAFE_INTEGER;
use crate::parameters::{AnyGameParameters, ParameterDescription, ParameterError};
use crate::points::shares;
use crate::view::NamedPageDataCollector;
use crate::{
    ConfiguredGame, GameDefinition, LiveMatch, MatchInputs, MatchSetupError, ProcessModel, TournamentDefaults,
};

/// The maximum size, as JSON in bytes, of the details that a program may report in addition to
/// the scores.
pub const MOST_DETAILS: usize = 64 << 10;

/// The identity of a custom game. It is part of the key of its matches, because it determines a
/// match together with parameters, seed and bots.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomGameIdentity {
    /// The hash of all files of the program.
    pub identity: String,
    /// The configuration from `game.toml`.
    #[serde(rename = "terms")] // Its name in stored results and in keys.
    pub config: CustomMatchSettings,
}

/// A custom game with the values of its parameters.
#[derive(Debug, Clone)]
pub struct CustomGameDefinition {
    program: Arc<CustomGameIdentity>,
    /// The declared parameters, in the author's order. Empty if the game comes from the spec of
    /// a match.
    declared: Arc<Vec<(String, CustomParameter)>>,
    values: BTreeMap<String, Value>,
}

impl CustomGameDefinition {
    /// A game with the default values of its parameters.
    pub fn new(
        program: CustomGameIdentity,
        declared: Vec<(String, CustomParameter)>,
    ) -> CustomGameDefinition {
        let values =
            declared.iter().map(|(name, parameter)| (name.clone(), parameter.default.clone())).collect();
        CustomGameDefinition { program: Arc::new(program), declared: Arc::new(declared), values }
    }

    /// The game of a match spec. Its values were checked when the spec was made.
    pub fn of_spec(program: CustomGameIdentity, values: BTreeMap<String, Value>) -> CustomGameDefinition {
        CustomGameDefinition { program: Arc::new(program), declared: Arc::default(), values }
    }

    /// The configuration from `game.toml`.
    pub fn config(&self) -> &CustomMatchSettings {
        &self.program.config
    }

    fn checked(&self, name: &str, value: &Value) -> Result<Value, ParameterError> {
        let declared = self.declared.iter().find(|(declared, _)| declared == name);
        let (_, parameter) = declared.ok_or_else(|| ParameterError::Unknown(name.to_owned()))?;
        parameter.checked(name, value)
    }
}

impl AnyGameParameters for CustomGameDefinition {
    fn descriptions(&self) -> Vec<ParameterDescription> {
        self.declared.iter().map(|(name, parameter)| parameter.description(name)).collect()
    }

    fn values(&self) -> Vec<(String, Value)> {
        self.values.clone().into_iter().collect()
    }

    fn configured(&self, settings: &[(&str, &Value)]) -> Result<ConfiguredGame, Vec<ParameterError>> {
        let CustomGameIdentity { identity, config } = (*self.program).clone();
        let mut game =
            CustomGameDefinition::new(CustomGameIdentity { identity, config }, self.declared.to_vec());
        let mut errors = Vec::new();
        for (name, value) in settings {
            match self.checked(name, value) {
                Ok(value) => _ = game.values.insert((*name).to_owned(), value),
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { Ok(ConfiguredGame::new(game)) } else { Err(errors) }
    }
}

impl GameDefinition for CustomGameDefinition {
    fn name(&self) -> &str {
        &self.config().name
    }

    fn title(&self) -> &str {
        self.name()
    }

    fn seating(&self) -> ProcessModel {
        ProcessModel::PerMatch
    }

    fn seats(&self) -> SeatRange {
        self.config().seats
    }

    /// Always true: single-seat games are scheduled like the others, because only the author knows
    /// what their seeds mean.
    fn is_multiplayer(&self) -> bool {
        true
    }

    fn best(&self) -> ScoreOrder {
        self.config().best
    }

    fn has_ranks(&self) -> bool {
        self.config().result == ResultKind::Ranks
    }

    fn least_score(&self) -> f64 {
        self.config().faults.score_at_fault
    }

    fn can_score(&self, score: f64) -> bool {
        match self.config().result {
            ResultKind::Scores => (-MAX_SAFE_INTEGER..=MAX_SAFE_INTEGER).contains(&score),
            ResultKind::Ranks => (0.0..=1.0).contains(&score),
        }
    }

    fn details_fit(&self, details: &Value, scores: &[f64]) -> bool {
        let ranks = details.get("ranks").map(Vec::<u32>::deserialize);
        let fits = match (self.config().result, ranks) {
            (ResultKind::Scores, None) => true,
            (ResultKind::Ranks, Some(Ok(ranks))) => {
                ranks.len() == scores.len() && shares(&ranks, u32::cmp) == scores
            }
            _ => false,
        };
        let stats = details.get("stats").map(external::stats_from_json);
        let has_stats_of_all =
            stats.is_none_or(|stats| stats.is_some_and(|stats| stats.len() == scores.len()));
        fits && has_stats_of_all && details["turns"].is_u64()
    }

    fn details_bytes(&self, seats: usize) -> u64 {
        200 + (10 + MAX_STATS_BYTES) * seats as u64 + MOST_DETAILS as u64
    }

    fn has_stats(&self) -> bool {
        self.config().protocol >= VERSION_WITH_TIMES
    }

    fn program(&self) -> Option<&CustomGameIdentity> {
        Some(&self.program)
    }

    fn tournament(&self) -> TournamentDefaults {
        TournamentDefaults { is_long: false, pairs_meet_twice: true }
    }

    fn view(&self, _until: Option<u32>) -> Option<NamedPageDataCollector> {
        Some(NamedPageDataCollector { key: "pictures", collector: Box::<FrameCollector>::default() })
    }

    fn begin(&self, setup: MatchInputs) -> Result<Box<dyn LiveMatch>, MatchSetupError> {
        let (found, CustomMatchSettings { name, seats: SeatRange { from, to }, .. }) =
            (setup.handshake_replies.len(), self.config());
        if !(*from..=*to).contains(&found) {
            let seats = if from == to { from.to_string() } else { format!("{from} to {to}") };
            return Err(MatchSetupError(format!(
                "{name} is played by {seats} bots in a match, and here are {found}"
            )));
        }
        let game = CustomGameMatch::new(self.config().clone(), self.values.clone(), found, setup.seed);
        Ok(Box::new(game.with_options(setup.options)))
    }
}
