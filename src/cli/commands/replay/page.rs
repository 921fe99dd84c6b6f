//! `--html`: writes a recorded match as an HTML page.

use std::path::Path;

use super::origin::ReplayOrigin;
use super::{analysis, specimens};
use crate::cli::args::ReplayViewArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::terminal::message;
use crate::tournament::replay::Replay;
use crate::viewer::{self, MatchView};

/// Replays the match and writes it as one HTML file. An error after writing if the result differs.
pub(super) async fn write(
    origin: ReplayOrigin<'_>,
    replay: &Replay,
    target: &Path,
    args: &ReplayViewArgs,
) -> Result<(), CommandError> {
    let mut view = MatchView::of(replay).map_err(|error| origin.broken(&error))?;
    if !args.specimen.is_empty() || args.bot.is_some() {
        add_genomes(origin, replay, &mut view, args).await?;
    }
    let page = viewer::standalone(&view).map_err(CommandError::host)?;
    std::fs::write(target, &page)
        .map_err(|error| CommandError::host(format!("{}: cannot be written: {error}", target.display())))?;
    message(&format!("{}: {} KiB; it opens in any browser", target.display(), page.len().div_ceil(1024)));
    match &view.difference {
        None => Ok(()),
        Some(difference) => Err(CommandError::new(
            ExitKind::NotVerified,
            format!("played again without its bots, it did not come out the same: {difference}"),
        )),
    }
}

/// Adds what `--specimen` and `--bot` ask for.
async fn add_genomes(
    origin: ReplayOrigin<'_>,
    replay: &Replay,
    view: &mut MatchView,
    args: &ReplayViewArgs,
) -> Result<(), CommandError> {
    let rules = replay.played.spec.rules().map_err(CommandError::usage)?;
    let option = if args.bot.is_some() { "--bot" } else { "--specimen" };
    let (Some(genetics), Some(timeline)) = (rules.genetics(), view.timeline()) else {
        return Err(CommandError::usage(format!(
            "{option} is for games with genomes, and {} has none\n  help: leave it out",
            rules.title()
        )));
    };
    specimens::add(origin, replay, genetics, timeline, &args.specimen)?;
    match &args.bot {
        Some(bot) => analysis::add(replay, &rules, timeline, bot, &args.sandbox).await,
        None => Ok(()),
    }
}
