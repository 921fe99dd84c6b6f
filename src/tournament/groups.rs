//! Groups of boards or openings, in each of which some parameters of the game are others.

use std::collections::BTreeMap;

use rathaus_games::ConfiguredGame;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The most groups of a tournament. Standings show one column for each.
pub const MOST_GROUPS: usize = 20;

/// A group of boards as it is stored. Rounds take turns: the first one belongs to the first group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredBoardGroup {
    pub name: String,
    /// All parameters of the game, not only those that differ from other groups.
    pub parameters: BTreeMap<String, Value>,
}

/// A group of boards with its game.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardGroup {
    pub name: String,
    pub rules: ConfiguredGame,
}

impl BoardGroup {
    /// The group as it is stored.
    pub fn stored(&self) -> StoredBoardGroup {
        StoredBoardGroup { name: self.name.clone(), parameters: self.rules.parameters() }
    }
}
