//! What `rathaus tournament check` has found.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use super::load::database;
use crate::cli::exit::{CommandError, ExitKind};
use crate::report::{harmless, shortened};
use crate::store::{DatabaseProblem, RepairedDatabase};

/// The most problems that are listed. All are counted.
const MOST_LISTED: usize = 1_000;

/// The most characters of a listed problem.
const MOST_CHARACTERS: usize = 600;

/// The problems of a database.
#[derive(Debug)]
pub(super) struct DatabaseCheckReport {
    /// The matches of the tournament whose results are whole.
    pub(super) matches: usize,
    /// The stored matches that do not belong to the tournament.
    pub(super) of_other_states: usize,
    pub(super) replayed: usize,
    /// False if damage prevents that results are compared with the rules.
    pub(super) is_schedule_known: bool,
    /// The keys of matches whose results are impossible.
    pub(super) impossible: BTreeSet<String>,
    pub(super) repaired: Option<RepairedDatabase>,
    damaged: usize,
    contradicted: usize,
    listed: Vec<DatabaseProblem>,
    /// The keys of the listed problems.
    known: BTreeSet<String>,
}

impl Default for DatabaseCheckReport {
    fn default() -> DatabaseCheckReport {
        DatabaseCheckReport {
            matches: 0,
            of_other_states: 0,
            replayed: 0,
            is_schedule_known: true,
            impossible: BTreeSet::new(),
            repaired: None,
            damaged: 0,
            contradicted: 0,
            listed: Vec::new(),
            known: BTreeSet::new(),
        }
    }
}

impl DatabaseCheckReport {
    /// Notes damage.
    pub(super) fn damage(&mut self, problem: DatabaseProblem) {
        self.damaged += 1;
        self.list(problem);
    }

    /// Notes damage of a match, unless a listed problem is about it.
    pub(super) fn damaged_match(&mut self, key: &str, why: String) {
        if !self.known.contains(key) {
            self.damage(of_match(key, why));
        }
    }

    /// Notes a result that the game cannot give.
    pub(super) fn impossible(&mut self, key: &str, why: String) {
        self.impossible.insert(key.into());
        self.list(of_match(key, why));
    }

    /// Notes a result that contradicts its recording.
    pub(super) fn contradicted(&mut self, key: &str, why: String) {
        self.contradicted += 1;
        self.list(of_match(key, why));
    }

    fn list(&mut self, problem: DatabaseProblem) {
        if self.listed.len() < MOST_LISTED {
            let text = shortened(&harmless(&problem.problem), MOST_CHARACTERS);
            self.known.extend(problem.key.clone());
            self.listed.push(DatabaseProblem { problem: text, ..problem });
        }
    }

    /// Whether there is something that a new database would be without.
    pub(super) fn is_repairable(&self) -> bool {
        self.damaged + self.impossible.len() > 0
    }

    fn count(&self) -> usize {
        self.damaged + self.impossible.len() + self.contradicted
    }

    /// Prints the report. Fails if there are problems that are not repaired.
    pub(super) fn tell(self, file: &Path, is_json: bool) -> Result<(), CommandError> {
        match is_json {
            true => crate::cli::terminal::print_json(&self.json())?,
            false => crate::cli::terminal::print_text(&self.text(file))?,
        }
        let is_repaired = self.repaired.is_some();
        match self {
            DatabaseCheckReport { damaged: 1.., .. } if !is_repaired => {
                Err(CommandError::silent(ExitKind::Input))
            }
            DatabaseCheckReport { contradicted: 1.., .. } => Err(CommandError::silent(ExitKind::NotVerified)),
            DatabaseCheckReport { impossible, .. } if !impossible.is_empty() && !is_repaired => {
                Err(CommandError::silent(ExitKind::NotVerified))
            }
            _ => Ok(()),
        }
    }

    fn json(&self) -> Value {
        let repaired = self.repaired.as_ref().map(|repaired| {
            json!({ "kept_as": repaired.kept_as.display().to_string(), "matches": repaired.matches })
        });
        json!({
            "matches": self.matches,
            "of_other_states": self.of_other_states,
            "replayed": self.replayed,
            "problem_count": self.count(),
            "problems": self.listed,
            "repaired": repaired,
        })
    }

    fn text(&self, file: &Path) -> String {
        let mut lines: Vec<String> = self.listed.iter().map(line).collect();
        if self.count() > self.listed.len() {
            lines.push(format!("and {} more", self.count() - self.listed.len()));
        }
        lines.push(format!(
            "{}: {} matches, {} replayed, {} of other states; {}",
            database(file).display(),
            self.matches,
            self.replayed,
            self.of_other_states,
            in_words(self.count())
        ));
        lines.extend(self.remedies(file));
        lines.join("\n") + "\n"
    }

    /// What to do about the problems.
    fn remedies(&self, file: &Path) -> Vec<String> {
        let file = file.display();
        let mut lines = Vec::new();
        if !self.is_schedule_known {
            lines.push("results were not compared with the rules, because the schedule is not known".into());
        }
        if let Some(RepairedDatabase { kept_as, matches }) = &self.repaired {
            lines.push(format!(
                "repaired: the new database has {matches} matches, the damaged one is now {}",
                kept_as.display()
            ));
            lines.push(format!("  help: `rathaus tournament run {file}` plays missing matches again"));
        } else if self.is_repairable() {
            lines.push(format!(
                "  help: `rathaus tournament check --repair {file}` makes a new database without the damage, \
                 and keeps this one under another name"
            ));
        }
        if self.contradicted > 0 {
            lines.push(format!(
                "  help: `rathaus tournament rerun --file {file} KEY` plays a match again and says which \
                 result is right"
            ));
        }
        lines
    }
}

fn of_match(key: &str, problem: String) -> DatabaseProblem {
    DatabaseProblem { table: Some("matches"), key: Some(key.into()), problem }
}

fn line(DatabaseProblem { key, problem, .. }: &DatabaseProblem) -> String {
    match key.as_ref().map(|key| format!("{key:.12}")) {
        Some(key) if !problem.contains(&key) => format!("the match {key}: {problem}"),
        _ => problem.clone(),
    }
}

fn in_words(problems: usize) -> String {
    match problems {
        0 => "no problems".into(),
        1 => "1 problem".into(),
        more => format!("{more} problems"),
    }
}
