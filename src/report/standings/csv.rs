//! Standings as CSV, one line per entrant.

use super::{MatchOutcomes, Standings, StandingsRow};
use crate::report::harmless;
use crate::report::text::as_csv;

/// The heads of the columns.
const HEADS: [&str; 18] = [
    "name",
    "rank_best",
    "rank_worst",
    "value",
    "low",
    "high",
    "rating",
    "rating_deviation",
    "played",
    "faulty",
    "disqualified",
    "language",
    "sha256",
    "wins",
    "draws",
    "losses",
    "ruled",
    "team",
];

impl Standings {
    /// The standings as CSV. `docs/TOURNAMENTS.md` describes the columns.
    pub fn csv(&self) -> String {
        as_csv(std::iter::once(HEADS.map(str::to_owned)).chain(self.rows.iter().map(line)))
    }
}

fn line(row: &StandingsRow) -> [String; 18] {
    let shown = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    let rank = |rank: Option<usize>| rank.map(|rank| rank.to_string()).unwrap_or_default();
    let count = |of: fn(MatchOutcomes) -> usize| row.outcomes.map(|outcomes| of(outcomes).to_string());
    let [wins, draws, losses] = [count(|all| all.wins), count(|all| all.draws), count(|all| all.losses)]
        .map(Option::unwrap_or_default);
    let interval = row.estimate.and_then(|estimate| estimate.interval());
    [
        row.name.clone(),
        rank(row.rank.map(|rank| rank.best)),
        rank(row.rank.map(|rank| rank.worst)),
        shown(row.estimate.map(|estimate| estimate.value)),
        shown(interval.map(|(low, _)| low)),
        shown(interval.map(|(_, high)| high)),
        shown(row.rating.map(|rating| rating.value)),
        shown(row.rating.map(|rating| rating.deviation)),
        row.scores.count().to_string(),
        row.faulty.to_string(),
        row.disqualified.clone().unwrap_or_default(),
        row.entrant.language.clone(),
        row.entrant.sha256.clone(),
        wins,
        draws,
        losses,
        row.ruled.to_string(),
        row.team.as_deref().map(harmless).unwrap_or_default(),
    ]
}
