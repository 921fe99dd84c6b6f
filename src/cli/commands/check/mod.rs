//! `rathaus check`: checks a bot before it takes part in anything.

mod all;
mod custom_game;
mod kept_process;
mod multiplayer;
mod single_player;
mod trial_findings;

use std::time::Instant;

use rathaus_games::ConfiguredGame;
use serde_json::Value;

use crate::cli::args::CheckArgs;
use crate::cli::exit::CommandError;
use crate::cli::play_context;
use crate::submissions::{Bot, BuildContext, BuiltInOrCustomGame, Submission, SubmissionHints};
use crate::tournament::RecordedSandbox;

pub(crate) async fn check(args: CheckArgs) -> Result<(), CommandError> {
    match &args.all {
        Some(folder) => all::check_all(&args, folder).await,
        None => check_bot(&args).await,
    }
}

async fn check_bot(args: &CheckArgs) -> Result<(), CommandError> {
    let game = match play_context::game(&args.game)? {
        BuiltInOrCustomGame::Folder(game) => return custom_game::check(args, *game).await,
        BuiltInOrCustomGame::BuiltIn(game) => game,
    };
    match (game.check(), game.multiplayer_check()) {
        (Some(checks), _) => single_player::check(args, &game, checks).await,
        (None, Some(checks)) => multiplayer::check(args, &game, checks).await,
        (None, None) => Err(CommandError::usage(format!(
            "there is no check for {}\n  help: play your bot against others or against itself: `rathaus play`",
            args.game
        ))),
    }
}

/// The game with the parameters of a match.
fn configured(
    game: &ConfiguredGame,
    settings: &[(&'static str, Value)],
) -> Result<ConfiguredGame, CommandError> {
    let settings: Vec<_> = settings.iter().map(|(name, value)| (*name, value)).collect();
    let words = |errors: Vec<_>| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    game.configured(&settings).map_err(|errors| CommandError::host(words(errors)))
}

/// A bot that is checked, with the context of its build.
struct BotUnderCheck {
    bot: Bot,
    context: BuildContext,
}

/// Reads and builds the submission, and prints how.
async fn build(args: &CheckArgs, rules: &ConfiguredGame) -> Result<BotUnderCheck, CommandError> {
    let hints = SubmissionHints::from(args.hints.clone());
    let failed = |error| CommandError::submissions(&[error]);
    let submission = Submission::read(args.bot(), rules.name(), &hints).map_err(failed)?;
    say("bot", &format!("{}: {}", submission.name, submission.described()))?;
    let context = play_context::build_context(rules, play_context::BUILD_LIMIT, &args.sandbox).await?;
    say("runs in", &RecordedSandbox::by(context.sandbox.as_ref()).to_string())?;
    let begin = Instant::now();
    let bot = submission.build(&context).await.map_err(failed)?;
    say("build", &format!("done in {:.1} s", begin.elapsed().as_secs_f64()))?;
    if let Some(toolchain) = &bot.toolchain {
        say("runs with", toolchain)?;
    }
    Ok(BotUnderCheck { bot, context })
}

pub(crate) fn say(about: &str, words: &str) -> Result<(), CommandError> {
    all::write(&format!("{about:12} {words}\n"))
}

/// Prints what the bot wrote to stderr, if anything.
fn say_printed(stderr: &str) -> Result<(), CommandError> {
    if stderr.is_empty() {
        return Ok(());
    }
    say("printed", &format!("on stderr:\n  {}", stderr.trim_end().replace('\n', "\n  ")))
}

pub(crate) fn conclude(what: &str, is_fit: bool) -> Result<(), CommandError> {
    if is_fit {
        return say("result", &format!("the {what} is ready to play"));
    }
    say("result", &format!("the {what} needs work"))?;
    Err(CommandError::silent(crate::cli::exit::ExitKind::CheckFailed))
}
