//! What reports show of a game, as values. `rathaus` draws the tables.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use crate::custom::ScoreOrder;
use crate::harmless::harmless;
use crate::number::as_json;
use crate::statistics::{EstimateWithInterval, mean, mean_with_interval};
use crate::words::{counted, interval, interval_clause, number, rounded};
use crate::{MatchOutcome, SeatFault, Seed};

/// A board of a single-player game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeededBoard {
    /// The board's number, from 1.
    pub number: u32,
    /// The seed, which determines the whole board.
    pub seed: Seed,
}

/// The result of a single-player match.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardResult {
    /// The board.
    pub board: SeededBoard,
    /// The score of the bot.
    pub score: f64,
    /// Why the match ended, in words.
    pub ended: String,
    /// The details in the game's own format.
    pub details: Value,
    /// What the bot did wrong.
    pub faults: Vec<SeatFault>,
    /// The wall-clock time of the match, including time shared with concurrent matches.
    pub took: Duration,
}

/// The heading of a column, and whether the column is right-aligned.
pub type ColumnHeading = (&'static str, bool);

/// What reports of a single-player game show, and how they rank bots.
pub trait SinglePlayerReporter {
    /// The ranking key of a bot: larger is better. The second number breaks ties of the first.
    fn rank_key(&self, boards: &[BoardResult]) -> [f64; 2];

    /// The columns of the leaderboard between the rank and the number of boards.
    fn columns(&self) -> &'static [ColumnHeading];

    /// The columns of a bot's own table between the board and the faults.
    fn board_columns(&self) -> &'static [ColumnHeading];

    /// The cells of a match in [`board_columns`](SinglePlayerReporter::board_columns).
    fn board_cells(&self, result: &BoardResult) -> Vec<String>;

    /// A match as one cell of the table of all bots by boards.
    fn cell(&self, result: &BoardResult) -> String;

    /// Remarks about a bot, such as suspicious behaviour.
    fn notes(&self, boards: &[BoardResult]) -> Option<String>;

    /// Summarises a bot's matches. `None` if there are none. Intervals are slow to compute, so
    /// callers call this once and use the summary for all output formats.
    fn summary(&self, boards: &[BoardResult]) -> Option<BotMatchesSummary>;

    /// Whether the other methods read the details of matches.
    fn needs_details(&self) -> bool {
        false
    }

    /// The part of a match's details that notes, summaries and ranks need.
    fn details_for_standings(&self, details: Value) -> Value {
        details
    }

    /// The JSON of a bot that has not played.
    fn without_boards(&self) -> Value;

    /// The value of a match for comparing bots board by board. Comparisons add up differences of
    /// these values.
    fn worth(&self, result: &BoardResult) -> f64;

    /// The size of the largest difference between the [worth](SinglePlayerReporter::worth) of two
    /// boards. `None` if the range of scores is not known.
    fn largest_difference(&self) -> Option<f64> {
        None
    }

    /// The name of the estimate, and whether its ratios matter rather than its differences.
    fn axis(&self) -> (&'static str, bool);

    /// The difference that a comparison of two bots looks for by default.
    fn margin(&self) -> DefaultComparisonMargin;

    /// A short text about the scores known so far.
    fn so_far(&self, scores: &[f64]) -> Option<String>;
}

/// Summary of the matches of a bot.
#[derive(Debug, Clone)]
pub struct BotMatchesSummary {
    /// The estimate that determines the ranking, with its interval.
    pub estimate: EstimateWithInterval,
    /// The cells of the bot in the columns of the leaderboard.
    pub cells: Vec<String>,
    /// The same as one line, for the report of a single bot.
    pub words: String,
    /// Game-specific fields of the bot's JSON.
    pub json: Value,
}

/// The difference that a comparison of two bots looks for: its default, its bound and its scale.
#[derive(Debug, Clone, Copy)]
pub struct DefaultComparisonMargin {
    /// The default: a factor if ratios count, else a difference.
    pub usual: f64,
    /// The largest plausible difference on one board, in terms of [`SinglePlayerReporter::worth`].
    pub most: f64,
    /// Whether ratios count rather than differences.
    pub ratios: bool,
}

impl DefaultComparisonMargin {
    /// Converts a margin given by the user to terms of [`SinglePlayerReporter::worth`].
    pub fn worth(&self, named: f64) -> f64 {
        if self.ratios { named.ln() } else { named }
    }

    /// Converts a difference of [`SinglePlayerReporter::worth`] to the form in which users
    /// give margins.
    pub fn named(&self, worth: f64) -> f64 {
        if self.ratios { worth.exp() } else { worth }
    }
}

/// The default report: bots rank by their mean score.
pub(crate) struct MeanScoreReporter;

impl SinglePlayerReporter for MeanScoreReporter {
    fn rank_key(&self, boards: &[BoardResult]) -> [f64; 2] {
        [mean(&scores(boards)).unwrap_or(f64::MIN), 0.0]
    }

    fn columns(&self) -> &'static [ColumnHeading] {
        &[("score", true), ("95 % interval", false)]
    }

    fn board_columns(&self) -> &'static [ColumnHeading] {
        &[("score", true), ("how it ended", false)]
    }

    fn board_cells(&self, result: &BoardResult) -> Vec<String> {
        vec![self.cell(result), harmless(&result.ended)]
    }

    fn cell(&self, result: &BoardResult) -> String {
        rounded(result.score)
    }

    fn notes(&self, _: &[BoardResult]) -> Option<String> {
        None
    }

    fn summary(&self, boards: &[BoardResult]) -> Option<BotMatchesSummary> {
        let estimate = mean_with_interval(&scores(boards))?;
        let (value, interval) = (rounded(estimate.value), interval(&estimate));
        let count = counted(boards.len(), "board");
        Some(BotMatchesSummary {
            estimate,
            words: format!("mean {value} over {count}, {}", interval_clause(&estimate)),
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

    fn margin(&self) -> DefaultComparisonMargin {
        DefaultComparisonMargin { usual: 0.1, most: 1.0, ratios: false }
    }

    fn so_far(&self, scores: &[f64]) -> Option<String> {
        mean(scores).map(|mean| format!("mean {}", rounded(mean)))
    }
}

fn scores(boards: &[BoardResult]) -> Vec<f64> {
    boards.iter().map(|result| result.score).collect()
}

/// A seat of a multiplayer match, for its report.
#[derive(Debug, Clone)]
pub struct SeatReportInput {
    /// The name of the seat's bot.
    pub name: String,
    /// The language of the bot.
    pub language: String,
    /// The final score.
    pub score: f64,
    /// What the bot did wrong.
    pub faults: Vec<SeatFault>,
}

/// A multiplayer match, for its report.
#[derive(Debug, Clone)]
pub struct MatchReportInput {
    /// The seed of the match, if something was drawn from it.
    pub seed: Option<Seed>,
    /// The seats, in seat order.
    pub seats: Vec<SeatReportInput>,
    /// Why the match ended, in words.
    pub ended: String,
    /// The details in the game's own format.
    pub details: Value,
    /// The final board, line by line. Empty if the game has none.
    pub board: Vec<String>,
    /// The names of the report options that the user gave: those of the game, and `details`.
    pub options: Vec<&'static str>,
}

impl MatchReportInput {
    /// Whether the user gave this report option.
    pub fn has(&self, option: &str) -> bool {
        self.options.contains(&option)
    }

    /// Sorts seats by score, the best first. Equal seats keep their order.
    pub fn ranked(&self, best: ScoreOrder, seats: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut seats: Vec<usize> = seats.into_iter().collect();
        seats.sort_by(|one, other| best.order(self.seats[*one].score, self.seats[*other].score));
        seats
    }

    /// A description, by `words`, of each turn with a fault.
    pub fn turns(&self, words: impl Fn(usize) -> String) -> BTreeMap<usize, String> {
        let faults = self.seats.iter().flat_map(|seat| &seat.faults);
        faults.map(|fault| (fault.turn, words(fault.turn))).collect()
    }
}

/// A part of a report.
#[derive(Debug, Clone, PartialEq)]
pub enum ReportPart {
    /// Lines of text.
    Text(String),
    /// A table.
    Table {
        /// The headings.
        columns: Vec<ColumnHeading>,
        /// The rows. Each has one cell per column.
        rows: Vec<Vec<String>>,
    },
}

/// What the report of a multiplayer match shows.
#[derive(Debug, Clone, PartialEq)]
pub struct MultiplayerReportContent {
    /// The ranked seats, the best first.
    pub ranked: Vec<usize>,
    /// The parts that come before the list of faults.
    pub parts: Vec<ReportPart>,
    /// A description of each turn with a fault, such as its round.
    pub turns: BTreeMap<usize, String>,
    /// What the game calls a turn in texts, such as "round".
    pub turn_noun: &'static str,
    /// How much was played: "3 players, 75 rounds".
    pub extent: String,
    /// The JSON of each seat.
    pub seats: Vec<Value>,
    /// The JSON of the match.
    pub json: Value,
    /// The logs, each with the name of the option that gives its file.
    pub logs: Vec<(&'static str, CsvOrTextLog)>,
}

/// A log of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CsvOrTextLog {
    /// Rows of cells. The first row has the headings.
    Csv(Vec<Vec<String>>),
    /// Lines of text.
    Text(String),
}

impl CsvOrTextLog {
    /// A log with one row per round and one column per seat of `seats`. Each element of `rounds`
    /// has one value per seat, in that order.
    pub fn of_rounds<'a, T: ToString + 'a>(
        facts: &MatchReportInput,
        seats: &[usize],
        rounds: impl Iterator<Item = &'a Vec<T>>,
    ) -> CsvOrTextLog {
        let names = seats.iter().map(|seat| facts.seats[*seat].name.clone());
        let header = std::iter::once("round".to_owned()).chain(names).collect::<Vec<_>>();
        let row = |(number, values): (usize, &Vec<T>)| {
            std::iter::once(number.to_string()).chain(values.iter().map(T::to_string)).collect::<Vec<_>>()
        };
        CsvOrTextLog::Csv(std::iter::once(header).chain((1..).zip(rounds).map(row)).collect())
    }
}

/// The scores of a match round by round, and who took from whom, for the charts of tournaments.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchScoreHistory {
    /// For each seat, its score after each round.
    pub scores: Vec<Vec<f64>>,
    /// How often each seat took from each other one. `None` in games without takes.
    pub takes: Option<Vec<Vec<u64>>>,
}

/// An outcome, recomputed from the details of a stored result.
#[derive(Debug, Clone, PartialEq)]
pub struct RecomputedOutcome {
    /// The outcome that follows from the details.
    pub outcome: MatchOutcome,
    /// A contradiction within the details, if there is one.
    pub difference: Option<String>,
}

/// The default report of a multiplayer match. Custom games use it.
pub(crate) fn plain_report(best: ScoreOrder, facts: &MatchReportInput) -> MultiplayerReportContent {
    let ranked = facts.ranked(best, 0..facts.seats.len());
    // Details of custom games have `turns`, with what their program reported under `game`.
    let turns = facts.details["turns"].as_u64();
    let how = match turns {
        Some(turns) => format!("After {}: {}", counted(turns as usize, "turn"), harmless(&facts.ended)),
        None => format!("It ended: {}", harmless(&facts.ended)),
    };
    let rank = |seat: usize| {
        let score = facts.seats[seat].score;
        1 + facts.seats.iter().filter(|other| best.order(other.score, score).is_lt()).count()
    };
    let line = |seat: &usize| {
        format!("{}. {} {}", rank(*seat), facts.seats[*seat].name, number(facts.seats[*seat].score))
    };
    let rankings = ranked.iter().map(line).collect::<Vec<_>>().join("\n");
    let board = (!facts.board.is_empty()).then(|| ReportPart::Text(facts.board.join("\n")));
    let details = if turns.is_some() { &facts.details["game"] } else { &facts.details };
    let seat_json =
        |(seat, facts): (usize, &SeatReportInput)| json!({ "seat": seat, "score": as_json(facts.score) });
    MultiplayerReportContent {
        parts: board.into_iter().chain([ReportPart::Text(format!("{how}\n{rankings}"))]).collect(),
        turns: facts.turns(|turn| format!("turn {turn}")),
        turn_noun: "turn",
        extent: counted(facts.seats.len(), "player"),
        seats: facts.seats.iter().enumerate().map(seat_json).collect(),
        json: json!({ "ended": facts.ended, "turns": turns, "details": details, "stats": facts.details.get("stats") }),
        logs: Vec::new(),
        ranked,
    }
}
