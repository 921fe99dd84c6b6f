//! A game whose rules are a program, as all that is not the game itself handles it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{External, GameFile, SeatRange, Terms};
use crate::game::Seed;
use crate::game::parameters::{Description, ParameterError};

/// The most bytes of what a program tells of a match besides its scores.
pub const MOST_DETAILS: usize = 64 << 10;

/// A game as it was found: what its file says, and by what its program is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Edition {
    /// Its file.
    pub file: GameFile,
    /// The identity of its program: [`crate::submission::Submission::identity`].
    pub program: String,
}

/// What decides how matches of such a game go, besides parameters, seeds and bots. It is part of what was played, and of its key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// By what it is known: [`crate::submission::Submission::identity`].
    pub identity: String,
    /// What its author has laid down besides the rules.
    pub terms: Terms,
}

/// A game whose rules are a program, with its parameters: with that program, all that is needed to begin matches of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Params {
    /// The program and its terms.
    pub program: Arc<Program>,
    /// The values of all parameters.
    pub values: BTreeMap<String, Value>,
}

/// A match cannot have so many seats.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name} is played by {} bots in a match, and here are {found}", seats(*.from, *.to))]
pub struct WrongSeats {
    name: String,
    from: usize,
    to: usize,
    found: usize,
}

fn seats(from: usize, to: usize) -> String {
    if from == to { from.to_string() } else { format!("{from} to {to}") }
}

impl Edition {
    /// All parameters, in the order in which its author has written them.
    pub fn describe(&self) -> Vec<Description> {
        let GameFile { parameters, order, .. } = &self.file;
        order.iter().map(|name| parameters[name].description(name)).collect()
    }

    /// The game with these settings; all mistakes at once.
    pub fn resolve<'a>(
        &self,
        settings: impl IntoIterator<Item = (&'a str, &'a Value)>,
    ) -> Result<Params, Vec<ParameterError>> {
        let declared = &self.file.parameters;
        let mut values: BTreeMap<String, Value> =
            declared.iter().map(|(name, parameter)| (name.clone(), parameter.default.clone())).collect();
        let mut errors = Vec::new();
        for (name, value) in settings {
            let checked = match declared.get(name) {
                Some(parameter) => parameter.checked(name, value),
                None => Err(ParameterError::Unknown(name.to_owned())),
            };
            match checked {
                Ok(value) => _ = values.insert(name.to_owned(), value),
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let program = Program { identity: self.program.clone(), terms: self.file.terms() };
        Ok(Params { program: Arc::new(program), values })
    }
}

impl Params {
    /// What its author has laid down besides the rules.
    pub fn terms(&self) -> &Terms {
        &self.program.terms
    }

    /// A match of so many seats.
    pub fn begin(&self, seats: usize, seed: Seed) -> Result<External, WrongSeats> {
        let terms = self.terms();
        let SeatRange { from, to } = terms.seats;
        if !(from..=to).contains(&seats) {
            return Err(WrongSeats { name: terms.name.clone(), from, to, found: seats });
        }
        Ok(External::new(terms.clone(), self.values.clone(), seats, seed))
    }
}
