//! `rathaus serve`: shows tournaments and replays in a browser.

use std::path::{Path, PathBuf};

use rathaus_games::GAMES;
use tokio::net::TcpListener;

use super::playable_games::add_games;
use crate::cli::InterruptSignal;
use crate::cli::args::ServeArgs;
use crate::cli::commands::tournament::{database, list_visible};
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context;
use crate::server::{self, ServedContent};
use crate::submissions::{Submission, SubmissionError, SubmissionHints};
use crate::tournament::replay;
use crate::untrusted::{self, SymlinkPolicy, UnreadableFile, harmless};
use crate::viewer;

/// The most folders inside of a named one that are searched.
const MOST_FOLDERS: usize = 1_000;

pub(crate) async fn serve(args: &ServeArgs, interrupt: &InterruptSignal) -> Result<(), CommandError> {
    viewer::page("index.html").map_err(CommandError::host)?;
    let mut offer = offer(&args.files)?;
    if !args.bot.is_empty() {
        add_bots(&mut offer, args).await?;
    }
    if !args.play.games.is_empty() {
        add_games(&mut offer, args).await?;
    }
    let listener = TcpListener::bind(args.listen).await.map_err(|error| {
        CommandError::host(format!(
            "{}: cannot be listened at: {error}\n  help: choose another port with --listen {}:PORT; 0 is a free one",
            args.listen,
            args.listen.ip()
        ))
    })?;
    let address = listener.local_addr().map_err(CommandError::host)?;
    let (tournaments, replays) = offer.len();
    let games = match args.play.games.len() {
        0 => String::new(),
        games => format!(", games to play: {games}"),
    };
    crate::cli::terminal::message(&format!(
        "serving tournaments: {tournaments}, replays: {replays}{games}; Ctrl-C ends it"
    ));
    if tournaments + replays == 0 && games.is_empty() {
        crate::cli::terminal::message(&hint(&args.files));
    }
    if !address.ip().is_loopback() {
        crate::cli::terminal::message(
            "others can reach this: whoever can connect to this machine can read results and replays",
        );
        if !games.is_empty() {
            crate::cli::terminal::message("they can also play, which runs the named games and bots here");
        }
    }
    crate::cli::terminal::print_text(&format!("{}\n", server::url(address)))?;
    interrupt.take_over();
    tokio::select! {
        ended = server::serve(listener, offer) => ended.map_err(CommandError::host),
        () = interrupt.asked() => Ok(()),
    }
}

/// The tournaments and replays at these paths.
fn offer(paths: &[PathBuf]) -> Result<ServedContent, CommandError> {
    let mut offer = ServedContent::default();
    for path in paths {
        if !path.is_dir() {
            add(&mut offer, path)?;
            continue;
        }
        let cannot =
            |error: UnreadableFile| bad(path, error.why.to_string(), "name a folder that can be read");
        let mut found = list_visible(path).map_err(cannot)?;
        found.sort();
        let below = below(&found);
        found.extend(below);
        // From a folder, show replays, and tournaments that have a database.
        let is_shown = |path: &&PathBuf| is_replay(path) || is_toml(path) && database(path).exists();
        found.iter().filter(is_shown).try_for_each(|path| add(&mut offer, path))?;
    }
    Ok(offer)
}

/// What lies in the folders among these paths, without those that cannot be read.
fn below(paths: &[PathBuf]) -> Vec<PathBuf> {
    let is_folder = |path: &&PathBuf| untrusted::is_folder(path, SymlinkPolicy::Refuse);
    let folders = paths.iter().filter(is_folder).take(MOST_FOLDERS);
    let mut below: Vec<PathBuf> = folders.filter_map(|folder| list_visible(folder).ok()).flatten().collect();
    below.sort();
    below
}

/// Where to find something to show, if these paths have nothing.
fn hint(paths: &[PathBuf]) -> String {
    let places: Vec<String> = paths.iter().map(|path| harmless(&path.display().to_string())).collect();
    format!(
        "there is nothing to show: no .replay file, and no tournament's .toml file with its .db beside it, in {} or one \
         folder down\n  help: `rathaus tournament run` makes a .db, `rathaus play --replays DIR` replays",
        places.join(", ")
    )
}

/// Adds the bots of `--bot`. Invalid submissions are an error now, not only when a page asks
/// for them.
async fn add_bots(offer: &mut ServedContent, args: &ServeArgs) -> Result<(), CommandError> {
    let Some(rules) = GAMES.iter().find(|game| game.genetics().is_some()) else {
        return Err(CommandError::usage("--bot is for games with genomes, and there are none"));
    };
    let read = args.bot.iter().map(|path| Submission::read(path, rules.name(), &SubmissionHints::default()));
    let (read, wrong): (Vec<_>, Vec<_>) = read.partition(Result::is_ok);
    let wrong: Vec<SubmissionError> = wrong.into_iter().filter_map(Result::err).collect();
    if !wrong.is_empty() {
        return Err(CommandError::submissions(&wrong));
    }
    let context = play_context::build_context(rules, play_context::BUILD_LIMIT, &args.sandbox).await?;
    offer.add_bots(read.into_iter().flatten().collect(), context);
    Ok(())
}

fn add(offer: &mut ServedContent, path: &Path) -> Result<(), CommandError> {
    let help = "name a tournament's .toml file, a .replay file, or a folder with such";
    if !path.exists() {
        return Err(bad(path, "there is no such file".into(), help));
    }
    if is_replay(path) {
        offer.add_replay(path.into());
    } else if is_toml(path) {
        offer.add_tournament(path.into(), database(path));
    } else {
        return Err(bad(path, "is neither a tournament nor a replay".into(), help));
    }
    Ok(())
}

fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml")
}

fn is_replay(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == replay::ENDING)
}

fn bad(path: &Path, problem: String, help: &str) -> CommandError {
    CommandError::new(ExitKind::Input, SubmissionError::input(path, problem).with_help(help))
}
