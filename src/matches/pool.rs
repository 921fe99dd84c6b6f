//! Runs matches on several workers at once.
//!
//! Each worker is a thread. In games that every bot plays alone it has a bot process of its own, in
//! which it plays several boards at a time, or, if the bots of the game are not greeted, one board
//! at a time with a process for each. Games that all play together are played one after the other
//! if each takes all processors; of others, each worker plays one, and only so many programs think
//! at once. The thread alone starts and ends its processes. Results do not depend on which worker
//! plays what.
#![expect(clippy::disallowed_methods, reason = "the runner measures how long matches take")]

mod work;
mod worker;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rathaus_games::{Fault, GameRules, MatchProgress};
use tempfile::TempDir;
use tokio::sync::mpsc;

use super::Fixture;
use super::result::MatchResult;
use super::watch::WatchHandle;
use crate::matches::Recording;
use crate::seats::SessionStart;
use crate::submissions::Bot;
use work::WorkQueue;
use worker::Worker;

/// How long a bot may take from its start to its answer to the greeting.
pub const HANDSHAKE_TIME: Duration = Duration::from_secs(10);

/// How a bot that is tried, or asked, by itself is started: as it would be in a match with the
/// usual handshake_time.
pub fn start(bot: Bot, rules: &GameRules) -> SessionStart {
    SessionStart { program: bot.program, handshake: rules.handshake(), handshake_time: HANDSHAKE_TIME }
}

#[derive(Debug, Clone)]
pub struct ScheduleRun {
    pub rules: GameRules,
    pub fixtures: Vec<Fixture>,
    /// The entrants' bots, by their positions.
    pub bots: Vec<Bot>,
    /// The program that has the rules, in games that have one.
    pub program: Option<Bot>,
    /// What they are called, in the log.
    pub names: Vec<String>,
    /// The positions of those whose dialogue is written to the log.
    pub traced: BTreeSet<usize>,
    /// How many workers there are, each with a bot process, or how many programs may run at once in
    /// a game that all play together.
    pub concurrency: usize,
    /// How many boards a worker has in flight at the most; without it, as many as are best for the
    /// game.
    pub boards_in_flight: Option<usize>,
    /// How long a bot may take from its start to its answer to the greeting.
    pub handshake_time: Duration,
    /// How many bytes a recording of a match may have, if matches are recorded.
    pub recorded: Option<usize>,
    /// Who watches, if somebody does. Matches are then played one after the other.
    pub watched: Option<WatchHandle>,
}

impl ScheduleRun {
    /// How a bot is started that lives for a match.
    fn start(&self, entrant: usize) -> SessionStart {
        SessionStart {
            program: self.bots[entrant].program.clone(),
            handshake: self.rules.handshake(),
            handshake_time: self.handshake_time,
        }
    }
}

/// What happens while a schedule is played. Matches are named by their positions in it.
#[derive(Debug)]
pub enum Event {
    Progress {
        fixture: usize,
        progress: MatchProgress,
    },
    Finished {
        fixture: usize,
        result: MatchResult,
        /// What its bots said, unless that was not to be recorded, or was too much.
        recording: Option<Recording>,
    },
    /// An entrant could not be brought to play at all; none of these matches is played.
    Out {
        entrant: usize,
        /// What it should have played.
        fixtures: Vec<usize>,
        fault: Box<Fault>,
    },
    /// The host could not play a match.
    Void {
        fixture: usize,
        why: String,
    },
}

/// A run that is being played.
#[derive(Debug)]
pub struct RunHandle {
    /// What happens, until everything is played.
    pub events: mpsc::UnboundedReceiver<Event>,
    /// By which it is stopped.
    pub stop: StopHandle,
    /// In which matches have their folders. It belongs to whoever waits for the run and not to its
    /// threads, which are not waited for where all is to end at once.
    _folder: Option<TempDir>,
}

/// Stops a run: no further match begins, those that are being played go on to their end.
#[derive(Debug, Clone, Default)]
pub struct StopHandle(Arc<AtomicBool>);

impl StopHandle {
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A run of which nobody misses anything. In games that all play together, programs still run at
/// once: it is one match.
fn one_by_one(run: ScheduleRun) -> ScheduleRun {
    let concurrency = if run.rules.is_multiplayer() { run.concurrency } else { 1 };
    ScheduleRun { concurrency, boards_in_flight: Some(1), ..run }
}

pub fn run(run: ScheduleRun) -> RunHandle {
    let (sender, events) = mpsc::unbounded_channel();
    let stop = StopHandle::default();
    let is_watched = run.watched.is_some();
    let run = if is_watched { one_by_one(run) } else { run };
    let workers = if is_watched || run.rules.uses_all_processors() { 1 } else { run.concurrency };
    // Without one, matches have their folders where all temporary ones are.
    let folder = tempfile::Builder::new().prefix("rathaus-").tempdir().ok();
    let place = folder.as_ref().map_or_else(std::env::temp_dir, |folder| folder.path().to_owned());
    let work = Arc::new(WorkQueue::new(run, stop.clone(), place));
    for number in 0..workers {
        let worker = Worker { work: Arc::clone(&work), events: sender.clone() };
        thread::Builder::new()
            .name(format!("worker {number}"))
            .spawn(move || worker.run())
            .expect("the system has a thread for each worker");
    }
    RunHandle { events, stop, _folder: folder }
}
