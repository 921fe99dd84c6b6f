//! `rathaus check-game`: plays a custom game with random bots, with broken ones and with its own,
//! and reports what is wrong with it.

mod broken;
mod coverage;
mod own_bots;
mod parameters;
mod random;
mod repeat;
mod report;
mod trials;

use rathaus_games::{ConfiguredGame, Seed};

use crate::cli::args::CheckGameArgs;
use crate::cli::exit::CommandError;
use crate::cli::play_context;
use crate::matches::trial::coverage::GameCoverage;
use crate::seats::IdleProcesses;
use crate::submissions::{Bot, BuildContext, BuiltInOrCustomGame, LoadedCustomGame};
use crate::tournament::RecordedSandbox;
use report::{FindingKind, GameCheckReport};
use trials::TrialContext;

pub(crate) async fn check_game(args: &CheckGameArgs) -> Result<(), CommandError> {
    let game = play_context::game(&args.game)?;
    let BuiltInOrCustomGame::Folder(folder) = game else {
        return Err(CommandError::usage(format!(
            "{} is a built-in game\n  help: name the folder of a custom game, in which its game.toml is",
            args.game
        )));
    };
    let rules = play_context::rules(&folder.rules, None, &args.set, &[])?;
    let seed = args.seed.unwrap_or(Seed(1));
    let mut report = GameCheckReport::new(&folder.contents.name, seed, args.json);
    let (program, build) = build(args, &folder, &rules, &mut report).await?;
    let idle = IdleProcesses::default();
    let trials = TrialContext { rules, contents: &folder.contents, program, seed, idle };
    let mut check = GameCheck { trials, folder: &folder, build, report, coverage: GameCoverage::default() };
    check.examine().await?;
    check.report.conclude()
}

/// Builds the program of the game, and reports how.
async fn build(
    args: &CheckGameArgs,
    game: &LoadedCustomGame,
    rules: &ConfiguredGame,
    report: &mut GameCheckReport,
) -> Result<(Bot, BuildContext), CommandError> {
    let LoadedCustomGame { file, program, .. } = game;
    report.say("game", &format!("{}: {}, {}", file.display(), program.name, program.described()))?;
    let context = play_context::build_context(rules, play_context::BUILD_LIMIT, &args.sandbox).await?;
    report.say("runs in", &RecordedSandbox::by(context.sandbox.as_ref()).to_string())?;
    let bot = program.build(&context).await.map_err(|error| CommandError::submissions(&[error]))?;
    if let Some(toolchain) = &bot.toolchain {
        report.say("runs with", toolchain)?;
    }
    Ok((bot, context))
}

/// A check in progress.
struct GameCheck<'a> {
    trials: TrialContext<'a>,
    folder: &'a LoadedCustomGame,
    build: BuildContext,
    report: GameCheckReport,
    coverage: GameCoverage,
}

impl GameCheck<'_> {
    /// Runs all checks. A game that fails with random bots is not tried any further.
    async fn examine(&mut self) -> Result<(), CommandError> {
        if self.trials.contents.answers.is_empty() {
            let what = "game.toml has no examples of replies, so random bots guess";
            let help = "add `examples` to `[answers]` in game.toml";
            self.report.note(FindingKind::NoExamples, what, help)?;
        }
        let Some(random) = self.random().await? else { return Ok(()) };
        self.repeat(&random).await?;
        self.broken().await?;
        self.parameters().await?;
        self.own_bots().await?;
        self.pictures(&random)?;
        self.say_coverage()
    }
}
