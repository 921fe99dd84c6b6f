//! How two bots are compared: by their results on the same boards, or by their matches against
//! each other.

use std::time::Duration;

use rathaus_games::ConfiguredGame;
use rathaus_games::custom::{ScoreOrder, SeatRange};
use rathaus_games::points::against;
use rathaus_games::report::{ComparisonMargin, SinglePlayerReporter};
use serde_json::json;

use crate::tournament::{self, BoardResult, MatchResult, ScheduledMatch, SeededBoard};

/// How two bots are compared.
#[derive(Clone, Copy)]
pub enum ComparisonMatchFormat {
    /// By the results of each bot alone on each board.
    Alone(&'static dyn SinglePlayerReporter),
    /// By matches against each other. The bots meet twice on each opening, with seats swapped. Only
    /// who does better in a match counts, because the scale of scores in a custom game is unknown.
    Meeting { seats: usize, best: ScoreOrder },
}

/// A game that two bots cannot play without others, so that results depend on the others.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("two bots cannot be compared in {0}: results depend on the others in the match")]
pub struct GameUnfitForComparison(pub String);

/// The results of both bots.
type Results = [Vec<BoardResult>; 2];

impl ComparisonMatchFormat {
    pub fn of(rules: &ConfiguredGame) -> Result<ComparisonMatchFormat, GameUnfitForComparison> {
        let SeatRange { from, to } = rules.seats();
        match rules.is_multiplayer() {
            false => Ok(ComparisonMatchFormat::Alone(rules.single_player_report())),
            true if rules.tournament().pairs_meet_twice && to >= 2 => {
                Ok(ComparisonMatchFormat::Meeting { seats: from.max(2), best: rules.best() })
            }
            true => Err(GameUnfitForComparison(rules.title().to_owned())),
        }
    }

    /// The default and the largest margin.
    pub fn margin(self) -> ComparisonMargin {
        match self {
            ComparisonMatchFormat::Alone(game) => game.margin(),
            ComparisonMatchFormat::Meeting { .. } => {
                ComparisonMargin { usual: 0.1, most: 1.0, ratios: false }
            }
        }
    }

    pub fn noun(self) -> &'static str {
        match self {
            ComparisonMatchFormat::Alone(_) => "board",
            ComparisonMatchFormat::Meeting { .. } => "opening",
        }
    }

    /// The number of matches of a board that share a progress bar.
    pub fn matches(self) -> u32 {
        match self {
            ComparisonMatchFormat::Alone(_) => 1,
            ComparisonMatchFormat::Meeting { .. } => 2,
        }
    }

    /// The titles of the progress bars.
    pub fn bars(self, names: &[String]) -> Vec<(String, usize)> {
        match self {
            ComparisonMatchFormat::Alone(_) => names.iter().map(|name| (name.clone(), 0)).collect(),
            ComparisonMatchFormat::Meeting { .. } => vec![(names.join(" and "), 0)],
        }
    }

    /// The matches of both bots on these boards.
    pub fn scheduled_matches(self, boards: &[SeededBoard]) -> Vec<ScheduledMatch> {
        match self {
            ComparisonMatchFormat::Alone(_) => tournament::single_player(boards, 2).iter().collect(),
            ComparisonMatchFormat::Meeting { seats, .. } => tournament::duels(boards, seats),
        }
    }

    /// The results of each of the two bots, board by board.
    pub fn results(self, played: Vec<(&ScheduledMatch, MatchResult)>) -> Results {
        let mut results = Results::default();
        match self {
            ComparisonMatchFormat::Alone(_) => {
                for (scheduled_match, result) in played {
                    results[scheduled_match.seats[0]].push(result.on_board(scheduled_match.board()));
                }
            }
            ComparisonMatchFormat::Meeting { best, .. } => {
                for games in played.chunks(2) {
                    for (bot, results) in results.iter_mut().enumerate() {
                        results.push(met(bot, games, best));
                    }
                }
            }
        }
        results
    }

    pub fn worth(self, result: &BoardResult) -> f64 {
        match self {
            ComparisonMatchFormat::Alone(game) => game.worth(result),
            ComparisonMatchFormat::Meeting { .. } => result.score,
        }
    }

    /// The results of a bot in one line.
    pub fn summary(self, matches: &[BoardResult]) -> Option<String> {
        match self {
            ComparisonMatchFormat::Alone(game) => Some(game.summary(matches)?.words),
            ComparisonMatchFormat::Meeting { .. } => {
                let openings = matches.len();
                let share = matches.iter().map(|result| result.score).sum::<f64>() / openings as f64;
                let better = matches.iter().filter(|result| result.score > 0.5).count();
                let equal = matches.iter().filter(|result| result.score == 0.5).count();
                (openings > 0).then(|| {
                    format!(
                        "{:.1} % of the points; of {openings} openings it was better on {better}, equal on {equal}",
                        100.0 * share
                    )
                })
            }
        }
    }
}

/// The result of the matches on a board for one of the two bots: the share of the other's seats
/// that it has beaten, where equal scores count half.
fn met(bot: usize, games: &[(&ScheduledMatch, MatchResult)], best: ScoreOrder) -> BoardResult {
    let (mut won, mut meetings) = (0.0, 0.0);
    let (mut faults, mut took) = (Vec::new(), Duration::ZERO);
    for (scheduled_match, result) in games {
        let in_seats = || scheduled_match.seats.iter().zip(&result.scores);
        for (_, mine) in in_seats().filter(|(who, _)| **who == bot) {
            for (_, other) in in_seats().filter(|(who, _)| **who != bot) {
                won += against(best.order(*mine, *other));
                meetings += 1.0;
            }
        }
        faults.extend(result.faults.iter().filter(|fault| scheduled_match.seats[fault.seat] == bot).cloned());
        took += result.took;
    }
    let ended = games.last().map(|(_, result)| result.ended.clone()).unwrap_or_default();
    let score = if meetings > 0.0 { won / meetings } else { 0.5 };
    let ScheduledMatch { round: number, seed, .. } = *games[0].0;
    BoardResult { board: SeededBoard { number, seed }, score, ended, details: json!({}), faults, took }
}
