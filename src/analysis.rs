//! What bots say of the genomes of their races, for people who look at one: where each leads from every admissible start, and, where a bot can
//! tell, for what it takes each colour.
//!
//! A bot is started anew for that, in its sandbox. Nothing that it says here has to do with any result.

use rathaus_protocol::greeting::Hello;
use rathaus_protocol::rat_race::trace::Meaning;

use crate::matches::referee;
use crate::seats::{Opened, Seat, Session, Unready, Void};
use crate::submissions::{BuildContext, Submission, SubmissionError};
use crate::tournament;
use crate::viewer::Analysis;
use rathaus_games::rat_race::beliefs::Beliefs;
use rathaus_games::rat_race::walks::Walks;
use rathaus_games::rat_race::{Dialect, Params};
use rathaus_games::{Fault, Rules, Seed};

/// Why a bot has said nothing.
#[derive(Debug, thiserror::Error)]
pub enum Silent {
    /// It cannot be built.
    #[error(transparent)]
    Build(#[from] SubmissionError),
    /// It did something wrong.
    #[error("{0}")]
    Bot(Box<Fault>),
    /// The host could not do its part.
    #[error("{0}")]
    Host(String),
}

impl From<Unready> for Silent {
    fn from(unready: Unready) -> Silent {
        match unready {
            Unready::Bot(fault) => Silent::Bot(fault),
            Unready::Host(void) => void.into(),
        }
    }
}

impl From<Void> for Silent {
    fn from(void: Void) -> Silent {
        Silent::Host(void.to_string())
    }
}

/// Asks what there is to know of genomes of the race that these rules and this seed make. `context` tells where the bot is built and run; its values
/// are those of the rules.
pub async fn ask(
    submission: &Submission,
    context: &BuildContext,
    rules: &Rules,
    seed: Seed,
    genomes: Vec<u128>,
) -> Result<Analysis, Silent> {
    let Some(params) = rules.downcast::<Params>() else {
        return Err(Silent::Host("only races have genomes".into()));
    };
    let context = BuildContext { values: rules.build_values(), ..context.clone() };
    let bot = submission.build(&context).await?;
    let Opened { session, hello } = Session::open(tournament::start(bot, rules)).await?;
    let asked = ask_session(&session, hello.as_ref(), params, seed, genomes).await;
    session.close().await;
    asked
}

async fn ask_session(
    session: &Session,
    hello: Option<&Hello>,
    params: &Params,
    seed: Seed,
    genomes: Vec<u128>,
) -> Result<Analysis, Silent> {
    let dialect = hello.and_then(Dialect::of).ok_or_else(|| Silent::Host("it has said nothing".into()))?;
    let mut walks = Walks::new(params, seed, dialect, genomes.clone())
        .map_err(|error| Silent::Host(error.to_string()))?;
    let played = referee::play(&mut walks, &mut [Seat::Multiplexed(session.lane(0))], &mut ()).await?;
    if let Some(fault) = played.faults.into_iter().next() {
        return Err(Silent::Bot(Box::new(fault.fault)));
    }
    let mut analysis = Analysis { walks: walks.by_genome(), genomes, beliefs: None, trouble: None };
    if can_tell(hello) {
        let (found, fault) = beliefs(session, params, analysis.genomes.clone()).await?;
        // The walks are worth seeing all the same.
        analysis.trouble = fault.map(|fault| fault.cause.to_string());
        analysis.beliefs = Some(found);
    }
    Ok(analysis)
}

/// Whether a bot has said that it can tell what its genomes mean.
pub fn can_tell(hello: Option<&Hello>) -> bool {
    matches!(hello, Some(Hello::Turns { traces: true, .. }))
}

/// For what a bot takes each colour by these genomes; by fewer of them with a fault.
pub async fn beliefs(
    session: &Session,
    params: &Params,
    genomes: Vec<u128>,
) -> Result<(Vec<Vec<Meaning>>, Option<Fault>), Void> {
    let mut beliefs = Beliefs::new(params, genomes);
    let played = referee::play(&mut beliefs, &mut [Seat::Multiplexed(session.lane(1))], &mut ()).await?;
    Ok((beliefs.into_found(), played.faults.into_iter().next().map(|fault| fault.fault)))
}
