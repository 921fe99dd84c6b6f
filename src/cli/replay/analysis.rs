//! Where genomes of a recorded race lead, asked of the bot itself.

use std::path::Path;

use rathaus_protocol::greeting::Hello;

use crate::cli::args::SandboxArgs;
use crate::cli::exit::{Code, Failure};
use crate::cli::plan;
use crate::cli::{play, talk};
use crate::game::Rules;
use crate::game::rat_race::Dialect;
use crate::game::rat_race::walks::Walks;
use crate::referee;
use crate::seat::{Opened, Seat, Session};
use crate::submission::{Hints, Submission};
use crate::tournament::replay::Head;
use crate::viewer::{Analysis, RaceFilm};

/// Has the bot walk the genomes of a film from every start.
pub(super) async fn analyse(
    head: &Head,
    film: &mut RaceFilm,
    path: &Path,
    sandbox: &SandboxArgs,
) -> Result<(), Failure> {
    let rules = head.spec.rules().map_err(Failure::usage)?;
    let Rules::RatRace(params) = &rules else {
        return Err(Failure::usage("--bot is for races of rats\n  remedy: leave it out"));
    };
    let submission = Submission::read(path, rules.name(), &Hints::default())
        .map_err(|error| Failure::submissions(&[error]))?;
    let is_same = head.spec.submissions.contains(&submission.identity());
    if !is_same {
        talk(&format!(
            "{}: is not the submission that has played this race, or not as it was; its genomes may mean something else",
            path.display()
        ));
    }
    let context = plan::build_context(&rules, plan::BUILD_LIMIT, sandbox).await?;
    let bot = submission.build(&context).await.map_err(|error| Failure::submissions(&[error]))?;
    let Opened { session, hello } = Session::open(play::start(bot, &rules)).await?;
    let dialect = if hello == Some(Hello::Plain) { Dialect::Plain } else { Dialect::Turns };
    let genomes = film.genomes();
    let mut walks = Walks::new(params, head.spec.seed, dialect, genomes.clone()).map_err(Failure::usage)?;
    let played = referee::play(&mut walks, &mut [Seat::Lane(session.lane(0))], &mut ()).await?;
    session.close().await;
    if let Some(fault) = played.faults.first() {
        return Err(Failure::new(Code::NotReady, &fault.fault));
    }
    film.analysed(Analysis { is_same, walks: walks.by_genome(), genomes });
    Ok(())
}
