//! Plays matches that arrive one by one, each in a slot that is free.
//!
//! A slot is a thread. It keeps what the last match has started, for as long as that may serve the
//! next one. Results do not depend on which slot plays what.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rathaus_games::{ConfiguredGame, Fault, MatchInputs, ProcessModel, Seed};
use rathaus_sandbox::TempDir;
use tokio::sync::{RwLock, Semaphore, mpsc, oneshot};

use super::recording::{RecordedReplies, ReplyRecordingObserver};
use super::result::MatchResult;
use super::seating::{MatchSeats, OneShotOptions, SeatingContext, bots_options};
use super::{PlayError, play};
use crate::seats::{
    BotNotReady, BotProcessStart, IdleProcesses, MultiplexedProcess, ProcessWithHandshakeReply, Seat,
    VoidMatch,
};
use crate::submissions::Bot;

/// How long a slot without a match keeps the process that played the last one. It runs meanwhile.
const KEPT_FOR: Duration = Duration::from_millis(500);

/// A game with the program of its rules, for many matches.
#[derive(Debug)]
pub struct SlotGame {
    pub rules: ConfiguredGame,
    /// The program with the rules of a custom game.
    pub program: Option<Bot>,
    /// The time limit from the start of a bot to its handshake reply.
    pub handshake_time: Duration,
}

/// A match for a slot.
#[derive(Debug)]
pub struct SlotMatch {
    pub game: Arc<SlotGame>,
    /// The bot in each seat.
    pub bots: Vec<Bot>,
    /// What names the game and its bots. Matches for which it is equal share processes.
    pub lineup: String,
    pub seed: Seed,
    /// The numbers from a seed file, or `None` to draw them from the seed.
    pub numbers: Option<Vec<u64>>,
    /// The size limit of the recording in bytes, or `None` to record nothing.
    pub recorded: Option<usize>,
}

/// How a match in a slot has ended.
#[derive(Debug)]
pub enum SlotOutcome {
    Played {
        result: Box<MatchResult>,
        /// The bots' replies, unless recording is off or the recording became too large.
        recording: Option<RecordedReplies>,
    },
    /// The bot of a single-player game could not be started.
    NotReady(Box<Fault>),
    /// The host failed.
    Void(VoidMatch),
}

/// A number of slots.
#[derive(Debug)]
pub struct MatchSlots {
    slots: Mutex<Vec<Slot>>,
}

#[derive(Debug)]
struct Slot {
    jobs: mpsc::UnboundedSender<SlotJob>,
    is_free: bool,
    /// The lineup of the last match.
    lineup: String,
}

struct SlotJob {
    scheduled: SlotMatch,
    outcome: oneshot::Sender<SlotOutcome>,
}

/// What all slots share.
struct SharedResources {
    /// One permit for each program that may think at the same time.
    permits: Arc<Semaphore>,
    /// Held alone by a match that uses all processors, or for which the host had too little of
    /// something.
    processors: RwLock<()>,
    folder: Option<TempDir>,
}

impl MatchSlots {
    /// Starts so many slots.
    pub fn new(count: usize) -> std::io::Result<MatchSlots> {
        let shared = Arc::new(SharedResources {
            permits: Arc::new(Semaphore::new(count)),
            processors: RwLock::new(()),
            folder: TempDir::new("rathaus-matches-").ok(),
        });
        let slot = |number: usize| {
            let (jobs, inbox) = mpsc::unbounded_channel();
            let shared = Arc::clone(&shared);
            let thread = SlotThread { shared, idle: IdleProcesses::default(), kept: None };
            thread::Builder::new().name(format!("slot {number}")).spawn(move || thread.run(inbox))?;
            Ok(Slot { jobs, is_free: true, lineup: String::new() })
        };
        Ok(MatchSlots { slots: Mutex::new((0..count).map(slot).collect::<std::io::Result<_>>()?) })
    }

    fn slots(&self) -> MutexGuard<'_, Vec<Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of slots without a match.
    pub fn free(&self) -> usize {
        self.slots().iter().filter(|slot| slot.is_free).count()
    }

    /// Plays a match in a free slot, if possible in one that played the same bots last. Without a
    /// free slot, it waits behind another match.
    pub async fn play(&self, scheduled: SlotMatch) -> SlotOutcome {
        let (outcome, ended) = oneshot::channel();
        let index = {
            let mut slots = self.slots();
            let is_best = |index: &usize| (slots[*index].is_free, slots[*index].lineup == scheduled.lineup);
            let index = (0..slots.len()).max_by_key(is_best).unwrap_or_default();
            let slot = &mut slots[index];
            slot.is_free = false;
            slot.lineup.clone_from(&scheduled.lineup);
            // A thread that has panicked takes nothing, and drops `outcome`.
            let _ = slot.jobs.send(SlotJob { scheduled, outcome });
            index
        };
        let failed = |_| SlotOutcome::Void(VoidMatch::new("a slot has failed; the log says how"));
        let outcome = ended.await.unwrap_or_else(failed);
        self.slots()[index].is_free = true;
        outcome
    }
}

/// A process that plays many matches, with the lineup for which it was started.
struct KeptProcess {
    lineup: String,
    opened: ProcessWithHandshakeReply,
}

struct SlotThread {
    shared: Arc<SharedResources>,
    /// Processes and sandboxes of matches that were played, for the next ones.
    idle: IdleProcesses,
    kept: Option<KeptProcess>,
}

impl SlotThread {
    fn run(mut self, mut inbox: mpsc::UnboundedReceiver<SlotJob>) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("the system has what a runtime needs").block_on(async {
            loop {
                let job = match tokio::time::timeout(KEPT_FOR, inbox.recv()).await {
                    Ok(job) => job,
                    Err(_) => {
                        self.close_kept().await;
                        inbox.recv().await
                    }
                };
                let Some(SlotJob { scheduled, outcome }) = job else { break };
                // Whoever waits for it may be gone.
                let _ = outcome.send(self.play(&scheduled).await);
            }
            self.close_kept().await;
            self.idle.close();
        });
    }

    async fn close_kept(&mut self) {
        if let Some(kept) = self.kept.take() {
            kept.opened.process.close().await;
        }
    }

    async fn play(&mut self, scheduled: &SlotMatch) -> SlotOutcome {
        let shared = Arc::clone(&self.shared);
        if self.kept.as_ref().is_some_and(|kept| kept.lineup != scheduled.lineup) {
            self.close_kept().await;
        }
        if !scheduled.game.rules.uses_all_processors() {
            let among_others = shared.processors.read().await;
            let outcome = self.play_now(scheduled).await;
            let SlotOutcome::Void(VoidMatch { is_exhaustion: true, .. }) = &outcome else { return outcome };
            drop(among_others);
            self.close_kept().await;
            self.idle.close();
            self.idle = IdleProcesses::default();
        }
        let _alone = shared.processors.write().await;
        match self.play_now(scheduled).await {
            SlotOutcome::Void(void) if void.is_exhaustion => SlotOutcome::Void(void.with_help()),
            outcome => outcome,
        }
    }

    async fn play_now(&mut self, scheduled: &SlotMatch) -> SlotOutcome {
        match scheduled.game.rules.seating() {
            ProcessModel::Multiplexed => self.play_multiplexed(scheduled).await,
            _ => self.play_with_seats(scheduled).await,
        }
    }

    /// Plays a match in which each seat has its own process.
    async fn play_with_seats(&self, scheduled: &SlotMatch) -> SlotOutcome {
        let SlotMatch { game, bots, seed, .. } = scheduled;
        let system = std::env::temp_dir();
        let context = SeatingContext {
            program: game.program.as_ref(),
            seed: *seed,
            permits: &self.shared.permits,
            starting: OneShotOptions::default(),
            folder: self.shared.folder.as_ref().map_or(system.as_path(), TempDir::path),
            idle: Some(&self.idle),
            kept: &[],
        };
        let mut table = match MatchSeats::new(&game.rules, bots.iter(), context) {
            Ok(table) => table,
            Err(error) => {
                return SlotOutcome::Void(VoidMatch {
                    why: format!("cannot make a folder for a bot: {error}"),
                    is_exhaustion: rathaus_sandbox::is_exhaustion(&error),
                });
            }
        };
        let setup = MatchInputs {
            seed: *seed,
            handshake_replies: vec![None; bots.len()],
            ids: None,
            numbers: scheduled.numbers.clone(),
            options: bots_options(bots.iter()),
        };
        let outcome = referee(scheduled, setup, &mut table.seats).await;
        if matches!(outcome, SlotOutcome::Played { .. }) {
            table.recycle().await;
        }
        outcome
    }

    /// Plays a board with the process of the last match, or with a new one.
    async fn play_multiplexed(&mut self, scheduled: &SlotMatch) -> SlotOutcome {
        let SlotMatch { game, bots, lineup, .. } = scheduled;
        if self.kept.is_none() {
            let Some(bot) = bots.first() else {
                return SlotOutcome::Void(VoidMatch::new("a match without bots"));
            };
            let start = BotProcessStart {
                program: bot.program.clone(),
                handshake: game.rules.handshake(),
                handshake_time: game.handshake_time,
            };
            match MultiplexedProcess::open(start).await {
                Ok(opened) => self.kept = Some(KeptProcess { lineup: lineup.clone(), opened }),
                Err(BotNotReady::Bot(fault)) => return SlotOutcome::NotReady(fault),
                Err(BotNotReady::Host(void)) => return SlotOutcome::Void(void),
            }
        }
        let Some(KeptProcess { opened, .. }) = &self.kept else { unreachable!("it has just been opened") };
        let setup = MatchInputs::single_player(scheduled.seed, opened.handshake_reply.as_ref());
        let mut seats = [Seat::Multiplexed(opened.process.seat_for_match(0))];
        let outcome = referee(scheduled, setup, &mut seats).await;
        drop(seats);
        if !matches!(outcome, SlotOutcome::Played { .. }) {
            self.close_kept().await;
        }
        outcome
    }
}

async fn referee(scheduled: &SlotMatch, setup: MatchInputs, seats: &mut [Seat]) -> SlotOutcome {
    let mut recorder = scheduled.recorded.map(|limit| ReplyRecordingObserver::new(&setup, limit));
    match play(&scheduled.game.rules, setup, seats, &mut recorder).await {
        Ok(result) => SlotOutcome::Played {
            result: Box::new(result),
            recording: recorder.and_then(ReplyRecordingObserver::finish),
        },
        Err(PlayError::Void(void)) => SlotOutcome::Void(void),
        Err(PlayError::CannotBegin(error)) => SlotOutcome::Void(VoidMatch::new(error.to_string())),
    }
}
