//! How many matches each entrant won, drew and lost, in games of two seats with ranks.

use rathaus_games::points::against;
use rathaus_games::report::ColumnHeading;
use serde_json::{Value, json};
use std::cmp::Ordering;

use crate::tournament::MatchSchedule;

/// The column after those of multiplayer games.
pub(super) const COLUMN: ColumnHeading = ("W-D-L", true);

/// The outcomes of the matches of an entrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchOutcomes {
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
}

impl MatchOutcomes {
    /// Whether the scores of these matches say who has won, and nothing else.
    pub(super) fn are_all(schedule: &MatchSchedule) -> bool {
        let matches = &schedule.scheduled_matches;
        schedule.rules().has_ranks() && matches.all_seats() == 2 * matches.len()
    }

    /// The outcomes of matches with these scores: the share of the others that the entrant beat.
    pub(super) fn of(scores: impl Iterator<Item = f64> + Clone) -> MatchOutcomes {
        let count = |order| scores.clone().filter(|score| *score == against(order)).count();
        MatchOutcomes {
            wins: count(Ordering::Less),
            draws: count(Ordering::Equal),
            losses: count(Ordering::Greater),
        }
    }

    pub(super) fn cell(self) -> String {
        format!("{}-{}-{}", self.wins, self.draws, self.losses)
    }

    pub(super) fn json(self) -> Value {
        json!({ "wins": self.wins, "draws": self.draws, "losses": self.losses })
    }
}
