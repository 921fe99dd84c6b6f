//! Standings as tables for a terminal.

use super::{Row, Standings};
use crate::report::text::{counted, origin_of, table, trimmed};

impl Standings {
    /// The standings as text: the table, then what is to be said about them.
    pub fn text(&self) -> String {
        let mut parts = vec![self.table().to_string()];
        parts.extend(self.remarks());
        parts.extend(self.rows.iter().filter(|row| !row.notes.is_empty()).map(|row| row.notes.join("\n")));
        parts.push(self.origin());
        trimmed(&parts.join("\n\n"))
    }

    /// The heads of the columns, and whether they are aligned to the right.
    pub(super) fn heads(&self) -> Vec<(&'static str, bool)> {
        let counted = if self.noun() == "game" { "games" } else { "boards" };
        let last = [(counted, true), ("faults", true), ("language", false), ("bot", false)];
        [&[("rank", true)], self.columns.as_slice(), &last].concat()
    }

    /// What an entrant has in the columns.
    pub(super) fn line(&self, row: &Row) -> Vec<String> {
        let mut line = vec![row.rank_in_words()];
        if row.cells.is_empty() {
            line.extend(vec!["-".to_owned(); self.columns.len()]);
        } else {
            line.extend(row.cells.iter().cloned());
        }
        line.push(row.scores.len().to_string());
        line.push(row.faulty.to_string());
        line.push(row.entrant.language.clone());
        line.push(row.name.clone());
        line
    }

    fn table(&self) -> comfy_table::Table {
        let mut table = table(&self.heads());
        self.rows.iter().for_each(|row| {
            table.add_row(self.line(row));
        });
        table
    }

    /// What has to be known to read the table, a line each.
    pub(super) fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.rows.iter().any(|row| row.rank.is_some_and(|rank| rank.best != rank.worst)) {
            remarks.push(format!(
                "Ranks such as 1-2 are those that the {}s played cannot tell apart: paired t tests at 5 %, adjusted by Holm's method.",
                self.noun()
            ));
        }
        let (played, all) = self.played;
        if played < all {
            remarks.push(format!("Not all is played: {played} of {all} matches."));
        }
        if let Some(until) = self.provisional_until {
            remarks.push(format!("These standings are provisional until {until}."));
        }
        remarks.extend(self.rows.iter().filter_map(Row::remark));
        remarks
    }

    /// What it takes to have the same results again.
    pub(super) fn origin(&self) -> String {
        let playing = self.state.playing().count();
        let entrants = counted(playing, "entrant");
        let played = format!("{entrants}, {}", counted(self.state.count as usize, self.noun()));
        format!("{}: {}", self.state.title, origin_of(&self.state.game, &played, Some(self.state.seed)))
    }
}

impl Row {
    /// Why it has no rank, and whether its source is the promised one.
    fn remark(&self) -> Option<String> {
        let name = &self.name;
        if let Some(out) = &self.entrant.out {
            return Some(format!("{name} does not play: {out}"));
        }
        self.disqualified.as_ref().map(|why| format!("{name} is disqualified: {why}"))
    }
}
