//! Teams of entrants, which have standings of their own.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The teams of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamRules {
    /// The entrants of each team, by its name.
    pub members: BTreeMap<String, Vec<String>>,
    /// What the points of its members give a team.
    pub score: TeamScore,
    /// Whether members of one team meet.
    pub meet: bool,
}

/// What the points of its members give a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TeamScore {
    /// Their sum.
    #[default]
    Sum,
    /// Their sum, divided by the number of members.
    Mean,
    /// The sum of the best ones, so many of them.
    Best(u32),
}

/// The text is not a way to score teams.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not \"sum\", \"mean\", or \"best 4\" or another number")]
pub struct TeamScoreParseError(String);

impl Default for TeamRules {
    fn default() -> TeamRules {
        TeamRules { members: BTreeMap::new(), score: TeamScore::default(), meet: true }
    }
}

impl TeamRules {
    /// Whether there are no teams.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The team of each entrant that belongs to one, by the name of the entrant.
    pub fn by_entrant(&self) -> BTreeMap<&str, &str> {
        let teams = self.members.iter();
        teams
            .flat_map(|(team, members)| members.iter().map(move |name| (name.as_str(), team.as_str())))
            .collect()
    }

    /// The number of the team of each of these entrants, if members of one team do not meet. Empty if
    /// all may meet.
    pub(super) fn apart(&self, names: &[String]) -> Vec<Option<usize>> {
        if self.meet {
            return Vec::new();
        }
        let teams = self.members.values().enumerate();
        let by_entrant: BTreeMap<&str, usize> = teams
            .flat_map(|(number, members)| members.iter().map(move |name| (name.as_str(), number)))
            .collect();
        names.iter().map(|name| by_entrant.get(name.as_str()).copied()).collect()
    }
}

impl TeamScore {
    /// The score of a team whose members have these points.
    pub fn of(self, points: &[f64]) -> f64 {
        let sum: f64 = points.iter().sum();
        match self {
            TeamScore::Sum => sum,
            TeamScore::Mean => sum / points.len().max(1) as f64,
            TeamScore::Best(_) => self.counted(points).map(|index| points[index]).sum(),
        }
    }

    /// The indices of the points that count, the most points first.
    pub fn counted(self, points: &[f64]) -> impl Iterator<Item = usize> {
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|one, other| points[*other].total_cmp(&points[*one]));
        let most = match self {
            TeamScore::Best(count) => count as usize,
            TeamScore::Sum | TeamScore::Mean => points.len(),
        };
        order.into_iter().take(most)
    }

    /// As it is said of a team.
    pub fn in_words(self) -> String {
        match self {
            TeamScore::Sum => "the sum of its members' points".into(),
            TeamScore::Mean => "the mean of its members' points".into(),
            TeamScore::Best(1) => "the points of its best member".into(),
            TeamScore::Best(count) => format!("the sum of the points of its {count} best members"),
        }
    }
}

impl FromStr for TeamScore {
    type Err = TeamScoreParseError;

    fn from_str(text: &str) -> Result<TeamScore, TeamScoreParseError> {
        let best = |text: &str| text.strip_prefix("best ")?.parse().ok().filter(|count| *count > 0);
        match text {
            "sum" => Ok(TeamScore::Sum),
            "mean" => Ok(TeamScore::Mean),
            _ => best(text).map(TeamScore::Best).ok_or_else(|| TeamScoreParseError(text.to_owned())),
        }
    }
}

impl TryFrom<String> for TeamScore {
    type Error = TeamScoreParseError;

    fn try_from(text: String) -> Result<TeamScore, TeamScoreParseError> {
        text.parse()
    }
}

impl fmt::Display for TeamScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TeamScore::Sum => f.write_str("sum"),
            TeamScore::Mean => f.write_str("mean"),
            TeamScore::Best(count) => write!(f, "best {count}"),
        }
    }
}

impl From<TeamScore> for String {
    fn from(score: TeamScore) -> String {
        score.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_teams_are_sums_means_or_those_of_the_best() {
        let points = [1.0, 5.0, 3.0];
        let of = |text: &str| text.parse::<TeamScore>().unwrap().of(&points);
        assert_eq!((of("sum"), of("mean"), of("best 2"), of("best 9")), (9.0, 3.0, 8.0, 9.0));
        assert_eq!(TeamScore::Best(2).counted(&points).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(TeamScore::Mean.of(&[]), 0.0);
        for text in ["sum", "mean", "best 3"] {
            assert_eq!(text.parse::<TeamScore>().unwrap().to_string(), text);
        }
        for text in ["", "Sum", "best", "best 0", "best -1", "best 2.5", "best 99999999999"] {
            assert!(text.parse::<TeamScore>().is_err(), "{text}");
        }
    }

    #[test]
    fn entrants_of_one_team_have_the_same_number() {
        let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let members = BTreeMap::from([("blue".into(), named(&["c"])), ("red".into(), named(&["a", "d"]))]);
        let rules = TeamRules { members, meet: false, ..TeamRules::default() };
        assert_eq!(rules.apart(&named(&["a", "b", "c", "d"])), [Some(1), None, Some(0), Some(1)]);
        assert_eq!((rules.by_entrant().get("a"), rules.by_entrant().get("b")), (Some(&"red"), None));
        assert!(TeamRules { meet: true, ..rules }.apart(&named(&["a"])).is_empty());
    }
}
