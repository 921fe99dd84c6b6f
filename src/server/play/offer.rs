//! The games that a person can play, and what their pages need to offer a match.

use std::collections::BTreeMap;
use std::sync::Arc;

use rathaus_games::parameters::ParameterDescription;
use rathaus_games::{ConfiguredGame, ProcessModel};
use serde_json::{Value, json};

use crate::report::{harmless, sanitize};
use crate::submissions::{BuildContext, ExampleReplies, Submission};

/// The most seats of a match with a person.
pub(super) const MAX_SEATS: usize = 64;

/// A game that pages let a person play.
#[derive(Debug)]
pub struct PlayableGame {
    /// The game with the default values of its parameters.
    pub rules: ConfiguredGame,
    /// The game in one line.
    pub about: Option<String>,
    /// How a person can reply without typing.
    pub answers: ExampleReplies,
    /// The program with the rules, in custom games.
    pub program: Option<Submission>,
    /// The opponents.
    pub bots: Vec<Submission>,
    /// How to build and run the bots.
    pub build: BuildContext,
}

impl PlayableGame {
    /// Whether a person can play this game: one that asks dedicated or one-shot processes, and
    /// has seats for several players.
    pub fn is_playable(rules: &ConfiguredGame) -> bool {
        match rules.seating() {
            ProcessModel::PerMatch | ProcessModel::PerRequest => rules.is_multiplayer(),
            ProcessModel::Multiplexed | ProcessModel::PerRound { .. } => false,
        }
    }

    /// The least and the greatest number of seats.
    pub(super) fn seats(&self) -> (usize, usize) {
        let seats = self.rules.seats();
        (seats.from, seats.to.min(MAX_SEATS))
    }

    pub(super) fn description(&self, name: &str) -> Value {
        let (from, to) = self.seats();
        let mut described = json!({
            "name": name,
            "game": self.rules.name(),
            "about": self.about,
            "seats": { "from": from, "to": to },
            "bots": self.bots.iter().map(|bot| harmless(&bot.name)).collect::<Vec<_>>(),
            "parameters": self.rules.describe().into_iter().map(parameter).collect::<Vec<_>>(),
        });
        sanitize(&mut described);
        described
    }
}

fn parameter(description: ParameterDescription) -> Value {
    let ParameterDescription { name, default, least, most, range, meaning } = description;
    json!({ "name": name, "default": default, "least": least, "most": most, "range": range, "meaning": meaning })
}

/// The games by the names that pages use.
pub(super) type PlayableGames = BTreeMap<String, Arc<PlayableGame>>;
