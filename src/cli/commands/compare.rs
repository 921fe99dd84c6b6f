//! `rathaus compare`: finds out which of two bots is better, with as few boards as possible.

use std::path::PathBuf;

use rathaus_games::{ConfiguredGame, Seed};

use crate::cli::args::CompareBotsArgs;
use crate::cli::commands::play::{SubmissionBuildOutcome, prepare, prepare_program};
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context::{self, PlayContext};
use crate::cli::terminal::log;
use crate::cli::terminal::progress::RunProgress;
use crate::report::{BotComparisonReport, SubmissionDescription};
use crate::submissions::{Submission, SubmissionHints};
use crate::tournament::comparison::{
    BotComparisonError, BotComparisonSetup, ComparisonCriterion, ComparisonMatchFormat, ComparisonRun,
    ComparisonTest, ComparisonTestSettings, GameUnfitForComparison,
};

pub(crate) async fn compare(args: &CompareBotsArgs) -> Result<(), CommandError> {
    let game = play_context::game(&args.game)?;
    let rules = play_context::rules(game.rules(), args.shared.params.as_deref(), &args.shared.set, &[])?;
    let method = method(args, &rules)?;
    let seed = args.shared.seed.unwrap_or_else(play_context::random_seed);
    let config = config(args, method, seed);
    config.criterion.check(method, rules.title())?;
    let common = common(args, rules, game.folder().map(|folder| folder.program)).await?;
    let mut progress =
        RunProgress::new(args.shared.quiet, &common.rules, (method.matches() * config.max_boards) as usize);
    if args.shared.seed.is_none() {
        progress.say(&format!("no --seed was given; compare on the same boards again with --seed {seed}"));
    }
    progress.can_end_early();
    progress.if_long(shorter(config.criterion).into());
    let (contenders, submissions) = contenders(&common, args, &progress).await?;
    let names = submissions.each_ref().map(|submission| submission.name.clone());
    progress.begin(method.bars(&names));
    let mut comparison = ComparisonRun::new(contenders, config)?;
    while !comparison.is_over() {
        comparison.play_batch(|scheduled_matches, event| progress.show(scheduled_matches, event)).await?;
        progress.say(&so_far(&comparison, &names));
    }
    progress.end();
    let report = BotComparisonReport::new(&comparison, submissions);
    match args.shared.json {
        true => crate::cli::terminal::print_json(&report.json()),
        false => crate::cli::terminal::print_text(&report.text()),
    }
}

/// How two bots are compared in this game. A test of Elo needs pairs.
fn method(
    args: &CompareBotsArgs,
    rules: &ConfiguredGame,
) -> Result<ComparisonMatchFormat, BotComparisonError> {
    let no_pairs = || BotComparisonError::NoPairs { game: rules.title().to_owned() };
    match (ComparisonMatchFormat::of(rules, args.field.len()), args.elo.hypotheses()) {
        (Err(_), Some(_)) => Err(no_pairs()),
        (method, _) => Ok(method?),
    }
}

fn config(args: &CompareBotsArgs, method: ComparisonMatchFormat, seed: Seed) -> ComparisonTestSettings {
    let margin = args.margin.unwrap_or(method.margin().usual);
    let criterion = match args.elo.hypotheses() {
        Some(hypotheses) => ComparisonCriterion::Elo(hypotheses),
        None => ComparisonCriterion::Margin { margin, error: args.error },
    };
    ComparisonTestSettings { seed, criterion, max_boards: args.max_boards() }
}

/// What makes a comparison shorter.
fn shorter(criterion: ComparisonCriterion) -> &'static str {
    match criterion {
        ComparisonCriterion::Margin { .. } => {
            "a larger --margin needs fewer boards, and --set can make them shorter"
        }
        ComparisonCriterion::Elo(_) => {
            "--elo0 and --elo1 that are farther apart need fewer games, and --set can make them shorter"
        }
    }
}

async fn common(
    args: &CompareBotsArgs,
    rules: ConfiguredGame,
    program: Option<Submission>,
) -> Result<PlayContext, CommandError> {
    let hints = SubmissionHints::from(args.shared.hints.clone());
    let second = args.other.as_ref().or(args.against.as_ref());
    let paths: Vec<PathBuf> = std::iter::once(&args.one).chain(second).chain(&args.field).cloned().collect();
    let (mut submissions, errors) = play_context::read_all(&paths, rules.name(), &hints);
    if !errors.is_empty() {
        return Err(CommandError::submissions(&errors));
    }
    play_context::make_names_unique(&mut submissions);
    Ok(PlayContext {
        build: play_context::build_context(&rules, play_context::BUILD_LIMIT, &args.shared.sandbox).await?,
        rules,
        program,
        submissions,
        concurrency: args.shared.concurrency.unwrap_or_else(play_context::physical_cores),
        commitments: None,
        seed_file: None,
    })
}

async fn contenders(
    common: &PlayContext,
    args: &CompareBotsArgs,
    progress: &RunProgress,
) -> Result<(BotComparisonSetup, [SubmissionDescription; 2]), CommandError> {
    let program = prepare_program(common, progress).await?;
    let (mut bots, mut submissions) = (Vec::new(), Vec::new());
    for SubmissionBuildOutcome { submission, bot } in prepare(common, progress).await? {
        bots.push(bot.map_err(|code| match &submission.out {
            Some(out) => CommandError::new(code, format!("{} cannot play: {out}", submission.name)),
            None => CommandError::silent(code),
        })?);
        submissions.push(submission);
    }
    let names: Vec<String> = submissions.iter().map(|submission| submission.name.clone()).collect();
    submissions.truncate(2);
    let submissions: [SubmissionDescription; 2] = submissions.try_into().expect("two submissions were given");
    let contenders = BotComparisonSetup {
        rules: common.rules.clone(),
        bots,
        traced: log::traced(&names, &args.shared.trace)?,
        names,
        program,
        concurrency: common.concurrency,
    };
    Ok((contenders, submissions))
}

fn so_far(comparison: &ComparisonRun, [one, other]: &[String; 2]) -> String {
    match &comparison.test {
        ComparisonTest::Elo(test) => crate::report::elo_test_so_far(test),
        ComparisonTest::Margin { test, .. } => {
            let (first, second) = test.ratios();
            let (low, high) = test.bounds();
            let (played, noun) = (comparison.played(), comparison.method.noun());
            format!(
                "{played} {noun}s: evidence that {one} is better {first:.1}, that {other} is {second:.1}; \
                 {high:.1} or more decides that it is, {low:.1} or less that it is not"
            )
        }
    }
}

fn help(unfit: &GameUnfitForComparison) -> &'static str {
    match unfit {
        GameUnfitForComparison::NeedsField { .. } => {
            "name their opponents: `--field bots/*`; or play a tournament, and look at `rathaus tournament standings`"
        }
        GameUnfitForComparison::FieldTooSmall { .. } => "name more opponents; one may be named several times",
        GameUnfitForComparison::SinglePlayer { .. } => "leave `--field` out",
    }
}

impl From<BotComparisonError> for CommandError {
    fn from(error: BotComparisonError) -> CommandError {
        match error {
            BotComparisonError::Incomparable(ref unfit) => {
                CommandError::usage(format!("{error}\n  help: {}", help(unfit)))
            }
            BotComparisonError::Margin { .. } => {
                CommandError::usage(format!("{error}\n  help: give another --margin"))
            }
            BotComparisonError::Hypotheses { .. } => {
                CommandError::usage(format!("{error}\n  help: give another --elo0 or --elo1"))
            }
            BotComparisonError::NoPairs { .. } => CommandError::usage(format!(
                "{error}\n  help: leave --elo0 and --elo1 out, and Rathaus tests which bot is better by a margin"
            )),
            BotComparisonError::NotReady { .. } => CommandError::new(ExitKind::NotReady, error),
            BotComparisonError::Void(why) => CommandError::host(why),
        }
    }
}
