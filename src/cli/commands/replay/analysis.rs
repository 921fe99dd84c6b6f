//! What a bot says of the genomes of a recorded race.

use std::path::Path;

use rathaus_games::rat_race;

use crate::analysis;
use crate::cli::args::SandboxArgs;
use crate::cli::exit::Failure;
use crate::cli::plan;
use crate::cli::terminal::talk;
use crate::submissions::{Hints, Submission};
use crate::tournament::replay::Head;
use crate::viewer::RaceFilm;

/// Has the bot say where the genomes of a film lead from every start, and what they mean to it.
pub(super) async fn analyse(
    head: &Head,
    film: &mut RaceFilm,
    path: &Path,
    sandbox: &SandboxArgs,
) -> Result<(), Failure> {
    let rules = head.spec.rules().map_err(Failure::usage)?;
    if rules.downcast::<rat_race::Params>().is_none() {
        return Err(Failure::usage("--bot is for races of rats\n  help: leave it out"));
    }
    let submission = Submission::read(path, rules.name(), &Hints::default())
        .map_err(|error| Failure::submissions(&[error]))?;
    let is_same = head.spec.submissions.contains(&submission.identity());
    let of_bot = |words: String| talk(&format!("{}: {words}", path.display()));
    if !is_same {
        of_bot("is not the submission that has played this race, or not as it was; its genomes may mean something else".into());
    }
    let context = plan::build_context(&rules, plan::BUILD_LIMIT, sandbox).await?;
    let analysis = analysis::ask(&submission, &context, &rules, head.spec.seed, film.genomes()).await?;
    if let Some(trouble) = &analysis.trouble {
        of_bot(format!("could not say what its genomes mean: {trouble}"));
    }
    film.analysed(analysis, is_same);
    Ok(())
}
