//! Asks bots what genomes of a recorded match do, for people who look at it.
//!
//! Rathaus starts a bot for that, in its sandbox. Its replies change no result.

use rathaus_games::view::{Genome, GenomeAnalysis};
use rathaus_games::{Fault, GameRules, Seed};

use crate::matches::{self, referee};
use crate::seats::{BotNotReady, OpenSession, Seat, Session, VoidMatch};
use crate::submissions::{BuildContext, Submission, SubmissionError};

/// Why there is nothing to analyse.
pub const NO_GENOMES: &str = "this game has no genomes";

/// Why there is no analysis.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The bot cannot be built.
    #[error(transparent)]
    Build(#[from] SubmissionError),
    /// The bot did something wrong.
    #[error("{0}")]
    Bot(Box<Fault>),
    /// The host could not do its part.
    #[error("{0}")]
    Host(String),
}

impl From<BotNotReady> for AnalysisError {
    fn from(unready: BotNotReady) -> AnalysisError {
        match unready {
            BotNotReady::Bot(fault) => AnalysisError::Bot(fault),
            BotNotReady::Host(void) => void.into(),
        }
    }
}

impl From<VoidMatch> for AnalysisError {
    fn from(void: VoidMatch) -> AnalysisError {
        AnalysisError::Host(void.to_string())
    }
}

/// Has a submission play what shows what these genomes do in the match with these rules and this
/// seed. `context` says where the bot is built and run; its values are those of the rules.
pub async fn analyse(
    submission: &Submission,
    context: &BuildContext,
    rules: &GameRules,
    seed: Seed,
    genomes: Vec<Genome>,
) -> Result<Box<dyn GenomeAnalysis>, AnalysisError> {
    let genetics = rules.genetics().ok_or_else(|| AnalysisError::Host(NO_GENOMES.into()))?;
    let context = BuildContext { values: rules.build_values(), ..context.clone() };
    let bot = submission.build(&context).await?;
    let OpenSession { session, handshake_reply } = Session::open(matches::start(bot, rules)).await?;
    let analysis = match genetics.analysis(seed, handshake_reply.as_ref(), genomes) {
        Ok(analysis) => play(&session, analysis).await,
        Err(error) => Err(AnalysisError::Host(error.to_string())),
    };
    session.close().await;
    analysis
}

/// Plays all games of an analysis, each in a lane of its own.
async fn play(
    session: &Session,
    mut analysis: Box<dyn GenomeAnalysis>,
) -> Result<Box<dyn GenomeAnalysis>, AnalysisError> {
    let mut match_number = 0;
    while let Some(game) = analysis.game() {
        let played =
            referee::play(game, &mut [Seat::Multiplexed(session.match_number(match_number))], &mut ())
                .await?;
        let fault = played.faults.into_iter().next().map(|fault| fault.fault);
        analysis.played(fault).map_err(AnalysisError::Bot)?;
        match_number += 1;
    }
    Ok(analysis)
}
