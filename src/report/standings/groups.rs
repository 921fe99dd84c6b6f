//! Standings of groups of boards: a column for each beside the whole, and each by itself.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::Standings;
use crate::report::harmless;
use crate::report::text::{interval, rounded, table};
use crate::tournament::standings::EstimateWithInterval;
use crate::tournament::{
    MatchSchedule, ScheduleResults, StoredBoardGroup, StoredTournamentSetup, TournamentFormat,
};

/// A group of boards, as far as it has been played.
#[derive(Debug, Clone)]
pub(super) struct GroupSummary {
    name: String,
    /// The parameters that differ from those that all groups share, as JSON.
    parameters: Value,
    /// The number of matches played, and the number of all matches.
    played: (usize, usize),
}

impl Standings {
    /// The standings of one group of boards. `results` are those of the
    /// [schedule of the group](MatchSchedule::of_group).
    pub fn of_group(
        state: &StoredTournamentSetup,
        group: usize,
        schedule: &MatchSchedule,
        results: &ScheduleResults,
        now: Timestamp,
    ) -> Standings {
        let format = state.format;
        // The standing in a format that goes by results belongs to all groups together.
        let of_scores = if format.goes_by_results() { TournamentFormat::Drawn } else { format };
        let own = StoredTournamentSetup { format: of_scores, ..state.of_group(group) };
        let mut standings = Standings::as_of(own, schedule, results, now);
        standings.group = Some(state.groups[group].name.clone());
        standings.state.format = format;
        if format.goes_by_results() {
            standings.pairs.clear();
            standings.rows.iter_mut().for_each(|row| row.rank = None);
        }
        standings
    }

    /// The values of each entrant in each group, as text.
    pub(super) fn groups_in_words(&self) -> Option<String> {
        if self.groups.is_empty() {
            return None;
        }
        let names: Vec<String> = self.groups.iter().map(|group| harmless(&group.name)).collect();
        let heads: Vec<(&str, bool)> = std::iter::once("bot")
            .chain(names.iter().map(String::as_str))
            .map(|head| (head, false))
            .collect();
        let mut table = table(&heads);
        for row in self.rows.iter().filter(|row| !row.by_group.is_empty()) {
            let cells = row.by_group.iter().map(|estimate| estimate.as_ref().map_or("-".into(), cell));
            table.add_row([row.name.clone()].into_iter().chain(cells));
        }
        let played: Vec<String> = self.groups.iter().map(GroupSummary::in_words).collect();
        Some(format!("By group of {}s, the {}:\n{table}\n{}", self.noun, self.decides.0, played.join("\n")))
    }

    pub(super) fn groups_json(&self) -> Value {
        let group = |GroupSummary { name, parameters, played: (played, all) }: &GroupSummary| {
            json!({
                "name": name,
                "parameters": parameters,
                "matches": { "played": played, "all": all },
            })
        };
        self.groups.iter().map(group).collect()
    }
}

impl GroupSummary {
    /// The summaries of all groups of a tournament.
    pub(super) fn of_all(
        state: &StoredTournamentSetup,
        schedule: &MatchSchedule,
        results: &ScheduleResults,
    ) -> Vec<GroupSummary> {
        if state.groups.is_empty() {
            return Vec::new();
        }
        let mut played = vec![(0, 0); schedule.games.count()];
        for position in 0..schedule.keys.len() {
            let (count, all) = &mut played[schedule.group(position)];
            *count += usize::from(results.is_played(position));
            *all += 1;
        }
        let of_group = |(group, played): (&StoredBoardGroup, (usize, usize))| {
            let differs = |(name, value): &(&String, &Value)| state.parameters.get(*name) != Some(value);
            let parameters: serde_json::Map<String, Value> = group
                .parameters
                .iter()
                .filter(differs)
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect();
            GroupSummary { name: group.name.clone(), parameters: parameters.into(), played }
        };
        state.groups.iter().zip(played).map(of_group).collect()
    }

    /// The name, the parameters, and how much has been played.
    fn in_words(&self) -> String {
        let parameters = self.parameters.as_object().into_iter().flatten();
        let parameters: Vec<String> = parameters.map(|(name, value)| format!("{name} = {value}")).collect();
        let parameters =
            if parameters.is_empty() { "no other parameters".into() } else { parameters.join(", ") };
        let (played, all) = self.played;
        harmless(&format!("{}: {parameters}; {played} of {all} matches played", self.name))
    }
}

fn cell(estimate: &EstimateWithInterval) -> String {
    match estimate.interval() {
        Some(_) => format!("{} ({})", rounded(estimate.value), interval(estimate)),
        None => rounded(estimate.value),
    }
}
