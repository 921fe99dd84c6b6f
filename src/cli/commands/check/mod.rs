//! `rathaus check`: says in plain words how a bot does, before it takes part in anything.

mod own_game;
mod single_player;

use std::time::Instant;

use rathaus_games::Rules;

use crate::cli::args::CheckArgs;
use crate::cli::exit::Failure;
use crate::cli::plan;
use crate::submissions::{Bot, BuildContext, FoundGame, Hints, Submission};
use crate::tournament::Confined;

pub(crate) async fn check(args: CheckArgs) -> Result<(), Failure> {
    let game = match plan::game(&args.game)? {
        FoundGame::Folder(game) => return own_game::check(&args, *game).await,
        FoundGame::BuiltIn(game) => game,
    };
    match game.check() {
        Some(checks) => single_player::check(&args, &game, checks).await,
        None => Err(Failure::usage(format!(
            "`rathaus check` is for single-player and custom games, and {} is neither\n  help: play your bot \
             against others or against itself: `rathaus play`",
            args.game
        ))),
    }
}

/// A bot that is tried, and with what it was built.
struct Tried {
    bot: Bot,
    context: BuildContext,
}

/// Reads and builds the submission, and says so.
async fn build(args: &CheckArgs, rules: &Rules) -> Result<Tried, Failure> {
    let hints = Hints::from(args.hints.clone());
    let failed = |error| Failure::submissions(&[error]);
    let submission = Submission::read(&args.bot, rules.name(), &hints).map_err(failed)?;
    say("bot", &format!("{}: {}", submission.name, submission.described()))?;
    let context = plan::build_context(rules, plan::BUILD_LIMIT, &args.sandbox).await?;
    say("runs in", &Confined::by(context.sandbox.as_ref()).to_string())?;
    let begin = Instant::now();
    let bot = submission.build(&context).await.map_err(failed)?;
    say("build", &format!("good, after {:.1} s", begin.elapsed().as_secs_f64()))?;
    if let Some(toolchain) = &bot.toolchain {
        say("runs with", toolchain)?;
    }
    Ok(Tried { bot, context })
}

pub(crate) fn say(about: &str, words: &str) -> Result<(), Failure> {
    crate::cli::terminal::print_text(&format!("{about:12} {words}\n"))
}

/// Says what a bot has printed on standard error, if it has.
fn say_printed(stderr: &str) -> Result<(), Failure> {
    if stderr.is_empty() {
        return Ok(());
    }
    say("printed", &format!("on standard error:\n{}", stderr.trim_end()))
}

pub(crate) fn conclude(what: &str, is_fit: bool) -> Result<(), Failure> {
    if is_fit {
        return say("so", &format!("this {what} is fit to play"));
    }
    say("so", &format!("this {what} needs work"))?;
    Err(Failure::told(crate::cli::exit::Code::CheckFailed))
}
