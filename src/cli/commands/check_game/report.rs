//! The report of a check: printed as it grows, or as JSON at its end.

use rathaus_games::Seed;
use serde::Serialize;
use serde_json::{Value, json};

use super::super::check::{conclude, say};
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::terminal;
use crate::report::harmless;

/// The width of a line, for a small terminal.
const WIDTH: usize = 80;

/// The width of what comes before the words of a line.
const INDENT: usize = 13;

/// How bad a finding is. Only failures make a game unfit to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum FindingLevel {
    Failed,
    Warning,
    Note,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum FindingKind {
    /// The program failed in a match.
    MatchFailed,
    NotDeterministic,
    /// The program plays otherwise in a process that has played other matches.
    ProcessRemembers,
    NoExamples,
    EndsByFaults,
    SeatAlwaysWins,
    SeatNeverAsked,
    FaultPays,
    /// The program found no answer malformed or illegal.
    NothingRuled,
    MessagesDependOnTimes,
    ResultDependsOnTimes,
    /// All matches ended for the same reason.
    OneReason,
    ParameterWithoutBounds,
    BotUnbuildable,
    BotFaults,
}

#[derive(Debug, Serialize)]
struct Finding {
    level: FindingLevel,
    kind: FindingKind,
    what: String,
    /// What to do now.
    help: Option<String>,
}

/// The matches of random bots with one number of seats.
#[derive(Debug, Serialize)]
pub(super) struct RandomMatches {
    pub(super) seats: usize,
    pub(super) matches: usize,
    pub(super) least_turns: usize,
    pub(super) most_turns: usize,
    pub(super) mean_step_ms: f64,
    pub(super) slowest_step_ms: f64,
    pub(super) answers: usize,
    /// How many answers the program found malformed or illegal.
    pub(super) ruled: usize,
    /// How many matches each seat won alone.
    pub(super) won: Vec<usize>,
    pub(super) ended_by_fault: usize,
    /// How many matches were abandoned because they took too long.
    pub(super) stopped: usize,
    /// Why the first of them ended.
    pub(super) example: Option<String>,
}

/// A value of a parameter that was tried.
#[derive(Debug, Serialize)]
pub(super) struct TriedParameter {
    pub(super) name: String,
    pub(super) value: Value,
    /// Whether a match was abandoned because it took too long.
    pub(super) stopped: bool,
}

/// A bot that comes with the game.
#[derive(Debug, Serialize)]
pub(super) struct OwnBot {
    pub(super) name: String,
    /// Why it could not be built.
    pub(super) problem: Option<String>,
    /// How many seats it had in all matches together.
    #[serde(rename = "seats")]
    pub(super) matches: usize,
    pub(super) stopped: usize,
    pub(super) faults: usize,
    pub(super) mean_score: Option<f64>,
}

impl OwnBot {
    pub(super) fn new(name: String) -> OwnBot {
        OwnBot { name, problem: None, matches: 0, stopped: 0, faults: 0, mean_score: None }
    }
}

/// What all matches together have reached.
#[derive(Debug, Serialize)]
pub(super) struct ReachedParts {
    pub(super) seats: Vec<usize>,
    pub(super) fields: Vec<String>,
    pub(super) faults: Vec<&'static str>,
    pub(super) reasons: Vec<ReasonCount>,
}

#[derive(Debug, Serialize)]
pub(super) struct ReasonCount {
    pub(super) reason: String,
    pub(super) matches: usize,
}

#[derive(Debug)]
pub(super) struct GameCheckReport {
    game: String,
    seed: Seed,
    is_json: bool,
    findings: Vec<Finding>,
    pub(super) random: Vec<RandomMatches>,
    pub(super) repeated: usize,
    pub(super) parameters: Vec<TriedParameter>,
    pub(super) bots: Vec<OwnBot>,
    pub(super) pictures: Option<usize>,
    pub(super) reached: Option<ReachedParts>,
}

impl GameCheckReport {
    pub(super) fn new(game: &str, seed: Seed, is_json: bool) -> GameCheckReport {
        GameCheckReport {
            game: game.to_owned(),
            seed,
            is_json,
            findings: Vec::new(),
            random: Vec::new(),
            repeated: 0,
            parameters: Vec::new(),
            bots: Vec::new(),
            pictures: None,
            reached: None,
        }
    }

    /// Prints a line, unless the report is JSON.
    pub(super) fn say(&self, about: &str, words: &str) -> Result<(), CommandError> {
        if self.is_json { Ok(()) } else { say(about, &wrapped(words)) }
    }

    pub(super) fn failed(&mut self, kind: FindingKind, what: &str, help: &str) -> Result<(), CommandError> {
        self.find(FindingLevel::Failed, kind, (what, help))
    }

    pub(super) fn warn(&mut self, kind: FindingKind, what: &str, help: &str) -> Result<(), CommandError> {
        self.find(FindingLevel::Warning, kind, (what, help))
    }

    pub(super) fn note(&mut self, kind: FindingKind, what: &str, help: &str) -> Result<(), CommandError> {
        self.find(FindingLevel::Note, kind, (what, help))
    }

    fn find(
        &mut self,
        level: FindingLevel,
        kind: FindingKind,
        (what, help): (&str, &str),
    ) -> Result<(), CommandError> {
        let about = match level {
            FindingLevel::Failed => "failed",
            FindingLevel::Warning => "warning",
            FindingLevel::Note => "note",
        };
        self.say(about, what)?;
        if !help.is_empty() {
            self.say("", &format!("help: {help}"))?;
        }
        let help = (!help.is_empty()).then(|| help.to_owned());
        self.findings.push(Finding { level, kind, what: what.to_owned(), help });
        Ok(())
    }

    /// Prints the result. An error if the game needs work.
    pub(super) fn conclude(self) -> Result<(), CommandError> {
        let is_ready = !self.findings.iter().any(|finding| finding.level == FindingLevel::Failed);
        if !self.is_json {
            return conclude("game", is_ready);
        }
        terminal::print_json(&self.json(is_ready))?;
        if is_ready { Ok(()) } else { Err(CommandError::silent(ExitKind::CheckFailed)) }
    }

    fn json(&self, is_ready: bool) -> Value {
        json!({
            "game": self.game,
            "seed": self.seed.to_string(),
            "ready": is_ready,
            "findings": self.findings,
            "random": self.random,
            "repeated": self.repeated,
            "parameters": self.parameters,
            "bots": self.bots,
            "pictures": self.pictures,
            "reached": self.reached,
        })
    }
}

/// The words in lines for a small terminal. Lines that begin with a space are evidence, and stay as
/// they are.
fn wrapped(words: &str) -> String {
    let indent = format!("\n{}", " ".repeat(INDENT));
    let mut text = String::new();
    for (number, line) in words.lines().enumerate() {
        if line.starts_with(' ') {
            text += &format!("\n{line}");
        } else {
            text += if number > 0 { &indent } else { "" };
            text += &lines_of(line).join(&indent);
        }
    }
    text
}

/// A line as lines that fit.
fn lines_of(words: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in harmless(words).split(' ') {
        let fits = |line: &&mut String| INDENT + line.chars().count() + 1 + word.chars().count() <= WIDTH;
        match lines.last_mut().filter(fits) {
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_a_small_terminal_and_evidence_stays() {
        let text = wrapped(&format!("{}end\n  sent: {}", "word ".repeat(30), "x".repeat(100)));
        let (lines, evidence): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| !line.contains("sent"));
        assert!(lines.iter().all(|line| line.len() <= WIDTH), "{text}");
        assert!(lines.len() == 3 && lines[1].starts_with(&" ".repeat(INDENT)), "{text}");
        assert_eq!(evidence, [format!("  sent: {}", "x".repeat(100))]);
    }
}
