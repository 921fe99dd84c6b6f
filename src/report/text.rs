//! Results as tables for a terminal.

use comfy_table::{CellAlignment, Row, Table, presets};
use rathaus_games::Seed;
use rathaus_games::diagnosis::{ProcessPersistence, is_same_mistake};
use rathaus_games::report::{BoardResult, SinglePlayerReporter};

use super::{
    CommitmentReport, SinglePlayerRunResults, SubmissionResults, faults, harmless, single_player_report,
};
pub(crate) use rathaus_games::words::{counted, interval, number, rounded};

/// The maximum number of submissions in the table of scores by board, which has a column for each.
const MAX_COLUMNS: usize = 6;

/// The report as text. With `details`, each submission has its own table of boards.
pub fn text(report: &SinglePlayerRunResults, details: bool) -> String {
    let (game, mut parts) = (single_player_report(&report.game), Vec::new());
    match report.entries.as_slice() {
        [only] => parts.extend([board_table(game, only), summary(game, only)]),
        entries if details => {
            let played = entries.iter().filter(|entry| !entry.matches.is_empty());
            parts.extend(
                played.map(|entry| format!("{}\n{}", entry.submission.name, board_table(game, entry))),
            );
            parts.push(leaderboard(game, report));
        }
        entries => {
            if entries.len() <= MAX_COLUMNS {
                parts.push(scores_by_board(game, report));
            }
            parts.push(leaderboard(game, report));
        }
    }
    parts.extend(report.entries.iter().filter_map(|entry| problems(game, entry)));
    parts.extend(report.commitments.as_ref().map(CommitmentReport::text));
    parts.push(origin(report));
    parts.retain(|part| !part.is_empty());
    trimmed(&parts.join("\n\n"))
}

/// Removes the padding of table cells at the ends of lines, and escapes control characters in what
/// bots and players wrote.
pub(super) fn trimmed(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", harmless(line.trim_end()))).collect()
}

/// What someone needs to reproduce the results.
fn origin(report: &SinglePlayerRunResults) -> String {
    let origin = origin_of(&report.game, &counted(report.boards.len(), "board"), report.seed);
    format!("{origin}, {}", report.sandbox)
}

/// The same for any game. `played` says how much was played.
pub(super) fn origin_of(game: &str, played: &str, seed: Option<Seed>) -> String {
    let seed = seed.map(|seed| format!(" of seed {seed}")).unwrap_or_default();
    format!("{game}: {played}{seed}, rathaus {}", env!("CARGO_PKG_VERSION"))
}

/// The results of one submission, one row per board.
fn board_table(game: &dyn SinglePlayerReporter, entry: &SubmissionResults) -> String {
    if entry.matches.is_empty() {
        return String::new();
    }
    let columns = [&[("board", true), ("seed", false)], game.board_columns(), &[("fault", false)]].concat();
    let mut table = table(&columns);
    for result in &entry.matches {
        let mut row = vec![result.board.number.to_string(), result.board.seed.to_string()];
        row.extend(game.board_cells(result));
        row.push(fault_names(result));
        table.add_row(row);
    }
    table.to_string()
}

/// The scores of all submissions on each board.
fn scores_by_board(game: &dyn SinglePlayerReporter, report: &SinglePlayerRunResults) -> String {
    let names = report.entries.iter().map(|entry| (entry.submission.name.as_str(), true));
    let mut table = table(&[("board", true), ("seed", false)].into_iter().chain(names).collect::<Vec<_>>());
    for board in &report.boards {
        let scores = report.entries.iter().map(|entry| {
            let result = entry.matches.iter().find(|result| result.board == *board);
            result.map_or("-".into(), |result| match fault_names(result) {
                none if none.is_empty() => game.cell(result),
                faults => format!("{} ({faults})", game.cell(result)),
            })
        });
        let row = [board.number.to_string(), board.seed.to_string()].into_iter().chain(scores);
        table.add_row(row.collect::<Vec<_>>());
    }
    table.to_string()
}

fn leaderboard(game: &dyn SinglePlayerReporter, report: &SinglePlayerRunResults) -> String {
    let last = [("boards", true), ("faults", true), ("language", false), ("bot", false)];
    let mut table = table(&[&[("rank", true)], game.columns(), &last].concat());
    for (index, entry) in report.entries.iter().enumerate() {
        let mut row = vec![(index + 1).to_string()];
        row.extend(game.summary(&entry.matches).map(|summary| summary.cells).unwrap_or_else(|| {
            let mut cells = vec!["-".to_owned(); game.columns().len()];
            cells[1] = "did not play".into();
            cells
        }));
        row.push(entry.matches.len().to_string());
        row.push(entry.faulty().to_string());
        row.push(entry.submission.language.clone());
        row.push(entry.submission.name.clone());
        table.add_row(row);
    }
    table.to_string()
}

fn summary(game: &dyn SinglePlayerReporter, entry: &SubmissionResults) -> String {
    game.summary(&entry.matches)
        .map_or(String::new(), |summary| format!("{}: {}", entry.submission.name, summary.words))
}

/// Why a submission did not play, the notes of its game, and its faults.
fn problems(game: &dyn SinglePlayerReporter, entry: &SubmissionResults) -> Option<String> {
    let mut lines = Vec::new();
    lines.extend(
        entry.submission.out.iter().map(|out| format!("{} did not play: {out}", entry.submission.name)),
    );
    lines.extend(game.notes(&entry.matches).map(|words| format!("{} {words}", entry.submission.name)));
    let faults = entry
        .matches
        .iter()
        .flat_map(|result| result.faults.iter().map(|fault| (result.board.number, &fault.fault)));
    let board = |number: &u32| format!("board {number}");
    let life = ProcessPersistence::Persistent;
    lines.extend(faults::fault_texts(&entry.submission.name, life, faults, is_same_mistake, board, "board"));
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn fault_names(result: &BoardResult) -> String {
    let names: Vec<&str> = result.faults.iter().map(|fault| fault.fault.cause.name()).collect();
    names.join(" ")
}

/// Rows as CSV. The first row has the column heads.
pub(super) fn as_csv(rows: impl Iterator<Item = impl AsRef<[String]>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.for_each(|row| {
        let cells = row.as_ref().iter().map(|cell| csv_cell(cell));
        writer.write_record(cells).expect("memory takes all that is written");
    });
    let bytes = writer.into_inner().expect("memory takes all that is written");
    String::from_utf8(bytes).expect("what was written are texts")
}

/// A cell that no spreadsheet reads as a formula: text that starts like one and is not a number
/// gets an apostrophe.
fn csv_cell(text: &str) -> String {
    let shown = harmless(text);
    // Where the comma is the decimal separator, spreadsheets split cells at semicolons. They read
    // the full-width forms of these characters as well.
    let begins = |part: &str| {
        part.trim_start().starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'])
    };
    let is_formula = shown.split([';', '|']).any(begins) && !is_number(text);
    if is_formula { format!("'{}", shown.replace(';', ",")) } else { shown }
}

fn is_number(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    text == "-inf" || text.bytes().all(is_digit) && text.parse::<f64>().is_ok()
}

/// The longest prefix of a text that fits. Assumes that a longer prefix does not fit if a shorter
/// one does not.
pub fn beginning(text: &str, fits: impl Fn(&str) -> bool) -> &str {
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let end = ends.take_while(|end| fits(&text[..*end])).last();
    &text[..end.unwrap_or(0)]
}

/// An empty table with these columns: the head of each, and whether it is aligned to the right.
pub(super) fn table(columns: &[(&str, bool)]) -> Table {
    let mut table = Table::new();
    let heads: Vec<&str> = columns.iter().map(|(head, _)| *head).collect();
    table.load_style(presets::NOTHING).set_header(Row::from(heads));
    for (index, _) in columns.iter().enumerate().filter(|(_, (_, right))| *right) {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_and_numbers_are_numbers() {
        let cells = ["=1+1", "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", " =1", "＝1", "a;=1", "--1"];
        for cell in cells {
            assert!(csv_cell(cell).starts_with(['\'', '\\']), "{cell:?} is {}", csv_cell(cell));
            assert!(!csv_cell(cell).contains(";="), "{cell:?}");
        }
        for cell in ["-3.5", "+1", "1e-7", "-1e9", "-inf", "name", "a=b", "", "2014-05-09"] {
            assert_eq!(csv_cell(cell), cell);
        }
    }
}
