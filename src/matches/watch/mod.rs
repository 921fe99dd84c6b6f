//! Lets people watch a run and control its pace.
//!
//! A match waits only while no request is in flight, so that no bot is late because of it. It makes
//! a picture only when somebody is there to see it.
#![expect(clippy::disallowed_methods, reason = "people watch at a pace")]

mod observer;
mod pace;
mod progress_history;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rathaus_games::{GamePicture, LiveMatch, MatchProgress, SeatFault};
use tokio::sync::Notify;

pub use observer::PacingWatchObserver;
pub use pace::{NextRequestWait, PaceController, WatchSpeed};
pub use progress_history::ProgressHistory;

/// How many faults are kept for display.
const FAULTS: usize = 50;

/// Connects a run with the people who watch it: the run stores snapshots, and reads how fast it may
/// go on. Clones share their state.
#[derive(Debug, Clone)]
pub struct WatchHandle(Arc<WatchState>);

#[derive(Debug)]
struct WatchState {
    begin: Instant,
    pace: Mutex<PaceController>,
    /// Notifies the match that the pace has changed.
    pace_changed: Notify,
    /// Whether the current snapshot has been displayed.
    is_displayed: AtomicBool,
    is_gone: AtomicBool,
    snapshot: Mutex<WatchSnapshot>,
}

/// The state of a run, for display.
#[derive(Debug, Clone, Default)]
pub struct WatchSnapshot {
    /// The position of the match in the schedule.
    pub scheduled_match: usize,
    /// The state of the match, or `None` before its first request.
    pub match_snapshot: Option<Arc<MatchSnapshot>>,
    /// The progress up to this state.
    pub progress_history: ProgressHistory,
    /// The last faults of all matches, each with the position of its match.
    pub faults: Vec<(usize, SeatFault)>,
}

/// The state of a match at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchSnapshot {
    /// The state of the game, for drawing.
    pub picture: GamePicture,
    pub progress: MatchProgress,
    /// The number of the next request from 1, or that of the last one if the match is over.
    pub question: usize,
    pub is_over: bool,
}

impl WatchHandle {
    /// A watched run that starts at this speed.
    pub fn new(speed: WatchSpeed) -> WatchHandle {
        WatchHandle(Arc::new(WatchState {
            begin: Instant::now(),
            pace: Mutex::new(PaceController::new(speed)),
            pace_changed: Notify::new(),
            is_displayed: AtomicBool::new(true),
            is_gone: AtomicBool::new(false),
            snapshot: Mutex::default(),
        }))
    }

    /// The current state. It marks the state as displayed, so that the match makes a new one.
    pub fn look(&self) -> WatchSnapshot {
        self.0.is_displayed.store(true, Ordering::Relaxed);
        self.snapshot().clone()
    }

    /// The current pace.
    pub fn pace(&self) -> PaceController {
        *self.lock_pace()
    }

    /// Changes the pace.
    pub fn tell(&self, change: impl FnOnce(&mut PaceController)) {
        change(&mut self.lock_pace());
        self.0.pace_changed.notify_one();
    }

    /// Stops watching.
    pub fn leave(&self) {
        self.0.is_gone.store(true, Ordering::Relaxed);
        self.0.pace_changed.notify_one();
    }

    /// Whether watching has stopped.
    pub fn is_gone(&self) -> bool {
        self.0.is_gone.load(Ordering::Relaxed)
    }

    /// Begins a match, and returns its observer.
    pub fn observer(&self, scheduled_match: usize, names: Vec<String>) -> PacingWatchObserver {
        let now = self.now();
        self.tell(|pace| pace.begin(now));
        let mut snapshot = self.snapshot();
        let faults = std::mem::take(&mut snapshot.faults);
        *snapshot = WatchSnapshot { scheduled_match, faults, ..WatchSnapshot::default() };
        drop(snapshot);
        PacingWatchObserver::new(self.clone(), names)
    }

    fn now(&self) -> Duration {
        self.0.begin.elapsed()
    }

    fn wait(&self) -> NextRequestWait {
        if self.is_gone() { NextRequestWait::No } else { self.lock_pace().wait(self.now()) }
    }

    /// Whether the current snapshot has been displayed, and somebody still watches.
    fn wants_more(&self) -> bool {
        !self.is_gone() && self.0.is_displayed.load(Ordering::Relaxed)
    }

    fn show(&self, game: &dyn LiveMatch, names: &[String], question: usize, is_over: bool) {
        self.0.is_displayed.store(false, Ordering::Relaxed);
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
        let scheduled_match = snapshot.scheduled_match;
        snapshot.faults.push((scheduled_match, fault.clone()));
    }

    fn lock_pace(&self) -> MutexGuard<'_, PaceController> {
        self.0.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn snapshot(&self) -> MutexGuard<'_, WatchSnapshot> {
        self.0.snapshot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
