//! Asks a bot what the genomes of a recorded match do.

use std::path::Path;

use rathaus_games::ConfiguredGame;
use serde_json::Value;

use crate::analysis;
use crate::cli::args::SandboxArgs;
use crate::cli::exit::CommandError;
use crate::cli::play_context;
use crate::cli::terminal::message;
use crate::submissions::{Submission, SubmissionHints};
use crate::tournament::replay::Replay;

/// Adds to the timeline of a match where the bot's genomes lead and what they mean to the bot.
pub(super) async fn add(
    replay: &Replay,
    rules: &ConfiguredGame,
    timeline: &mut Value,
    path: &Path,
    sandbox: &SandboxArgs,
) -> Result<(), CommandError> {
    let submission = Submission::read(path, rules.name(), &SubmissionHints::default())
        .map_err(|error| CommandError::submissions(&[error]))?;
    let context = play_context::build_context(rules, play_context::BUILD_LIMIT, sandbox).await?;
    let is_same = replay.played.spec.submissions.contains(&submission.identity(&context.toolbox));
    let warn = |text: &str| message(&format!("warning: {}: {text}", path.display()));
    if !is_same {
        warn(
            "is not the submission that played this match, or has changed; its genomes may mean something else",
        );
    }
    let genomes = rules.genetics().map(|genetics| genetics.genomes(timeline)).unwrap_or_default();
    let analysis = analysis::analyse(&submission, &context, rules, replay.played.spec.seed, genomes).await?;
    if let Some(problem) = analysis.problem() {
        warn(&format!("could not say what its genomes mean: {problem}"));
    }
    timeline["analysis"] = analysis.finish(is_same);
    Ok(())
}
