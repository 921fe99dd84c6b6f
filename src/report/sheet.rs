//! What is particular to the results of each game that every bot plays alone.

use serde_json::Value;

use super::Entry;
use super::lights_out::LightsOutSheet;
use super::rat_race::RatRaceSheet;
use crate::tournament::MatchResult;
use crate::tournament::standings::Estimate;
use rathaus_games::lights_out;

/// The head of a column, and whether it is aligned to the right.
pub type Column = (&'static str, bool);

/// What the tables of a game have in them, and what order its bots come in. Results of bots that have not played at all have no cells.
pub trait Sheet {
    /// How good a bot is: the larger, the better, and of equal first numbers the second ones decide.
    fn merit(&self, entry: &Entry) -> [f64; 2];

    /// The columns of the leaderboard between the rank and the number of boards.
    fn columns(&self) -> &'static [Column];

    /// The columns of a bot's own table between the board and the faults.
    fn board_columns(&self) -> &'static [Column];

    /// What a match has in them.
    fn board_cells(&self, result: &MatchResult) -> Vec<String>;

    /// A match in one cell of the table of all bots by boards.
    fn cell(&self, result: &MatchResult) -> String;

    /// What else is to be said against a bot.
    fn notes(&self, entry: &Entry) -> Option<String>;

    /// What a bot's matches come to, if it has played. Intervals take time: it is worked out once, and told in all forms.
    fn tally(&self, entry: &Entry) -> Option<Tally>;

    /// What stands in the JSON of a bot that has not played.
    fn untold(&self) -> Value;

    /// What a match is worth where bots are compared board by board: differences of these are added up.
    fn worth(&self, result: &MatchResult) -> f64;

    /// What the estimate is called, and whether its ratios count rather than its differences.
    fn axis(&self) -> (&'static str, bool);

    /// How large a difference is looked for where two bots are compared until it is found.
    fn margin(&self) -> Margin;

    /// What the scores that are known so far come to.
    fn so_far(&self, scores: &[f64]) -> Option<String>;
}

/// What the matches of a bot come to.
#[derive(Debug, Clone)]
pub struct Tally {
    /// What decides the order, with its interval.
    pub estimate: Estimate,
    /// What the bot has in the columns of the leaderboard.
    pub cells: Vec<String>,
    /// The same in a line, for a bot that has played alone.
    pub summary: String,
    /// What it has in the JSON besides what is the same in all games.
    pub json: Value,
}

/// Brings what bots have played into order, the best first; who has not played comes last, and equal ones are in the order of their names.
pub fn ranked(sheet: &dyn Sheet, entries: &mut Vec<Entry>) {
    let mut judged: Vec<([f64; 2], Entry)> =
        entries.drain(..).map(|entry| (sheet.merit(&entry), entry)).collect();
    judged.sort_by(|(one, entry), (other, other_entry)| {
        let better = other[0].total_cmp(&one[0]).then(other[1].total_cmp(&one[1]));
        better.then_with(|| entry.submission.name.cmp(&other_entry.submission.name))
    });
    entries.extend(judged.into_iter().map(|(_, entry)| entry));
}

/// Differences of what matches are worth.
#[derive(Debug, Clone, Copy)]
pub struct Margin {
    /// The one that is looked for unless it is said: a factor where ratios count, else a difference.
    pub usual: f64,
    /// The largest that there can reasonably be on one board, in terms of [`Sheet::worth`].
    pub most: f64,
    /// Whether ratios count.
    pub ratios: bool,
}

impl Margin {
    /// A margin that the user has named, in terms of [`Sheet::worth`].
    pub fn worth(&self, named: f64) -> f64 {
        if self.ratios { named.ln() } else { named }
    }

    /// A difference in terms of [`Sheet::worth`], as the user names margins.
    pub fn named(&self, worth: f64) -> f64 {
        if self.ratios { worth.exp() } else { worth }
    }
}

/// The sheet of a game.
pub fn sheet(game: &str) -> &'static dyn Sheet {
    match game {
        lights_out::NAME => &LightsOutSheet,
        _ => &RatRaceSheet,
    }
}
