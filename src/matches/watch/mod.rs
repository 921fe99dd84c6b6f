//! What people are shown of a run that they watch, and how they have it wait for them.
//!
//! A match waits only while nobody is asked anything, so that no bot is late for it, and what it is
//! shown as is made only when somebody is there to look at it.
#![expect(clippy::disallowed_methods, reason = "people watch at a pace")]

mod observer;
mod pace;
mod progress_history;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rathaus_games::{Game, GamePicture, MatchProgress, SeatFault};
use tokio::sync::Notify;

pub use observer::WatchObserver;
pub use pace::{PaceDecision, WatchPace, WatchSpeed};
pub use progress_history::ProgressHistory;

/// Of so many faults it is kept whose they are.
const FAULTS: usize = 50;

/// What lies between a run and those who watch it: the run leaves there what there is to see, and
/// finds how fast it may go on. All clones are the same one.
#[derive(Debug, Clone)]
pub struct WatchHandle(Arc<WatchState>);

#[derive(Debug)]
struct WatchState {
    begin: Instant,
    pace: Mutex<WatchPace>,
    /// Something about the pace has changed.
    told: Notify,
    /// What is there has been looked at.
    is_stale: AtomicBool,
    is_gone: AtomicBool,
    snapshot: Mutex<WatchSnapshot>,
}

/// What there is to see.
#[derive(Debug, Clone, Default)]
pub struct WatchSnapshot {
    /// The position of the match in the schedule.
    pub fixture: usize,
    /// How things stand; nothing before its first question.
    pub match_snapshot: Option<Arc<MatchSnapshot>>,
    /// How that came about.
    pub progress_history: ProgressHistory,
    /// The last faults of all matches, with the positions of these.
    pub faults: Vec<(usize, SeatFault)>,
}

/// A match at a moment.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchSnapshot {
    /// How it looks.
    pub picture: GamePicture,
    pub progress: MatchProgress,
    /// The question that comes next, from 1, or the last one.
    pub question: usize,
    pub is_over: bool,
}

impl WatchHandle {
    /// Somebody watches, from the beginning at this speed.
    pub fn new(speed: WatchSpeed) -> WatchHandle {
        WatchHandle(Arc::new(WatchState {
            begin: Instant::now(),
            pace: Mutex::new(WatchPace::new(speed)),
            told: Notify::new(),
            is_stale: AtomicBool::new(true),
            is_gone: AtomicBool::new(false),
            snapshot: Mutex::default(),
        }))
    }

    /// What there is to see now. What comes next will be newer.
    pub fn look(&self) -> WatchSnapshot {
        self.0.is_stale.store(true, Ordering::Relaxed);
        self.snapshot().clone()
    }

    /// How fast it goes on.
    pub fn pace(&self) -> WatchPace {
        *self.lock_pace()
    }

    /// Has it go on otherwise.
    pub fn tell(&self, change: impl FnOnce(&mut WatchPace)) {
        change(&mut self.lock_pace());
        self.0.told.notify_one();
    }

    /// Nobody watches any more.
    pub fn leave(&self) {
        self.0.is_gone.store(true, Ordering::Relaxed);
        self.0.told.notify_one();
    }

    /// Whether nobody watches any more.
    pub fn is_gone(&self) -> bool {
        self.0.is_gone.load(Ordering::Relaxed)
    }

    /// A match begins, and this is who looks on.
    pub fn observer(&self, fixture: usize, names: Vec<String>) -> WatchObserver {
        let now = self.now();
        self.tell(|pace| pace.begin(now));
        let mut snapshot = self.snapshot();
        let faults = std::mem::take(&mut snapshot.faults);
        *snapshot = WatchSnapshot { fixture, faults, ..WatchSnapshot::default() };
        drop(snapshot);
        WatchObserver::new(self.clone(), names)
    }

    fn now(&self) -> Duration {
        self.0.begin.elapsed()
    }

    fn wait(&self) -> PaceDecision {
        if self.is_gone() { PaceDecision::No } else { self.lock_pace().wait(self.now()) }
    }

    /// Whether what is there has been looked at, by somebody who is still there.
    fn wants_more(&self) -> bool {
        !self.is_gone() && self.0.is_stale.load(Ordering::Relaxed)
    }

    fn show(&self, game: &dyn Game, names: &[String], question: usize, is_over: bool) {
        self.0.is_stale.store(false, Ordering::Relaxed);
        let match_snapshot =
            MatchSnapshot { picture: game.picture(names), progress: game.progress(), question, is_over };
        let mut snapshot = self.snapshot();
        snapshot.progress_history.note(&match_snapshot.progress);
        snapshot.match_snapshot = Some(Arc::new(match_snapshot));
    }

    fn found(&self, fault: &SeatFault) {
        let mut snapshot = self.snapshot();
        if snapshot.faults.len() == FAULTS {
            snapshot.faults.remove(0);
        }
        let fixture = snapshot.fixture;
        snapshot.faults.push((fixture, fault.clone()));
    }

    fn lock_pace(&self) -> MutexGuard<'_, WatchPace> {
        self.0.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn snapshot(&self) -> MutexGuard<'_, WatchSnapshot> {
        self.0.snapshot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
