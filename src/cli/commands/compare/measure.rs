//! By what two bots are compared: by what a board is worth to each alone, or by which of them wins where they meet.

use std::time::Duration;

use rathaus_games::Rules;
use rathaus_games::custom::{Best, SeatRange};
use rathaus_games::points::against;
use serde_json::json;

use crate::cli::exit::Failure;
use crate::report::{Margin, SinglePlayerReport, SubmissionResults};
use crate::tournament::{self, Board, BoardResult, Fixture, MatchResult};

/// How two bots are compared.
#[derive(Clone, Copy)]
pub(super) enum Measure {
    /// Each plays each board alone.
    Alone(&'static dyn SinglePlayerReport),
    /// They meet, on each opening twice, with seats swapped. What counts is who is better in a match, not by how much: nobody knows how large
    /// differences can be in a game of somebody's own.
    Meeting { seats: usize, best: Best },
}

/// The results of both bots.
type Results = [Vec<BoardResult>; 2];

impl Measure {
    /// The measure for a game.
    pub(super) fn of(rules: &Rules) -> Result<Measure, Failure> {
        let SeatRange { from, to } = rules.seats();
        match rules.is_multiplayer() {
            false => Ok(Measure::Alone(rules.single_player_report())),
            true if rules.tournament().pairs_meet_twice && to >= 2 => {
                Ok(Measure::Meeting { seats: from.max(2), best: rules.best() })
            }
            true => Err(Failure::usage(format!(
                "{} is not played by two alone, and its bots are compared by what they come to among others\n  \
                 help: play a tournament of several games, and look at `rathaus tournament standings`",
                rules.name()
            ))),
        }
    }

    /// How large a difference is looked for.
    pub(super) fn margin(self) -> Margin {
        match self {
            Measure::Alone(game) => game.margin(),
            Measure::Meeting { .. } => Margin { usual: 0.1, most: 1.0, ratios: false },
        }
    }

    /// What is counted.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Measure::Alone(_) => "board",
            Measure::Meeting { .. } => "opening",
        }
    }

    /// How many matches are played on a board, by those who share a bar of progress.
    pub(super) fn matches(self) -> u32 {
        match self {
            Measure::Alone(_) => 1,
            Measure::Meeting { .. } => 2,
        }
    }

    /// The bars of progress of these two.
    pub(super) fn bars(self, names: &[String]) -> Vec<(String, usize)> {
        match self {
            Measure::Alone(_) => names.iter().map(|name| (name.clone(), 0)).collect(),
            Measure::Meeting { .. } => vec![(names.join(" and "), 0)],
        }
    }

    /// The matches of both on these boards.
    pub(super) fn fixtures(self, boards: &[Board]) -> Vec<Fixture> {
        match self {
            Measure::Alone(_) => tournament::alone(boards, 2),
            Measure::Meeting { seats, .. } => tournament::duels(boards, seats),
        }
    }

    /// What came out for each of the two, board by board.
    pub(super) fn results(self, played: Vec<(&Fixture, MatchResult)>) -> Results {
        let mut results = Results::default();
        match self {
            Measure::Alone(_) => {
                for (fixture, result) in played {
                    results[fixture.seats[0]].push(result.on_board(fixture.board()));
                }
            }
            Measure::Meeting { best, .. } => {
                for games in played.chunks(2) {
                    for (bot, results) in results.iter_mut().enumerate() {
                        results.push(met(bot, games, best));
                    }
                }
            }
        }
        results
    }

    /// What a board is worth.
    pub(super) fn worth(self, result: &BoardResult) -> f64 {
        match self {
            Measure::Alone(game) => game.worth(result),
            Measure::Meeting { .. } => result.score,
        }
    }

    /// What a bot has come to, in a line.
    pub(super) fn summary(self, entry: &SubmissionResults) -> Option<String> {
        match self {
            Measure::Alone(game) => Some(game.summary(&entry.matches)?.words),
            Measure::Meeting { .. } => {
                let openings = entry.matches.len();
                let share = entry.matches.iter().map(|result| result.score).sum::<f64>() / openings as f64;
                let better = entry.matches.iter().filter(|result| result.score > 0.5).count();
                let equal = entry.matches.iter().filter(|result| result.score == 0.5).count();
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

/// What came of the matches on a board for one of the two: the share of those seats of the other that it has beaten, equal ones counted half.
fn met(bot: usize, games: &[(&Fixture, MatchResult)], best: Best) -> BoardResult {
    let (mut won, mut meetings) = (0.0, 0.0);
    let (mut faults, mut took) = (Vec::new(), Duration::ZERO);
    for (fixture, result) in games {
        let seated = || fixture.seats.iter().zip(&result.scores);
        for (_, mine) in seated().filter(|(who, _)| **who == bot) {
            for (_, other) in seated().filter(|(who, _)| **who != bot) {
                won += against(best.order(*mine, *other));
                meetings += 1.0;
            }
        }
        faults.extend(result.faults.iter().filter(|fault| fixture.seats[fault.seat] == bot).cloned());
        took += result.took;
    }
    let ended = games.last().map(|(_, result)| result.ended.clone()).unwrap_or_default();
    let score = if meetings > 0.0 { won / meetings } else { 0.5 };
    let Fixture { round: number, seed, .. } = *games[0].0;
    BoardResult { board: Board { number, seed }, score, ended, details: json!({}), faults, took }
}
