//! Verifies results that other machines have played, by replaying their recordings.
//!
//! A recording proves that scores, details and faults follow from the replies. It does not prove
//! that the bots gave these replies. In a custom game, the recording also has the replies of the
//! game's program, and a forger would forge those too. So the host asks the program itself again.

use std::path::Path;
use std::sync::Arc;

use rathaus_games::custom::CustomMatchSettings;
use rathaus_games::{
    AskOutcome, AskProcessChoice, ConfiguredGame, LiveMatch, Observer, PauseFuture, ReplyFormat, SeatAsk,
    SeatFault, TurnRequestsAndReplies,
};
use tokio::sync::Semaphore;

use super::replay::{Replay, ReplayFileError};
use super::result::{MatchResult, PlayedMatch};
use super::seating::{MatchSeats, OneShotOptions, SeatingContext};
use crate::matches::RecordedRepliesReader;
use crate::seats::Seat;
use crate::submissions::Bot;

/// The most characters of stderr that are taken from a claim, since stderr cannot be proven. A host
/// does not keep more either.
const MOST_STDERR: usize = 16_000;

/// Why a claimed result does not follow from its recording.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResultVerificationError {
    /// There is no recording.
    #[error("it has no recording that could be replayed")]
    NoRecording,
    /// The recording cannot be replayed.
    #[error("its recording cannot be replayed: {0}")]
    Unplayable(#[from] ReplayFileError),
    /// The recording begins differently from its match.
    #[error("its recording begins with other identifiers or numbers than the match")]
    OtherBeginning,
    /// The replay gives another result.
    #[error("its recording, replayed, gives something else: {0}")]
    OtherResult(String),
    /// The program of the custom game gives other replies.
    #[error("the game's program replied differently from its recording, in request {0}")]
    OtherRules(usize),
    /// The program of the custom game cannot be asked.
    #[error("the program that has the rules cannot be asked: {0}")]
    NoRules(String),
}

/// Replays a recording and returns its result if it is the claimed one. Only the duration and the
/// bots' stderr are taken from the claim. `program` is that of a custom game.
pub async fn proven(
    played: &PlayedMatch,
    rules: &ConfiguredGame,
    program: Option<&Bot>,
) -> Result<MatchResult, ResultVerificationError> {
    let names = vec![String::new(); played.spec.submissions.len()];
    let replay = Replay::of(played.clone(), names).ok_or(ResultVerificationError::NoRecording)?;
    refuse_other_beginning(&replay)?;
    let replayed = match rules.program() {
        Some(known) => with_rules(&replay, rules, &known.config, program).await?,
        None => replay.play(&mut ())?,
    };
    let claimed = comparable(&played.result, rules);
    match claimed.difference(&comparable(&replayed, rules)) {
        Some(difference) => Err(ResultVerificationError::OtherResult(difference)),
        None => Ok(with_claims(replayed, &played.result)),
    }
}

/// Refuses recordings that choose what a worker may not: the identifiers of seats and the
/// numbers of rounds.
fn refuse_other_beginning(replay: &Replay) -> Result<(), ResultVerificationError> {
    let reader = RecordedRepliesReader::new(replay.recording.clone());
    let reader = reader.map_err(|error| ReplayFileError::Broken(error.to_string()))?;
    let setup = reader.setup();
    match setup.ids.is_none() && setup.numbers == replay.played.spec.numbers {
        true => Ok(()),
        false => Err(ResultVerificationError::OtherBeginning),
    }
}

/// The result without what only clocks measured.
fn comparable(result: &MatchResult, rules: &ConfiguredGame) -> MatchResult {
    result.without_clocks(rules)
}

/// The replayed result, with those claims that a replay cannot prove.
fn with_claims(played: MatchResult, claimed: &MatchResult) -> MatchResult {
    let faults = played.faults.into_iter().zip(&claimed.faults);
    let faults = faults.map(|(mut fault, claim): (SeatFault, &SeatFault)| {
        let evidence = &mut fault.fault.evidence;
        if evidence.stderr.is_empty() {
            evidence.stderr = claim.fault.evidence.stderr.chars().take(MOST_STDERR).collect();
        }
        fault
    });
    MatchResult { faults: faults.collect(), took: claimed.took, ..played }
}

/// Replays a match of a custom game and asks its program everything again.
async fn with_rules(
    replay: &Replay,
    rules: &ConfiguredGame,
    config: &CustomMatchSettings,
    program: Option<&Bot>,
) -> Result<MatchResult, ResultVerificationError> {
    let program = program.ok_or_else(|| ResultVerificationError::NoRules("it is not there".into()))?;
    let permits = Arc::new(Semaphore::new(1));
    let context = SeatingContext {
        program: Some(program),
        seed: replay.played.spec.seed,
        permits: &permits,
        starting: OneShotOptions::default(),
        folder: Path::new("."),
        idle: None,
        kept: &[],
    };
    let table = MatchSeats::new(rules, std::iter::empty(), context);
    let mut table = table.map_err(|error| ResultVerificationError::NoRules(error.to_string()))?;
    let seat = table.seats.pop().ok_or_else(|| ResultVerificationError::NoRules("it has no seat".into()))?;
    let mut auditor = ProgramAuditor { seat, config, heard: Vec::new(), has_begun: false, found: None };
    let result = replay.play_async(&mut auditor).await;
    auditor.found.map_or(Ok(result?), Err)
}

/// Sends the program of a custom game the requests of a recording.
struct ProgramAuditor<'a> {
    seat: Seat,
    config: &'a CustomMatchSettings,
    /// Recorded exchanges with the program that it has not been asked yet.
    heard: Vec<TurnRequestsAndReplies>,
    has_begun: bool,
    /// The first discrepancy.
    found: Option<ResultVerificationError>,
}

impl ProgramAuditor<'_> {
    async fn ask(&mut self, heard: TurnRequestsAndReplies) -> Result<(), ResultVerificationError> {
        let process = if self.has_begun { AskProcessChoice::Same } else { AskProcessChoice::New };
        self.has_begun = true;
        let bytes = heard.sent.into_iter().next().unwrap_or_default();
        let limits = self.config.step();
        let ask = SeatAsk::new(0, process, bytes, ReplyFormat::Lines(1), limits);
        let answered =
            self.seat.ask(ask).await.map_err(|void| ResultVerificationError::NoRules(void.to_string()))?;
        match (answered.answer, heard.answers.first()) {
            (AskOutcome::Reply { bytes, .. }, Some(AskOutcome::Reply { bytes: recorded, .. }))
                if bytes == *recorded =>
            {
                Ok(())
            }
            (AskOutcome::Fault(fault), _) => Err(ResultVerificationError::NoRules(fault.cause.to_string())),
            _ => Err(ResultVerificationError::OtherRules(heard.turn + 1)),
        }
    }
}

impl Observer for ProgramAuditor<'_> {
    fn consulted(&mut self, exchange: &TurnRequestsAndReplies) {
        if self.found.is_none() {
            self.heard.push(exchange.clone());
        }
    }

    fn pause<'a>(&'a mut self, _: &'a dyn LiveMatch) -> Option<PauseFuture<'a>> {
        if self.heard.is_empty() {
            return None;
        }
        Some(Box::pin(async {
            for heard in std::mem::take(&mut self.heard) {
                if self.found.is_none() {
                    self.found = self.ask(heard).await.err();
                }
            }
        }))
    }
}
