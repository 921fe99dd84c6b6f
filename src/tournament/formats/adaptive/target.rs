//! What an adaptive tournament is to decide.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What an adaptive tournament is to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum DecisionTarget {
    /// Which entrant is the best.
    #[default]
    Winner,
    /// Which entrants are the best ones, so many of them, in any order.
    Top(u32),
    /// The rank of each entrant.
    All,
}

/// The text is not a target.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not \"winner\", \"top 4\" or another number, or \"all\"")]
pub struct DecisionTargetParseError(String);

impl FromStr for DecisionTarget {
    type Err = DecisionTargetParseError;

    fn from_str(text: &str) -> Result<DecisionTarget, DecisionTargetParseError> {
        let top = |text: &str| text.strip_prefix("top ")?.parse().ok().filter(|count| *count > 0);
        match text {
            "winner" => Ok(DecisionTarget::Winner),
            "all" => Ok(DecisionTarget::All),
            _ => top(text).map(DecisionTarget::Top).ok_or_else(|| DecisionTargetParseError(text.to_owned())),
        }
    }
}

impl TryFrom<String> for DecisionTarget {
    type Error = DecisionTargetParseError;

    fn try_from(text: String) -> Result<DecisionTarget, DecisionTargetParseError> {
        text.parse()
    }
}

impl fmt::Display for DecisionTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecisionTarget::Winner => f.write_str("winner"),
            DecisionTarget::Top(count) => write!(f, "top {count}"),
            DecisionTarget::All => f.write_str("all"),
        }
    }
}

impl From<DecisionTarget> for String {
    fn from(target: DecisionTarget) -> String {
        target.to_string()
    }
}

impl DecisionTarget {
    /// How many of the best entrants it asks for. `None` if it asks for all ranks.
    pub fn best(self) -> Option<usize> {
        match self {
            DecisionTarget::Winner => Some(1),
            DecisionTarget::Top(count) => Some(count as usize),
            DecisionTarget::All => None,
        }
    }

    /// What is decided, as the subject of a sentence.
    pub fn in_words(self) -> String {
        match self {
            DecisionTarget::Winner => "the winner".into(),
            DecisionTarget::Top(count) => format!("the top {count}"),
            DecisionTarget::All => "all ranks".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_text() {
        for target in [DecisionTarget::Winner, DecisionTarget::Top(12), DecisionTarget::All] {
            assert_eq!(target.to_string().parse(), Ok(target));
        }
        for wrong in ["", "top", "top 0", "top -1", "top 4 ", "Winner", "4"] {
            assert!(wrong.parse::<DecisionTarget>().is_err(), "{wrong}");
        }
    }
}
