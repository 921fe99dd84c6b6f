//! Adds specimens that the user asked for to a recorded match.

use rathaus_games::view::SpecimenQueries;
use serde_json::Value;

use super::origin::ReplayOrigin;
use crate::cli::args::FittestInCellSelector;
use crate::cli::exit::CommandError;
use crate::tournament::replay::Replay;

/// Adds the fittest specimen in each of these cells to the timeline of a match.
pub(super) fn add(
    origin: ReplayOrigin<'_>,
    replay: &Replay,
    genetics: &dyn SpecimenQueries,
    timeline: &mut Value,
    wanted: &[FittestInCellSelector],
) -> Result<(), CommandError> {
    for FittestInCellSelector { turn, x, y } in wanted {
        let wrong = |problem: &str| CommandError::usage(format!("--specimen {turn}:{x},{y}: {problem}"));
        let cell = genetics.cell(*x, *y).ok_or_else(|| wrong("there is no such cell"))?;
        let mut finder = genetics.specimens(*turn, cell);
        replay.look(&mut *finder).map_err(|error| origin.broken(&error))?;
        let found = finder.finish().ok_or_else(|| wrong("the match has no such turn"))?;
        if !genetics.pick(timeline, *turn, cell, &found) {
            return Err(wrong("the cell is empty before that turn"));
        }
    }
    Ok(())
}
