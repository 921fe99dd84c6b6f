//! Checks the teams of a tournament file.

use std::collections::BTreeMap;

use rathaus_games::ConfiguredGame;

use super::TournamentConfig;
use crate::toml_file::{SpannedToml, TomlDiagnostic, escaped};
use crate::tournament::{TeamRules, TeamScore, TournamentFormat};
use crate::untrusted;

impl TournamentConfig {
    /// The teams. The text has been checked.
    pub fn team_rules(&self) -> TeamRules {
        let score = self.team_score.as_deref().and_then(|text| text.parse().ok()).unwrap_or_default();
        TeamRules { members: self.teams.clone(), score, meet: self.teammates_meet.unwrap_or(true) }
    }

    /// Refuses teams without members or with shared ones, and settings of teams that do not fit.
    pub(super) fn refuse_odd_teams(
        &self,
        rules: &ConfiguredGame,
        source: &SpannedToml,
        problems: &mut Vec<TomlDiagnostic>,
    ) {
        self.refuse_odd_members(source, problems);
        let lone =
            [("team_score", self.team_score.is_some()), ("teammates_meet", self.teammates_meet.is_some())];
        for (name, _) in lone.into_iter().filter(|(_, is_set)| *is_set && self.teams.is_empty()) {
            problems.push(TomlDiagnostic {
                span: source.key(&format!("/{name}")),
                problem: format!("`{name}` is set, and there are no teams"),
                help: "list the entrants of each team under [teams]: `red = [\"ann\", \"ben\"]`".into(),
            });
        }
        if let Some(Err(error)) = self.team_score.as_ref().map(|text| text.parse::<TeamScore>()) {
            problems.push(TomlDiagnostic {
                span: source.value("/team_score"),
                problem: error.to_string(),
                help:
                    "for example `team_score = \"sum\"`, `team_score = \"mean\"` or `team_score = \"best 4\"`"
                        .into(),
            });
        }
        if self.teammates_meet == Some(false) && !self.can_keep_apart(rules) {
            problems.push(TomlDiagnostic {
                span: source.key("/teammates_meet"),
                problem: "in this tournament, members of one team can meet".into(),
                help:
                    "leave `teammates_meet` out, or take `format = \"round-robin\"`, \"double-round-robin\", \
                       \"gauntlet\" or \"swiss\" in a multiplayer game"
                        .into(),
            });
        }
    }

    fn refuse_odd_members(&self, source: &SpannedToml, problems: &mut Vec<TomlDiagnostic>) {
        let mut team_of: BTreeMap<&str, &str> = BTreeMap::new();
        for (team, members) in &self.teams {
            let pointer = format!("/teams/{}", escaped(team));
            let mut problem = |span, problem: String, help: &str| {
                problems.push(TomlDiagnostic { span, problem, help: help.into() });
            };
            if let Err(error) = untrusted::check_name(team) {
                problem(source.key(&pointer), format!("the name of the team {error}"), error.help());
            }
            if team.trim().is_empty() {
                problem(source.key(&pointer), "a team has no name".into(), "give each team a name");
            }
            if members.is_empty() {
                let words = format!("the team {} has no members", untrusted::excerpt(team));
                problem(source.value(&pointer), words, "list its entrants, or leave the team out");
            }
            for (index, name) in members.iter().enumerate() {
                if let Some(other) = team_of.insert(name, team) {
                    let (name, other) = (untrusted::excerpt(name), untrusted::excerpt(other));
                    let words = format!("{name} belongs to the team {other} already");
                    problem(source.value(&format!("{pointer}/{index}")), words, "list each entrant once");
                }
            }
        }
    }

    /// Whether the format can keep members of one team from meeting.
    fn can_keep_apart(&self, rules: &ConfiguredGame) -> bool {
        let usual = if rules.tournament().pairs_meet_twice && rules.seats().to == 2 {
            TournamentFormat::DoubleRoundRobin
        } else {
            TournamentFormat::Drawn
        };
        rules.is_multiplayer() && self.format.unwrap_or(usual).can_keep_teams_apart()
    }
}
