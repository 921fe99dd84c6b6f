//! Command-line options of `rathaus play` that only some games have.

use serde_json::Value;

/// An option that a game adds to `rathaus play`.
#[derive(Debug, Clone, Copy)]
pub struct GameOption {
    /// The name without dashes. Games that share an option give it the same words.
    pub name: &'static str,
    /// What stands for the value in the help. A flag has none.
    pub value_name: Option<&'static str>,
    /// One sentence for the help.
    pub help: &'static str,
    /// What it does.
    pub effect: OptionEffect,
}

/// The parameters that a value stands for, or what is wrong with it.
pub type OptionParameters = Result<Vec<(&'static str, Value)>, String>;

/// What an option does.
#[derive(Debug, Clone, Copy)]
pub enum OptionEffect {
    /// It is short for parameters.
    Parameters(fn(&str) -> OptionParameters),
    /// It changes the report. The report of the game looks it up by its name.
    Report,
    /// Its value is a file, to which the log of this name is written.
    Log,
}

/// Writes the scores of each round.
pub(crate) const SCORE_LOG: GameOption = GameOption {
    name: "score-log",
    value_name: Some("FILE"),
    help: "Write the scores to this file, round by round, as CSV",
    effect: OptionEffect::Log,
};
