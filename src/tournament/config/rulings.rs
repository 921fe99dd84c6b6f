//! `[rulings]`: what counts for matches that cannot be played.

use rathaus_games::ConfiguredGame;
use schemars::JsonSchema;
use serde::Deserialize;

use super::TournamentConfig;
use crate::toml_file::{SpannedToml, TomlDiagnostic};
use crate::tournament::{AbsenceCause, TournamentFormat};

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

impl TournamentConfig {
    /// Refuses rulings where no match depends on the results of others.
    pub(super) fn refuse_idle_rulings(
        &self,
        rules: &ConfiguredGame,
        source: &SpannedToml,
        problems: &mut Vec<TomlDiagnostic>,
    ) {
        let depends = self.format.is_some_and(TournamentFormat::goes_by_results) && rules.is_multiplayer();
        if !source.value["rulings"].is_null() && !depends {
            problems.push(TomlDiagnostic {
                span: source.key("/rulings"),
                problem: "only a tournament whose pairings depend on results has rulings".into(),
                help: "leave [rulings] out: matches that cannot be played wait, and hold up no others; \
                       or take `format = \"swiss\"`, \"knock-out\" or \"adaptive\" in a multiplayer game"
                    .into(),
            });
        }
    }
}
