//! The [`GameDefinition`] of Lights Out.

use serde_json::Value;

use super::check::SolverCheck;
use super::report::LightsOutReporter;
use super::{LightsOutDetails, LightsOutMatch, LightsOutParams, MAX_SIDE, MEASURED, NAME};
use crate::check::SinglePlayerCheck;
use crate::custom::SeatRange;
use crate::options::{self, GameCliOption, GameCliOptionTarget};
use crate::report::SinglePlayerReporter;
use crate::{GameDefinition, LiveMatch, MatchInputs, MatchSetupError, ProcessModel};

/// Sets the parameters `columns` and `rows` together.
const SIZE: GameCliOption = GameCliOption {
    name: "size",
    value_name: Some("COLUMNSxROWS"),
    help: "How many columns and rows boards have, each up to 20 [default: 5x5]",
    effect: GameCliOptionTarget::Parameters(size),
};

fn size(text: &str) -> options::OptionParseResult {
    let side = |text: &str| text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let (columns, rows) = text
        .split_once(['x', 'X', '×'])
        .and_then(|(columns, rows)| side(columns).zip(side(rows)))
        .ok_or_else(|| format!("a size is two numbers from 1 to {MAX_SIDE}, such as 5x5"))?;
    Ok(vec![("columns", columns.into()), ("rows", rows.into())])
}

impl GameDefinition for LightsOutParams {
    fn name(&self) -> &str {
        NAME
    }

    fn title(&self) -> &str {
        "Lights Out"
    }

    fn seating(&self) -> ProcessModel {
        ProcessModel::PerMatch
    }

    fn seats(&self) -> SeatRange {
        SeatRange { from: 1, to: 1 }
    }

    fn can_score(&self, score: f64) -> bool {
        score == 0.0 || score == 1.0
    }

    fn details_fit(&self, details: &Value, scores: &[f64]) -> bool {
        let fits = |details: LightsOutDetails| {
            let LightsOutDetails { board, verdict, .. } = details;
            let is_row = |row: &String| row.len() == self.columns as usize;
            board.len() == self.rows as usize
                && board.iter().all(is_row)
                && scores.iter().all(|score| (*score == 1.0) == verdict.is_right())
        };
        serde_json::from_value(details.clone()).is_ok_and(fits)
    }

    fn details_bytes(&self, _seats: usize) -> u64 {
        300 + 20 * u64::from(self.columns) * u64::from(self.rows)
    }

    fn measured_details(&self) -> &'static [&'static str] {
        &MEASURED
    }

    fn options(&self) -> &'static [GameCliOption] {
        &[SIZE]
    }

    fn check(&self) -> Option<&'static dyn SinglePlayerCheck> {
        Some(&SolverCheck)
    }

    fn single_player_report(&self) -> &'static dyn SinglePlayerReporter {
        &LightsOutReporter
    }

    fn begin(&self, setup: MatchInputs) -> Result<Box<dyn LiveMatch>, MatchSetupError> {
        Ok(Box::new(LightsOutMatch::new(self, setup.seed)))
    }
}
