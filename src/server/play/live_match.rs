//! A match with a person, from the start of its bots to its end.

use std::io;
use std::sync::{Arc, OnceLock};

use rathaus_games::{LiveMatch, Observer};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::dialogue::{PageDialogue, PersonTimeLimits};
use super::request::PlannedMatch;
use super::state::{PlayEnd, PlayState, ShownPosition};
use crate::matches::{
    self, MatchProvenance, MatchResult, MatchSeats, OneShotOptions, PlayedMatch, RecordedReplies,
    RecordedSandbox, ReplyRecordingObserver, SeatingContext, bots_options,
};
use crate::report::harmless;
use crate::seats::{PersonDialogue, PersonSeat, Seat};
use crate::submissions::{Bot, Submission};
use crate::tournament::replay::Replay;

/// The most bytes of a recording.
const MAX_RECORDING: usize = 4 << 20;

/// A match that a person plays or has played.
#[derive(Debug)]
pub(super) struct PersonMatch {
    pub(super) dialogue: Arc<PageDialogue>,
    /// Set when the match was played to its end and recorded.
    replay: OnceLock<Replay>,
    plan: PlannedMatch,
}

/// What matches of this server share.
#[derive(Debug, Clone)]
pub(super) struct MatchSurroundings {
    /// One permit for each program that may think at the same time.
    pub(super) permits: Arc<Semaphore>,
    pub(super) limits: PersonTimeLimits,
}

impl PersonMatch {
    pub(super) fn new(offered_as: &str, plan: PlannedMatch) -> PersonMatch {
        let names = plan.names().iter().map(|name| harmless(name)).collect();
        let state = PlayState::new(offered_as, plan.rules.name(), names, plan.person, plan.seed.to_string());
        let dialogue = Arc::new(PageDialogue::new(state, plan.game.answers.clone()));
        PersonMatch { dialogue, replay: OnceLock::new(), plan }
    }

    /// The recorded match, once it is over.
    pub(super) fn replay(&self) -> Option<&Replay> {
        self.replay.get()
    }

    /// Plays the match to its end, or until its person has gone. All processes have ended when this
    /// returns.
    pub(super) async fn play(self: Arc<PersonMatch>, around: MatchSurroundings) {
        let (playing, limits) = (Arc::clone(&self), around.limits);
        // Seats cannot move between threads, so one blocking thread runs the whole match.
        let runtime = Handle::current();
        let played = tokio::task::spawn_blocking(move || {
            runtime.block_on(async {
                tokio::select! {
                    end = playing.to_its_end(&around) => end,
                    why = playing.dialogue.end_of_patience(&limits) => PlayEnd::Left { why },
                }
            })
        });
        let end = played.await.unwrap_or_else(|error| void(&error));
        self.dialogue.finish(end);
    }

    async fn to_its_end(&self, around: &MatchSurroundings) -> PlayEnd {
        let (program, bots) = match self.build().await {
            Ok(built) => built,
            Err(why) => return PlayEnd::Void { why },
        };
        self.dialogue.begin();
        let mut seated = match self.seats(around, program.as_ref(), &bots) {
            Ok(seated) => seated,
            Err(error) => return void(&error),
        };
        let inputs = self.plan.inputs(bots_options(bots.iter()));
        let mut recorder = Some(ReplyRecordingObserver::new(&inputs, MAX_RECORDING));
        let mut positions = PositionObserver(&self.dialogue);
        let mut observers: [&mut dyn Observer; 2] = [&mut positions, &mut recorder];
        match matches::play(&self.plan.rules, inputs, &mut seated.seats, &mut observers).await {
            Ok(result) => self.played(result, recorder.and_then(ReplyRecordingObserver::finish), &bots),
            Err(error) => void(&error),
        }
    }

    /// The seats of the bots and of the program, with the person in its seat.
    fn seats(
        &self,
        around: &MatchSurroundings,
        program: Option<&Bot>,
        bots: &[Bot],
    ) -> io::Result<MatchSeats> {
        let context = SeatingContext {
            program,
            seed: self.plan.seed,
            permits: &around.permits,
            starting: OneShotOptions::default(),
            folder: &std::env::temp_dir(),
            idle: None,
            kept: &[],
        };
        let mut seated = MatchSeats::new(&self.plan.rules, bots.iter(), context)?;
        let person = Arc::clone(&self.dialogue) as Arc<dyn PersonDialogue>;
        seated.seats[self.plan.person] = Seat::Person(PersonSeat::new(person));
        Ok(seated)
    }

    /// Builds the program of a custom game and the bots. The error is for the page.
    async fn build(&self) -> Result<(Option<Bot>, Vec<Bot>), String> {
        let program = match &self.plan.game.program {
            Some(program) => Some(self.built(program).await?),
            None => None,
        };
        let mut bots = Vec::new();
        for submission in &self.plan.submissions {
            bots.push(self.built(submission).await?);
        }
        Ok((program, bots))
    }

    async fn built(&self, submission: &Submission) -> Result<Bot, String> {
        submission.build(&self.plan.game.build).await.map_err(|error| {
            let name = harmless(&submission.name);
            tracing::warn!(%error, name, "cannot be built");
            format!("{name} cannot be built; the log of the server says why")
        })
    }

    fn played(&self, result: MatchResult, recording: Option<RecordedReplies>, bots: &[Bot]) -> PlayEnd {
        let mut faults = vec![0; result.scores.len()];
        result.faults.iter().for_each(|fault| faults[fault.seat] += 1);
        let end = PlayEnd::Played {
            scores: result.scores.clone(),
            best: self.plan.rules.best(),
            ended: harmless(&result.ended),
            faults,
            has_replay: recording.is_some(),
        };
        if let Some(recording) = recording {
            let sandbox = RecordedSandbox::by(self.plan.game.build.sandbox.as_ref());
            let toolchains = bots.iter().map(|bot| bot.toolchain.clone()).collect();
            let provenance = MatchProvenance::here(sandbox, toolchains);
            let played = PlayedMatch::new(self.plan.spec(), result, Some(provenance));
            // It is set only here, once.
            let _ = self.replay.set(Replay { names: self.plan.names(), played, recording });
        }
        end
    }
}

/// The end of a match that the host could not play. The log has the details.
fn void(error: &dyn std::fmt::Display) -> PlayEnd {
    tracing::warn!(%error, "a match with a person is void");
    PlayEnd::Void { why: "the server could not play the match; its log says why".into() }
}

/// Shows each position on the page.
struct PositionObserver<'a>(&'a PageDialogue);

impl Observer for PositionObserver<'_> {
    fn step(&mut self, game: &dyn LiveMatch) {
        self.0.show_position(ShownPosition::of(game));
    }
}
