//! `rathaus new`: creates a first bot or a first custom game that works at once.

use std::path::PathBuf;

use crate::cli::args::NewArgs;
use crate::cli::exit::CommandError;
use crate::cli::play_context;
use crate::cli::terminal::print_text;
use crate::submissions::{BuiltInOrCustomGame, SubmissionError, write_bot_of, write_game, write_template};

/// Words that can replace the name of a game in `rathaus new GAME`.
const GAME: &str = "game";
const BOT: &str = "bot";

pub(crate) fn new(args: &NewArgs) -> Result<(), CommandError> {
    let folder = args.folder.display();
    match (args.what.as_str(), &args.game) {
        (GAME, None) => {
            let files = write_game(&args.language, &args.folder);
            tell(
                files,
                &format!(
                    "try it out: rathaus check-game {folder}\nplay it:    rathaus play {folder} {folder}/bots/*\n"
                ),
            )
        }
        (BOT, Some(game)) => bot(args, game),
        (BOT, None) => Err(CommandError::usage("no game was given\n  help: name it: `rathaus new GAME`")),
        (game, None) => bot(args, game),
        (other, Some(_)) => Err(CommandError::usage(format!(
            "--game goes with `rathaus new bot`, and not with `{other}`\n  help: rathaus new bot --game GAME --language LANGUAGE DIR"
        ))),
    }
}

/// Creates a bot for a built-in or a custom game.
fn bot(args: &NewArgs, game: &str) -> Result<(), CommandError> {
    let folder = args.folder.display();
    match play_context::game(game)? {
        BuiltInOrCustomGame::BuiltIn(listed) => {
            // One board with a seed takes seconds, and shows whether a change of the bot helped.
            let opponent = if listed.is_multiplayer() {
                format!(" {folder}")
            } else {
                " --boards 1 --seed 1".to_owned()
            };
            tell(
                write_template(listed.name(), &args.language, &args.folder),
                &format!(
                    "try it out: rathaus check {game} {folder}\nplay it:    rathaus play {game} {folder}{opponent}\n"
                ),
            )
        }
        BuiltInOrCustomGame::Folder(found) => {
            let rivals = found.root().join("bots");
            let rivals = if rivals.is_dir() { format!("{}/*", rivals.display()) } else { folder.to_string() };
            tell(
                write_bot_of(&found, &args.language, &args.folder),
                &format!("play it:    rathaus play {game} {folder} {rivals}\n"),
            )
        }
    }
}

/// Prints which files were written, and what to do next.
fn tell(written: Result<Vec<PathBuf>, SubmissionError>, next: &str) -> Result<(), CommandError> {
    let files = written.map_err(|error| CommandError::submissions(&[error]))?;
    let list: String = files.iter().map(|file| format!("wrote {}\n", file.display())).collect();
    print_text(&format!("{list}{next}"))
}
