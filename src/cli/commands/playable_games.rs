//! The games of `rathaus serve --play`, with their opponents.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cli::args::{PlayArg, SandboxArgs, ServeArgs};
use crate::cli::commands::tournament::submissions_in;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context::{self, BUILD_LIMIT};
use crate::server::{PersonPlayLimits, PlayableGame, ServedContent};
use crate::submissions::{
    BuiltInOrCustomGame, LoadedCustomGame, Submission, SubmissionError, SubmissionHints,
};

/// The folder of bots, in the folder of a custom game, and here for built-in games.
const FOLDER: &str = "bots";

/// The most opponents that are found in a folder.
const MAX_FOUND: usize = 64;

/// Adds the games of `--play`. Invalid games and bots are an error now.
pub(super) async fn add_games(offer: &mut ServedContent, args: &ServeArgs) -> Result<(), CommandError> {
    let mut games = Vec::new();
    for named in &args.play.games {
        games.push(playable(named, &args.sandbox).await?);
    }
    let idle = Duration::from_secs(args.play.idle_seconds);
    offer.add_games(games, PersonPlayLimits { matches: args.play.matches, idle });
    Ok(())
}

async fn playable(named: &PlayArg, sandbox: &SandboxArgs) -> Result<PlayableGame, CommandError> {
    let game = play_context::game(&named.game)?;
    let rules = game.rules().clone();
    if !PlayableGame::is_playable(&rules) {
        return Err(CommandError::usage(format!(
            "{} is not for persons\n  help: a person can play custom games and the dilemma; Lights Out is on a \
             page of every `serve`",
            rules.title()
        )));
    }
    let bots = opponents(named, &game)?;
    let build = play_context::build_context(&rules, BUILD_LIMIT, sandbox).await?;
    let folder = game.folder();
    let (about, answers, program) = match folder {
        Some(LoadedCustomGame { contents, program, .. }) => (contents.about, contents.answers, Some(program)),
        None => Default::default(),
    };
    Ok(PlayableGame { rules, about, answers, program, bots, build })
}

/// The named bots, or those that come with the game.
fn opponents(named: &PlayArg, game: &BuiltInOrCustomGame) -> Result<Vec<Submission>, CommandError> {
    let rules = game.rules();
    let paths = if named.bots.is_empty() { found_beside(game)? } else { named.bots.clone() };
    let (mut bots, errors) = play_context::read_all(&paths, rules.name(), &SubmissionHints::default());
    if !errors.is_empty() {
        return Err(CommandError::submissions(&errors));
    }
    if bots.is_empty() && rules.seats().from > 1 {
        return Err(CommandError::usage(format!(
            "nobody plays {} against a person\n  help: name bots after the game: `--play {} BOT`",
            rules.title(),
            named.game
        )));
    }
    play_context::make_names_unique(&mut bots);
    Ok(bots)
}

/// The bots in the folder for them, if there is one.
fn found_beside(game: &BuiltInOrCustomGame) -> Result<Vec<PathBuf>, CommandError> {
    let folder = match game {
        BuiltInOrCustomGame::Folder(folder) => folder.file.with_file_name(FOLDER),
        BuiltInOrCustomGame::BuiltIn(rules) => Path::new(FOLDER).join(rules.name()),
    };
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let unreadable = |why| CommandError::new(ExitKind::Input, SubmissionError::input(&folder, why));
    let (mut paths, _) = submissions_in(&folder).map_err(unreadable)?;
    paths.truncate(MAX_FOUND);
    Ok(paths)
}
