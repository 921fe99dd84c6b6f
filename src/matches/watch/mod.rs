//! What people are shown of a run that they watch, and how they have it wait for them.
//!
//! A match waits only while nobody is asked anything, so that no bot is late for it, and what it is
//! shown as is made only when somebody is there to look at it.
#![expect(clippy::disallowed_methods, reason = "people watch at a pace")]

mod course;
mod pace;
mod watching;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rathaus_games::{Game, Picture, Progress, SeatFault};
use tokio::sync::Notify;

pub use course::Course;
pub use pace::{Pace, Speed, Wait};
pub use watching::Watching;

/// Of so many faults it is kept whose they are.
const FAULTS: usize = 50;

/// What lies between a run and those who watch it: the run leaves there what there is to see, and
/// finds how fast it may go on. All clones are the same one.
#[derive(Debug, Clone)]
pub struct Watcher(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    begin: Instant,
    pace: Mutex<Pace>,
    /// Something about the pace has changed.
    told: Notify,
    /// What is there has been looked at.
    is_stale: AtomicBool,
    is_gone: AtomicBool,
    sight: Mutex<Sight>,
}

/// What there is to see.
#[derive(Debug, Clone, Default)]
pub struct Sight {
    /// The position of the match in the schedule.
    pub fixture: usize,
    /// How things stand; nothing before its first question.
    pub shot: Option<Arc<Shot>>,
    /// How that came about.
    pub course: Course,
    /// The last faults of all matches, with the positions of these.
    pub faults: Vec<(usize, SeatFault)>,
}

/// A match at a moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Shot {
    /// How it looks.
    pub picture: Picture,
    pub progress: Progress,
    /// The question that comes next, from 1, or the last one.
    pub question: usize,
    pub is_over: bool,
}

impl Watcher {
    /// Somebody watches, from the beginning at this speed.
    pub fn new(speed: Speed) -> Watcher {
        Watcher(Arc::new(Shared {
            begin: Instant::now(),
            pace: Mutex::new(Pace::new(speed)),
            told: Notify::new(),
            is_stale: AtomicBool::new(true),
            is_gone: AtomicBool::new(false),
            sight: Mutex::default(),
        }))
    }

    /// What there is to see now. What comes next will be newer.
    pub fn look(&self) -> Sight {
        self.0.is_stale.store(true, Ordering::Relaxed);
        self.sight().clone()
    }

    /// How fast it goes on.
    pub fn pace(&self) -> Pace {
        *self.lock_pace()
    }

    /// Has it go on otherwise.
    pub fn tell(&self, change: impl FnOnce(&mut Pace)) {
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
    pub fn watching(&self, fixture: usize, names: Vec<String>) -> Watching {
        let now = self.now();
        self.tell(|pace| pace.begin(now));
        let mut sight = self.sight();
        let faults = std::mem::take(&mut sight.faults);
        *sight = Sight { fixture, faults, ..Sight::default() };
        drop(sight);
        Watching::new(self.clone(), names)
    }

    fn now(&self) -> Duration {
        self.0.begin.elapsed()
    }

    fn wait(&self) -> Wait {
        if self.is_gone() { Wait::No } else { self.lock_pace().wait(self.now()) }
    }

    /// Whether what is there has been looked at, by somebody who is still there.
    fn wants_more(&self) -> bool {
        !self.is_gone() && self.0.is_stale.load(Ordering::Relaxed)
    }

    fn show(&self, game: &dyn Game, names: &[String], question: usize, is_over: bool) {
        self.0.is_stale.store(false, Ordering::Relaxed);
        let shot = Shot { picture: game.picture(names), progress: game.progress(), question, is_over };
        let mut sight = self.sight();
        sight.course.note(&shot.progress);
        sight.shot = Some(Arc::new(shot));
    }

    fn found(&self, fault: &SeatFault) {
        let mut sight = self.sight();
        if sight.faults.len() == FAULTS {
            sight.faults.remove(0);
        }
        let fixture = sight.fixture;
        sight.faults.push((fixture, fault.clone()));
    }

    fn lock_pace(&self) -> MutexGuard<'_, Pace> {
        self.0.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sight(&self) -> MutexGuard<'_, Sight> {
        self.0.sight.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
