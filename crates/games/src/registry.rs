//! The one list of built-in games.

use std::sync::LazyLock;

use crate::definition::ConfiguredGame;

/// All built-in games with their default parameters.
pub static GAMES: LazyLock<Vec<ConfiguredGame>> = LazyLock::new(|| {
    vec![
        ConfiguredGame::new(crate::rat_race::RatRaceParams::default()),
        ConfiguredGame::new(crate::prisoners_dilemma::DilemmaParams::default()),
        ConfiguredGame::new(crate::grid_routing::GridRoutingParams::default()),
        ConfiguredGame::new(crate::lights_out::LightsOutParams::default()),
    ]
});

/// The names of all built-in games.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.name())
}

/// The built-in game with this name and its default parameters.
pub fn built_in(name: &str) -> Option<ConfiguredGame> {
    GAMES.iter().find(|game| game.name() == name).cloned()
}
