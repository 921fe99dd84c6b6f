//! `rathaus import`: makes bots from the code blocks of a saved post.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use rathaus_games::ConfiguredGame;
use serde_json::json;

use crate::cli::args::ImportArgs;
use crate::cli::exit::{CommandError, ExitKind, several};
use crate::cli::play_context;
use crate::cli::terminal::{print_json, print_text};
use crate::submissions::{
    ImportPlan, ImportedSubmission, ParsedPostFile, SkippedCodeBlock, importable_language, write_imported,
};

/// The most code blocks that are listed one by one as not written.
const MOST_LISTED: usize = 50;

pub(crate) fn import(args: &ImportArgs) -> Result<(), CommandError> {
    let language =
        args.language.as_deref().map(importable_language).transpose().map_err(CommandError::usage)?;
    let named = args.game.as_deref().map(play_context::game).transpose()?;
    let refused = |error| CommandError::submissions(&[error]);
    let post = ParsedPostFile::read(&args.post).map_err(refused)?;
    let game = match &named {
        Some(game) => game.rules(),
        None => post.detected_game().ok_or_else(no_game)?,
    };
    let plan = post.plan(game, language).map_err(refused)?;
    let folder = folder(args)?;
    let written = write_imported(&folder, game.name(), &plan.placed);
    written.map_err(|errors| CommandError::submissions(&errors))?;
    report(args, game, &folder, &plan)?;
    refuse_left_out(&args.post, &plan)
}

fn no_game() -> CommandError {
    let names: Vec<&str> = rathaus_games::names().collect();
    CommandError::usage(format!(
        "the post does not tell its game\n  help: give --game GAME; the games are: {}, or the folder of a custom game",
        names.join(", ")
    ))
}

/// The folder for the bots.
fn folder(args: &ImportArgs) -> Result<PathBuf, CommandError> {
    let is_markdown = |path: &&Path| path.extension().is_some_and(|end| end == "md" || end == "markdown");
    let default = || args.post.file_stem().filter(|_| is_markdown(&args.post.as_path())).map(OsStr::to_owned);
    args.folder.clone().or_else(|| default().map(PathBuf::from)).ok_or_else(|| {
        CommandError::usage(
            "the name of the post does not end in .md, so it names no folder\n  help: rathaus import POST DIR",
        )
    })
}

fn report(
    args: &ImportArgs,
    game: &ConfiguredGame,
    folder: &Path,
    plan: &ImportPlan,
) -> Result<(), CommandError> {
    if args.json {
        let ImportPlan { placed, not_placed } = plan;
        let all =
            json!({ "game": game.name(), "folder": folder, "placed": placed, "not_placed": not_placed });
        return print_json(&all);
    }
    let written: String = plan.placed.iter().map(|one| written_line(folder, one)).collect();
    let game = args.game.as_deref().unwrap_or(game.name());
    let next = match plan.placed.is_empty() {
        true => String::new(),
        false => format!("play them: rathaus play {game} {}\n", folder.join("*").display()),
    };
    print_text(&format!("{written}{}{next}", left_out_lines(plan)))
}

fn written_line(folder: &Path, submission: &ImportedSubmission) -> String {
    let ImportedSubmission { line, folder: name, source, language, author, .. } = submission;
    let author = author.as_ref().filter(|author| **author != submission.name);
    let author = author.map(|author| format!(" by {author}")).unwrap_or_default();
    let path = folder.join(name).join(source);
    format!("wrote {} from line {line}: {}{author}, {language}\n", path.display(), submission.name)
}

/// The blocks that are no submissions, a line each.
fn left_out_lines(plan: &ImportPlan) -> String {
    let others: Vec<_> = plan.not_placed.iter().filter(|block| !block.is_likely_submission).collect();
    let line = |block: &&SkippedCodeBlock| format!("left out line {}: {}\n", block.line, block.reason);
    let lines: String = others.iter().take(MOST_LISTED).map(line).collect();
    match others.len().saturating_sub(MOST_LISTED) {
        0 => lines,
        more => format!("{lines}left out {more} more blocks: see --json\n"),
    }
}

/// Fails if likely submissions were not written, and names each of them.
fn refuse_left_out(post: &Path, plan: &ImportPlan) -> Result<(), CommandError> {
    let likely: Vec<&SkippedCodeBlock> =
        plan.not_placed.iter().filter(|block| block.is_likely_submission).collect();
    if likely.is_empty() {
        return Ok(());
    }
    let post = post.display();
    let message = |block: &&SkippedCodeBlock| {
        format!("{post}:{}: a likely bot was not written: {}", block.line, block.reason)
    };
    let mut messages: Vec<String> = likely.iter().take(MOST_LISTED).map(message).collect();
    match likely.len().saturating_sub(MOST_LISTED) {
        0 => {}
        more => messages.push(format!("{post}: {more} more likely bots were not written")),
    }
    let help = "\n  help: copy the code from the page into a file, and name its language and entry point in a bot.toml";
    Err(CommandError::new(ExitKind::Input, several(&messages) + help))
}
