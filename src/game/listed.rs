//! Games as they are named, before their parameters are chosen.

use serde_json::Value;

use super::external::Edition;
use super::parameters::{Description, ParameterError};
use super::rules::{GAMES, Rules};

/// A game that there is.
#[derive(Debug, Clone, PartialEq)]
pub enum Listed {
    /// One of this house.
    BuiltIn(&'static str),
    /// One whose rules are a program.
    Program(Box<Edition>),
}

impl Listed {
    /// The game of this house that has this name, if one has.
    pub fn built_in(name: &str) -> Option<Listed> {
        GAMES.into_iter().find(|game| *game == name).map(Listed::BuiltIn)
    }

    /// By what bots and tournaments know it.
    pub fn name(&self) -> &str {
        match self {
            Listed::BuiltIn(name) => name,
            Listed::Program(edition) => &edition.file.name,
        }
    }

    /// All parameters.
    pub fn describe(&self) -> Vec<Description> {
        match self {
            Listed::BuiltIn(name) => Rules::describe(name).expect("games of this house are known"),
            Listed::Program(edition) => edition.describe(),
        }
    }

    /// The game with these settings; all mistakes at once.
    pub fn resolve<'a>(
        &self,
        settings: impl IntoIterator<Item = (&'a str, &'a Value)>,
    ) -> Result<Rules, Vec<ParameterError>> {
        match self {
            Listed::BuiltIn(name) => Rules::resolve(name, settings).expect("games of this house are known"),
            Listed::Program(edition) => edition.resolve(settings).map(Rules::External),
        }
    }
}
