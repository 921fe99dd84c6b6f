//! What is still to be played, shared by the workers.

use std::collections::VecDeque;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

use tokio::sync::Semaphore;

use super::{ScheduleRun, StopHandle};
use crate::matches::seating::{SeatContext, StartOptions};

/// What is still to be played.
#[derive(Debug)]
pub(super) struct WorkQueue {
    pub(super) run: ScheduleRun,
    /// In which matches have their folders.
    folder: PathBuf,
    /// As many programs may think at once as there are of these, in games whose bots can be kept
    /// waiting.
    permits: Arc<Semaphore>,
    stop: StopHandle,
    open: Mutex<Vec<EntrantQueue>>,
}

/// Matches that are played one by one, or in one process: those of one entrant alone, or all that
/// are played together.
#[derive(Debug, Clone, Default)]
struct EntrantQueue {
    /// The matches that nobody has taken.
    fixtures: VecDeque<usize>,
    /// How many are being played.
    in_flight: usize,
    /// Whether the bot was once ready to play.
    was_ready: bool,
}

/// What an entrant loses by not being ready.
pub(super) enum MissedMatches {
    /// Others have seen to it.
    Nothing,
    One(usize),
    /// All that it should have played.
    All(Vec<usize>),
}

impl WorkQueue {
    pub(super) fn new(run: ScheduleRun, stop: StopHandle, folder: PathBuf) -> WorkQueue {
        let together = run.rules.is_multiplayer();
        let mut open = vec![EntrantQueue::default(); if together { 1 } else { run.bots.len() }];
        for (position, fixture) in run.fixtures.iter().enumerate() {
            open[if together { 0 } else { fixture.seats[0] }].fixtures.push_back(position);
        }
        let permits = Arc::new(Semaphore::new(run.concurrency));
        WorkQueue { run, folder, permits, stop, open: Mutex::new(open) }
    }

    /// What matches that bots play together are played with besides these.
    pub(super) fn context(&self) -> SeatContext<'_> {
        SeatContext {
            program: self.run.program.as_ref(),
            permits: &self.permits,
            starting: StartOptions::default(),
            folder: &self.folder,
        }
    }

    fn open(&self) -> MutexGuard<'_, Vec<EntrantQueue>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many boards a worker has in flight at the most.
    pub(super) fn boards_in_flight(&self) -> usize {
        self.run.boards_in_flight.unwrap_or_else(|| {
            let processors = available_parallelism().map_or(1, NonZero::get);
            self.run.rules.matches_in_flight(self.run.concurrency >= processors)
        })
    }

    /// The first heap that has matches left: that of an entrant, or the only one.
    pub(super) fn next_queue(&self) -> Option<usize> {
        if self.stop.is_stopped() {
            return None;
        }
        self.open().iter().position(|open| !open.fixtures.is_empty())
    }

    /// The next match of a heap for a worker that plays `mine` of it already. What is left is
    /// shared out evenly, so that no worker is without while another has many.
    pub(super) fn take(&self, queue: usize, mine: usize) -> Option<usize> {
        if self.stop.is_stopped() {
            return None;
        }
        let open = &mut self.open()[queue];
        let share = (open.fixtures.len() + open.in_flight).div_ceil(self.run.concurrency);
        if mine >= share {
            return None;
        }
        let fixture = open.fixtures.pop_front()?;
        open.in_flight += 1;
        Some(fixture)
    }

    pub(super) fn finish(&self, queue: usize) {
        self.open()[queue].in_flight -= 1;
    }

    pub(super) fn note_ready(&self, entrant: usize) {
        self.open()[entrant].was_ready = true;
    }

    /// The matches that an entrant loses by not being ready: all of them if it never was, else one.
    pub(super) fn lose(&self, entrant: usize) -> MissedMatches {
        let open = &mut self.open()[entrant];
        if open.was_ready {
            return open.fixtures.pop_front().map_or(MissedMatches::Nothing, MissedMatches::One);
        }
        match std::mem::take(&mut open.fixtures) {
            none if none.is_empty() => MissedMatches::Nothing,
            all => MissedMatches::All(all.into()),
        }
    }
}
