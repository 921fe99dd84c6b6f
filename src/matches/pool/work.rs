//! The work queue: the matches left to play, shared by all workers.

use std::collections::{BTreeMap, VecDeque};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

use rathaus_games::{ConfiguredGame, Seed};
use tokio::sync::{RwLock, RwLockReadGuard, Semaphore};

use super::{GameWithBots, ScheduleRunSpec, StopHandle};
use crate::matches::seating::{OneShotOptions, SeatingContext};
use crate::matches::{KeptFiles, ScheduledMatch};
use crate::seats::IdleProcesses;

/// How often a worker that waits looks whether the host has too little of something.
const LOOK_EVERY: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub(super) struct WorkQueue {
    pub(super) run: ScheduleRunSpec,
    /// The folder for the folders of matches.
    folder: PathBuf,
    /// One permit for each program that may think at the same time, in games whose bots can be
    /// made to wait.
    permits: Arc<Semaphore>,
    /// Shared by all that play. Who plays a match again for which the host had too few processes,
    /// files or memory holds it alone.
    pub(super) resources: RwLock<()>,
    /// Whether the host had too little of something for a match.
    is_exhausted: AtomicBool,
    /// What entrants have kept, by their positions.
    kept: Mutex<BTreeMap<usize, KeptFiles>>,
    stop: StopHandle,
    open: Mutex<Vec<EntrantQueue>>,
}

/// A queue of matches: those of one entrant with one of the games in single-player games, otherwise
/// all of them.
#[derive(Debug, Clone, Default)]
struct EntrantQueue {
    /// The matches that no worker has taken yet.
    scheduled_matches: VecDeque<usize>,
    /// How many of the queue's matches are in progress.
    in_flight: usize,
    /// Whether the bot has ever been ready to play.
    was_ready: bool,
}

/// The matches that an entrant loses because its bot is not ready.
pub(super) enum ForfeitedMatches {
    /// None are left: another worker has reported or played them.
    Nothing,
    One(usize),
    /// All matches that were left to play.
    All(Vec<usize>),
}

impl WorkQueue {
    pub(super) fn new(mut run: ScheduleRunSpec, stop: StopHandle, folder: PathBuf) -> WorkQueue {
        let together = run.rules().is_multiplayer();
        let games = run.games.count();
        let queues = if together { 1 } else { run.names.len() * games };
        let mut open = vec![EntrantQueue::default(); queues];
        for (position, ScheduledMatch { round, seats, .. }) in run.scheduled_matches.iter().enumerate() {
            let queue = if together { 0 } else { seats[0] * games + run.games.index(*round) };
            open[queue].scheduled_matches.push_back(position);
        }
        let kept = Mutex::new(std::mem::take(&mut run.kept));
        let permits = Arc::new(Semaphore::new(run.concurrency));
        WorkQueue {
            run,
            folder,
            permits,
            resources: RwLock::new(()),
            is_exhausted: AtomicBool::new(false),
            kept,
            stop,
            open: Mutex::new(open),
        }
    }

    /// What the entrants in these seats have kept.
    pub(super) fn kept(&self, seats: &[usize]) -> Vec<KeptFiles> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        seats.iter().map(|entrant| kept.get(entrant).cloned().unwrap_or_default()).collect()
    }

    /// Notes what entrants keep after a match.
    pub(super) fn keep(&self, left: &BTreeMap<usize, KeptFiles>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(left.iter().map(|(entrant, files)| (*entrant, files.clone())));
    }

    /// The context for the seats of the match with this seed.
    pub(super) fn context<'a>(
        &'a self,
        seed: Seed,
        idle: Option<&'a IdleProcesses>,
        kept: &'a [KeptFiles],
    ) -> SeatingContext<'a> {
        SeatingContext {
            program: self.run.program.as_ref(),
            seed,
            permits: &self.permits,
            starting: OneShotOptions::default(),
            folder: &self.folder,
            idle,
            kept,
        }
    }

    /// Notes that the host has too little of something, so that no worker keeps idle processes.
    pub(super) fn note_exhaustion(&self) {
        self.is_exhausted.store(true, Ordering::Relaxed);
    }

    /// The right to play while others play. Who waits for it while one plays alone ends its idle
    /// processes.
    pub(super) async fn among_others(&self, idle: &IdleProcesses) -> RwLockReadGuard<'_, ()> {
        loop {
            if self.is_exhausted.load(Ordering::Relaxed) {
                idle.close();
            }
            if let Ok(others) = tokio::time::timeout(LOOK_EVERY, self.resources.read()).await {
                return others;
            }
        }
    }

    fn open(&self) -> MutexGuard<'_, Vec<EntrantQueue>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The most boards of a game that a worker has in flight.
    pub(super) fn boards_in_flight(&self, rules: &ConfiguredGame) -> usize {
        self.run.boards_in_flight.unwrap_or_else(|| {
            let processors = available_parallelism().map_or(1, NonZero::get);
            rules.matches_in_flight(self.run.concurrency >= processors)
        })
    }

    /// The entrant of a queue of a single-player game, and the game that it plays.
    pub(super) fn entrant(&self, queue: usize) -> (usize, &GameWithBots) {
        let games = self.run.games.count();
        (queue / games, self.run.games.at((queue % games) as u32 + 1))
    }

    /// The first queue with matches left.
    pub(super) fn next_queue(&self) -> Option<usize> {
        if self.stop.is_stopped() {
            return None;
        }
        self.open().iter().position(|open| !open.scheduled_matches.is_empty())
    }

    /// Takes the next match of a queue, for a worker that is playing `mine` matches of it. Returns
    /// `None` if the worker has its share already: matches are spread evenly over the workers.
    pub(super) fn take(&self, queue: usize, mine: usize) -> Option<usize> {
        if self.stop.is_stopped() {
            return None;
        }
        let open = &mut self.open()[queue];
        let share = (open.scheduled_matches.len() + open.in_flight).div_ceil(self.run.concurrency);
        if mine >= share {
            return None;
        }
        let scheduled_match = open.scheduled_matches.pop_front()?;
        open.in_flight += 1;
        Some(scheduled_match)
    }

    pub(super) fn finish(&self, queue: usize) {
        self.open()[queue].in_flight -= 1;
    }

    pub(super) fn note_ready(&self, queue: usize) {
        self.open()[queue].was_ready = true;
    }

    /// The matches that an entrant loses because its bot is not ready: one if it has been ready
    /// before, otherwise all of its queue.
    pub(super) fn lose(&self, queue: usize) -> ForfeitedMatches {
        let open = &mut self.open()[queue];
        if open.was_ready {
            return open
                .scheduled_matches
                .pop_front()
                .map_or(ForfeitedMatches::Nothing, ForfeitedMatches::One);
        }
        match std::mem::take(&mut open.scheduled_matches) {
            none if none.is_empty() => ForfeitedMatches::Nothing,
            all => ForfeitedMatches::All(all.into()),
        }
    }
}
