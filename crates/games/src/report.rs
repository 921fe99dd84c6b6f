//! What reports show of a game, as values: `rathaus` draws the tables.

use std::time::Duration;

use serde_json::{Value, json};

use crate::statistics::{Estimate, mean, mean_with_interval};
use crate::words::{counted, rounded};
use crate::{SeatFault, Seed};

/// A board of a single-player game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// Its number, from 1.
    pub number: u32,
    /// Its seed, which decides all of it.
    pub seed: Seed,
}

/// A single-player match.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardResult {
    /// The board.
    pub board: Board,
    /// The score of the bot.
    pub score: f64,
    /// Why the match ended, in words.
    pub ended: String,
    /// The details of the game.
    pub details: Value,
    /// What the bot did wrong.
    pub faults: Vec<SeatFault>,
    /// How long the match took, others at the same time included.
    pub took: Duration,
}

/// The head of a column, and whether it is aligned to the right.
pub type Column = (&'static str, bool);

/// What reports of a single-player game show, and the order of its bots.
pub trait SinglePlayerReport {
    /// How good a bot is: the larger, the better, and of equal first numbers the second ones decide.
    fn merit(&self, boards: &[BoardResult]) -> [f64; 2];

    /// The columns of the leaderboard between the rank and the number of boards.
    fn columns(&self) -> &'static [Column];

    /// The columns of a bot's own table between the board and the faults.
    fn board_columns(&self) -> &'static [Column];

    /// What a match has in them.
    fn board_cells(&self, result: &BoardResult) -> Vec<String>;

    /// A match in one cell of the table of all bots by boards.
    fn cell(&self, result: &BoardResult) -> String;

    /// What else is to be said against a bot.
    fn notes(&self, boards: &[BoardResult]) -> Option<String>;

    /// What a bot's matches come to, if it has played. Intervals take time: it is worked out once, and told in all forms.
    fn summary(&self, boards: &[BoardResult]) -> Option<BoardSummary>;

    /// What stands in the JSON of a bot that has not played.
    fn untold(&self) -> Value;

    /// What a match is worth where bots are compared board by board: differences of these are added up.
    fn worth(&self, result: &BoardResult) -> f64;

    /// What the estimate is called, and whether its ratios count rather than its differences.
    fn axis(&self) -> (&'static str, bool);

    /// How large a difference is looked for where two bots are compared until it is found.
    fn margin(&self) -> Margin;

    /// What the scores that are known so far come to.
    fn so_far(&self, scores: &[f64]) -> Option<String>;
}

/// What the matches of a bot come to.
#[derive(Debug, Clone)]
pub struct BoardSummary {
    /// What decides the order, with its interval.
    pub estimate: Estimate,
    /// What the bot has in the columns of the leaderboard.
    pub cells: Vec<String>,
    /// The same in a line, for a report of one bot.
    pub words: String,
    /// What it has in the JSON besides what is the same in all games.
    pub json: Value,
}

/// Differences of what matches are worth.
#[derive(Debug, Clone, Copy)]
pub struct Margin {
    /// The one that is looked for unless it is said: a factor where ratios count, else a difference.
    pub usual: f64,
    /// The largest that there can reasonably be on one board, in terms of [`SinglePlayerReport::worth`].
    pub most: f64,
    /// Whether ratios count.
    pub ratios: bool,
}

impl Margin {
    /// A margin that the user has named, in terms of [`SinglePlayerReport::worth`].
    pub fn worth(&self, named: f64) -> f64 {
        if self.ratios { named.ln() } else { named }
    }

    /// A difference in terms of [`SinglePlayerReport::worth`], as the user names margins.
    pub fn named(&self, worth: f64) -> f64 {
        if self.ratios { worth.exp() } else { worth }
    }
}

/// The report of a game that says nothing particular: the mean of the scores decides.
pub(crate) struct MeanScoreReport;

impl SinglePlayerReport for MeanScoreReport {
    fn merit(&self, boards: &[BoardResult]) -> [f64; 2] {
        [mean(&scores(boards)).unwrap_or(f64::MIN), 0.0]
    }

    fn columns(&self) -> &'static [Column] {
        &[("score", true), ("95 % interval", false)]
    }

    fn board_columns(&self) -> &'static [Column] {
        &[("score", true), ("how it ended", false)]
    }

    fn board_cells(&self, result: &BoardResult) -> Vec<String> {
        vec![self.cell(result), result.ended.clone()]
    }

    fn cell(&self, result: &BoardResult) -> String {
        rounded(result.score)
    }

    fn notes(&self, _: &[BoardResult]) -> Option<String> {
        None
    }

    fn summary(&self, boards: &[BoardResult]) -> Option<BoardSummary> {
        let estimate = mean_with_interval(&scores(boards))?;
        let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(rounded);
        let count = counted(boards.len(), "board");
        Some(BoardSummary {
            estimate,
            words: format!("mean {value} over {count}, 95 % interval {low} to {high}"),
            cells: vec![value, format!("{low} to {high}")],
            json: json!({ "mean": estimate }),
        })
    }

    fn untold(&self) -> Value {
        json!({ "mean": null })
    }

    fn worth(&self, result: &BoardResult) -> f64 {
        result.score
    }

    fn axis(&self) -> (&'static str, bool) {
        ("mean of the scores", false)
    }

    fn margin(&self) -> Margin {
        Margin { usual: 0.1, most: 1.0, ratios: false }
    }

    fn so_far(&self, scores: &[f64]) -> Option<String> {
        mean(scores).map(|mean| format!("mean {mean:.2}"))
    }
}

fn scores(boards: &[BoardResult]) -> Vec<f64> {
    boards.iter().map(|result| result.score).collect()
}
