//! `rathaus tournament standings`: shows the current standings.

use std::io;
use std::path::Path;

use jiff::Timestamp;

use super::load::{open_read_only, schedule, unusable};
use crate::cli::args::tournament::{OutputFormat, StandingsArgs};
use crate::cli::exit::CommandError;
use crate::cli::terminal::{print_json, print_text};
use crate::report::standings::Standings;
use crate::store::Store;
use crate::tournament::{MatchSchedule, StoredTournament};

pub(super) fn standings(args: &StandingsArgs) -> Result<(), CommandError> {
    let (store, state) = open_read_only(&args.file.file)?;
    let schedule = schedule(&store, &state)?;
    let report = report(&store, &state, &schedule)?;
    if let Some(folder) = &args.charts {
        draw(&report, folder).map_err(|error| {
            CommandError::host(format!("{}: cannot be written: {error}", folder.display()))
        })?;
    }
    print(&report, args.format)?;
    if args.pairs { print_text(&format!("\n{}", report.comparisons())) } else { Ok(()) }
}

/// Writes all charts into a folder.
fn draw(report: &Standings, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    report.charts().iter().try_for_each(|chart| {
        let path = folder.join(chart.name).with_extension("svg");
        crate::cli::terminal::write_over(&path, chart.svg.as_bytes())
    })
}

/// The standings from all stored results.
pub(super) fn report(
    store: &Store,
    state: &StoredTournament,
    schedule: &MatchSchedule,
) -> Result<Standings, CommandError> {
    let stored = store.results(schedule).map_err(unusable)?;
    Ok(Standings::as_of(state.clone(), schedule, stored, Timestamp::now()))
}

fn print(standings: &Standings, format: OutputFormat) -> Result<(), CommandError> {
    match format {
        OutputFormat::Text => print_text(&standings.text()),
        OutputFormat::Markdown => print_text(&standings.markdown()),
        OutputFormat::Csv => print_text(&standings.csv()),
        OutputFormat::Json => print_json(&standings.json()),
    }
}
