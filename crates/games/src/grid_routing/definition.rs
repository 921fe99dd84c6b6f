//! The [`GameDefinition`] of the grid-routing battle.

use serde_json::Value;

use super::check::GridRoutingCheckMatches;
use super::{GridRoutingDetails, GridRoutingMatch, GridRoutingParams, NAME, letter, report};
use crate::check::MultiplayerCheckPlan;
use crate::custom::SeatRange;
use crate::options::{self, GameCliOption, GameCliOptionTarget, SCORE_LOG};
use crate::report::{MatchReportInput, MatchScoreHistory, MultiplayerReportContent, RecomputedOutcome};
use crate::{
    GameDefinition, LiveMatch, MatchInputs, MatchSetupError, ProcessModel, Seed, TournamentDefaults,
};

/// The file that a bot may write to, and finds again in the next round.
const PRIVATE_FILE: &str = "data.txt";

/// The maximum of the parameter `rounds`.
const MAX_ROUNDS: u32 = 100_000;

const OPTIONS: [GameCliOption; 4] = [
    GameCliOption {
        name: "rounds",
        value_name: Some("N"),
        help: "How many rounds to play [default: 100]",
        effect: GameCliOptionTarget::Parameters(rounds),
    },
    GameCliOption {
        name: "ascii",
        value_name: None,
        help: "Print the finished grids: a letter for an owner, a blank for a broken vertex",
        effect: GameCliOptionTarget::Report,
    },
    GameCliOption {
        name: "disqualify-late",
        value_name: None,
        help: "Leave bots that were late once out of the standings",
        effect: GameCliOptionTarget::Report,
    },
    SCORE_LOG,
];

fn rounds(text: &str) -> options::OptionParseResult {
    let rounds = text.parse().ok().filter(|rounds| (1..=MAX_ROUNDS).contains(rounds));
    let rounds: u32 = rounds.ok_or_else(|| format!("{text} is not in 1..={MAX_ROUNDS}"))?;
    Ok(vec![("rounds", rounds.into())])
}

impl GameDefinition for GridRoutingParams {
    fn name(&self) -> &str {
        NAME
    }

    fn title(&self) -> &str {
        "the grid-routing battle"
    }

    fn seating(&self) -> ProcessModel {
        ProcessModel::PerRound { file: PRIVATE_FILE }
    }

    fn seats(&self) -> SeatRange {
        SeatRange { from: 1, to: usize::MAX }
    }

    fn uses_all_processors(&self) -> bool {
        true
    }

    fn details_fit(&self, details: &Value, scores: &[f64]) -> bool {
        let fits = |details: GridRoutingDetails| {
            let gained =
                |seat: usize| details.rounds.iter().map(|round| round.gains[seat] as f64).sum::<f64>();
            details.rounds.iter().all(|round| round.gains.len() == scores.len())
                && scores.iter().enumerate().all(|(seat, score)| gained(seat) == *score)
        };
        serde_json::from_value(details.clone()).is_ok_and(fits)
    }

    fn details_bytes(&self, seats: usize) -> u64 {
        let (turns, seats) = (u64::from(self.size(seats).turns), seats as u64);
        // Every bot breaks and activates a vertex in every turn.
        u64::from(self.rounds) * (60 + 6 * seats + 20 * turns * seats)
    }

    fn tournament(&self) -> TournamentDefaults {
        TournamentDefaults { is_long: true, pairs_meet_twice: false }
    }

    fn watch_speed(&self) -> u32 {
        8
    }

    fn seat_mark(&self, seat: usize) -> Option<char> {
        Some(letter(seat))
    }

    fn options(&self) -> &'static [GameCliOption] {
        &OPTIONS
    }

    fn has_detailed_report(&self) -> bool {
        true
    }

    fn multiplayer_check(&self) -> Option<&'static dyn MultiplayerCheckPlan> {
        Some(&GridRoutingCheckMatches)
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

    fn recompute(
        &self,
        seats: usize,
        seed: Seed,
        details: &Value,
    ) -> Option<Result<RecomputedOutcome, String>> {
        Some(report::recompute(self, seats, seed, details))
    }

    fn begin(&self, setup: MatchInputs) -> Result<Box<dyn LiveMatch>, MatchSetupError> {
        let game = GridRoutingMatch::new(self, setup.handshake_replies.len(), setup.seed);
        Ok(Box::new(game.map_err(|error| MatchSetupError(error.to_string()))?))
    }
}
