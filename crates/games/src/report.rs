//! What reports show of a game, as values: `rathaus` draws the tables.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use crate::custom::ScoreOrder;
use crate::number::as_json;
use crate::statistics::{MeanEstimate, mean, mean_with_interval};
use crate::words::{counted, interval, rounded};
use crate::{Outcome, SeatFault, Seed};

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
    /// How good a bot is: the larger, the better, and of equal first numbers the second ones
    /// decide.
    fn rank_key(&self, boards: &[BoardResult]) -> [f64; 2];

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

    /// What a bot's matches come to, if it has played. Intervals take time: it is worked out once,
    /// and told in all forms.
    fn summary(&self, boards: &[BoardResult]) -> Option<BoardSummary>;

    /// What stands in the JSON of a bot that has not played.
    fn without_boards(&self) -> Value;

    /// What a match is worth where bots are compared board by board: differences of these are added
    /// up.
    fn worth(&self, result: &BoardResult) -> f64;

    /// What the estimate is called, and whether its ratios count rather than its differences.
    fn axis(&self) -> (&'static str, bool);

    /// How large a difference is looked for where two bots are compared until it is found.
    fn margin(&self) -> ScoreMargin;

    /// What the scores that are known so far come to.
    fn so_far(&self, scores: &[f64]) -> Option<String>;
}

/// What the matches of a bot come to.
#[derive(Debug, Clone)]
pub struct BoardSummary {
    /// What decides the order, with its interval.
    pub estimate: MeanEstimate,
    /// What the bot has in the columns of the leaderboard.
    pub cells: Vec<String>,
    /// The same in a line, for a report of one bot.
    pub words: String,
    /// What it has in the JSON besides what is the same in all games.
    pub json: Value,
}

/// Differences of what matches are worth.
#[derive(Debug, Clone, Copy)]
pub struct ScoreMargin {
    /// The one to look for by default: a factor where ratios count, else a
    /// difference.
    pub usual: f64,
    /// The largest that there can reasonably be on one board, in terms of
    /// [`SinglePlayerReport::worth`].
    pub most: f64,
    /// Whether ratios count.
    pub ratios: bool,
}

impl ScoreMargin {
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
    fn rank_key(&self, boards: &[BoardResult]) -> [f64; 2] {
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
        let (value, interval) = (rounded(estimate.value), interval(estimate.low, estimate.high));
        let count = counted(boards.len(), "board");
        Some(BoardSummary {
            estimate,
            words: format!("mean {value} over {count}, 95 % interval {interval}"),
            cells: vec![value, interval],
            json: json!({ "mean": estimate }),
        })
    }

    fn without_boards(&self) -> Value {
        json!({ "mean": null })
    }

    fn worth(&self, result: &BoardResult) -> f64 {
        result.score
    }

    fn axis(&self) -> (&'static str, bool) {
        ("mean of the scores", false)
    }

    fn margin(&self) -> ScoreMargin {
        ScoreMargin { usual: 0.1, most: 1.0, ratios: false }
    }

    fn so_far(&self, scores: &[f64]) -> Option<String> {
        mean(scores).map(|mean| format!("mean {mean:.2}"))
    }
}

fn scores(boards: &[BoardResult]) -> Vec<f64> {
    boards.iter().map(|result| result.score).collect()
}

/// A seat of a multiplayer match, for its report.
#[derive(Debug, Clone)]
pub struct SeatFacts {
    /// What its bot is called.
    pub name: String,
    /// The language of the bot.
    pub language: String,
    /// The score at the end.
    pub score: f64,
    /// What the bot did wrong.
    pub faults: Vec<SeatFault>,
}

/// A multiplayer match, for its report.
#[derive(Debug, Clone)]
pub struct MatchFacts {
    /// The seed of the match, if something was drawn from it.
    pub seed: Option<Seed>,
    /// The seats.
    pub seats: Vec<SeatFacts>,
    /// Why the match ended, in words.
    pub ended: String,
    /// The details of the game.
    pub details: Value,
    /// How the board looked at the end, line by line.
    pub board: Vec<String>,
    /// The options of the report that were given, by name: those of the game, and `details`.
    pub options: Vec<&'static str>,
}

impl MatchFacts {
    /// Whether this option of the report was given.
    pub fn has(&self, option: &str) -> bool {
        self.options.contains(&option)
    }

    /// These seats, the best first. Equal ones stay in their order.
    pub fn ranked(&self, best: ScoreOrder, seats: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut seats: Vec<usize> = seats.into_iter().collect();
        seats.sort_by(|one, other| best.order(self.seats[*one].score, self.seats[*other].score));
        seats
    }

    /// Words for each turn in which there was a fault.
    pub fn turns(&self, words: impl Fn(usize) -> String) -> BTreeMap<usize, String> {
        let faults = self.seats.iter().flat_map(|seat| &seat.faults);
        faults.map(|fault| (fault.turn, words(fault.turn))).collect()
    }
}

/// A part of a report.
#[derive(Debug, Clone, PartialEq)]
pub enum ReportPart {
    /// Lines.
    Text(String),
    /// A table.
    Table {
        /// Its columns.
        columns: Vec<Column>,
        /// Its rows, each as long as there are columns.
        rows: Vec<Vec<String>>,
    },
}

/// What a report of a multiplayer match shows.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchReport {
    /// The seats that have a rank, the best first.
    pub ranked: Vec<usize>,
    /// What stands before what went wrong.
    pub parts: Vec<ReportPart>,
    /// Where in the match each turn with a fault was, in words.
    pub turns: BTreeMap<usize, String>,
    /// What the parts of the match are called in which turns are: "round".
    pub turn_noun: &'static str,
    /// How much was played: "3 players, 75 rounds".
    pub extent: String,
    /// What the JSON has of each seat.
    pub seats: Vec<Value>,
    /// What the JSON has of the match.
    pub json: Value,
    /// Logs, by the options that name their files: the lines of a CSV file, each a row of cells, or
    /// text.
    pub logs: Vec<(&'static str, ReportLog)>,
}

/// A log of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReportLog {
    /// Rows of cells, the first with the heads.
    Csv(Vec<Vec<String>>),
    /// Lines.
    Text(String),
}

impl ReportLog {
    /// What these seats have in each round.
    pub fn of_rounds<'a, T: ToString + 'a>(
        facts: &MatchFacts,
        seats: &[usize],
        rounds: impl Iterator<Item = &'a Vec<T>>,
    ) -> ReportLog {
        let names = seats.iter().map(|seat| facts.seats[*seat].name.clone());
        let header = std::iter::once("round".to_owned()).chain(names).collect::<Vec<_>>();
        let row = |(number, values): (usize, &Vec<T>)| {
            std::iter::once(number.to_string()).chain(values.iter().map(T::to_string)).collect::<Vec<_>>()
        };
        ReportLog::Csv(std::iter::once(header).chain((1..).zip(rounds).map(row)).collect())
    }
}

/// What happened round by round in a match, for the charts of tournaments.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchHistory {
    /// For each seat its score after each round.
    pub scores: Vec<Vec<f64>>,
    /// How often each seat took from each other one, in games in which they do.
    pub takes: Option<Vec<Vec<u64>>>,
}

/// A stored result that was computed again from its details.
#[derive(Debug, Clone, PartialEq)]
pub struct RecomputedResult {
    /// What follows from the details.
    pub outcome: Outcome,
    /// In what the details contradict themselves, if they do.
    pub difference: Option<String>,
}

/// The report of a game that says nothing particular, such as a custom game.
pub(crate) fn plain_report(best: ScoreOrder, facts: &MatchFacts) -> MatchReport {
    let ranked = facts.ranked(best, 0..facts.seats.len());
    // Custom games count turns, and what their program reports stands beside that.
    let turns = facts.details["turns"].as_u64();
    let how = match turns {
        Some(turns) => format!("After {}: {}", counted(turns as usize, "turn"), facts.ended),
        None => format!("It ended: {}", facts.ended),
    };
    let rank = |seat: usize| {
        let score = facts.seats[seat].score;
        1 + facts.seats.iter().filter(|other| best.order(other.score, score).is_lt()).count()
    };
    let line =
        |seat: &usize| format!("{}. {} {}", rank(*seat), facts.seats[*seat].name, facts.seats[*seat].score);
    let rankings = ranked.iter().map(line).collect::<Vec<_>>().join("\n");
    let board = (!facts.board.is_empty()).then(|| ReportPart::Text(facts.board.join("\n")));
    let details = if turns.is_some() { &facts.details["game"] } else { &facts.details };
    let seat_json =
        |(seat, facts): (usize, &SeatFacts)| json!({ "seat": seat, "score": as_json(facts.score) });
    MatchReport {
        parts: board.into_iter().chain([ReportPart::Text(format!("{how}\n{rankings}"))]).collect(),
        turns: facts.turns(|turn| format!("turn {turn}")),
        turn_noun: "turn",
        extent: counted(facts.seats.len(), "player"),
        seats: facts.seats.iter().enumerate().map(seat_json).collect(),
        json: json!({ "ended": facts.ended, "turns": turns, "details": details }),
        logs: Vec::new(),
        ranked,
    }
}
