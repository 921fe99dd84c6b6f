//! A worker thread: takes matches from the queue and plays them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use rathaus_games::{Fault, LiveMatch, MatchInputs, Observer, ProcessModel};
use rathaus_protocol::handshake::HandshakeReply;
use tokio::sync::mpsc;

use super::work::{ForfeitedMatches, WorkQueue};
use super::{GameWithBots, RunEvent, ScheduleRunSpec};
use crate::matches::result::MatchResult;
use crate::matches::seating::{LeftFiles, MatchSeats, bots_options};
use crate::matches::watch::PacingWatchObserver;
use crate::matches::{self, DialogueTracer, PlayError};
use crate::matches::{KeptFiles, RecordedReplies, ReplyRecordingObserver, ScheduledMatch};
use crate::seats::{
    BotNotReady, IdleProcesses, MultiplexedProcess, ProcessWithHandshakeReply, Seat, VoidMatch,
};

/// The interval between progress reports of a match.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

pub(super) struct Worker {
    pub(super) work: Arc<WorkQueue>,
    pub(super) events: mpsc::UnboundedSender<RunEvent>,
    /// Processes and sandboxes of matches that were played, for the next ones.
    pub(super) idle: IdleProcesses,
}

impl Worker {
    pub(super) fn run(self) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("the system has what a runtime needs").block_on(async {
            while let Some(queue) = self.work.next_queue() {
                if self.work.run.rules().is_multiplayer() {
                    self.play_separately(queue).await;
                } else {
                    self.play_entrant(queue).await;
                }
            }
            self.idle.close();
        });
    }

    fn scheduled_match(&self, position: usize) -> &ScheduledMatch {
        &self.work.run.scheduled_matches[position]
    }

    /// The game of a match, and its bots.
    fn game(&self, position: usize) -> &GameWithBots {
        self.work.run.games.at(self.scheduled_match(position).round)
    }

    /// Plays matches one at a time.
    async fn play_separately(&self, queue: usize) {
        while let Some(scheduled_match) = self.work.take(queue, 0) {
            let others = self.work.among_others(&self.idle).await;
            let mut played = self.play_with_seats(scheduled_match).await;
            drop(others);
            if played.as_ref().is_err_and(|void| void.is_exhaustion) {
                tracing::info!(match = self.title(scheduled_match), "played again, alone");
                self.work.note_exhaustion();
                self.idle.close();
                let _alone = self.work.resources.write().await;
                played = self.play_with_seats(scheduled_match).await.map_err(VoidMatch::with_help);
            }
            if let Err(void) = played {
                self.void(scheduled_match, &void);
            }
            self.work.finish(queue);
        }
    }

    /// Plays a match in which each seat has its own process.
    async fn play_with_seats(&self, scheduled_match: usize) -> Result<(), VoidMatch> {
        let GameWithBots { rules, bots } = self.game(scheduled_match);
        let ScheduledMatch { seats, seed, .. } = self.scheduled_match(scheduled_match);
        let bots = seats.iter().map(|entrant| &bots[entrant]);
        let options = bots_options(bots.clone());
        let kept = self.work.kept(seats);
        let context = self.work.context(*seed, Some(&self.idle), &kept);
        let made = MatchSeats::new(rules, bots, context);
        let mut table = made.map_err(|error| VoidMatch {
            why: format!("cannot make a folder for a bot: {error}"),
            is_exhaustion: rathaus_sandbox::is_exhaustion(&error),
        })?;
        let setup = MatchInputs { options, ..self.scheduled_match(scheduled_match).setup() };
        let (result, recording) = self.play_match(scheduled_match, &mut table.seats, setup).await?;
        let left = table.recycle().await;
        let kept = self.kept(seats, left);
        self.work.keep(&kept);
        self.tell(RunEvent::Finished { scheduled_match, result, recording, kept });
        Ok(())
    }

    /// What entrants keep for their next matches. One that has left too much, or no plain files, has
    /// what it had before.
    fn kept(&self, seats: &[usize], left: Vec<LeftFiles>) -> BTreeMap<usize, KeptFiles> {
        let left = seats.iter().zip(left).filter_map(|(entrant, left)| Some((*entrant, left?)));
        let mut kept = BTreeMap::new();
        for (entrant, left) in left {
            match left {
                Ok(files) => drop(kept.insert(entrant, files)),
                Err(error) => {
                    let entrant = &self.work.run.names[entrant];
                    tracing::warn!(entrant, %error, "the files of a bot were not kept");
                }
            }
        }
        kept
    }

    /// Plays the boards of a queue of one entrant until none are left to take.
    async fn play_entrant(&self, queue: usize) {
        let (entrant, game) = self.work.entrant(queue);
        if game.rules.seating() != ProcessModel::Multiplexed {
            return self.play_separately(queue).await;
        }
        let others = self.work.resources.read().await;
        let opened = MultiplexedProcess::open(self.work.run.start(game, entrant)).await;
        if let Err(BotNotReady::Host(VoidMatch { is_exhaustion: true, .. })) = opened {
            drop(others);
            let _alone = self.work.resources.write().await;
            let opened = MultiplexedProcess::open(self.work.run.start(game, entrant)).await;
            let opened = opened.map_err(|unready| match unready {
                BotNotReady::Host(void) => BotNotReady::Host(void.with_help()),
                unready => unready,
            });
            return self.play_with(queue, opened).await;
        }
        self.play_with(queue, opened).await;
    }

    async fn play_with(&self, queue: usize, opened: Result<ProcessWithHandshakeReply, BotNotReady>) {
        match opened {
            Ok(opened) => {
                self.work.note_ready(queue);
                self.play_boards(queue, opened).await;
            }
            Err(BotNotReady::Bot(fault)) => self.drop_out(queue, fault),
            Err(BotNotReady::Host(void)) => {
                if let Some(scheduled_match) = self.work.take(queue, 0) {
                    self.void(scheduled_match, &void);
                    self.work.finish(queue);
                }
            }
        }
    }

    async fn play_boards(
        &self,
        queue: usize,
        ProcessWithHandshakeReply { process, handshake_reply }: ProcessWithHandshakeReply,
    ) {
        let most = self.work.boards_in_flight(&self.work.entrant(queue).1.rules);
        let matches_in_flight = match handshake_reply {
            Some(HandshakeReply::Turns { boards, .. }) => most.min(boards as usize),
            _ => most,
        };
        let mut free: Vec<u32> = (0..matches_in_flight as u32).rev().collect();
        let mut matches = FuturesUnordered::new();
        loop {
            while let Some(match_number) = free.pop() {
                let Some(scheduled_match) = self.work.take(queue, matches.len()) else {
                    free.push(match_number);
                    break;
                };
                let seat = Seat::Multiplexed(process.seat_for_match(match_number));
                let setup = MatchInputs::single_player(
                    self.scheduled_match(scheduled_match).seed,
                    handshake_reply.as_ref(),
                );
                // The future returns the match number, which is free again then.
                matches.push(async move {
                    match self.play_match(scheduled_match, &mut [seat], setup).await {
                        Ok((result, recording)) => {
                            let kept = BTreeMap::new();
                            self.tell(RunEvent::Finished { scheduled_match, result, recording, kept });
                        }
                        Err(void) => self.void(scheduled_match, &void),
                    }
                    match_number
                });
            }
            let Some(match_number) = matches.next().await else { break };
            self.work.finish(queue);
            free.push(match_number);
        }
        drop(matches);
        process.close().await;
    }

    async fn play_match(
        &self,
        scheduled_match: usize,
        seats: &mut [Seat],
        setup: MatchInputs,
    ) -> Result<(MatchResult, Option<RecordedReplies>), VoidMatch> {
        let mut recorder = self.work.run.recorded.map(|limit| ReplyRecordingObserver::new(&setup, limit));
        let mut reporter = ProgressReporter { worker: self, scheduled_match, reported: Instant::now() };
        let (mut tracer, mut watching) = (self.tracer(scheduled_match), self.observer(scheduled_match));
        let mut observers: [&mut dyn Observer; 4] =
            [&mut reporter, &mut tracer, &mut recorder, &mut watching];
        match matches::play(&self.game(scheduled_match).rules, setup, seats, &mut observers).await {
            Ok(result) => {
                let (faults, seconds) = (result.faults.len(), result.took.as_secs_f64());
                tracing::info!(match = self.title(scheduled_match), scores = ?result.scores, faults, seconds, "played");
                let recording = recorder.and_then(ReplyRecordingObserver::finish);
                Ok((result, recording))
            }
            Err(PlayError::Void(void)) => Err(void),
            Err(PlayError::CannotBegin(error)) => Err(VoidMatch::new(error.to_string())),
        }
    }

    /// The title of a match in the log.
    fn title(&self, scheduled_match: usize) -> String {
        let ScheduledMatch { number, seats, .. } = self.scheduled_match(scheduled_match);
        match seats.as_slice() {
            [alone] if !self.work.run.rules().is_multiplayer() => {
                format!("{}/{number}", self.work.run.names[*alone])
            }
            _ => number.to_string(),
        }
    }

    fn tracer(&self, scheduled_match: usize) -> Option<DialogueTracer> {
        let ScheduleRunSpec { names, traced, .. } = &self.work.run;
        let name = |entrant: &usize| traced.contains(entrant).then(|| names[*entrant].clone());
        DialogueTracer::new(
            || self.title(scheduled_match),
            self.scheduled_match(scheduled_match).seats.iter().map(name).collect(),
        )
    }

    fn observer(&self, scheduled_match: usize) -> Option<PacingWatchObserver> {
        let ScheduleRunSpec { names, watched, .. } = &self.work.run;
        let seats = self.scheduled_match(scheduled_match).seats.iter().map(|entrant| names[*entrant].clone());
        watched.as_ref().map(|watcher| watcher.observer(scheduled_match, seats.collect()))
    }

    fn void(&self, scheduled_match: usize, VoidMatch { why, .. }: &VoidMatch) {
        // A host that ends cannot start bots: that is no news to whoever ended it.
        if !rathaus_sandbox::is_ending() {
            tracing::warn!(match = self.title(scheduled_match), why, "void");
        }
        self.tell(RunEvent::Void { scheduled_match, why: why.clone() });
    }

    fn drop_out(&self, queue: usize, fault: Box<Fault>) {
        let (entrant, _) = self.work.entrant(queue);
        match self.work.lose(queue) {
            ForfeitedMatches::Nothing => {}
            ForfeitedMatches::All(scheduled_matches) => {
                self.tell(RunEvent::Out { entrant, scheduled_matches, fault })
            }
            ForfeitedMatches::One(scheduled_match) => {
                let result = MatchResult::unready(&self.game(scheduled_match).rules, *fault);
                let kept = BTreeMap::new();
                self.tell(RunEvent::Finished { scheduled_match, result, recording: None, kept });
            }
        }
    }

    fn tell(&self, event: RunEvent) {
        // Sending fails only while the host shuts down.
        let _ = self.events.send(event);
    }
}

/// Reports the progress of a match at intervals.
struct ProgressReporter<'a> {
    worker: &'a Worker,
    scheduled_match: usize,
    reported: Instant,
}

impl Observer for ProgressReporter<'_> {
    fn step(&mut self, game: &dyn LiveMatch) {
        if self.reported.elapsed() >= PROGRESS_EVERY {
            self.reported = Instant::now();
            self.worker.tell(RunEvent::Progress {
                scheduled_match: self.scheduled_match,
                progress: game.progress(),
            });
        }
    }
}
