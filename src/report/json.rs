//! Results as JSON. `docs/JSON.md` describes it.

use rathaus_games::report::BoardResult;
use serde_json::{Map, Value, json};

use super::{CommitmentReport, SinglePlayerRunResults, SubmissionResults, single_player_report};

/// The report as one JSON object.
pub fn json(report: &SinglePlayerRunResults) -> Value {
    let parameters: Map<String, Value> =
        report.parameters.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let boards: Vec<Value> = report
        .boards
        .iter()
        .map(|board| json!({ "board": board.number, "seed": board.seed.to_string() }))
        .collect();
    let submissions: Vec<Value> =
        report.entries.iter().zip(1..).map(|(entry, rank)| submission(&report.game, rank, entry)).collect();
    json!({
        "rathaus": env!("CARGO_PKG_VERSION"),
        "sandbox": report.sandbox,
        "game": report.game,
        "parameters": parameters,
        "seed": report.seed.map(|seed| seed.to_string()),
        "boards": boards,
        "submissions": submissions,
        "commitments": report.commitments.as_ref().map(CommitmentReport::json),
    })
}

fn submission(game: &str, rank: usize, entry: &SubmissionResults) -> Value {
    let report = single_player_report(game);
    let own = json!({
        "rank": rank,
        "matches": entry.matches.iter().map(match_result).collect::<Vec<_>>(),
    });
    joined(
        joined(entry.submission.json(), own),
        report.summary(&entry.matches).map_or_else(|| report.without_boards(), |summary| summary.json),
    )
}

/// Merges two objects. Fields of `other` take precedence.
pub(super) fn joined(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Object(mut one), Value::Object(other)) => {
            one.extend(other);
            Value::Object(one)
        }
        (one, _) => one,
    }
}

fn match_result(result: &BoardResult) -> Value {
    json!({
        "board": result.board.number,
        "seed": result.board.seed.to_string(),
        "score": result.score,
        "ended": result.ended,
        "details": result.details,
        "faults": result.faults,
        "took_seconds": result.took.as_secs_f64(),
    })
}
