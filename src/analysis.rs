//! Asks bots what genomes of a recorded match do, for the pages of that match.
//!
//! Rathaus starts the bot in its sandbox for this. The replies change no result.

use rathaus_games::view::{Genome, GenomeAnalysisSession};
use rathaus_games::{ConfiguredGame, Fault, Seed};

use crate::matches::{self, referee};
use crate::seats::{BotNotReady, MultiplexedProcess, ProcessWithHandshakeReply, Seat, VoidMatch};
use crate::submissions::{BuildContext, Submission, SubmissionError};

/// The error for games without genomes.
pub const NO_GENOMES: &str = "this game has no genomes";

/// Why an analysis failed.
#[derive(Debug, thiserror::Error)]
pub enum GenomeAnalysisRunError {
    /// The bot cannot be built.
    #[error(transparent)]
    Build(#[from] SubmissionError),
    /// The bot did something wrong.
    #[error("{0}")]
    Bot(Box<Fault>),
    /// The host failed.
    #[error("{0}")]
    Host(String),
}

impl From<BotNotReady> for GenomeAnalysisRunError {
    fn from(unready: BotNotReady) -> GenomeAnalysisRunError {
        match unready {
            BotNotReady::Bot(fault) => GenomeAnalysisRunError::Bot(fault),
            BotNotReady::Host(void) => void.into(),
        }
    }
}

impl From<VoidMatch> for GenomeAnalysisRunError {
    fn from(void: VoidMatch) -> GenomeAnalysisRunError {
        GenomeAnalysisRunError::Host(void.to_string())
    }
}

/// Builds and starts a submission, and asks it what these genomes do in the match with these rules
/// and this seed. `context` says where to build and run the bot; the rules override its values.
pub async fn analyse(
    submission: &Submission,
    context: &BuildContext,
    rules: &ConfiguredGame,
    seed: Seed,
    genomes: Vec<Genome>,
) -> Result<Box<dyn GenomeAnalysisSession>, GenomeAnalysisRunError> {
    let genetics = rules.genetics().ok_or_else(|| GenomeAnalysisRunError::Host(NO_GENOMES.into()))?;
    let context = BuildContext { values: rules.build_values(), ..context.clone() };
    let bot = submission.build(&context).await?;
    let ProcessWithHandshakeReply { process, handshake_reply } =
        MultiplexedProcess::open(matches::start(bot, rules)).await?;
    let analysis = match genetics.analysis(seed, handshake_reply.as_ref(), genomes) {
        Ok(analysis) => play(&process, analysis).await,
        Err(error) => Err(GenomeAnalysisRunError::Host(error.to_string())),
    };
    process.close().await;
    analysis
}

/// Plays all games of an analysis, each under its own match number.
async fn play(
    process: &MultiplexedProcess,
    mut analysis: Box<dyn GenomeAnalysisSession>,
) -> Result<Box<dyn GenomeAnalysisSession>, GenomeAnalysisRunError> {
    let mut match_number = 0;
    while let Some(game) = analysis.game() {
        let played =
            referee::play(game, &mut [Seat::Multiplexed(process.seat_for_match(match_number))], &mut ())
                .await?;
        let fault = played.faults.into_iter().next().map(|fault| fault.fault);
        analysis.played(fault).map_err(GenomeAnalysisRunError::Bot)?;
        match_number += 1;
    }
    Ok(analysis)
}
