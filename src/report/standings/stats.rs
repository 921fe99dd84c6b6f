//! The means of statistics that a custom game reports of its seats.

use std::collections::{BTreeMap, BTreeSet};

use super::{Standings, StandingsRow};
use crate::report::harmless;
use crate::report::text::{rounded, table};
use crate::tournament::{MatchSchedule, ScheduleResults, StatMean};

/// The most statistics in a table for people. JSON has all.
const MOST_SHOWN: usize = 10;

impl Standings {
    /// Sets the statistics of all entrants that play.
    pub(super) fn add_stats(&mut self, schedule: &MatchSchedule, results: &ScheduleResults) {
        let Some(totals) = results.stats() else { return };
        for row in &mut self.rows {
            let means = schedule.entrant(&row.name).map(|entrant| totals.means(entrant)).unwrap_or_default();
            row.stats = means.into_iter().map(|(name, mean)| (name.to_owned(), mean)).collect();
        }
    }

    /// The means as a table. `None` if there are none.
    pub(super) fn stats_in_words(&self) -> Option<String> {
        let names: BTreeSet<&str> =
            self.rows.iter().flat_map(|row| row.stats.keys().map(String::as_str)).collect();
        if names.is_empty() {
            return None;
        }
        let shown: Vec<&str> = names.iter().copied().take(MOST_SHOWN).collect();
        let heads: Vec<String> = shown.iter().map(|name| harmless(name)).collect();
        let heads: Vec<(&str, bool)> =
            heads.iter().map(|name| (name.as_str(), true)).chain([("bot", false)]).collect();
        let mut table = table(&heads);
        for row in self.rows.iter().filter(|row| !row.stats.is_empty()) {
            table.add_row(row.mean_cells(&shown));
        }
        let more = match names.len() - shown.len() {
            0 => String::new(),
            more => format!("\n{more} more are in the JSON."),
        };
        Some(format!("What the game counts, the mean a {}:\n{table}{more}", self.noun))
    }
}

impl StandingsRow {
    fn mean_cells(&self, names: &[&str]) -> Vec<String> {
        let cell = |name: &&str| self.stats.get(*name).map_or("-".into(), |stat| rounded(stat.mean));
        names.iter().map(cell).chain([self.name.clone()]).collect()
    }
}

/// The means by name of the statistic.
pub(super) type StatMeans = BTreeMap<String, StatMean>;
