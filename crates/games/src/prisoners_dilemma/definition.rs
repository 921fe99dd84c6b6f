//! The [`GameDefinition`] of the prisoner's dilemma.

use serde_json::Value;

use super::check::DilemmaCheckMatches;
use super::{
    DilemmaDetails, DilemmaParams, MEASURED, MultiplayerDilemmaMatch, NAME, random_ids, random_numbers,
    report,
};
use crate::check::MultiplayerCheckPlan;
use crate::custom::SeatRange;
use crate::number::MAX_SAFE_INTEGER;
use crate::options::{GameCliOption, GameCliOptionTarget, SCORE_LOG};
use crate::report::{MatchReportInput, MatchScoreHistory, MultiplayerReportContent};
use crate::{
    GameDefinition, LiveMatch, MatchInputs, MatchSetupError, ProcessModel, SeedFileSupport,
    TournamentDefaults,
};

const OPTIONS: [GameCliOption; 2] = [
    GameCliOption {
        name: "take-log",
        value_name: Some("FILE"),
        help: "Write to this file who took from whom, a round a line",
        effect: GameCliOptionTarget::Log,
    },
    SCORE_LOG,
];

impl GameDefinition for DilemmaParams {
    fn name(&self) -> &str {
        NAME
    }

    fn title(&self) -> &str {
        "the prisoner's dilemma"
    }

    fn seating(&self) -> ProcessModel {
        ProcessModel::PerRequest
    }

    fn seats(&self) -> SeatRange {
        SeatRange { from: 1, to: usize::MAX }
    }

    fn uses_all_processors(&self) -> bool {
        true
    }

    fn can_score(&self, score: f64) -> bool {
        (-MAX_SAFE_INTEGER..=MAX_SAFE_INTEGER).contains(&score) && score.fract() == 0.0
    }

    fn details_fit(&self, details: &Value, scores: &[f64]) -> bool {
        let fits = |details: DilemmaDetails| {
            let DilemmaDetails { ids, rounds, .. } = details;
            let is_of_all = rounds.iter().all(|round| round.scores.len() == scores.len());
            // The last round has the scores in the order of the identifiers.
            let last = |id: &u32| {
                let Some(round) = rounds.last() else { return Some(0.0) };
                round.scores.get((*id as usize).checked_sub(1)?).map(|score| *score as f64)
            };
            let given = ids.iter().map(last);
            ids.len() == scores.len() && is_of_all && given.eq(scores.iter().copied().map(Some))
        };
        serde_json::from_value(details.clone()).is_ok_and(fits)
    }

    fn details_bytes(&self, seats: usize) -> u64 {
        let (rounds, seats) = (self.rounds(seats) as u64, seats as u64);
        // A player that takes from all others has a pair of numbers for each of them, in
        // every round.
        rounds * (60 + 8 * seats + 8 * seats * seats)
    }

    fn measured_details(&self) -> &'static [&'static str] {
        &MEASURED
    }

    fn seed_file(&self) -> Option<SeedFileSupport> {
        Some(SeedFileSupport { hint: "`rathaus seed-file` makes such a file" })
    }

    fn tournament(&self) -> TournamentDefaults {
        TournamentDefaults { is_long: true, pairs_meet_twice: false }
    }

    fn watch_speed(&self) -> u32 {
        4
    }

    fn options(&self) -> &'static [GameCliOption] {
        &OPTIONS
    }

    fn has_player_ids(&self) -> bool {
        true
    }

    fn multiplayer_check(&self) -> Option<&'static dyn MultiplayerCheckPlan> {
        Some(&DilemmaCheckMatches)
    }

    fn match_report(&self, facts: &MatchReportInput) -> Result<MultiplayerReportContent, String> {
        report::report(facts)
    }

    fn has_history(&self) -> bool {
        true
    }

    fn history(&self, details: &Value) -> Option<MatchScoreHistory> {
        report::history(details)
    }

    fn begin(&self, setup: MatchInputs) -> Result<Box<dyn LiveMatch>, MatchSetupError> {
        let (seats, seed) = (setup.handshake_replies.len(), setup.seed);
        let ids = setup.ids.unwrap_or_else(|| random_ids(seed, seats));
        let drawn = || random_numbers(seed, self.rounds(seats));
        let game = MultiplayerDilemmaMatch::new(self, ids, setup.numbers.unwrap_or_else(drawn));
        Ok(Box::new(game.map_err(|error| MatchSetupError(error.to_string()))?))
    }
}
