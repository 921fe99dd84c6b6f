//! `rathaus play`: builds the bots, plays, and prints the results.

mod multiplayer;
mod person;
mod replays;
mod single_player;

use rathaus_games::ProcessModel;

use crate::cli::args::PlayArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context::PlayContext;
use crate::cli::terminal::progress::RunProgress;
use crate::report::{ExclusionReason, SubmissionDescription, harmless};
use crate::submissions::{Bot, Submission, SubmissionErrorKind};
pub(crate) use person::PERSON;

pub(crate) async fn play(args: PlayArgs) -> Result<(), CommandError> {
    if args.watch && args.shared.quiet {
        return Err(CommandError::usage(
            "--watch shows the match, and --quiet shows nothing\n  help: leave one of them out",
        ));
    }
    let common = PlayContext::resolve(&args).await?;
    refuse_persons(&args, &common)?;
    if common.rules.is_multiplayer() {
        multiplayer::play(&args, &common).await
    } else {
        single_player::play(&args, &common).await
    }
}

/// Refuses a person in games that nobody could play by hand.
fn refuse_persons(args: &PlayArgs, common: &PlayContext) -> Result<(), CommandError> {
    if !common.submissions.iter().any(Submission::is_person) {
        return Ok(());
    }
    let refused = |problem: &str, help: &str| Err(CommandError::usage(format!("{problem}\n  help: {help}")));
    match common.rules.seating() {
        ProcessModel::PerMatch | ProcessModel::PerRequest if common.rules.is_multiplayer() => {}
        _ => {
            let problem = format!("{} is not for persons", common.rules.title());
            return refused(
                &problem,
                "a person can play custom games and the dilemma; Lights Out is on a page of `serve`",
            );
        }
    }
    match args.watch {
        true => refused("--watch takes the whole terminal, which a person needs", "leave it out"),
        false => Ok(()),
    }
}

/// A submission with its bot, or the exit code if it does not play.
pub(crate) struct SubmissionBuildOutcome {
    pub(crate) submission: SubmissionDescription,
    pub(crate) bot: Result<Bot, ExitKind>,
}

/// Builds the program with the rules, in custom games. An error if that fails, because nothing can
/// be played without it.
pub(crate) async fn prepare_program(
    common: &PlayContext,
    progress: &RunProgress,
) -> Result<Option<Bot>, CommandError> {
    let Some(program) = &common.program else { return Ok(None) };
    progress.say(&format!("the rules of {}: {}", program.name, program.described()));
    let bot = program.build(&common.build).await.map_err(|error| CommandError::submissions(&[error]))?;
    bot.toolchain.iter().for_each(|toolchain| progress.say(&format!("{}: {toolchain}", program.name)));
    Ok(Some(bot))
}

/// Builds all submissions, in the order of the command line. One that fails to build does not play.
/// It is an error only if it is the only submission.
pub(crate) async fn prepare(
    common: &PlayContext,
    progress: &RunProgress,
) -> Result<Vec<SubmissionBuildOutcome>, CommandError> {
    let say_out = |name: &str, out: &ExclusionReason| progress.say(&format!("{name} does not play: {out}"));
    prepare_each(common, progress, &say_out).await
}

/// The same. `say_out` is told who does not play, and why.
pub(crate) async fn prepare_each(
    common: &PlayContext,
    progress: &RunProgress,
    say_out: &dyn Fn(&str, &ExclusionReason),
) -> Result<Vec<SubmissionBuildOutcome>, CommandError> {
    let mut all = Vec::new();
    for (position, submission) in common.submissions.iter().enumerate() {
        // The player chose the name, and it appears in messages of the host.
        let name = &harmless(&submission.name);
        progress.say(&format!("{name}: {}", submission.described()));
        let mut submitted = SubmissionDescription {
            name: name.clone(),
            language: submission.language().into(),
            described: submission.described(),
            toolchain: None,
            hash: submission.hash.clone(),
            out: None,
        };
        let bot = if let Some(out) = common.exclusion(position) {
            submitted.out = Some(out);
            Err(ExitKind::NotVerified)
        } else {
            match submission.build(&common.build).await {
                Ok(bot) => Ok(bot),
                Err(error) if error.kind == SubmissionErrorKind::Host || common.submissions.len() == 1 => {
                    return Err(CommandError::submissions(&[error]));
                }
                Err(error) => {
                    submitted.out = Some(ExclusionReason::Unbuildable(error.to_string()));
                    Err(error.kind.into())
                }
            }
        };
        submitted.toolchain = bot.as_ref().ok().and_then(|bot| bot.toolchain.clone());
        submitted.toolchain.iter().for_each(|toolchain| progress.say(&format!("{name}: {toolchain}")));
        submitted.out.iter().for_each(|out| say_out(name, out));
        all.push(SubmissionBuildOutcome { submission: submitted, bot });
    }
    Ok(all)
}
