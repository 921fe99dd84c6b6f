//! `[rulings]`: what counts for matches that cannot be played.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::tournament::AbsenceCause;

/// What counts for matches that cannot be played, in formats whose pairings depend on results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(inline)]
pub struct RulingConfig {
    /// What happens to the pairings of an entrant that does not build, or whose source is gone.
    #[schemars(extend("examples" = ["loses"]))]
    pub unbuildable: AbsentEntrantPolicy,
    /// What happens to the pairings of an entrant whose compiler, interpreter or tool is not
    /// installed on this machine.
    #[schemars(extend("examples" = ["waits"]))]
    pub missing_tool: AbsentEntrantPolicy,
    /// What happens to a match that the host cannot play.
    #[schemars(extend("examples" = ["draw"]))]
    pub void: VoidMatchPolicy,
    /// How often a run tries to play a match that the host cannot play.
    #[schemars(range(min = 1, max = 100), extend("examples" = [3]))]
    pub tries: u32,
}

impl Default for RulingConfig {
    fn default() -> RulingConfig {
        RulingConfig {
            unbuildable: AbsentEntrantPolicy::Loses,
            missing_tool: AbsentEntrantPolicy::Loses,
            void: VoidMatchPolicy::Waits,
            tries: 3,
        }
    }
}

/// What happens to the pairings of an absent entrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum AbsentEntrantPolicy {
    /// It loses them without a match, and the tournament goes on.
    Loses,
    /// They wait until it can play, and so do the rounds after them.
    Waits,
}

/// What happens to a match that the host cannot play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum VoidMatchPolicy {
    /// It waits for the next run, and so do the rounds after it.
    Waits,
    /// After so many tries it counts as a draw, and the tournament goes on.
    Draw,
}

impl RulingConfig {
    /// What happens to the pairings of an entrant that is absent for this cause.
    pub fn of_absence(&self, cause: AbsenceCause) -> AbsentEntrantPolicy {
        match cause {
            AbsenceCause::Unbuildable => self.unbuildable,
            AbsenceCause::MissingTool => self.missing_tool,
        }
    }
}
