//! Command-line options of `rathaus play` that only some games have.

use serde_json::Value;

/// An option that a game adds to `rathaus play`.
#[derive(Debug, Clone, Copy)]
pub struct GameCliOption {
    /// The name without dashes. Games that share an option must use the same texts.
    pub name: &'static str,
    /// The placeholder for the value in the help. `None` for a flag.
    pub value_name: Option<&'static str>,
    /// One sentence for the help.
    pub help: &'static str,
    /// What the option does.
    pub effect: GameCliOptionTarget,
}

/// The parameters that an option's value stands for, or what is wrong with the value.
pub type OptionParseResult = Result<Vec<(&'static str, Value)>, String>;

/// What an option does.
#[derive(Debug, Clone, Copy)]
pub enum GameCliOptionTarget {
    /// Sets parameters.
    Parameters(fn(&str) -> OptionParseResult),
    /// Changes the report. The report of the game looks the option up by name.
    Report,
    /// Writes the log with the option's name to the file that is its value.
    Log,
}

/// Writes the scores of each round.
pub(crate) const SCORE_LOG: GameCliOption = GameCliOption {
    name: "score-log",
    value_name: Some("FILE"),
    help: "Write the scores to this file, round by round, as CSV",
    effect: GameCliOptionTarget::Log,
};
