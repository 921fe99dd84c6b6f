//! The check of a solver: one board of each of a few sizes, one of which is not square.

use serde_json::Value;

use super::{LightsOutDetails, SolutionVerdict};
use crate::Seed;
use crate::check::{
    BotCheckMatchRecord, BotCheckReport, SinglePlayerCheck, SinglePlayerCheckCase,
    SinglePlayerCheckMeasurements,
};
use crate::diagnosis::{ProcessPersistence, describe};

/// Columns and rows of the boards.
const SIZES: [(u32, u32); 3] = [(3, 3), (5, 4), (5, 5)];

pub(super) struct SolverCheck;

impl SinglePlayerCheck for SolverCheck {
    fn cases(&self) -> Vec<SinglePlayerCheckCase> {
        let case = |(columns, rows): (u32, u32)| SinglePlayerCheckCase {
            settings: vec![("columns", Value::from(columns)), ("rows", Value::from(rows))],
            seeds: vec![Seed(1)],
        };
        SIZES.into_iter().map(case).collect()
    }

    fn report(&self, checked: &SinglePlayerCheckMeasurements) -> BotCheckReport {
        let mut report = BotCheckReport { findings: Vec::new(), is_fit: true };
        for played in &checked.matches {
            let (columns, rows) = SIZES[played.case];
            let (words, is_fit) = finding(played);
            report.findings.push((format!("{columns} x {rows}"), words));
            report.is_fit &= is_fit;
        }
        report
    }
}

/// A description of how a board went, and whether that is ready to play.
fn finding(played: &BotCheckMatchRecord) -> (String, bool) {
    if let Some(fault) = &played.fault {
        return (format!("failed: {}", describe(fault, ProcessPersistence::Persistent)), false);
    }
    let Ok(details) = serde_json::from_value::<LightsOutDetails>(played.details.clone()) else {
        return ("failed: the match has no details".into(), false);
    };
    let mut words = played.ended.clone();
    words += &format!("; {:.2} ms", details.took_us.unwrap_or_default() as f64 / 1_000.0);
    if let Some(evaluations) = details.evaluations {
        words += &format!(", {evaluations} evaluations");
    }
    if details.verdict == SolutionVerdict::LeftOn {
        let (board, clicks) = (details.board.join("\n"), details.clicks.unwrap_or_default());
        let clicks: Vec<String> = clicks.iter().map(|(x, y)| format!("{x},{y}")).collect();
        words += &format!("\n{board}\nCLICKS {}", clicks.join(" "));
    }
    (words, !matches!(details.verdict, SolutionVerdict::LeftOn | SolutionVerdict::WronglyNone))
}
