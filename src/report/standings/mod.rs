//! Standings of a tournament: a pure function of its state and its stored results.

mod adaptive;
mod charts;
mod csv;
mod encounters;
mod groups;
mod json;
mod markdown;
mod multiplayer;
mod outcomes;
mod pairs;
mod rating_summary;
mod rulings;
mod scores;
mod single_player;
mod stats;
mod teams;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeMap;

use jiff::Timestamp;
use rathaus_games::report::ColumnHeading;
use serde_json::Value;

pub use crate::report::charts::ChartWidth;
use crate::tournament::standings::{
    EstimateWithInterval, RankRange, Rating, VictoryCycleSummary, least_boards, rank_ranges,
};
use crate::tournament::{
    FormatStanding, MatchSchedule, RecordedSandbox, ScheduleResults, StoredEntrant, StoredTournamentSetup,
};
use adaptive::AdaptiveSummary;
pub use charts::StandingsChart;
pub use encounters::ReportedEncounter;
use groups::GroupSummary;
pub use json::JsonExtent;
pub use outcomes::MatchOutcomes;
pub use pairs::EntrantPairComparison;
use rating_summary::RatingModelSummary;
use rulings::ReportedRuling;
pub use scores::EntrantScoreSample;
use stats::StatMeans;
use teams::TeamStanding;

/// The standings of a tournament.
#[derive(Debug, Clone)]
pub struct Standings {
    pub state: StoredTournamentSetup,
    /// The name of the group of boards, if these are the standings of only one.
    group: Option<String>,
    /// The groups of boards, if there are any.
    groups: Vec<GroupSummary>,
    /// The teams, best first, if there are any.
    teams: Vec<TeamStanding>,
    /// The number of matches played, and the number of all matches.
    pub played: (usize, usize),
    /// Whether more matches follow after these, depending on their results.
    pub continues: bool,
    /// The matches that are ruled instead of played.
    rulings: Vec<ReportedRuling>,
    /// The sandboxes that bots ran in, with the number of matches. `None` stands for matches whose
    /// sandbox is unknown.
    sandboxes: BTreeMap<Option<RecordedSandbox>, usize>,
    /// The number of results that do not say how they were played.
    unproven: usize,
    /// What matches are called: "board" or "game".
    noun: &'static str,
    /// When the standings become final, if they are still provisional.
    pub provisional_until: Option<Timestamp>,
    /// The columns that depend on the game or format.
    columns: Vec<ColumnHeading>,
    /// What the value is that decides, and whether values are compared by ratio instead
    /// of difference.
    decides: (&'static str, bool),
    /// The entrants: best first, those without a rank last.
    pub rows: Vec<StandingsRow>,
    /// The least number of boards or rounds that can tell two entrants apart.
    least_boards: usize,
    /// Comparisons of all pairs of entrants with a rank: each row with those below it.
    pub pairs: Vec<EntrantPairComparison>,
    /// The cycles among the entrants of multiplayer games: A beats B, B beats C, C beats A.
    cycles: VictoryCycleSummary,
    /// What the ratings of multiplayer games rest on.
    ratings: Option<RatingModelSummary>,
    /// The encounters, in formats whose pairings depend on results.
    encounters: Vec<ReportedEncounter>,
    /// What an adaptive tournament has decided.
    adaptive: Option<AdaptiveSummary>,
    /// The history of scores over the rounds, if the game has rounds.
    history: Option<RoundHistory>,
}

/// One entrant in the standings.
#[derive(Debug, Clone)]
pub struct StandingsRow {
    pub name: String,
    /// Its team, if it belongs to one.
    team: Option<String>,
    pub entrant: StoredEntrant,
    /// The range of ranks that the results allow. `None` if it has no rank.
    pub rank: Option<RankRange>,
    /// Its standing, in formats whose pairings depend on results.
    pub place: Option<FormatStanding>,
    /// The value that decides, with its 95 % interval.
    pub estimate: Option<EstimateWithInterval>,
    /// Its score in each match, with the number of the board or game.
    pub scores: EntrantScoreSample,
    /// Values for comparisons with other entrants, with the number of the board or round. Higher
    /// is better.
    worth: Vec<(u32, f64)>,
    /// The value that decides, in each group of boards. Empty if there are none.
    by_group: Vec<Option<EstimateWithInterval>>,
    /// The means of the statistics that its game reports.
    stats: StatMeans,
    /// The rating, in multiplayer games.
    rating: Option<Rating>,
    /// What came out of its matches, in games of two seats with ranks.
    pub outcomes: Option<MatchOutcomes>,
    /// The cells of `Standings::columns`.
    cells: Vec<String>,
    /// The number of matches in which it had a fault.
    pub faulty: usize,
    /// The number of its matches that are ruled instead of played.
    ruled: usize,
    /// The faults that disqualify it, if any.
    pub disqualified: Option<String>,
    /// Remarks about its faults and its standing.
    notes: Vec<String>,
    /// Fields that its game adds to the JSON.
    more: Value,
}

/// Scores of multiplayer games, round by round.
#[derive(Debug, Clone)]
struct RoundHistory {
    /// For each row, its score after each round: the mean of all games with that many rounds.
    scores: Vec<Vec<f64>>,
    /// For each row, how often it took from each other row, in the prisoner's dilemma.
    takes: Option<Vec<Vec<u64>>>,
}

impl Standings {
    /// What the value is that decides, such as "score a game".
    pub fn deciding_value_name(&self) -> &'static str {
        self.decides.0
    }

    /// The standings from these results of the schedule.
    pub fn new(
        state: StoredTournamentSetup,
        schedule: &MatchSchedule,
        results: &ScheduleResults,
    ) -> Standings {
        let mixed = mixed_toolchains(schedule, results);
        let mut standings = if schedule.rules().is_multiplayer() {
            multiplayer::standings(state, schedule, results)
        } else {
            single_player::standings(state, schedule, results)
        };
        standings.played = (results.played(), results.all());
        standings.sandboxes.clone_from(results.sandboxes());
        standings.unproven = results.unproven();
        standings.add_stats(schedule, results);
        standings.groups = GroupSummary::of_all(&standings.state, schedule, results);
        (standings.continues, standings.encounters) = (schedule.continues, encounters::met(schedule));
        standings.rulings = rulings::of(schedule);
        for row in &mut standings.rows {
            row.notes.splice(0..0, mixed.get(&row.name).map(|words| format!("{} {words}", row.name)));
        }
        let drawn = standings.first_rows().iter().map(|row| row.name.as_str());
        standings.adaptive = AdaptiveSummary::of(schedule, drawn);
        standings.rank(schedule);
        teams::name(&mut standings.rows, &standings.state.teams);
        standings.teams = teams::standings(&standings, schedule, results);
        standings
    }

    /// The standings at a moment. They are provisional until the configured results date.
    pub fn as_of(
        state: StoredTournamentSetup,
        schedule: &MatchSchedule,
        results: &ScheduleResults,
        now: Timestamp,
    ) -> Standings {
        let provisional_until = state.phases.results_on.filter(|moment| now < *moment);
        Standings { provisional_until, ..Standings::new(state, schedule, results) }
    }

    /// Sets the range of ranks of each entrant that can be ranked, from comparisons of all pairs.
    /// Adaptive tournaments have made theirs.
    /// Formats whose pairings depend on results order the entrants themselves. There, pairs are not
    /// compared, because entrants met different opponents.
    fn rank(&mut self, schedule: &MatchSchedule) {
        let ranked = self.rows.iter().filter(|row| row.can_be_ranked()).count();
        if let Some(status) = &schedule.adaptive {
            let ranked = self.rows[..ranked].iter();
            let entrants: Vec<usize> = ranked.filter_map(|row| schedule.entrant(&row.name)).collect();
            for (row, range) in self.rows.iter_mut().zip(adaptive::ranges(status, &entrants)) {
                row.rank = Some(range);
            }
            return;
        }
        let places: Option<Vec<FormatStanding>> = self.rows[..ranked].iter().map(|row| row.place).collect();
        let ranges = match places {
            Some(places) if ranked > 0 => {
                rank_ranges(ranked, |one, other| places[one].order(&places[other]).is_lt())
            }
            _ => {
                let largest = match schedule.rules().is_multiplayer() {
                    true => None,
                    false => schedule.rules().single_player_report().largest_difference(),
                };
                self.least_boards = least_boards(largest);
                self.pairs = pairs::pairs(&self.rows[..ranked], largest, schedule.games.count());
                pairs::ranges(ranked, &self.pairs)
            }
        };
        for (row, range) in self.rows.iter_mut().zip(ranges) {
            row.rank = Some(range);
        }
    }
}

/// A remark for each entrant that played with more than one version of its tools: its results may
/// not be comparable.
fn mixed_toolchains(schedule: &MatchSchedule, results: &ScheduleResults) -> BTreeMap<String, String> {
    let in_words = |toolchains: &BTreeMap<String, usize>| {
        let listed = toolchains.iter().map(|(words, count)| format!("{words} ({count} matches)"));
        format!("was played with {}", listed.collect::<Vec<_>>().join(", "))
    };
    let mixed = schedule.names.iter().zip(results.toolchains()).filter(|(_, used)| used.len() > 1);
    mixed.map(|(name, used)| (name.clone(), in_words(used))).collect()
}

impl StandingsRow {
    /// Whether it has played, is not disqualified and has not been excluded.
    fn can_be_ranked(&self) -> bool {
        self.scores.count() + self.ruled > 0 && self.disqualified.is_none() && self.entrant.out.is_none()
    }

    /// The rank or the range of ranks, as text.
    fn rank_in_words(&self) -> String {
        match self.rank {
            Some(RankRange { best, worst }) if best == worst => best.to_string(),
            Some(RankRange { best, worst }) => format!("{best}-{worst}"),
            None => "-".into(),
        }
    }
}
