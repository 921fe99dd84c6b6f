//! `rathaus compare`: which of two bots is better, with as few boards as that takes.

use rathaus_games::{Rules, Seed};

use crate::cli::args::CompareArgs;
use crate::cli::commands::play::{Prepared, prepare, prepare_program};
use crate::cli::exit::{Code, Failure};
use crate::cli::plan::{self, Common};
use crate::cli::terminal::log;
use crate::cli::terminal::progress::Progress;
use crate::report::{ComparisonReport, Submitted, harmless_text};
use crate::submissions::{Hints, Submission};
use crate::tournament::comparison::{
    Comparison, ComparisonError, ComparisonTerms, Contenders, Incomparable, Measure,
};

pub(crate) async fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let game = plan::game(&args.game)?;
    let rules = plan::rules(game.rules(), args.shared.params.as_deref(), &args.shared.set, &[])?;
    let measure = Measure::of(&rules).map_err(ComparisonError::from)?;
    let seed = args.shared.seed.unwrap_or_else(plan::random_seed);
    let terms = terms(args, measure, seed);
    terms.check(measure)?;
    let common = common(args, rules, game.folder().map(|folder| folder.program)).await?;
    let mut progress =
        Progress::new(args.shared.quiet, &common.rules, (measure.matches() * args.max_boards) as usize);
    if args.shared.seed.is_none() {
        progress.say(&format!("no --seed was given; compare on the same boards again with --seed {seed}"));
    }
    let (contenders, submissions) = contenders(&common, args, &progress).await?;
    progress.begin(measure.bars(&contenders.names));
    let mut comparison = Comparison::new(contenders, terms)?;
    while !comparison.is_over() {
        comparison.play_batch(|fixtures, event| progress.show(fixtures, event)).await?;
        progress.say(&so_far(&comparison));
    }
    progress.end();
    let report = ComparisonReport::new(&comparison, submissions);
    crate::cli::terminal::print(&if args.shared.json {
        format!("{:#}\n", report.json())
    } else {
        harmless_text(&report.text())
    })
}

fn terms(args: &CompareArgs, measure: Measure, seed: Seed) -> ComparisonTerms {
    ComparisonTerms {
        seed,
        margin: args.margin.unwrap_or(measure.margin().usual),
        error: args.error,
        max_boards: args.max_boards,
    }
}

async fn common(args: &CompareArgs, rules: Rules, program: Option<Submission>) -> Result<Common, Failure> {
    let hints = Hints::from(args.shared.hints.clone());
    let paths = [args.one.clone(), args.other.clone()];
    let (mut submissions, errors) = plan::read_all(&paths, rules.name(), &hints);
    if !errors.is_empty() {
        return Err(Failure::submissions(&errors));
    }
    plan::name_apart(&mut submissions);
    Ok(Common {
        build: plan::build_context(&rules, plan::BUILD_LIMIT, &args.shared.sandbox).await?,
        rules,
        program,
        submissions,
        concurrency: args.shared.concurrency.unwrap_or_else(plan::physical_cores),
        bound: None,
        seed_file: None,
    })
}

async fn contenders(
    common: &Common,
    args: &CompareArgs,
    progress: &Progress,
) -> Result<(Contenders, [Submitted; 2]), Failure> {
    let program = prepare_program(common, progress).await?;
    let (mut bots, mut submissions) = (Vec::new(), Vec::new());
    for Prepared { submission, bot } in prepare(common, progress).await? {
        bots.push(bot.map_err(|code| match &submission.out {
            Some(out) => Failure::new(code, format!("{} cannot play: {out}", submission.name)),
            None => Failure::told(code),
        })?);
        submissions.push(submission);
    }
    let two = "two submissions were given";
    let submissions: [Submitted; 2] = submissions.try_into().expect(two);
    let names = submissions.each_ref().map(|submission| submission.name.clone());
    let contenders = Contenders {
        rules: common.rules.clone(),
        bots: bots.try_into().expect(two),
        traced: log::traced(&names, &args.shared.trace)?,
        names,
        program,
        concurrency: common.concurrency,
    };
    Ok((contenders, submissions))
}

fn so_far(comparison: &Comparison) -> String {
    let (first, second) = comparison.test.ratios();
    let (low, high) = comparison.test.bounds();
    let (played, noun) = (comparison.played(), comparison.measure.noun());
    format!(
        "{played} {noun}s: evidence for the first {first:.1}, for the second {second:.1}; {high:.1} decides for it, {low:.1} against it"
    )
}

impl From<ComparisonError> for Failure {
    fn from(error: ComparisonError) -> Failure {
        match error {
            ComparisonError::Incomparable(Incomparable(_)) => Failure::usage(format!(
                "{error}\n  help: play a tournament of several games, and look at `rathaus tournament standings`"
            )),
            ComparisonError::Margin { .. } => {
                Failure::usage(format!("{error}\n  help: give another --margin"))
            }
            ComparisonError::NotReady { .. } => Failure::new(Code::NotReady, error),
            ComparisonError::Void(why) => Failure::host(why),
        }
    }
}
