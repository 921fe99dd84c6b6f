//! The one list of built-in games.

use std::sync::LazyLock;

use crate::definition::Rules;

/// All built-in games with their default parameters.
pub static GAMES: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    vec![
        Rules::new(crate::rat_race::Params::default()),
        Rules::new(crate::prisoners_dilemma::Params::default()),
        Rules::new(crate::grid_routing::Params::default()),
        Rules::new(crate::lights_out::Params::default()),
    ]
});

/// The names of all built-in games.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.name())
}

/// The built-in game of this name, with its default parameters.
pub fn built_in(name: &str) -> Option<Rules> {
    GAMES.iter().find(|game| game.name() == name).cloned()
}
