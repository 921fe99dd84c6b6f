//! Reports of the rat race.

use serde_json::{Value, json};

use super::RatRaceDetails;
use crate::report::SeededBoard;
use crate::report::{
    BoardResult, BotMatchesSummary, ColumnHeading, DefaultComparisonMargin, SinglePlayerReporter,
};
use crate::statistics::{geometric_mean, long_tailed_geometric_mean_with_interval};
use crate::words::{counted, interval, interval_clause, number, rounded};

/// The largest plausible score. Scores go from 1 to about 10 million (docs/LEADERBOARD.md has 2,500
/// of them).
const MOST: f64 = 1e7;

/// The report of the rat race: bots rank by the geometric mean of their scores.
pub(super) struct RaceReport;

impl SinglePlayerReporter for RaceReport {
    fn rank_key(&self, boards: &[BoardResult]) -> [f64; 2] {
        [geometric_mean(&scores(boards)).unwrap_or(f64::MIN), 0.0]
    }

    fn columns(&self) -> &'static [ColumnHeading] {
        &[("score", true), ("95 % interval", false)]
    }

    fn board_columns(&self) -> &'static [ColumnHeading] {
        &[("score", true), ("population", true), ("turns", true)]
    }

    fn board_cells(&self, result: &BoardResult) -> Vec<String> {
        let details = details(result);
        vec![self.cell(result), details.population.to_string(), details.turns.to_string()]
    }

    fn cell(&self, result: &BoardResult) -> String {
        number(result.score.round())
    }

    fn notes(&self, boards: &[BoardResult]) -> Option<String> {
        let caught = caught_keeping_data(boards);
        let (board, turn) = caught.first()?;
        Some(format!(
            "keeps data between calls, which the rules forbid: on {} it gave two replies to the same request \
             without randomness, first on board {} in turn {turn}",
            counted(caught.len(), "board"),
            board.number
        ))
    }

    fn summary(&self, boards: &[BoardResult]) -> Option<BotMatchesSummary> {
        let estimate = long_tailed_geometric_mean_with_interval(&scores(boards), MOST)?;
        let (value, interval) = (rounded(estimate.value), interval(&estimate));
        let count = counted(boards.len(), "board");
        Some(BotMatchesSummary {
            estimate,
            words: format!("geometric mean {value} over {count}, {}", interval_clause(&estimate)),
            cells: vec![value, interval],
            json: json!({ "geometric_mean": estimate }),
        })
    }

    fn needs_details(&self) -> bool {
        true
    }

    fn details_for_standings(&self, details: Value) -> Value {
        if details["caught_keeping_data"].is_null() { Value::Null } else { details }
    }

    fn without_boards(&self) -> Value {
        json!({ "geometric_mean": null })
    }

    fn worth(&self, result: &BoardResult) -> f64 {
        result.score.ln()
    }

    fn largest_difference(&self) -> Option<f64> {
        Some(MOST.ln())
    }

    fn axis(&self) -> (&'static str, bool) {
        ("geometric mean of the scores", true)
    }

    fn margin(&self) -> DefaultComparisonMargin {
        DefaultComparisonMargin { usual: 1.5, most: MOST.ln(), ratios: true }
    }

    fn so_far(&self, scores: &[f64]) -> Option<String> {
        geometric_mean(scores).map(|mean| format!("geometric mean {}", rounded(mean)))
    }
}

fn scores(boards: &[BoardResult]) -> Vec<f64> {
    boards.iter().map(|result| result.score).collect()
}

/// The boards and turns on which the bot was caught keeping data between calls.
fn caught_keeping_data(boards: &[BoardResult]) -> Vec<(SeededBoard, u32)> {
    let caught = |result: &BoardResult| Some((result.board, details(result).caught_keeping_data?));
    boards.iter().filter_map(caught).collect()
}

/// The details of a match, or defaults if the match never began.
fn details(result: &BoardResult) -> RatRaceDetails {
    serde_json::from_value(result.details.clone()).unwrap_or_default()
}
