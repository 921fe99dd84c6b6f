//! `rathaus play`: build the bots, play, print the standings.

mod multiplayer;
mod replays;
mod single_player;

use crate::cli::args::PlayArgs;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::play_context::PlayContext;
use crate::cli::terminal::progress::Progress;
use crate::report::{Exclusion, SubmissionReport, harmless};
use crate::submissions::{Bot, SubmissionErrorKind};

pub(crate) async fn play(args: PlayArgs) -> Result<(), CommandError> {
    if args.watch && args.shared.quiet {
        return Err(CommandError::usage(
            "--watch shows the match, and --quiet shows nothing\n  help: leave one of them out",
        ));
    }
    let common = PlayContext::resolve(&args).await?;
    if common.rules.is_multiplayer() {
        multiplayer::play(&args, &common).await
    } else {
        single_player::play(&args, &common).await
    }
}

/// A submission, and the bot that was made of it, or the code of what went wrong.
pub(crate) struct PreparedBot {
    pub(crate) submission: SubmissionReport,
    pub(crate) bot: Result<Bot, ExitKind>,
}

/// Builds the program that has the rules, in games that have one. Without it, nothing can be
/// played.
pub(crate) async fn prepare_program(
    common: &PlayContext,
    progress: &Progress,
) -> Result<Option<Bot>, CommandError> {
    let Some(program) = &common.program else { return Ok(None) };
    progress.say(&format!("the rules of {}: {}", program.name, program.described()));
    let bot = program.build(&common.build).await.map_err(|error| CommandError::submissions(&[error]))?;
    bot.toolchain.iter().for_each(|toolchain| progress.say(&format!("{}: {toolchain}", program.name)));
    Ok(Some(bot))
}

/// Builds all submissions, in the order of the command line. One that cannot be built costs itself
/// its place, unless it is the only one.
pub(crate) async fn prepare(
    common: &PlayContext,
    progress: &Progress,
) -> Result<Vec<PreparedBot>, CommandError> {
    let mut all = Vec::new();
    for (position, submission) in common.submissions.iter().enumerate() {
        // It is the player's own choice, and is shown among what the host says.
        let name = &harmless(&submission.name);
        progress.say(&format!("{name}: {}", submission.described()));
        let mut submitted = SubmissionReport {
            name: name.clone(),
            language: submission.language().into(),
            described: submission.described(),
            toolchain: None,
            hash: submission.hash.clone(),
            out: None,
        };
        let bot = if let Some(out) = common.kept_out(position) {
            submitted.out = Some(out);
            Err(ExitKind::NotVerified)
        } else {
            match submission.build(&common.build).await {
                Ok(bot) => Ok(bot),
                Err(error) if error.kind == SubmissionErrorKind::Host || common.submissions.len() == 1 => {
                    return Err(CommandError::submissions(&[error]));
                }
                Err(error) => {
                    submitted.out = Some(Exclusion::Unbuildable(error.to_string()));
                    Err(error.kind.into())
                }
            }
        };
        submitted.toolchain = bot.as_ref().ok().and_then(|bot| bot.toolchain.clone());
        submitted.toolchain.iter().for_each(|toolchain| progress.say(&format!("{name}: {toolchain}")));
        submitted.out.iter().for_each(|out| progress.say(&format!("{name} does not play: {out}")));
        all.push(PreparedBot { submission: submitted, bot });
    }
    Ok(all)
}
