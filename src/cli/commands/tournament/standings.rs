//! `rathaus tournament standings`: shows the current standings.

use std::io;
use std::path::Path;

use jiff::Timestamp;

use super::load::{open_read_only, schedule, unusable};
use crate::cli::args::tournament::{OutputFormat, StandingsArgs};
use crate::cli::exit::CommandError;
use crate::cli::terminal::{print_json, print_text};
use crate::report::harmless;
use crate::report::standings::{JsonExtent, Standings};
use crate::store::Store;
use crate::toml_file::suggestion;
use crate::tournament::{MatchSchedule, RoundHistoryChoice, StoredTournamentSetup};

pub(super) fn standings(args: &StandingsArgs) -> Result<(), CommandError> {
    let (store, state) = open_read_only(&args.file.file)?;
    let schedule = schedule(&store, &state)?;
    let needs_history = args.charts.is_some() || args.format == OutputFormat::Json;
    let history = if needs_history { RoundHistoryChoice::Include } else { RoundHistoryChoice::Omit };
    let report = match &args.group {
        Some(name) => report_of_group(&store, &state, &schedule, name, history)?,
        None => report(&store, &state, &schedule, history)?,
    };
    if let Some(folder) = &args.charts {
        draw(&report, folder).map_err(|error| {
            CommandError::host(format!("{}: cannot be written: {error}", folder.display()))
        })?;
    }
    let extent = if args.pairs { JsonExtent::AllPairs } else { JsonExtent::Listed };
    print(&report, args.format, extent)?;
    match args.pairs && args.format != OutputFormat::Json {
        true => print_text(&format!("\n{}", report.comparisons())),
        false => Ok(()),
    }
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
    state: &StoredTournamentSetup,
    schedule: &MatchSchedule,
    history: RoundHistoryChoice,
) -> Result<Standings, CommandError> {
    let results = store.results(schedule, history).map_err(unusable)?;
    Ok(Standings::as_of(state.clone(), schedule, &results, Timestamp::now()))
}

/// The standings of the group with this name.
fn report_of_group(
    store: &Store,
    state: &StoredTournamentSetup,
    schedule: &MatchSchedule,
    name: &str,
    history: RoundHistoryChoice,
) -> Result<Standings, CommandError> {
    let found = state.groups.iter().position(|group| group.name == name);
    let group = found.ok_or_else(|| CommandError::usage(unknown_group(state, name)))?;
    let schedule = schedule.of_group(group);
    let results = store.results(&schedule, history).map_err(unusable)?;
    Ok(Standings::of_group(state, group, &schedule, &results, Timestamp::now()))
}

/// The message for a group that does not exist.
fn unknown_group(state: &StoredTournamentSetup, name: &str) -> String {
    let names: Vec<&str> = state.groups.iter().map(|group| group.name.as_str()).collect();
    match names.as_slice() {
        [] => "the tournament has no groups of boards\n  help: add them to its file, each as a `[[group]]` table".into(),
        names => {
            let help = suggestion(name, names.iter().copied())
                .map_or_else(|| format!("the groups are: {}", names.join(", ")), |close| format!("did you mean `{close}`?"));
            format!("there is no group `{}`\n  help: {help}", harmless(name))
        }
    }
}

fn print(standings: &Standings, format: OutputFormat, extent: JsonExtent) -> Result<(), CommandError> {
    match format {
        OutputFormat::Text => print_text(&standings.text()),
        OutputFormat::Markdown => print_text(&standings.markdown()),
        OutputFormat::Csv => print_text(&standings.csv()),
        OutputFormat::Json => print_json(&standings.json(extent)),
    }
}
