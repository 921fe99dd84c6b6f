//! A recorded match as a page.

use std::path::Path;

use super::analysis;
use super::recorded::broken;
use crate::cli::args::FilmArgs;
use crate::cli::exit::{Code, Failure};
use crate::cli::talk;
use crate::tournament::replay::Replay;
use crate::viewer::{self, Exhibit};

/// Writes one file that opens in a browser. The match is played again for it, and is told to have come out otherwise if it has.
pub(super) async fn write(
    origin: &Path,
    replay: &Replay,
    target: &Path,
    args: &FilmArgs,
) -> Result<(), Failure> {
    let mut exhibit = Exhibit::of(replay).map_err(|error| broken(origin, &error))?;
    if let Some(bot) = &args.bot {
        let none = || Failure::usage("--bot is for races of rats\n  remedy: leave it out");
        let film = exhibit.race.as_mut().ok_or_else(none)?;
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
