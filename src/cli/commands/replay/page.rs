//! A recorded match as a page.

use std::path::Path;

use super::recorded::broken;
use super::{analysis, specimens};
use crate::cli::args::FilmArgs;
use crate::cli::exit::{Code, Failure};
use crate::cli::terminal::talk;
use crate::tournament::replay::Replay;
use crate::viewer::{self, Exhibit, RaceFilm};

/// Writes one file that opens in a browser. The match is played again for it, and is told to have come out otherwise if it has.
pub(super) async fn write(
    origin: &Path,
    replay: &Replay,
    target: &Path,
    args: &FilmArgs,
) -> Result<(), Failure> {
    let mut exhibit = Exhibit::of(replay).map_err(|error| broken(origin, &error))?;
    if !args.specimen.is_empty() {
        specimens::add(origin, replay, of_race(&mut exhibit, "--specimen")?, &args.specimen)?;
    }
    if let Some(bot) = &args.bot {
        let film = of_race(&mut exhibit, "--bot")?;
        analysis::analyse(&replay.head, film, bot, &args.sandbox).await?;
    }
    let page = viewer::standalone(&exhibit).map_err(Failure::host)?;
    std::fs::write(target, &page)
        .map_err(|error| Failure::host(format!("{}: cannot be written: {error}", target.display())))?;
    talk(&format!("{}: {} KiB; it opens in any browser", target.display(), page.len().div_ceil(1024)));
    match &exhibit.difference {
        None => Ok(()),
        Some(difference) => Err(Failure::new(
            Code::NotVerified,
            format!("played again without its bots, it did not come out the same: {difference}"),
        )),
    }
}

/// The course of a race, which this option is about.
fn of_race<'a>(exhibit: &'a mut Exhibit, option: &str) -> Result<&'a mut RaceFilm, Failure> {
    let none = || Failure::usage(format!("{option} is for races of rats\n  help: leave it out"));
    exhibit.race.as_mut().ok_or_else(none)
}
