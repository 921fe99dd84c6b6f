//! How two bots are compared: by their results on the same boards, or by their matches against
//! each other.

use std::time::Duration;

use rathaus_games::ConfiguredGame;
use rathaus_games::custom::{ScoreOrder, SeatRange};
use rathaus_games::points::against;
use rathaus_games::report::{DefaultComparisonMargin, SinglePlayerReporter};
use rathaus_games::statistics::mean;
use serde_json::json;

use crate::tournament::standings::PairOutcome;
use crate::tournament::{self, BoardResult, MatchResult, ScheduledMatch, SeededBoard};

/// How two bots are compared.
#[derive(Clone, Copy)]
pub enum ComparisonMatchFormat {
    /// By the results of each bot alone on each board.
    Alone(&'static dyn SinglePlayerReporter),
    /// By matches against each other. The bots meet twice on each opening, with seats swapped. Only
    /// who does better in a match counts, because the scale of scores in a custom game is unknown.
    Meeting { seats: usize, best: ScoreOrder },
    /// By matches of each bot against the same opponents, in the same seats, on the same openings.
    Field { seats: usize, opponents: usize, best: ScoreOrder },
}

/// Why two bots cannot be compared in a game with these opponents.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameUnfitForComparison {
    /// Results depend on the others in the match.
    #[error("two bots alone cannot be compared in {game}: results depend on the others in the match")]
    NeedsField { game: String },
    /// A match of the game has more seats than one of the bots and all opponents fill.
    #[error("a match of {game} has at least {seats} seats, and a bot with all opponents fills {filled}")]
    FieldTooSmall { game: String, seats: usize, filled: usize },
    /// Each bot plays alone.
    #[error("in {game} each bot plays alone, without opponents")]
    SinglePlayer { game: String },
}

/// The results of both bots.
type Results = [Vec<BoardResult>; 2];

impl ComparisonMatchFormat {
    /// The way of comparing two bots in a game, with so many opponents.
    ///
    /// # Errors
    ///
    /// If the game cannot be played with these opponents, or not without any.
    pub fn of(
        rules: &ConfiguredGame,
        opponents: usize,
    ) -> Result<ComparisonMatchFormat, GameUnfitForComparison> {
        let SeatRange { from, to } = rules.seats();
        let (game, best) = (rules.title().to_owned(), rules.best());
        match (rules.is_multiplayer(), opponents) {
            (false, 0) => Ok(ComparisonMatchFormat::Alone(rules.single_player_report())),
            (false, _) => Err(GameUnfitForComparison::SinglePlayer { game }),
            (true, 0) if rules.tournament().pairs_meet_twice && to >= 2 => {
                Ok(ComparisonMatchFormat::Meeting { seats: from.max(2), best })
            }
            (true, 0) => Err(GameUnfitForComparison::NeedsField { game }),
            (true, _) if opponents + 1 < from => {
                Err(GameUnfitForComparison::FieldTooSmall { game, seats: from, filled: opponents + 1 })
            }
            (true, _) => Ok(ComparisonMatchFormat::Field { seats: to.min(opponents + 1), opponents, best }),
        }
    }

    /// Whether matches of two seats come in pairs, with the same opening and seats swapped.
    pub fn has_pairs(self) -> bool {
        matches!(self, ComparisonMatchFormat::Meeting { seats: 2, .. })
    }

    /// The default and the largest margin.
    pub fn margin(self) -> DefaultComparisonMargin {
        match self {
            ComparisonMatchFormat::Alone(game) => game.margin(),
            ComparisonMatchFormat::Meeting { .. } | ComparisonMatchFormat::Field { .. } => {
                DefaultComparisonMargin { usual: 0.1, most: 1.0, ratios: false }
            }
        }
    }

    pub fn noun(self) -> &'static str {
        match self {
            ComparisonMatchFormat::Alone(_) => "board",
            ComparisonMatchFormat::Meeting { .. } | ComparisonMatchFormat::Field { .. } => "opening",
        }
    }

    /// The number of matches of a board that share a progress bar.
    pub fn matches(self) -> u32 {
        match self {
            ComparisonMatchFormat::Alone(_) => 1,
            ComparisonMatchFormat::Meeting { .. } => 2,
            ComparisonMatchFormat::Field { seats, .. } => 2 * seatings(seats),
        }
    }

    /// The titles of the progress bars.
    pub fn bars(self, names: &[String; 2]) -> Vec<(String, usize)> {
        match self {
            ComparisonMatchFormat::Alone(_) => names.iter().map(|name| (name.clone(), 0)).collect(),
            ComparisonMatchFormat::Meeting { .. } | ComparisonMatchFormat::Field { .. } => {
                vec![(names.join(" and "), 0)]
            }
        }
    }

    /// The matches of both bots on these boards.
    pub fn scheduled_matches(self, boards: &[SeededBoard]) -> Vec<ScheduledMatch> {
        match self {
            ComparisonMatchFormat::Alone(_) => tournament::single_player(boards, 2).iter().collect(),
            ComparisonMatchFormat::Meeting { seats, .. } => tournament::duels(boards, seats),
            ComparisonMatchFormat::Field { seats, opponents, .. } => {
                boards.iter().flat_map(|board| against_field(*board, seats, opponents)).collect()
            }
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
            ComparisonMatchFormat::Meeting { best, .. } | ComparisonMatchFormat::Field { best, .. } => {
                for games in played.chunks(self.matches() as usize) {
                    for (bot, results) in results.iter_mut().enumerate() {
                        results.push(met(bot, games, best));
                    }
                }
            }
        }
        results
    }

    /// What the first bot achieved in each pair of matches. Empty if they do not come in pairs.
    pub fn pairs(self, played: &[(&ScheduledMatch, MatchResult)]) -> Vec<PairOutcome> {
        match self {
            ComparisonMatchFormat::Meeting { seats: 2, best } => {
                played.as_chunks().0.iter().map(|games| pair(games, best)).collect()
            }
            _ => Vec::new(),
        }
    }

    pub fn worth(self, result: &BoardResult) -> f64 {
        match self {
            ComparisonMatchFormat::Alone(game) => game.worth(result),
            ComparisonMatchFormat::Meeting { .. } | ComparisonMatchFormat::Field { .. } => result.score,
        }
    }

    /// The results of a bot in one line.
    pub fn summary(self, matches: &[BoardResult]) -> Option<String> {
        match self {
            ComparisonMatchFormat::Alone(game) => Some(game.summary(matches)?.words),
            ComparisonMatchFormat::Field { .. } => Some(format!("{} against the field", points(matches)?)),
            ComparisonMatchFormat::Meeting { .. } => {
                let openings = matches.len();
                let better = matches.iter().filter(|result| result.score > 0.5).count();
                let equal = matches.iter().filter(|result| result.score == 0.5).count();
                let points = points(matches)?;
                Some(format!("{points}; of {openings} openings it was better on {better}, equal on {equal}"))
            }
        }
    }
}

/// The share of points, in words. `None` if there are no results.
fn points(matches: &[BoardResult]) -> Option<String> {
    let scores: Vec<f64> = matches.iter().map(|result| result.score).collect();
    Some(format!("{:.1} % of the points", 100.0 * mean(&scores)?))
}

/// What the first bot achieved in two matches, by comparing the scores of each.
fn pair(games: &[(&ScheduledMatch, MatchResult); 2], best: ScoreOrder) -> PairOutcome {
    PairOutcome::of(games.each_ref().map(|(scheduled_match, MatchResult { scores, .. })| {
        let own = usize::from(scheduled_match.seats[0] != 0);
        best.order(scores[own], scores[1 - own])
    }))
}

/// In how many seats a bot plays on each opening. With more than two seats, one is drawn by lot.
fn seatings(seats: usize) -> u32 {
    if seats == 2 { 2 } else { 1 }
}

/// The matches of each of the two bots on a board: first those of the first one. Opponents, and the
/// seats of all, are drawn by lot.
fn against_field(board: SeededBoard, seats: usize, opponents: usize) -> Vec<ScheduledMatch> {
    let SeededBoard { number, seed } = board;
    // The two bots are 0 and 1, and the opponents follow.
    let mut lot: Vec<usize> = (2..opponents + 2).collect();
    seed.stream("opponents").shuffle(&mut lot);
    lot.truncate(seats - 1);
    let own = seed.stream("seat").below(seats as u64) as usize;
    let seatings = seatings(seats) as usize;
    let of = |bot: usize, seating: usize| {
        let mut seated = lot.clone();
        seated.insert((own + seating) % seats, bot);
        let position = (bot * seatings + seating) as u32;
        let number_of_match = (number - 1) * 2 * seatings as u32 + position + 1;
        ScheduledMatch { number: number_of_match, round: number, seed, seats: seated, numbers: None }
    };
    (0..2)
        .flat_map(|bot| (0..seatings).map(move |seating| (bot, seating)))
        .map(|(bot, seating)| of(bot, seating))
        .collect()
}

/// The result of the matches on a board for one of the two bots, from those in which it has a seat:
/// the share of the others' seats that it has beaten, where equal scores count half.
fn met(bot: usize, games: &[(&ScheduledMatch, MatchResult)], best: ScoreOrder) -> BoardResult {
    let (mut won, mut meetings) = (0.0, 0.0);
    let (mut faults, mut took) = (Vec::new(), Duration::ZERO);
    for (scheduled_match, result) in games.iter().filter(|(one, _)| one.seats.contains(&bot)) {
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
