//! Parses the text of a ledger, and reports all of its problems.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use jiff::Timestamp;
use toml::de::DeTable;

use super::fields::{self, LedgerProblems, LedgerTable, ValueWithLine};
use super::hash::CommitmentHash;
use super::ledger::{CommitmentLedger, LedgerPlayer, LedgerSourceReveal, PostedSourceHash, folded};
use super::problem::LedgerProblem;
use super::promise::OrganiserSeedCommitment;
use crate::untrusted::toml_problem;

/// The title of the whole file in messages.
const LEDGER: &str = "the ledger";

const FIELDS: [&str; 6] = ["deadline", "reveal_deadline", "seed_file", "seed", "posting", "reveal"];
const POSTING_FIELDS: [&str; 3] = ["player", "hash", "posted"];
const REVEAL_FIELDS: [&str; 3] = ["player", "revealed", "source"];

const A_PLAYER: &str = "\"lazy\"";
const A_MOMENT: &str = "2014-05-09T00:00:00Z";
const A_HASH: &str = "\"n1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=\"";

impl CommitmentLedger {
    /// Parses the text of a ledger.
    pub fn parse(text: &str) -> Result<CommitmentLedger, Vec<LedgerProblem>> {
        let table = DeTable::parse(text).map_err(|error| vec![no_toml(text, error)])?;
        let whole = LedgerTable { title: LEDGER, line: None, table: table.get_ref() };
        let mut problems = LedgerProblems::of(text);
        let ledger = read(&whole, &mut problems);
        problems.found.sort();
        match ledger {
            Some(ledger) if problems.found.is_empty() => Ok(ledger),
            _ => Err(problems.found),
        }
    }
}

fn no_toml(text: &str, error: toml::de::Error) -> LedgerProblem {
    let help = "a ledger is TOML: texts stand in quotes, moments such as 2014-05-09T00:00:00Z need none, \
                  and `[[posting]]` or `[[reveal]]` stands before each of them";
    LedgerProblem { line: None, problem: toml_problem(text, &error), help: help.into() }
}

fn read(whole: &LedgerTable<'_, '_>, problems: &mut LedgerProblems) -> Option<CommitmentLedger> {
    whole.refuse_others(&FIELDS, problems);
    let deadline = needed_moment(whole, "deadline", problems);
    let reveal_deadline =
        whole.get("reveal_deadline").and_then(|value| fields::moment("reveal_deadline", value, problems));
    if let (Some(deadline), Some(reveal_deadline)) = (&deadline, &reveal_deadline) {
        refuse_reversed(deadline, reveal_deadline, problems);
    }
    let promises = promises(whole, problems);
    let postings = postings(whole, problems);
    let reveals = reveals(whole, problems);
    let mut all_names = names(whole, "posting", problems);
    let revealed_names = names(whole, "reveal", problems);
    refuse_second_reveals(&revealed_names, problems);
    all_names.extend(revealed_names);
    refuse_other_spellings(&all_names, problems);
    refuse_shared_sources(&reveals, problems);
    Some(CommitmentLedger {
        deadline: deadline?.value,
        reveal_deadline: reveal_deadline.map(|deadline| deadline.value),
        promises,
        players: players(postings, reveals),
    })
}

fn refuse_reversed(
    deadline: &ValueWithLine<Timestamp>,
    reveal: &ValueWithLine<Timestamp>,
    problems: &mut LedgerProblems,
) {
    if reveal.value <= deadline.value {
        problems.add(
            reveal.line,
            format!(
                "`reveal_deadline` ({}) should be after `deadline` ({}, line {})",
                reveal.value, deadline.value, deadline.line
            ),
            "give players the time between the two to reveal their sources",
        );
    }
}

fn promises(whole: &LedgerTable<'_, '_>, problems: &mut LedgerProblems) -> Vec<OrganiserSeedCommitment> {
    let mut promised = |name: &str| {
        let hash = whole.get(name).and_then(|value| fields::hash(name, value, problems));
        hash.map(|hash| hash.value)
    };
    let (seed_file, seed) = (promised("seed_file"), promised("seed"));
    seed_file
        .map(OrganiserSeedCommitment::SeedFile)
        .into_iter()
        .chain(seed.map(OrganiserSeedCommitment::Seed))
        .collect()
}

/// A posting with its player's name.
type PostedHash = (ValueWithLine<String>, ValueWithLine<CommitmentHash>, ValueWithLine<Timestamp>);

fn postings(whole: &LedgerTable<'_, '_>, problems: &mut LedgerProblems) -> Vec<PostedHash> {
    let tables = whole.tables("posting", "a [[posting]]", problems);
    let read = tables.into_iter().filter_map(|table| {
        table.refuse_others(&POSTING_FIELDS, problems);
        let player = player(&table, problems);
        let hash =
            table.need("hash", A_HASH, problems).and_then(|value| fields::hash("hash", value, problems));
        let posted = needed_moment(&table, "posted", problems);
        Some((player?, hash?, posted?))
    });
    read.collect()
}

fn reveals(
    whole: &LedgerTable<'_, '_>,
    problems: &mut LedgerProblems,
) -> Vec<(ValueWithLine<String>, LedgerSourceReveal)> {
    let tables = whole.tables("reveal", "a [[reveal]]", problems);
    let read = tables.into_iter().filter_map(|table| {
        table.refuse_others(&REVEAL_FIELDS, problems);
        let player = player(&table, problems);
        let revealed = needed_moment(&table, "revealed", problems);
        let source = table.get("source").map(|value| fields::text("source", value, problems));
        let (source, line) = match source {
            Some(text) => text.map(|ValueWithLine { line, value }| (Some(PathBuf::from(value)), line))?,
            None => (None, table.line?),
        };
        Some((player?, LedgerSourceReveal { revealed: revealed?.value, source, line }))
    });
    read.collect()
}

fn player(table: &LedgerTable<'_, '_>, problems: &mut LedgerProblems) -> Option<ValueWithLine<String>> {
    let value = table.need("player", A_PLAYER, problems)?;
    fields::text("player", value, problems)
}

fn needed_moment(
    table: &LedgerTable<'_, '_>,
    name: &str,
    problems: &mut LedgerProblems,
) -> Option<ValueWithLine<Timestamp>> {
    let value = table.need(name, A_MOMENT, problems)?;
    fields::moment(name, value, problems)
}

/// Groups postings and reveals by player.
fn players(
    postings: Vec<PostedHash>,
    reveals: Vec<(ValueWithLine<String>, LedgerSourceReveal)>,
) -> Vec<LedgerPlayer> {
    let mut players = PlayerTable::default();
    for (name, hash, posted) in postings {
        let postings = &mut players.called(&name.value).postings;
        let number = postings.len() + 1;
        postings.push(PostedSourceHash { number, hash: hash.value, posted: posted.value, line: hash.line });
    }
    for (name, reveal) in reveals {
        players.called(&name.value).reveal = Some(reveal);
    }
    players.all
}

/// The players so far, and their indices by folded name.
#[derive(Default)]
struct PlayerTable {
    all: Vec<LedgerPlayer>,
    places: BTreeMap<String, usize>,
}

impl PlayerTable {
    /// The player of this name, which is added if it is new.
    fn called(&mut self, name: &str) -> &mut LedgerPlayer {
        let place = *self.places.entry(folded(name)).or_insert(self.all.len());
        if place == self.all.len() {
            self.all.push(LedgerPlayer { name: name.trim().into(), postings: Vec::new(), reveal: None });
        }
        &mut self.all[place]
    }
}

/// The names in all tables of this kind, including tables with other mistakes.
fn names(whole: &LedgerTable<'_, '_>, kind: &str, problems: &LedgerProblems) -> Vec<ValueWithLine<String>> {
    let tables = whole.get(kind).and_then(|value| value.get_ref().as_array()).into_iter().flatten();
    let name = |table: &DeTable| {
        let value = table.get("player")?;
        let line = problems.line(&value.span());
        Some(ValueWithLine { line, value: value.get_ref().as_str()?.to_owned() })
    };
    tables.filter_map(|table| name(table.get_ref().as_table()?)).collect()
}

/// Pairs each name with the first name that means the same player.
fn firsts(
    names: &[ValueWithLine<String>],
) -> impl Iterator<Item = (&ValueWithLine<String>, &ValueWithLine<String>)> {
    let mut first = BTreeMap::new();
    names.iter().map(move |name| (name, *first.entry(folded(&name.value)).or_insert(name)))
}

fn refuse_other_spellings(names: &[ValueWithLine<String>], problems: &mut LedgerProblems) {
    for (name, first) in firsts(names).filter(|(name, first)| first.value != name.value) {
        problems.add(
            name.line,
            format!(
                "the player `{}` differs from `{}` in line {} only by case or by blanks around it",
                name.value, first.value, first.line
            ),
            "write the name of one player always alike, and give two players names that cannot be mistaken",
        );
    }
}

fn refuse_second_reveals(names: &[ValueWithLine<String>], problems: &mut LedgerProblems) {
    for (name, first) in firsts(names).filter(|(name, first)| first.line != name.line) {
        problems.add(
            name.line,
            format!("`{}` is revealed twice, here and in line {}", name.value, first.line),
            "a player reveals one source: keep the one that is to play",
        );
    }
}

/// Refuses one file as the source of two players, since it could not be attributed to either.
fn refuse_shared_sources(
    reveals: &[(ValueWithLine<String>, LedgerSourceReveal)],
    problems: &mut LedgerProblems,
) {
    let mut earlier = BTreeMap::new();
    for (name, reveal) in reveals {
        let Some(source) = &reveal.source else { continue };
        let (other, first) = *earlier.entry(plain(source)).or_insert((name, reveal));
        if folded(&other.value) == folded(&name.value) {
            continue;
        }
        problems.add(
            reveal.line,
            format!(
                "`{}` is the source of `{}` here and of `{}` in line {}",
                source.display(),
                name.value,
                other.value,
                first.line
            ),
            "give each player a file of their own, even if the files are alike",
        );
    }
}

/// The components of a path without `.`.
fn plain(path: &Path) -> Vec<Component<'_>> {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

#[cfg(test)]
mod tests;
