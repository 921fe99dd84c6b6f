//! Reads values of a TOML table with their lines. It collects every mistake and continues.

use std::ops::Range;

use jiff::Timestamp;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml::value::Datetime;

use super::hash::CommitmentHash;
use super::problem::LedgerProblem;
use crate::untrusted::{check_name, excerpt};

/// The most problems of a ledger that are reported.
const MOST_PROBLEMS: usize = 100;

/// The problems found so far.
#[derive(Debug)]
pub(super) struct LedgerProblems {
    /// The byte offsets of the line ends in the text.
    line_ends: Vec<usize>,
    pub(super) found: Vec<LedgerProblem>,
}

impl LedgerProblems {
    pub(super) fn of(text: &str) -> LedgerProblems {
        LedgerProblems { line_ends: memchr::memchr_iter(b'\n', text.as_bytes()).collect(), found: Vec::new() }
    }

    /// The line, counted from 1, in which a span begins.
    pub(super) fn line(&self, span: &Range<usize>) -> usize {
        1 + self.line_ends.partition_point(|end| *end < span.start)
    }

    pub(super) fn add(&mut self, line: usize, problem: impl Into<String>, help: impl Into<String>) {
        self.push(Some(line), &problem.into(), help.into());
    }

    /// Adds a problem. Both the length of a message and the number of messages are bounded.
    fn push(&mut self, line: Option<usize>, problem: &str, help: String) {
        if self.found.len() < MOST_PROBLEMS {
            self.found.push(LedgerProblem { line, problem: excerpt(problem), help });
        }
    }

    /// Adds a problem of the whole file.
    pub(super) fn add_to_all(&mut self, problem: impl Into<String>, help: impl Into<String>) {
        self.push(None, &problem.into(), help.into());
    }
}

/// A value with its line, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ValueWithLine<T> {
    pub(super) line: usize,
    pub(super) value: T,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct LedgerTable<'a, 't> {
    /// Its title in messages.
    pub(super) title: &'static str,
    /// The line where it begins. `None` for the whole file.
    pub(super) line: Option<usize>,
    pub(super) table: &'a DeTable<'t>,
}

type Value<'t> = Spanned<DeValue<'t>>;

impl<'a, 't> LedgerTable<'a, 't> {
    pub(super) fn get(&self, name: &str) -> Option<&'a Value<'t>> {
        self.table.get(name)
    }

    /// A required field. `example` shows in the message how to write it.
    pub(super) fn need(
        &self,
        name: &str,
        example: &str,
        problems: &mut LedgerProblems,
    ) -> Option<&'a Value<'t>> {
        let value = self.get(name);
        if value.is_none() {
            let (problem, help) = (
                format!("`{name}` is missing in {}", self.title),
                format!("add for instance `{name} = {example}`"),
            );
            match self.line {
                Some(line) => problems.add(line, problem, help),
                None => problems.add_to_all(problem, help),
            }
        }
        value
    }

    /// Reports all fields that are not in `known`.
    pub(super) fn refuse_others(&self, known: &[&str], problems: &mut LedgerProblems) {
        for key in self.table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            let line = problems.line(&key.span());
            let help = format!(
                "{} may have: {}; what is for people stands in comments",
                self.title,
                known.join(", ")
            );
            problems.add(line, format!("`{}` is not known", key.get_ref()), help);
        }
    }

    /// The tables of a field that can be repeated as `[[name]]`.
    pub(super) fn tables(
        &self,
        name: &str,
        title: &'static str,
        problems: &mut LedgerProblems,
    ) -> Vec<LedgerTable<'a, 't>> {
        let Some(value) = self.get(name) else { return Vec::new() };
        let elements = value.get_ref().as_array().map(Vec::from_iter).unwrap_or_else(|| vec![value]);
        let is_array = value.get_ref().is_array();
        let mut tables = Vec::new();
        for element in elements {
            let line = problems.line(&element.span());
            match element.get_ref().as_table().filter(|_| is_array) {
                Some(table) => tables.push(LedgerTable { title, line: Some(line), table }),
                None => problems.add(
                    line,
                    format!("`{name}` should be a list of tables"),
                    format!("write `[[{name}]]`, with two brackets on each side, before each of them"),
                ),
            }
        }
        tables
    }
}

/// A text that is not empty.
pub(super) fn text(
    name: &str,
    value: &Value<'_>,
    problems: &mut LedgerProblems,
) -> Option<ValueWithLine<String>> {
    let line = problems.line(&value.span());
    if let Some(Err(error)) = value.get_ref().as_str().map(check_name) {
        problems.add(line, format!("`{name}` {error}"), error.help());
        return None;
    }
    match value.get_ref() {
        DeValue::String(text) if !text.trim().is_empty() => {
            Some(ValueWithLine { line, value: text.clone().into_owned() })
        }
        DeValue::String(_) => {
            problems.add(
                line,
                format!("`{name}` is empty"),
                format!("write between the quotes what `{name}` is"),
            );
            None
        }
        other => {
            let kind = other.type_str();
            problems.add(
                line,
                format!("`{name}` should be a text, and is of type {kind}"),
                "write it in quotes",
            );
            None
        }
    }
}

/// A hash in base64.
pub(super) fn hash(
    name: &str,
    value: &Value<'_>,
    problems: &mut LedgerProblems,
) -> Option<ValueWithLine<CommitmentHash>> {
    let line = problems.line(&value.span());
    let should = format!("`{name}` should be a SHA-256 hash in base64");
    let Some(text) = value.get_ref().as_str() else {
        let kind = value.get_ref().type_str();
        let help =
            format!("write it in quotes, as in `{name} = \"n1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=\"`");
        problems.add(line, format!("{should}, and is of type {kind}"), help);
        return None;
    };
    match text.parse() {
        Ok(value) => Some(ValueWithLine { line, value }),
        Err(error) => {
            problems.add(line, format!("{should}: {error}"), error.help);
            None
        }
    }
}

/// A moment: a TOML date-time with its time zone, with or without quotes.
pub(super) fn moment(
    name: &str,
    value: &Value<'_>,
    problems: &mut LedgerProblems,
) -> Option<ValueWithLine<Timestamp>> {
    let line = problems.line(&value.span());
    let written = match value.get_ref() {
        DeValue::Datetime(written) => Some(*written),
        DeValue::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    match written.map(|written| (written, in_time(&written))) {
        Some((_, Some(value))) => return Some(ValueWithLine { line, value }),
        Some((written, None)) if written.offset.is_none() && written.date.is_some() => {
            let zoneless = with_time(&written);
            problems.add(
                line,
                format!("`{name}` should be a moment, and {written} has no zone"),
                format!("write `{zoneless}Z` if it is in UTC, else the offset from it, such as `{zoneless}+02:00`"),
            );
        }
        _ => problems.add(
            line,
            format!("`{name}` should be a moment, with date, time and zone"),
            "write it like `2014-05-09T00:00:00Z` in UTC, or with the offset from it, like `2014-05-09T02:00:00+02:00`",
        ),
    }
    None
}

fn in_time(written: &Datetime) -> Option<Timestamp> {
    written.offset?;
    written.to_string().parse().ok()
}

/// A date with its time, or with midnight if it has none.
fn with_time(written: &Datetime) -> String {
    match written.time {
        Some(_) => written.to_string(),
        None => format!("{written}T00:00:00"),
    }
}
