//! `rathaus tournament standings`: who is how good.

use std::io;
use std::path::Path;

use jiff::Timestamp;

use super::file::{look, unusable};
use crate::cli::args::tournament::{Format, StandingsArgs};
use crate::cli::exit::Failure;
use crate::report::standings::Standings;
use crate::store::Store;
use crate::tournament::{Record, State};

pub(super) fn standings(args: &StandingsArgs) -> Result<(), Failure> {
    let (store, state) = look(&args.file.file)?;
    let report = report(&store, &state)?;
    if let Some(folder) = &args.charts {
        draw(&report, folder)
            .map_err(|error| Failure::host(format!("{}: cannot be written: {error}", folder.display())))?;
    }
    crate::cli::print(&formatted(&report, args.format))
}

/// Writes all pictures into a folder.
fn draw(report: &Standings, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    report
        .charts()
        .iter()
        .try_for_each(|chart| std::fs::write(folder.join(chart.name).with_extension("svg"), &chart.svg))
}

/// The standings by all that is stored.
pub(super) fn report(store: &Store, state: &State) -> Result<Standings, Failure> {
    let schedule = state.schedule().map_err(Failure::host)?;
    let record = |key: &String| Ok(store.get(key).map_err(unusable)?.map(|stored| stored.record));
    let records: Result<Vec<Option<Record>>, Failure> = schedule.keys.iter().map(record).collect();
    let mut standings = Standings::new(state.clone(), &schedule, &records?);
    standings.provisional_until = state.phases.results_on.filter(|moment| Timestamp::now() < *moment);
    Ok(standings)
}

pub(super) fn formatted(standings: &Standings, format: Format) -> String {
    match format {
        Format::Text => standings.text(),
        Format::Markdown => standings.markdown(),
        Format::Csv => standings.csv(),
        Format::Json => format!("{:#}\n", standings.json()),
    }
}
