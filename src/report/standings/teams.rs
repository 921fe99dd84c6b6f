//! Standings of teams: the points of their members.
//!
//! In a multiplayer game, a match gives an entrant the share of its opponents that it beat, so a win is
//! a point and a draw half of one. A Swiss tournament gives its own points. In a single-player game,
//! the points of an entrant are the value that decides.

use std::collections::BTreeMap;

use rathaus_games::points::shares;
use rathaus_games::words::number;
use serde_json::{Value, json};

use super::{Standings, StandingsRow};
use crate::report::harmless;
use crate::report::text::table;
use crate::tournament::standings::{RankRange, rank_ranges};
use crate::tournament::{FormatStanding, MatchSchedule, ScheduleResults, TeamRules, TeamScore};

/// A team in the standings.
#[derive(Debug, Clone)]
pub(super) struct TeamStanding {
    name: String,
    rank: RankRange,
    score: f64,
    /// The members, the one with the most points first.
    members: Vec<TeamMember>,
}

/// A member of a team.
#[derive(Debug, Clone)]
struct TeamMember {
    name: String,
    /// 0 for a member without a rank.
    points: f64,
    /// Whether its points are part of the score.
    counts: bool,
}

/// The standings of the teams, best first.
pub(super) fn standings(
    standings: &Standings,
    schedule: &MatchSchedule,
    results: &ScheduleResults,
) -> Vec<TeamStanding> {
    let rules = &standings.state.teams;
    if rules.is_empty() {
        return Vec::new();
    }
    let points = points(standings, schedule, results);
    let of_team = |(name, names): (&String, &Vec<String>)| team(name, names, &points, rules.score);
    let mut teams: Vec<TeamStanding> = rules.members.iter().map(of_team).collect();
    teams.sort_by(|one, other| other.score.total_cmp(&one.score).then(one.name.cmp(&other.name)));
    let ranges = rank_ranges(teams.len(), |one, other| teams[one].score > teams[other].score);
    for (team, range) in teams.iter_mut().zip(ranges) {
        team.rank = range;
    }
    teams
}

/// Names the team of each entrant.
pub(super) fn name(rows: &mut [StandingsRow], rules: &TeamRules) {
    let teams = rules.by_entrant();
    rows.iter_mut().for_each(|row| row.team = teams.get(row.name.as_str()).map(|team| (*team).to_owned()));
}

fn team(name: &str, names: &[String], points: &BTreeMap<&str, f64>, score: TeamScore) -> TeamStanding {
    let of_members: Vec<f64> =
        names.iter().map(|name| points.get(name.as_str()).copied().unwrap_or(0.0)).collect();
    let counted: Vec<usize> = score.counted(&of_members).collect();
    let order = TeamScore::Sum.counted(&of_members);
    let member = |index: usize| TeamMember {
        name: names[index].clone(),
        points: of_members[index],
        counts: counted.contains(&index),
    };
    TeamStanding {
        name: name.to_owned(),
        rank: RankRange { best: 1, worst: 1 },
        score: even(score.of(&of_members)),
        members: order.map(member).collect(),
    }
}

/// Rounds a sum, so that equal sums compare as equal despite the errors of thirds and the like.
fn even(sum: f64) -> f64 {
    (sum * 1e9).round() / 1e9
}

/// The points of each entrant with a rank, by its name.
fn points<'a>(
    standings: &'a Standings,
    schedule: &MatchSchedule,
    results: &ScheduleResults,
) -> BTreeMap<&'a str, f64> {
    let of_matches = match schedule.rules().is_multiplayer() {
        true => match_points(schedule, results),
        false => Vec::new(),
    };
    let of_row = |row: &'a StandingsRow| {
        let points = match row.place {
            Some(FormatStanding::Swiss { points, .. }) => points,
            _ if schedule.rules().is_multiplayer() => even(of_matches[schedule.entrant(&row.name)?]),
            _ => row.estimate?.value,
        };
        Some((row.name.as_str(), points))
    };
    standings.rows.iter().filter(|row| row.can_be_ranked()).filter_map(of_row).collect()
}

/// The points of all matches and rulings, by the index of the entrant.
fn match_points(schedule: &MatchSchedule, results: &ScheduleResults) -> Vec<f64> {
    let mut all = vec![0.0; schedule.names.len()];
    let mut add = |position: usize, points: &[f64]| {
        for (entrant, points) in schedule.scheduled_matches.seats(position).iter().zip(points) {
            all[*entrant as usize] += points;
        }
    };
    let best = schedule.rules().best();
    for position in results.positions() {
        let scores = results.scores(position).unwrap_or_default();
        let worth: Vec<f64> = scores.iter().map(|score| best.worth(*score)).collect();
        add(position, &shares(&worth, |one, other| other.total_cmp(one)));
    }
    schedule.rulings.iter().for_each(|(position, ruling)| add(*position, &ruling.points));
    all
}

impl TeamStanding {
    fn json(&self) -> Value {
        let TeamStanding { name, rank, score, members } = self;
        let member = |member: &TeamMember| json!({ "name": member.name, "points": member.points, "counts": member.counts });
        json!({
            "name": name,
            "rank": rank,
            "score": score,
            "members": members.iter().map(member).collect::<Vec<_>>(),
        })
    }

    /// The cells of its line: rank, score, name and members.
    pub(super) fn line(&self) -> Vec<String> {
        let TeamStanding { name, rank: RankRange { best, worst }, score, members } = self;
        let rank = if best == worst { best.to_string() } else { format!("{best}-{worst}") };
        let member = |TeamMember { name, points, counts }: &TeamMember| {
            let words = format!("{} {}", harmless(name), shown(*points));
            if *counts { words } else { format!("({words})") }
        };
        let members: Vec<String> = members.iter().map(member).collect();
        vec![rank, shown(*score), harmless(name), members.join(", ")]
    }
}

/// Points with at most two decimals.
fn shown(points: f64) -> String {
    number((points * 100.0).round() / 100.0)
}

impl Standings {
    /// The heads of the columns of teams, each with whether it is aligned to the right.
    pub(super) const TEAM_HEADS: [(&'static str, bool); 4] =
        [("rank", true), ("points", true), ("team", false), ("members", false)];

    /// The teams, best first.
    pub(super) fn teams(&self) -> &[TeamStanding] {
        &self.teams
    }

    pub(super) fn teams_json(&self) -> Vec<Value> {
        self.teams.iter().map(TeamStanding::json).collect()
    }

    /// What the score of a team is, before the table of teams.
    pub(super) fn teams_caption(&self) -> String {
        format!("By team, {}:", self.state.teams.score.in_words())
    }

    /// The teams as a table.
    pub(super) fn teams_in_words(&self) -> Option<String> {
        let mut table = table(&Self::TEAM_HEADS);
        self.teams.iter().for_each(|team| {
            table.add_row(team.line());
        });
        (!self.teams.is_empty()).then(|| format!("{}\n{table}", self.teams_caption()))
    }
}
