//! Results as tables for a terminal.

use comfy_table::{CellAlignment, Row, Table, presets};

use super::{Commitments, Entry, Report, rat_race_details};
use crate::game::{Fault, Seed};
use crate::referee::SeatFault;
use crate::tournament::MatchResult;
use crate::tournament::standings::Estimate;

/// How many submissions fit beside one another in the table of scores by board.
const MAX_COLUMNS: usize = 6;

/// How many different faults of a submission are shown in full.
const SHOWN_FAULTS: usize = 3;

/// The report as text. With `details`, each submission has a table of its own.
pub fn text(report: &Report, details: bool) -> String {
    let mut parts = Vec::new();
    match report.entries.as_slice() {
        [only] => parts.extend([board_table(only), summary(only)]),
        entries if details => {
            let played = entries.iter().filter(|entry| !entry.matches.is_empty());
            parts.extend(played.map(|entry| format!("{}\n{}", entry.submission.name, board_table(entry))));
            parts.push(leaderboard(report));
        }
        entries => {
            if entries.len() <= MAX_COLUMNS {
                parts.push(scores_by_board(report));
            }
            parts.push(leaderboard(report));
        }
    }
    parts.extend(report.entries.iter().filter_map(troubles));
    parts.extend(report.commitments.as_ref().map(Commitments::text));
    parts.push(origin(report));
    parts.retain(|part| !part.is_empty());
    // Cells are padded to the width of their column, which leaves blanks at the ends of lines.
    let text = parts.join("\n\n");
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// What it takes to have the same results again.
fn origin(report: &Report) -> String {
    origin_of(&report.game, &counted(report.boards.len(), "board"), report.seed)
}

/// The same for any game, of which so much was played.
pub(super) fn origin_of(game: &str, played: &str, seed: Option<Seed>) -> String {
    let seed = seed.map(|seed| format!(" of seed {seed}")).unwrap_or_default();
    format!("{game}: {played}{seed}, rathaus {}", env!("CARGO_PKG_VERSION"))
}

/// Score, final population, turns and faults of each board.
fn board_table(entry: &Entry) -> String {
    if entry.matches.is_empty() {
        return String::new();
    }
    let mut table = table(&["board", "seed", "score", "population", "turns", "fault"], &[0, 2, 3, 4]);
    for result in &entry.matches {
        let details = rat_race_details(result);
        table.add_row([
            result.board.number.to_string(),
            result.board.seed.to_string(),
            score(result),
            details.population.to_string(),
            details.turns.to_string(),
            fault_names(result),
        ]);
    }
    table.to_string()
}

/// The scores of all submissions on each board.
fn scores_by_board(report: &Report) -> String {
    let names = report.entries.iter().map(|entry| entry.submission.name.as_str());
    let header: Vec<&str> = ["board", "seed"].into_iter().chain(names).collect();
    let right: Vec<usize> = std::iter::once(0).chain(2..header.len()).collect();
    let mut table = table(&header, &right);
    for board in &report.boards {
        let scores = report.entries.iter().map(|entry| {
            let result = entry.matches.iter().find(|result| result.board == *board);
            result.map_or("-".into(), |result| match fault_names(result) {
                none if none.is_empty() => score(result),
                faults => format!("{} ({faults})", score(result)),
            })
        });
        let row = [board.number.to_string(), board.seed.to_string()].into_iter().chain(scores);
        table.add_row(row.collect::<Vec<_>>());
    }
    table.to_string()
}

fn leaderboard(report: &Report) -> String {
    let mut table =
        table(&["rank", "score", "95 % interval", "boards", "faults", "language", "bot"], &[0, 1, 3, 4]);
    for (index, entry) in report.entries.iter().enumerate() {
        let (value, interval) = match entry.estimate() {
            Some(Estimate { value, low, high }) => {
                (rounded(value), format!("{} to {}", rounded(low), rounded(high)))
            }
            None => ("-".into(), "did not play".into()),
        };
        table.add_row([
            (index + 1).to_string(),
            value,
            interval,
            entry.matches.len().to_string(),
            entry.faulty().to_string(),
            entry.submission.language.clone(),
            entry.submission.name.clone(),
        ]);
    }
    table.to_string()
}

fn summary(entry: &Entry) -> String {
    let Some(Estimate { value, low, high }) = entry.estimate() else { return String::new() };
    format!(
        "{}: geometric mean {} over {}, 95 % interval {} to {}",
        entry.submission.name,
        rounded(value),
        counted(entry.matches.len(), "board"),
        rounded(low),
        rounded(high)
    )
}

/// All that went wrong with a submission.
fn troubles(entry: &Entry) -> Option<String> {
    let mut lines = Vec::new();
    lines.extend(
        entry.submission.out.iter().map(|out| format!("{} did not play: {out}", entry.submission.name)),
    );
    if let Some((board, turn)) = entry.caught_keeping_data().first() {
        lines.push(format!(
            "{} keeps data between calls, which the rules forbid: on {} it answered the same question in two ways \
             without randomness, first on board {} in turn {turn}",
            entry.submission.name,
            counted(entry.caught_keeping_data().len(), "board"),
            board.number
        ));
    }
    lines.extend(faults(entry));
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The faults of a submission: of each kind of mistake the first one in full, the others by their boards.
fn faults(entry: &Entry) -> Vec<String> {
    let mut kinds: Vec<(&Fault, Vec<u32>)> = Vec::new();
    for result in &entry.matches {
        for SeatFault { fault, .. } in &result.faults {
            match kinds.iter_mut().find(|(first, _)| first.cause == fault.cause) {
                Some((_, boards)) => boards.push(result.board.number),
                None => kinds.push((fault, vec![result.board.number])),
            }
        }
    }
    let shown = kinds.iter().take(SHOWN_FAULTS).map(|(fault, boards)| {
        let others = match boards.len() - 1 {
            0 => String::new(),
            more => format!("\n  and the same on {}", counted(more, "other board")),
        };
        format!("{}, board {}: {fault}{others}", entry.submission.name, boards[0])
    });
    let mut lines: Vec<String> = shown.collect();
    if let more @ 1.. = kinds.len().saturating_sub(SHOWN_FAULTS) {
        lines.push(format!(
            "{}: {} more; --json shows all",
            entry.submission.name,
            counted(more, "other fault")
        ));
    }
    lines
}

fn fault_names(result: &MatchResult) -> String {
    let names: Vec<&str> = result.faults.iter().map(|fault| fault.fault.cause.name()).collect();
    names.join(" ")
}

fn score(result: &MatchResult) -> String {
    format!("{:.0}", result.score)
}

/// Large numbers need no decimals, small ones two.
fn rounded(value: f64) -> String {
    if value < 1000.0 { format!("{value:.2}") } else { format!("{value:.0}") }
}

/// A name as it can be shown: names come from players, and one with a line feed in it could show a verdict of its own.
pub fn harmless(name: &str) -> String {
    let shown =
        |char: char| if char.is_control() { char.escape_default().to_string() } else { char.to_string() };
    name.chars().map(shown).collect()
}

/// A number and a noun, in the plural where it must be.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// An empty table with the columns at the positions in `right` aligned to the right.
fn table(header: &[&str], right: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(Row::from(header.to_vec()));
    for column in right {
        if let Some(column) = table.column_mut(*column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
