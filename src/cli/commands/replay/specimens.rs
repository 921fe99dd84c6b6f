//! Specimens of a recorded race that are asked for by where they were when.

use std::path::Path;

use super::recorded::broken;
use crate::cli::args::Specimen;
use crate::cli::exit::Failure;
use crate::tournament::replay::Replay;
use crate::viewer::{Finder, RaceFilm};

/// Adds the fittest in each of these cells to a film.
pub(super) fn add(
    origin: &Path,
    replay: &Replay,
    film: &mut RaceFilm,
    wanted: &[Specimen],
) -> Result<(), Failure> {
    for Specimen { turn, x, y } in wanted {
        let option = format!("--specimen {turn}:{x},{y}");
        let cell = film.cell(*x, *y);
        let cell = cell.ok_or_else(|| Failure::usage(format!("{option}: there is no such cell")))?;
        let mut finder = Finder::new(*turn, cell);
        replay.look(&mut finder).map_err(|error| broken(origin, &error))?;
        let found = finder.found();
        let found = found.ok_or_else(|| Failure::usage(format!("{option}: the race has no such turn")))?;
        let nobody = || Failure::usage(format!("{option}: there is nobody in that cell before that turn"));
        film.pick(*turn, cell, found.genomes.into_iter().next().ok_or_else(nobody)?);
    }
    Ok(())
}
