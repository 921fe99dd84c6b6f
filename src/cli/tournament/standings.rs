//! `rathaus tournament standings`: who is how good.

use std::io;
use std::path::Path;

use jiff::Timestamp;

use super::file::{look, unusable};
use crate::cli::args::tournament::{Format, StandingsArgs};
use crate::cli::exit::Failure;
use crate::report::standings::Standings;
use crate::store::Store;
use crate::tournament::{Schedule, State, Stored};

pub(super) fn standings(args: &StandingsArgs) -> Result<(), Failure> {
    let (store, state) = look(&args.file.file)?;
    let schedule = state.schedule().map_err(Failure::host)?;
    let report = report(&store, &state, &schedule)?;
    if let Some(folder) = &args.charts {
        draw(&report, folder)
            .map_err(|error| Failure::host(format!("{}: cannot be written: {error}", folder.display())))?;
    }
    crate::cli::print(&formatted(&report, args.format))?;
    if args.pairs { crate::cli::print(&format!("\n{}", report.comparisons())) } else { Ok(()) }
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
pub(super) fn report(store: &Store, state: &State, schedule: &Schedule) -> Result<Standings, Failure> {
    let mut all = store.all().map_err(unusable)?;
    // Two entrants who have posted the same share their matches.
    let is_shared = schedule.distinct().len() < schedule.keys.len();
    let mut stored = |key: &String| if is_shared { all.get(key).cloned() } else { all.remove(key) };
    let stored: Vec<Option<Stored>> = schedule.keys.iter().map(&mut stored).collect();
    let mut standings = Standings::new(state.clone(), schedule, stored);
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
